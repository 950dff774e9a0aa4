"""Title, author and dates that old Office files keep beside their text."""

from datetime import datetime

import olefile

from desktop.ingest.building import Metadata

_UTF8 = 65001


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
