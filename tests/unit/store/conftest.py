"""A library on a temp file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.store.library_file import Connection, LibraryFile


@pytest.fixture
def library(tmp_path: Path) -> Iterator[LibraryFile]:
    file = LibraryFile(tmp_path / "library.sqlite")
    yield file
    file.close()


@pytest.fixture
def c(library: LibraryFile) -> Iterator[Connection]:
    """The writing connection inside one transaction."""
    with library.write() as connection:
        yield connection
