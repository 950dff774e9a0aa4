"""The command line on a data folder of the test, with stand-ins for the models."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_running import Ran, Run

from desktop.cli import run
from desktop.ingest.reader_pool import ReaderPool

sys.path.append(str(Path(__file__).resolve().parents[1] / "services"))
from service_fakes import FakeHost, ScriptedGenerator, WordEmbedder, word_resources


@pytest.fixture(scope="session")
def shared_readers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReaderPool]:
    pool = ReaderPool(tmp_path_factory.mktemp("readers"))
    yield pool
    pool.close()


@pytest.fixture
def host() -> FakeHost:
    return FakeHost(WordEmbedder(), ScriptedGenerator())


@pytest.fixture
def carrel(
    tmp_path: Path,
    shared_readers: ReaderPool,
    host: FakeHost,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Return a function that runs one command as a shell would."""
    resources = word_resources(tmp_path / "resources")
    monkeypatch.setattr("desktop.config.paths.resources_folder", lambda: resources)
    monkeypatch.setattr("desktop.app.ModelHost", lambda _catalog, _settings, _notice: host)
    monkeypatch.setattr("desktop.app.EvaluationHost", lambda *_models, **_options: host)
    monkeypatch.setattr("desktop.app.ReaderPool", lambda _folder, **_options: KeptReaders(shared_readers))

    def run_command(*arguments: object) -> Ran:
        capsys.readouterr()
        try:
            status = run([str(argument) for argument in arguments])
        except SystemExit as end:  # argparse, on wrong usage and --help
            status = int(end.code or 0)
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    return run_command


class KeptReaders:
    """A reader pool that outlives each command."""

    def __init__(self, pool: ReaderPool) -> None:
        self.read, self.begin = pool.read, pool.begin
        self.page_image, self.page_sizes = pool.page_image, pool.page_sizes

    def close(self) -> None:
        pass


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that writes a file to drop."""

    def write_file(name: str, text: str) -> Path:
        path = tmp_path / "files" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return write_file
