"""From the queue to searchable text: waiting files are read in small batches, each one transaction."""

import contextlib
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.domain.errors import UserError
from desktop.domain.records import ReadDocument, Refusal
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest import chunker, scan
from desktop.ingest.long_text import SliceLimits
from desktop.ingest.options import ReadOptions
from desktop.ingest.reader_pool import PendingFiles, ReaderPool
from desktop.ingest.reading import FileToRead, ReadFile
from desktop.llm.interfaces import Embedder
from desktop.services.adding import add_waiting
from desktop.services.changes import Changes
from desktop.services.index_rows import index_rows
from desktop.services.long_texts import LongText
from desktop.services.passwords import Passwords
from desktop.services.room import check_room
from desktop.services.storing import ReadTask, refuse, store_batch
from desktop.store import collections, documents, encodings, files, queue
from desktop.store.library_file import Connection, LibraryFile
from desktop.store.texts import TextSlice

_log = logging.getLogger(__name__)

_MAX_ATTEMPTS = 2  # a file during which the program died twice is not tried a third time
_BATCH = 128  # small files read together: a fraction of a second of work, the most a kill can lose
_SMALL = 128 * 1024  # bytes; a larger file is read alone
_BATCH_BYTES = 1024 * 1024
_BATCHES = 2  # one is read while the other is prepared, beside the one that is stored
_LONG_TEXTS = SliceLimits()
_DEADLY = Refusal("damaged", "The program stopped twice while reading this file.")

Changed = Callable[[Changes], None]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Claimed documents whose files are being read; `again`: it was tried before, so it is read alone."""

    tasks: tuple[queue.Task, ...]
    pending: PendingFiles
    again: bool


class QueueReader:
    """Reads what waits in the queue of a library. Only the one indexer may use it, on one thread."""

    def __init__(
        self,
        library: LibraryFile,
        readers: ReaderPool,
        embedder: Callable[[], Embedder],
        passwords: Passwords,
    ) -> None:
        self._library = library
        self._readers = readers
        self._embedder = embedder
        self._passwords = passwords
        self.restless: set[int] = set()  # documents whose files were written all the time they were read

    def read_all(self, token: CancelToken, report: Report, changed: Changed) -> None:
        """Read documents until the queue is empty. Cancelled or an error puts back what is not stored."""
        under_way: deque[_Batch] = deque()
        with _Storing(self._library) as storing:
            course = _Course(report, changed)
            try:
                while True:
                    token.check()
                    check_room(self._library)
                    if not under_way:
                        course.stored(storing.finish())
                        self._begin(under_way, _BATCHES)
                    if not under_way:
                        return
                    self._take(under_way, storing, course, token)
            except BaseException:
                with contextlib.suppress(Exception):  # the first error is the one to tell
                    course.stored(storing.finish())
                if storing.batch is not None:
                    under_way.appendleft(storing.batch)
                self._put_back(under_way)
                raise

    def _take(
        self, under_way: deque[_Batch], storing: "_Storing", course: "_Course", token: CancelToken
    ) -> None:
        """Wait for the first batch, and begin to store it when the one before is stored."""
        batch = under_way[0]
        with self._library.read() as c:
            course.begin(batch, queue.pending(c))
        found = batch.pending.result(token, course.on_page)
        self.restless.update(
            task.document_id for task, file in zip(batch.tasks, found, strict=True) if file.restless
        )
        if found[0].slices:  # it was read alone
            course.stored(storing.finish())
            long_text = LongText(self._library, batch.tasks[0], found[0])
            long_text.store(self.count_tokens, token, course.report, course.progress)
            under_way.popleft()
            course.stored(batch)
            return
        prepared = self._prepared(batch, found, token)
        course.stored(storing.finish())
        token.check()
        # Claimed before storing begins, which keeps everybody else from writing.
        self._begin(under_way, _BATCHES + 1)
        under_way.popleft()
        storing.begin(batch, prepared)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count with the embedder's tokenizer; without a model, estimate: words must be searchable anyway."""
        try:
            return self._embedder().count_tokens(texts)
        except UserError as error:
            _log.info("token counts are estimated: %s", error)
            return [estimated_tokens(text) for text in texts]

    def queue_rested(self) -> bool:
        """Queue the restless documents whose files rest now; return whether there were any."""
        rested = False
        with self._library.write() as c:
            for document_id in list(self.restless):
                document = documents.by_id(c, document_id)
                paths = [] if document is None else [Path(document.path)]
                found = next(scan.scan(paths, CancelToken()), None)
                if document is None or not isinstance(found, scan.FoundFile):
                    self.restless.discard(document_id)  # it is gone
                elif found.rested:
                    self.restless.discard(document_id)
                    add_waiting(c, collections.ensure(c, document.collection).id, found)
                    rested = True
        return rested

    def _begin(self, under_way: deque[_Batch], most: int) -> None:
        """Claim files and hand them to the reader processes, until `most` batches are under way."""
        while len(under_way) < most and not any(batch.again for batch in under_way):
            with self._library.write() as c:
                tasks = queue.claim_batch(
                    c, most=_BATCH, largest=_SMALL, total=_BATCH_BYTES, tried=not under_way
                )
                if tasks and tasks[0].attempts > _MAX_ATTEMPTS:
                    refuse(c, tasks[0], _DEADLY)
                    queue.finish(c, tasks[0].document_id)
                    continue
                wanted = self._to_read(c, tasks)
            if not tasks:
                return
            try:
                pending = self._readers.begin(wanted)
            except BaseException:
                self._release(tasks)
                raise
            under_way.append(_Batch(tuple(tasks), pending, tasks[0].attempts > 1))

    def _to_read(self, c: Connection, tasks: Sequence[queue.Task]) -> list[FileToRead]:
        """The files of the tasks, each with its options and the contents that are stored already."""
        ids = [task.document_id for task in tasks]
        alike = files.contents_of_same_size(c, ids, least=_SMALL)
        chosen = encodings.chosen_among(c, ids)
        return [
            FileToRead(
                task.path,
                ReadOptions(chosen.get(task.document_id, ""), self._passwords.get(task.document_id)),
                alike.get(task.document_id, ()),
                in_slices=_LONG_TEXTS if len(tasks) == 1 else None,
            )
            for task in tasks
        ]

    def _put_back(self, under_way: deque[_Batch]) -> None:
        for batch in under_way:
            batch.pending.drop()
        self._release([task for batch in under_way for task in batch.tasks])

    def _release(self, tasks: Sequence[queue.Task]) -> None:
        with self._library.write() as c:
            for task in tasks:
                queue.release(c, task.document_id)

    def _prepared(self, batch: _Batch, found: Sequence[ReadFile], token: CancelToken) -> list[ReadTask]:
        """Cut what was read into passages and make their tokens: all that needs no library."""
        texts = [file.outcome for file in found if isinstance(file.outcome, ReadDocument)]
        units = [file.units for file in found if isinstance(file.outcome, ReadDocument)]
        chunks = iter(chunker.chunk_all(texts, self.count_tokens, units))
        prepared: list[ReadTask] = []
        for task, file in zip(batch.tasks, found, strict=True):
            token.check()
            read = file.outcome
            if not isinstance(read, ReadDocument):
                prepared.append(ReadTask(task, file))
                continue
            drafts = next(chunks)
            path = Path(task.path)
            rows = index_rows(read.title or path.stem, path, read.text, drafts)
            whole = TextSlice(read.text, read.parts, drafts, tuple(rows))
            prepared.append(ReadTask(task, file, len(drafts), [whole]))
        return prepared


class _Course:
    """Tells how far reading has come."""

    def __init__(self, report: Report, changed: Changed) -> None:
        self.report = report
        self._changed = changed
        self._done = 0
        self.progress = Progress("reading")

    def begin(self, batch: _Batch, waiting: int) -> None:
        """Tell that a batch is waited for; `waiting` documents are not stored yet."""
        total = self._done + max(waiting, len(batch.tasks))
        self.progress = Progress("reading", self._done, total, Path(batch.tasks[0].path).name)
        self.report(self.progress)

    def on_page(self, page: int, pages: int) -> None:
        """Tell the page of a scan; in a batch of small files it may be that of another one."""
        self.report(replace(self.progress, label=f"{self.progress.label}, page {page} of {pages}"))

    def stored(self, batch: _Batch | None) -> None:
        """Tell that a batch is stored, if there is one."""
        if batch is None:
            return
        self._done += len(batch.tasks)
        total = max(self._done, self.progress.total or 0)
        self.report(Progress("reading", self._done, total, Path(batch.tasks[-1].path).name))
        ids = tuple(task.document_id for task in batch.tasks)
        self._changed(Changes(documents=True, collections=True, document_ids=ids))


class _Storing:
    """Stores a batch on a thread of its own while the next one is prepared."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library
        self._thread = ThreadPoolExecutor(1, "storing")
        self._work: Future[None] | None = None
        self.batch: _Batch | None = None
        """What was begun and is not known to be stored."""

    def __enter__(self) -> "_Storing":
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown()

    def begin(self, batch: _Batch, prepared: Sequence[ReadTask]) -> None:
        """Begin to store a batch in one transaction."""
        self.batch = batch
        self._work = self._thread.submit(self._store, prepared)

    def finish(self) -> _Batch | None:
        """Wait until what was begun is stored and return it, None for nothing; raises what went wrong."""
        work, self._work = self._work, None
        if work is None:
            return None
        work.result()
        batch, self.batch = self.batch, None
        return batch

    def _store(self, prepared: Sequence[ReadTask]) -> None:
        with self._library.write() as c:
            store_batch(c, prepared)


def estimated_tokens(text: str) -> int:
    """Guess the embedder's tokens: one per sign of scripts without blanks, else four characters each."""
    dense = 0 if text.isascii() else sum(1 for sign in text if ord(sign) >= 0x0E00)
    return dense + (len(text) - dense + 3) // 4
