"""Word from a reader process that it is at work on a long file: which page of how many."""

import contextlib
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_count = itertools.count(1)  # tells the first page of one attachment from that of the next
_file: ContextVar[Path | None] = ContextVar("progress_file", default=None)


@contextmanager
def noted_in(file: Path) -> Iterator[None]:
    """Let what is noted inside go to this file, which is gone at the end."""
    token = _file.set(file)
    try:
        yield
    finally:
        _file.reset(token)
        file.unlink(missing_ok=True)


def note(page: int, pages: int) -> None:
    """Say that work on page `page` (from 1) of so many begins; nobody may be listening."""
    if (file := _file.get()) is not None:
        with contextlib.suppress(OSError):
            file.write_text(f"{page} {pages} {next(_count)}", encoding="ascii")


def noted(file: Path) -> tuple[int, int, int] | None:
    """Return what was noted last: page, pages, and a number that differs each time; None when nothing was."""
    try:
        page, pages, count = file.read_text(encoding="ascii").split()
        return int(page), int(pages), int(count)
    except (OSError, ValueError):
        return None
