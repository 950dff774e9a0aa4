"""Reader processes: files are parsed where a crash, a hang or a memory bomb costs only that one file."""

import concurrent.futures
import errno
import logging
import multiprocessing
import shutil
import tempfile
import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import OutlineEntry, PageImage, PageLetters, ReadDocument, Refusal
from desktop.domain.work import CancelToken
from desktop.ingest import extract, reading, refusals, worker
from desktop.ingest.options import ReadOptions
from desktop.ingest.patience import OnPage, Patience, nobody
from desktop.ingest.reading import FileToRead, ReadFile
from desktop.ingest.refusals import RefusedError

_USUAL = ReadOptions()
_log = logging.getLogger(__name__)

_MAX_TASKS = 50  # tasks a process does before it is replaced, so that leaks stay small
_SECONDS = 60.0
_SECONDS_PER_MB = 2.0
_MOST_SECONDS = 600.0
_PAGE_SECONDS = 30.0
_POLL = 0.1  # seconds between looks at the cancel token
_CLOSE_SECONDS = 10.0
_NO_ROOM = (
    "Disk full",
    "There is no room left for what is read from a document; everything stored so far is safe.",
    "Free some space on that disk and carry on.",
)


class ReaderPool:
    """Reads files in processes of their own, started when first needed. Thread-safe.

    Pages are rendered in another process than documents are read in, so that looking at a page does not
    wait for a long import.
    """

    def __init__(
        self, temp_folder: Path, *, workers: int = 1, recognise: Callable[[], bool] = lambda: False
    ) -> None:
        self._temp_folder = temp_folder
        self._recognise = recognise
        self._workers = workers
        self._lock = threading.Lock()
        self._folder: Path | None = None
        self._documents: Any = None
        self._pages: Any = None
        self._closed = False

    def read(self, path: Path, token: CancelToken, options: ReadOptions = _USUAL) -> ReadDocument | Refusal:
        """Read a file; whatever is wrong with it gives a Refusal. Cancelled kills the reader at once."""
        outcome = self.begin([FileToRead(str(path.absolute()), options)]).result(token)[0].outcome
        assert outcome is not None  # nothing was said to be known
        return outcome

    def begin(self, files: Sequence[FileToRead]) -> "PendingFiles":
        """Start reading files one after the other in one reader process; raises Cancelled once closed."""
        if self._recognise():
            files = [replace(file, options=replace(file.options, recognise=True)) for file in files]
        return PendingFiles(self, files)

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

    def page_letters(self, path: Path, page: int, password: str = "") -> PageLetters:
        """Return the letters of page `page` (from 1) of a PDF with their boxes; UserError when impossible."""
        found: PageLetters = self._page_task(
            path, worker.page_letters, (str(path.absolute()), page, password), {}
        )
        return found

    def outline(self, path: Path, password: str = "") -> list[OutlineEntry]:
        """Return the bookmarks of a PDF; UserError when it cannot be opened."""
        found: list[OutlineEntry] = self._page_task(
            path, worker.outline, (str(path.absolute()), password), {}
        )
        return found

    def check_recognition(self) -> str:
        """Return the languages read in pictures after trying it; UserError when it fails."""
        found: str = self._page_task(Path("The trial picture"), worker.check_recognition, (), {})
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

    def schedule(self, files: Sequence[FileToRead]) -> tuple[Any, Path, Patience]:
        """Hand files to a reader process; return the task, where outcomes will lie, how long it may take."""
        seconds = min(_SECONDS + _SECONDS_PER_MB * sum(map(_megabytes, files)), _MOST_SECONDS)
        pool, folder = self._pool(pages=False)
        place = folder / f"read-{uuid.uuid4().hex}.jsonl"
        task = pool.schedule(reading.read_files, args=(list(files), str(folder), place.name))
        return task, place, Patience(seconds, reading.progress_beside(place))

    def _page_task(
        self, path: Path, function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:  # noqa: ANN401 - the callers know
        pool, _ = self._pool(pages=True)
        future = pool.schedule(function, args=arguments, kwargs=options, timeout=_PAGE_SECONDS)
        outcome = outcome_of(future, CancelToken())
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


class PendingFiles:
    """Files that a reader process was given; `result` waits for them, `drop` forgets them.

    `in_new_process`: the process before has just ended, so if this one ends too, it is the file's fault.
    """

    def __init__(
        self, pool: ReaderPool, files: Sequence[FileToRead], *, in_new_process: bool = False
    ) -> None:
        self._pool = pool
        self._files = files
        self._in_new_process = in_new_process
        self._on_page: OnPage = nobody
        self._task, self._place, self._patience = pool.schedule(files)

    def result(self, token: CancelToken, on_page: OnPage = nobody) -> list[ReadFile]:
        """Return the outcome of every file in order; what a reader dies of costs that one file.

        `on_page` is told, on this thread, which page of a scan is at work.

        Cancelled kills the reader at once. UserError when there is no room for what was read.
        """
        self._on_page = on_page
        found = self._finished(token)
        while len(found) < len(self._files):
            # The reader ended over the next one, or over what the ones before it had left behind.
            found += self._again(self._files[len(found)], token)
            if rest := self._files[len(found) :]:
                self._task, self._place, self._patience = self._pool.schedule(rest)
                found += self._finished(token)
        for file, one in zip(self._files, found, strict=True):
            if one.details:
                _log.warning("reading %s failed\n%s", Path(file.path).name, one.details)
        return found

    def drop(self) -> None:
        """Stop reading; whatever was read is lost."""
        self._task.cancel()
        self._place.unlink(missing_ok=True)
        self._forget_slices()

    def _forget_slices(self) -> None:
        for number in range(len(self._files)):
            reading.slices_beside(self._place, number).unlink(missing_ok=True)

    def _finished(self, token: CancelToken) -> list[ReadFile]:
        """Wait for the task and return what it got done; one file alone always has an outcome."""
        try:
            failure = outcome_of(self._task, token, self._patience, self._on_page)
            found = reading.load(self._place)
        except BaseException:
            self._forget_slices()
            raise
        finally:
            self._place.unlink(missing_ok=True)
            reading.progress_beside(self._place).unlink(missing_ok=True)
        if not found:
            self._forget_slices()
        if len(self._files) > 1 or found or not isinstance(failure, Refusal):
            return found
        file = self._files[0]
        if failure == refusals.CRASHED and not self._in_new_process:
            return self._again(file, token)  # the process may have died of what earlier files left behind
        if self._patience.on_pages and file.options.recognise:
            # Some page was too much for recognition: the rest of the document is worth having without it.
            return self._again(replace(file, options=replace(file.options, recognise=False)), token)
        return [reading.failed(Path(file.path), failure)]

    def _again(self, file: FileToRead, token: CancelToken) -> list[ReadFile]:
        return PendingFiles(self._pool, [file], in_new_process=True).result(token, self._on_page)


def outcome_of(
    future: Any,  # noqa: ANN401 - Pebble futures are untyped
    token: CancelToken,
    patience: Patience | None = None,
    on_page: OnPage = nobody,
) -> Any:  # noqa: ANN401
    """Wait for a task; every way it can fail is a Refusal, a stop request kills it."""
    from pebble import ProcessExpired

    while not future.done():
        concurrent.futures.wait([future], timeout=_POLL)
        if token.cancelled and not future.done():
            future.cancel()
            raise Cancelled
        if patience is not None and patience.over(running=future.running(), on_page=on_page):
            future.cancel()
            return refusals.TIMEOUT
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
    except Exception as error:  # the edge of the reader process: anything may arrive
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            raise UserError(*_NO_ROOM) from error
        _log.error("a reader failed", exc_info=error)
        return refusals.DAMAGED


def _megabytes(file: FileToRead) -> float:
    try:
        return Path(file.path).stat().st_size / (1 << 20)
    except OSError:
        return 0.0
