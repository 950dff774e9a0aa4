"""Which models are there, which one is used, and the process that runs them."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cross_encoder
import pytest

from desktop.config.paths import AppPaths
from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, no_report
from desktop.llm.catalog import Catalog
from desktop.llm.devices import DeviceState
from desktop.services import model_host
from desktop.services.changes import Changes
from desktop.services.model_host import ModelHost, default_threads, model_identity
from desktop.services.models import ModelService

CATALOGUE = """
[[model]]
id = "words"
name = "Words"
role = "embedder"
default = true
file = "words.gguf"
size = 5
sha256 = "486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7"
pooling = "mean"
query_prefix = "query: "
passage_prefix = "passage: "

[[model.source]]
kind = "address"
address = "https://models.example/words.gguf"

[[model]]
id = "other"
name = "Other"
role = "embedder"
file = "other.gguf"
size = 5
sha256 = "486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7"
pooling = "mean"

[[model.source]]
kind = "address"
address = "https://models.example/other.gguf"

[[model]]
id = "talker"
name = "Talker"
role = "chat"
default = true
file = "talker.gguf"
size = 5
sha256 = "486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7"

[[model.source]]
kind = "address"
address = "https://models.example/talker.gguf"
"""


class Process:
    """Notes how it was started and that it was closed."""

    started: list["Process"]
    pid = 42
    embedder = "the embedder"
    generator = "the generator"
    reranker = "the reranker"
    devices = DeviceState()

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.closed = False
        self.started.append(self)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    Process.started = []
    monkeypatch.setattr(model_host, "ModelProcess", Process)
    return Process.started


@pytest.fixture
def settings(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "settings.json")


@pytest.fixture
def host(tmp_path: Path, settings: SettingsFile, processes: list[Process]) -> ModelHost:
    (tmp_path / "models.toml").write_text(CATALOGUE, "utf-8")
    return ModelHost(Catalog(tmp_path / "models.toml", tmp_path / "own"), settings, lambda _text: None)


@pytest.fixture
def place(tmp_path: Path) -> Callable[[str], Path]:
    def put(name: str, content: bytes = b"world") -> Path:
        path = tmp_path / "own" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path

    return put


@pytest.fixture
def service(tmp_path: Path, host: ModelHost, settings: SettingsFile) -> ModelService:
    return ModelService(host, settings, AppPaths(tmp_path, tmp_path / "own", tmp_path))


class TestHost:
    def test_one_process_runs_what_is_there(
        self, host: ModelHost, place: Callable[[str], Path], processes: list[Process]
    ) -> None:
        place("words.gguf")
        assert host.pid is None
        assert host.embedder() == host.embedder() == "the embedder"
        assert len(processes) == 1
        assert host.pid == 42
        spec = processes[0].options["embedder"]
        assert (spec.query_prefix, spec.passage_prefix, spec.pooling) == ("query: ", "passage: ", "mean")
        assert processes[0].options["generator"] is None
        assert processes[0].options["threads"] == default_threads()

    def test_a_model_that_came_later_starts_it_anew(
        self, host: ModelHost, place: Callable[[str], Path], processes: list[Process]
    ) -> None:
        place("words.gguf")
        host.embedder()
        place("talker.gguf")
        assert host.generator() == "the generator"
        assert [process.closed for process in processes] == [True, False]
        host.close()
        assert processes[1].closed
        assert host.pid is None

    def test_an_added_cross_encoder_is_used_without_a_choice(
        self, host: ModelHost, service: ModelService, processes: list[Process], tmp_path: Path
    ) -> None:
        assert not host.has("reranker")
        with pytest.raises(UserError, match="no reranker"):
            host.reranker()
        added = service.add(
            file=cross_encoder.write(tmp_path / "tiny.gguf"), token=CancelToken(), report=no_report
        )
        assert (added.role, added.in_use) == ("reranker", True)
        assert host.reranker() == "the reranker"
        assert processes[0].options["reranker"].pooling == "rank"
        assert service.use(role="reranker", model_id=added.id) == Changes(models=True)
        assert processes[0].closed

    def test_a_missing_model_is_a_user_error(self, host: ModelHost, processes: list[Process]) -> None:
        for start in (host.embedder, host.generator):
            with pytest.raises(UserError):
                start()
        assert processes == []

    def test_a_damaged_model_is_never_loaded(
        self, host: ModelHost, place: Callable[..., Path], processes: list[Process]
    ) -> None:
        place("words.gguf", b"wrong")
        with pytest.raises(UserError):
            host.embedder()
        assert processes == []

    def test_names_are_those_of_files_on_disk(self, host: ModelHost, place: Callable[[str], Path]) -> None:
        assert (host.name("embedder"), host.has("embedder"), host.embedder_id) == ("", False, "")
        place("words.gguf")
        assert (host.name("embedder"), host.has("embedder")) == ("Words", True)
        assert host.embedder_id == model_identity(host.catalog.entry("words"))
        assert (host.name("reranker"), host.chosen("reranker")) == ("", None)

    def test_threads_are_those_of_the_settings(
        self, host: ModelHost, settings: SettingsFile, place: Callable[[str], Path], processes: list[Process]
    ) -> None:
        place("words.gguf")
        settings.change(threads=1)
        assert host.device == "CPU, 1 thread"
        settings.change(threads=3)
        assert host.device == "CPU, 3 threads"
        host.embedder()
        assert processes[0].options["threads"] == 3

    def test_several_threads_start_one_process(
        self, host: ModelHost, place: Callable[[str], Path], processes: list[Process]
    ) -> None:
        place("words.gguf")
        threads = [threading.Thread(target=host.embedder) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(processes) == 1


def test_whatever_changes_a_vector_is_another_model(host: ModelHost) -> None:
    words, other, talker = (host.catalog.entry(name) for name in ("words", "other", "talker"))
    assert model_identity(words) != model_identity(other)
    assert model_identity(words).startswith(words.sha256[:16])
    assert model_identity(words).endswith("|mean|query: |passage: ")
    assert model_identity(talker) == talker.sha256[:16]


class TestService:
    def test_models_are_listed_by_role_with_the_default_first(
        self, service: ModelService, place: Callable[[str], Path]
    ) -> None:
        place("other.gguf")
        shown = service.models()
        assert [(m.id, m.state, m.in_use) for m in shown] == [
            ("words", "missing", True),
            ("other", "ready", False),
            ("talker", "missing", True),
        ]
        assert all(m.memory >= m.size for m in shown)

    def test_a_chosen_model_is_used_from_now_on(
        self,
        service: ModelService,
        host: ModelHost,
        settings: SettingsFile,
        place: Callable[[str], Path],
        processes: list[Process],
    ) -> None:
        place("words.gguf")
        place("other.gguf")
        host.embedder()
        assert service.use(role="embedder", model_id="other") == Changes(models=True)
        assert settings.current.embedder == "other"
        assert processes[0].closed
        host.embedder()
        assert processes[1].options["embedder"].name == "Other"

    @pytest.mark.parametrize(
        ("role", "model_id"),
        [("embedder", "talker"), ("embedder", "nobody"), ("painter", "words"), ("embedder", "other")],
    )
    def test_what_cannot_be_used_is_a_user_error(
        self, service: ModelService, role: str, model_id: str
    ) -> None:
        with pytest.raises(UserError):
            service.use(role=role, model_id=model_id)

    def test_a_choice_that_no_longer_exists_falls_back_to_the_default(
        self, host: ModelHost, settings: SettingsFile
    ) -> None:
        settings.change(embedder="of an older version")
        chosen = host.chosen("embedder")
        assert chosen is not None
        assert chosen.id == "words"

    def test_getting_a_model_fetches_it_into_the_models_folder(
        self,
        service: ModelService,
        tmp_path: Path,
        place: Callable[[str], Path],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def fetch(entry: Any, folder: Path, token: CancelToken, report: object) -> Path:
            assert folder == tmp_path / "own"
            return place(entry.file)

        monkeypatch.setattr("desktop.llm.fetch.fetch", fetch)
        assert service.get(model_id="words", token=CancelToken(), report=no_report).state == "ready"
        with pytest.raises(UserError):
            service.get(model_id="nobody", token=CancelToken(), report=no_report)

    def test_a_file_that_is_no_model_is_refused(self, service: ModelService, tmp_path: Path) -> None:
        file = tmp_path / "story.gguf"
        file.write_text("Once upon a time", "utf-8")
        with pytest.raises(UserError):
            service.add(file=file, token=CancelToken(), report=no_report)
