"""Reader processes: files are parsed where a crash, a hang or a memory bomb costs only that one file."""

import concurrent.futures
import logging
import multiprocessing
import shutil
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import PageImage, ReadDocument, Refusal
from desktop.domain.work import CancelToken
from desktop.ingest import extract, refusals, worker
from desktop.ingest.options import ReadOptions
from desktop.ingest.refusals import RefusedError, unreadable

_USUAL = ReadOptions()
_log = logging.getLogger(__name__)

_MAX_TASKS = 50  # files a process reads before it is replaced, so that leaks stay small
_SECONDS = 60.0
_SECONDS_PER_MB = 2.0
_MOST_SECONDS = 600.0
_PAGE_SECONDS = 30.0
_POLL = 0.1  # seconds between looks at the cancel token
_CLOSE_SECONDS = 10.0


class ReaderPool:
    """Reads files in processes of their own, started when first needed. Thread-safe.

    Pages are rendered in another process than documents are read in, so that looking at a page does not
    wait for a long import.
    """

    def __init__(self, temp_folder: Path, *, workers: int = 1) -> None:
        self._temp_folder = temp_folder
        self._workers = workers
        self._lock = threading.Lock()
        self._folder: Path | None = None
        self._documents: Any = None
        self._pages: Any = None
        self._closed = False

    def read(self, path: Path, token: CancelToken, options: ReadOptions = _USUAL) -> ReadDocument | Refusal:
        """Read a file; whatever is wrong with it gives a Refusal. Cancelled kills the reader at once."""
        token.check()
        try:
            size = path.stat().st_size
        except OSError as error:
            return unreadable(error)
        seconds = min(_SECONDS + _SECONDS_PER_MB * size / (1 << 20), _MOST_SECONDS)
        pool, folder = self._pool(pages=False)
        future = pool.schedule(
            extract.read_to_file, args=(str(path.absolute()), str(folder), options), timeout=seconds
        )
        outcome: extract.Outcome | Refusal = self._outcome(future, token)
        if isinstance(outcome, Refusal):
            return outcome
        if outcome.refusal is not None:
            if outcome.details:
                _log.warning("reading %s failed\n%s", path.name, outcome.details)
            return outcome.refusal
        left = folder / outcome.name
        try:
            return extract.load(left)
        finally:
            left.unlink(missing_ok=True)

    def start(self) -> None:
        """Start the process that reads documents, so that the first file does not wait for it."""
        pool, _ = self._pool(pages=False)
        pool.schedule(extract.load_what_every_file_needs)

    def page_image(
        self,
        path: Path,
        page: int,
        *,
        width: int,
        start: int | None = None,
        end: int | None = None,
        page_start: int = 0,
        password: str = "",
    ) -> PageImage:
        """Render page `page` (from 1) of a PDF, `width` pixels wide; UserError when that is impossible.

        `start` and `end` are offsets in the document text to mark, `page_start` is where the first part of
        the page begins in it.
        """
        arguments = {
            "width": width,
            "start": start,
            "end": end,
            "page_start": page_start,
            "password": password,
        }
        found: PageImage = self._page_task(path, worker.render_page, (str(path.absolute()), page), arguments)
        return found

    def page_sizes(self, path: Path, password: str = "") -> list[tuple[float, float]]:
        """Return width and height of every page of a PDF in points; UserError when it cannot be opened."""
        found: list[tuple[float, float]] = self._page_task(
            path, worker.page_sizes, (str(path.absolute()), password), {}
        )
        return found

    def close(self) -> None:
        """Stop all reader processes, whatever they are doing, and remove temporary files."""
        with self._lock:
            self._closed = True
            pools = [pool for pool in (self._documents, self._pages) if pool is not None]
            self._documents = self._pages = None
            folder, self._folder = self._folder, None
        for pool in pools:
            pool.stop()
        for pool in pools:
            try:
                pool.join(timeout=_CLOSE_SECONDS)
            except TimeoutError:
                _log.warning("a reader process did not end in time")
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _page_task(
        self, path: Path, function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:  # noqa: ANN401 - the callers know
        pool, _ = self._pool(pages=True)
        future = pool.schedule(function, args=arguments, kwargs=options, timeout=_PAGE_SECONDS)
        outcome = self._outcome(future, CancelToken())
        if isinstance(outcome, Refusal):
            raise UserError("The page cannot be shown", f"{path.name}: {outcome.reason}")
        return outcome

    def _pool(self, *, pages: bool) -> tuple[Any, Path]:
        """The pool for pages or documents, started on first use, and the folder for temporary files."""
        from pebble import ProcessPool

        with self._lock:
            if self._closed:
                raise Cancelled
            if self._folder is None:
                self._temp_folder.mkdir(parents=True, exist_ok=True)
                self._folder = Path(tempfile.mkdtemp(prefix="readers-", dir=self._temp_folder))
            pool = self._pages if pages else self._documents
            if pool is None or not pool.active:
                pool = ProcessPool(
                    max_workers=1 if pages else self._workers,
                    max_tasks=_MAX_TASKS,
                    initializer=worker.prepare,
                    initargs=(str(self._folder),),
                    context=multiprocessing.get_context("spawn"),
                )
                if pages:
                    self._pages = pool
                else:
                    self._documents = pool
            return pool, self._folder

    def _outcome(self, future: Any, token: CancelToken) -> Any:  # noqa: ANN401 - Pebble futures are untyped
        """Wait for a task; every way it can fail is a Refusal, a stop request kills it."""
        from pebble import ProcessExpired

        while not future.done():
            concurrent.futures.wait([future], timeout=_POLL)
            if token.cancelled and not future.done():
                future.cancel()
                raise Cancelled
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise Cancelled from None
        except TimeoutError:
            return refusals.TIMEOUT
        except ProcessExpired as error:
            _log.warning("a reader process died (exit code %s)", error.exitcode)
            return refusals.CRASHED
        except RefusedError as error:
            return error.refusal
        except Exception as error:  # noqa: BLE001 - the edge of the reader process: anything may arrive
            _log.error("a reader failed", exc_info=error)
            return refusals.DAMAGED
