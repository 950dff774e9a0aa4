"""Fixtures of the ingest tests: the small documents, reading one and refusing one."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from ingest_helpers import DATA, assert_sound

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))


@pytest.fixture
def data() -> Path:
    """The folder of small documents."""
    return DATA


@pytest.fixture
def read() -> Callable[[Path], ReadDocument]:
    """Read a file that must be readable and check what holds for every document."""

    def checked(path: Path) -> ReadDocument:
        found = read_file(path)
        assert not isinstance(found, Refusal), found
        assert_sound(found)
        return found

    return checked


@pytest.fixture
def refuse() -> Callable[[Path], Refusal]:
    """Read a file that must be refused."""

    def checked(path: Path) -> Refusal:
        found = read_file(path)
        assert isinstance(found, Refusal), found
        assert found.reason.endswith(".")
        return found

    return checked
