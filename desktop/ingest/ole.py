"""Old Office files as containers: opened with care, and the title, author and dates kept beside the text."""

import io
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import olefile

from desktop.ingest.building import Metadata
from desktop.ingest.refusals import DAMAGED, RefusedError

_UTF8 = 65001


@contextmanager
def opened(path: Path) -> Iterator[olefile.OleFileIO]:
    """Open a compound file; whatever its readers stumble over inside the block is damage."""
    content = path.read_bytes()
    try:
        with olefile.OleFileIO(io.BytesIO(content)) as file:
            yield file
    except (OSError, struct.error, IndexError, KeyError) as error:
        raise RefusedError(DAMAGED) from error


def stream(file: olefile.OleFileIO, name: str) -> bytes:
    """Return the content of a stream; KeyError when there is none."""
    if not file.exists(name):
        raise KeyError(name)
    with file.openstream(name) as source:
        content: bytes = source.read()
        return content


def properties(file: olefile.OleFileIO) -> Metadata:
    """Return what the property sets of an open compound file say; nothing when they are damaged."""
    try:
        found = file.get_metadata()
    except Exception:  # noqa: BLE001 - a damaged property set may fail anywhere and is done without
        return Metadata()
    page = found.codepage if isinstance(found.codepage, int) else 1252
    moments = (found.create_time, found.last_saved_time)
    return Metadata(
        title=_decoded(found.title, page),
        author=_decoded(found.author, page),
        # The format keeps Coordinated Universal Time; a year 1601 is its zero.
        dates=tuple(
            f"{moment.isoformat(timespec='seconds')}Z"
            for moment in moments
            if isinstance(moment, datetime) and moment.year > 1980
        ),
    )


def _decoded(value: object, page: int) -> str:
    if not isinstance(value, bytes):
        return value if isinstance(value, str) else ""
    encoding = "utf-8" if page % 65536 == _UTF8 else f"cp{page % 65536}"
    try:
        return value.decode(encoding, "replace").rstrip("\0")
    except LookupError:
        return value.decode("cp1252", "replace").rstrip("\0")
