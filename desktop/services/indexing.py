"""The queue at work: read the waiting documents, then embed their chunks."""

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from desktop.domain.errors import Cancelled, DiskFullError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest.reader_pool import ReaderPool
from desktop.llm.interfaces import Embedder
from desktop.services.changes import Changes
from desktop.services.index_rows import stored_rows
from desktop.services.passwords import Passwords
from desktop.services.queue_reader import Changed, QueueReader
from desktop.services.room import check_room, disk_full
from desktop.store import cells, documents, queue, vector_models, vectors
from desktop.store.library_file import LibraryFile

_EMBED_BATCH = 16  # chunks in one commit: about one second of work, the most a kill can lose
_RESTLESS_SECONDS = 30.0  # that a file which is being written is waited for
_RESTLESS_POLL = 0.5  # seconds
_OTHER_INDEXER_POLL = 0.5  # seconds between looks while another process works the same queue


class IndexingService:
    """Works the queue of a library. One indexer per library file at a time, across processes."""

    def __init__(
        self,
        library: LibraryFile,
        readers: ReaderPool,
        embedder: Callable[[], Embedder],
        passwords: Passwords,
    ) -> None:
        self._library = library
        self._readers = readers
        self._reader = QueueReader(library, readers, embedder, passwords)
        self._embedder = embedder
        self._lock = FileLock(library.indexing_lock)

    def warm_up(self) -> None:
        """Start the reader and the embedding model: the first file dropped is then searchable at once."""
        self._readers.start()
        self._reader.count_tokens(["ready"])

    def _start_model(self) -> None:
        # The program is closing, or the process does not start: whoever needs it next will say so.
        with contextlib.suppress(Cancelled, RuntimeError):
            self._reader.count_tokens(["ready"])

    def work(self, *, token: CancelToken, report: Report, changed: Changed) -> None:
        """Read and embed until nothing waits. `changed` is called on this thread after each commit.

        Progress stages are "reading" and "embedding"; `label` is the file name. Cancelled between and within
        documents; what was committed stays and the rest is still queued.
        """
        while not self._try_lock():
            # The lock is the system's: it falls when its holder dies, so waiting cannot last for ever.
            report(Progress("waiting", 0, None, ""))
            if self._nothing_left():
                return
            if token.wait(_OTHER_INDEXER_POLL):
                token.check()
        try:
            with self._library.write() as c:
                queue.reset_claims(c)
                waiting = queue.pending(c)
            if waiting:
                # Reader and model take a second each to start, and the first files need one after the other.
                threading.Thread(target=self._start_model, name="start-model", daemon=True).start()
            self._refresh_stale_index()
            self._reader.read_all(token, report, changed)
            self._embed_all(token, report, changed)
            self._read_restless(token, report, changed)
        except DiskFullError as error:
            raise disk_full(self._library) from error
        finally:
            self._lock.release()

    def _read_restless(self, token: CancelToken, report: Report, changed: Changed) -> None:
        """Read once more what was being written while it was read, when it rests.

        What does not rest for long is left to the next comparison: nothing is noted that would prove it
        unchanged.
        """
        restless = self._reader.restless
        deadline = time.monotonic() + _RESTLESS_SECONDS
        while restless and time.monotonic() < deadline:
            if token.wait(_RESTLESS_POLL):
                token.check()
            rested = self._reader.queue_rested()
            if rested:
                self._reader.read_all(token, report, changed)
                self._embed_all(token, report, changed)
        restless.clear()

    def _try_lock(self) -> bool:
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        return True

    def _nothing_left(self) -> bool:
        with self._library.read() as c:
            return documents.statistics(c).pending == 0

    def _make_cells(self, model_id: str, token: CancelToken) -> None:
        """Divide the vectors into cells when the library has outgrown the present ones."""
        with self._library.read() as c:
            planned = cells.plan(c, model_id, token)
        if planned is not None:
            with self._library.write() as c:
                cells.apply(c, model_id, planned, token)

    def _refresh_stale_index(self) -> None:
        """Write the index rows again of texts that passed to a copy with another name."""
        with self._library.write() as c:
            for document_id in documents.stale(c):
                document = documents.by_id(c, document_id)
                if document is not None:
                    documents.store_index(c, document_id, stored_rows(c, document_id, Path(document.path)))

    def _embed_all(self, token: CancelToken, report: Report, changed: Changed) -> None:
        """Embed chunks that have no vector yet, newest documents last, a small batch a commit."""
        with self._library.read() as c:
            if documents.statistics(c).chunks == 0:
                return
        embedder = self._embedder()
        info = embedder.info
        with self._library.write() as c:
            vector_models.register(c, model_id=info.id, name=info.name, dimension=info.dimension)
            if vector_models.active(c) is None:
                vector_models.set_active(c, info.id)
            finished = documents.finish_vectors(c, info.id)
            total = vectors.missing_count(c, info.id)
        if finished:
            changed(Changes(documents=True))
        done = 0
        while True:
            token.check()
            check_room(self._library)
            with self._library.read() as c:
                batch = vectors.missing(c, info.id, _EMBED_BATCH)
            if not batch:
                break
            report(Progress("embedding", done, max(total, done + len(batch)), ""))
            embedded = embedder.embed_passages([text for _, text in batch], token)
            with self._library.write() as c:
                vectors.add(
                    c, info.id, [(chunk, row) for (chunk, _), row in zip(batch, embedded, strict=True)]
                )
                finished = documents.finish_vectors(c, info.id)
            done += len(batch)
            report(Progress("embedding", done, max(total, done), ""))
            if finished:
                changed(Changes(documents=True, document_ids=tuple(finished)))
            if self._read_newcomers(token, report, changed):
                with self._library.read() as c:
                    total = done + vectors.missing_count(c, info.id)
        report(Progress("embedding", done, done, ""))  # some chunks may have been removed meanwhile
        with self._library.write() as c:
            vector_models.set_active(c, info.id)
        self._make_cells(info.id, token)

    def _read_newcomers(self, token: CancelToken, report: Report, changed: Changed) -> bool:
        """Read what was dropped meanwhile before embedding on: text becomes searchable first."""
        with self._library.read() as c:
            waiting = queue.pending(c) > 0
        if waiting:
            self._reader.read_all(token, report, changed)
        return waiting
