"""A desk with a library, and one reader process for all tests of the services."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from service_fakes import Desk, FakeHost, ScriptedGenerator, WordEmbedder

from desktop.ingest.reader_pool import ReaderPool

sys.path.append(str(Path(__file__).resolve().parents[1] / "llm"))  # the tiny model files of those tests


@pytest.fixture(scope="session")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReaderPool]:
    pool = ReaderPool(tmp_path_factory.mktemp("readers"))
    yield pool
    pool.close()


@pytest.fixture
def desk(tmp_path: Path, readers: ReaderPool) -> Iterator[Desk]:
    desk = Desk(tmp_path, readers, FakeHost(WordEmbedder(), ScriptedGenerator()))
    yield desk
    desk.close()
