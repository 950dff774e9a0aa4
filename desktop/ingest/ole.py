"""Old Office files as containers: opened with care, and the title, author and dates kept beside the text."""

import io
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import olefile

from desktop.ingest.building import Metadata
from desktop.ingest.code_pages import code_page
from desktop.ingest.refusals import DAMAGED, RefusedError

_SUMMARY = "\x05SummaryInformation"
_CODE_PAGE, _TITLE, _AUTHOR, _MOMENTS = 1, 2, 4, (12, 13)
_NARROW, _WIDE, _FILE_TIME = 30, 31, 64
_MOST_PROPERTIES = 1000
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_FIRST_YEAR = 1980


@contextmanager
def opened(path: Path) -> Iterator[olefile.OleFileIO]:
    """Open a compound file; whatever its readers stumble over inside the block is damage."""
    content = path.read_bytes()
    try:
        with olefile.OleFileIO(io.BytesIO(content)) as file:
            yield file
    except (OSError, ValueError, struct.error, IndexError, KeyError) as error:
        raise RefusedError(DAMAGED) from error


def stream(file: olefile.OleFileIO, name: str) -> bytes:
    """Return the content of a stream; KeyError when there is none."""
    if not file.exists(name):
        raise KeyError(name)
    with file.openstream(name) as source:
        content: bytes = source.read()
        return content


def properties(file: olefile.OleFileIO) -> Metadata:
    """Return title, author and dates of an open compound file; nothing when its properties are damaged.

    Read here and not by olefile, which believes a count in the file however large it is.
    """
    try:
        content = stream(file, _SUMMARY)
        section = struct.unpack_from("<I", content, 44)[0]
        count = min(struct.unpack_from("<I", content, section + 4)[0], _MOST_PROPERTIES)
        pairs = struct.unpack_from(f"<{2 * count}I", content, section + 8)
        places = {key: section + offset for key, offset in zip(pairs[::2], pairs[1::2], strict=True)}
        page = struct.unpack_from("<4xH", content, places[_CODE_PAGE])[0] if _CODE_PAGE in places else 1252
        return Metadata(
            title=_text(content, places.get(_TITLE), page),
            author=_text(content, places.get(_AUTHOR), page),
            dates=tuple(filter(None, (_moment(content, places.get(key)) for key in _MOMENTS))),
        )
    except (KeyError, IndexError, struct.error, OverflowError):
        return Metadata()


def _text(content: bytes, at: int | None, page: int) -> str:
    """A string property, of one byte a sign in the code page or of two."""
    if at is None:
        return ""
    kind, length = struct.unpack_from("<II", content, at)
    if kind == _WIDE:
        return content[at + 8 : at + 8 + 2 * length].decode("utf-16-le", "replace").rstrip("\0")
    if kind != _NARROW:
        return ""
    return content[at + 8 : at + 8 + length].decode(code_page(page), "replace").rstrip("\0")


def _moment(content: bytes, at: int | None) -> str:
    """A date property as ISO text; the format keeps Coordinated Universal Time in 100 ns since 1601."""
    if at is None:
        return ""
    kind, ticks = struct.unpack_from("<IQ", content, at)
    if kind != _FILE_TIME:
        return ""
    moment = _EPOCH + timedelta(microseconds=ticks // 10)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z") if moment.year > _FIRST_YEAR else ""
