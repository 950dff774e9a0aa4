"""What runs inside a reader process: its limits, and page tasks whose failures come back as data."""

import contextlib
import faulthandler
import logging
import multiprocessing
import multiprocessing.connection
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from desktop.domain.records import OutlineEntry, PageImage, PageLetters, Refusal
from desktop.ingest import ocr_check, pdf_letters, pdf_pages, refusals
from desktop.ingest.options import ReadOptions, reading_with
from desktop.ingest.refusals import RefusedError, unreadable

_Found = TypeVar("_Found")
_MEMORY = 1536 << 20  # bytes of address space
_RECURSION = 8000  # XML may be nested 2,048 levels deep, a few calls each


def prepare(folder: str) -> None:
    """Limit and quiet this process; it works in `folder` and ends with its parent."""
    _limit_memory()
    _follow_parent()
    sys.setrecursionlimit(_RECURSION)
    faulthandler.disable()
    logging.getLogger().setLevel(logging.ERROR)
    with contextlib.suppress(OSError):
        os.chdir(folder)
    # Several threads that share out a few thousand multiplications wait for one another most of the time.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    tempfile.tempdir = folder  # unpacked attachments go where everything is removed at the end
    _silence()


def _limit_memory() -> None:
    """Set the address space limit where the system has one; a process over it dies alone."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for limit, value in ((resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(ValueError, OSError):
            _, hard = resource.getrlimit(limit)
            soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(limit, (soft, hard))


def _follow_parent() -> None:
    """End this process when its parent is gone, even killed: nothing may be left behind."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=wait, name="follow-parent", daemon=True).start()


def _silence() -> None:
    """Send what native libraries print to nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        with contextlib.suppress(OSError):
            os.dup2(null, stream)
    os.close(null)


def render_page(
    path: str,
    page: int,
    *,
    width: int,
    start: int | None,
    end: int | None,
    page_start: int,
    password: str,
) -> PageImage | Refusal:
    """Render a page of a PDF, or say why not."""
    return _tried(
        password,
        lambda: pdf_pages.render_page(
            Path(path), page, width=width, start=start, end=end, page_start=page_start
        ),
    )


def page_sizes(path: str, password: str) -> list[tuple[float, float]] | Refusal:
    """Return the sizes of the pages of a PDF, or say why not."""
    return _tried(password, lambda: pdf_pages.page_sizes(Path(path)))


def page_letters(path: str, page: int, password: str) -> PageLetters | Refusal:
    """Return the characters of a page of a PDF with their boxes, or say why not."""
    return _tried(password, lambda: pdf_letters.page_letters(Path(path), page))


def outline(path: str, password: str) -> list[OutlineEntry] | Refusal:
    """Return the bookmarks of a PDF, or say why not."""
    return _tried(password, lambda: pdf_letters.outline(Path(path)))


def _tried(password: str, work: Callable[[], _Found]) -> _Found | Refusal:
    """Do something with a file that may fail anywhere."""
    try:
        with reading_with(ReadOptions(password=password)):
            return work()
    except RefusedError as error:
        return error.refusal
    except OSError as error:
        return unreadable(error)
    except Exception:  # noqa: BLE001 - a damaged file may fail anywhere
        return refusals.DAMAGED


def check_recognition() -> str | Refusal:
    """Return the languages in which text in pictures is read, after trying it, or say why not."""
    try:
        return ocr_check.check_recognition()
    except RefusedError as error:
        return error.refusal
