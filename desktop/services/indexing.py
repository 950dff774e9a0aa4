"""The queue at work: read the waiting documents, then embed their chunks."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from filelock import FileLock, Timeout

from desktop.domain.errors import UserError
from desktop.domain.records import ChunkDraft, DocumentState, ReadDocument, Refusal
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest import chunker, hashing
from desktop.ingest.options import ReadOptions
from desktop.ingest.reader_pool import ReaderPool
from desktop.llm.interfaces import Embedder
from desktop.retrieval.tokens import index_tokens
from desktop.services.changes import Changes
from desktop.services.passwords import Passwords
from desktop.store import cells, documents, encodings, queue, vector_models, vectors
from desktop.store.lexical import IndexText
from desktop.store.library_file import LibraryFile

_log = logging.getLogger(__name__)

_EMBED_BATCH = 16  # chunks in one commit: about one second of work, the most a kill can lose
_OTHER_INDEXER_POLL = 0.5  # seconds between looks while another process works the same queue
_MAX_ATTEMPTS = 2  # a file during which the program died twice is not tried a third time

Changed = Callable[[Changes], None]


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
        self._passwords = passwords
        self._embedder = embedder
        self._lock = FileLock(str(library.path) + ".indexing")

    def warm_up(self) -> None:
        """Start the reader and the embedding model: the first file dropped is then searchable at once."""
        self._readers.start()
        self._count_tokens(["ready"])

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
            self._refresh_stale_index()
            self._read_all(token, report, changed)
            self._embed_all(token, report, changed)
        finally:
            self._lock.release()

    def _try_lock(self) -> bool:
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        return True

    def _nothing_left(self) -> bool:
        with self._library.read() as c:
            return documents.statistics(c).pending == 0

    def _read_all(self, token: CancelToken, report: Report, changed: Changed) -> None:
        """Read documents until the queue is empty; each is one commit."""
        done = 0
        while True:
            token.check()
            with self._library.write() as c:
                task = queue.claim(c)
                waiting = queue.pending(c)
            if task is None:
                return
            total = done + max(waiting, 1)
            report(Progress("reading", done, total, Path(task.path).name))
            try:
                self._read_one(task, token)
            except BaseException:
                with self._library.write() as c:
                    queue.release(c, task.document_id)
                raise
            done += 1
            report(Progress("reading", done, total, Path(task.path).name))
            changed(Changes(documents=True, collections=True, document_ids=(task.document_id,)))

    def _read_one(self, task: queue.Task, token: CancelToken) -> None:
        """Bring one document from its file to searchable text, or to a refusal with its reason."""
        path = Path(task.path)
        if task.attempts > _MAX_ATTEMPTS:
            self._refuse(task, Refusal("damaged", "The program stopped twice while reading this file."))
            return
        try:
            content_hash = hashing.content_hash(path)
        except FileNotFoundError:
            self._refuse(task, Refusal("unreadable", "The file is no longer there."))
            return
        except OSError as error:
            self._refuse(task, Refusal("unreadable", f"The file could not be opened: {error.strerror}."))
            return
        if self._linked_to_same_content(task, content_hash):
            return
        with self._library.read() as c:
            encoding = encodings.chosen(c, task.document_id)
        options = ReadOptions(encoding, self._passwords.get(task.document_id))
        outcome = self._readers.read(path, token, options)
        if isinstance(outcome, Refusal):
            self._refuse(task, outcome, content_hash)
            return
        chunks = chunker.chunk(outcome, self._count_tokens)
        if not chunks:
            self._refuse(task, Refusal("empty", "The file holds no text."), content_hash)
            return
        self._store(task, outcome, content_hash, chunks)

    def _linked_to_same_content(self, task: queue.Task, content_hash: str) -> bool:
        """Link a copy of a document already in the collection instead of reading and embedding it again."""
        with self._library.write() as c:
            original = documents.by_hash(c, task.collection_id, content_hash)
            if original is None or original.id == task.document_id:
                return False
            documents.link_duplicate(c, task.document_id, original.id, content_hash)
            queue.finish(c, task.document_id)
            return True

    def _store(
        self, task: queue.Task, read: ReadDocument, content_hash: str, chunks: Sequence[ChunkDraft]
    ) -> None:
        index = index_rows(read.title or Path(task.path).stem, Path(task.path), read.text, chunks)
        with self._library.write() as c:
            if documents.by_id(c, task.document_id) is None:
                return  # removed while it was read
            documents.store_text(
                c, task.document_id, read, content_hash=content_hash, chunks=chunks, index=index
            )
            queue.finish(c, task.document_id)
            model = vector_models.active(c)
            if model is not None:
                vectors.reuse(c, model, task.document_id)
                documents.finish_vectors(c, model)

    def _refuse(self, task: queue.Task, refusal: Refusal, content_hash: str = "") -> None:
        state = DocumentState.LOCKED if refusal.code == "locked" else DocumentState.REFUSED
        with self._library.write() as c:
            documents.refuse(c, task.document_id, state, refusal.reason, content_hash=content_hash)
            queue.finish(c, task.document_id)

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
                document, read = documents.by_id(c, document_id), documents.stored_document(c, document_id)
                if document is None or read is None:
                    continue
                drafts = [
                    ChunkDraft(chunk.position, chunk.start, chunk.end, chunk.heading)
                    for chunk in documents.chunks(c, document_id)
                ]
                rows = index_rows(document.title, Path(document.path), read.text, drafts)
                documents.store_index(c, document_id, rows)

    def _count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count with the embedder's tokenizer; without a model, estimate: words must be searchable anyway."""
        try:
            return self._embedder().count_tokens(texts)
        except UserError as error:
            _log.info("token counts are estimated: %s", error)
            return [estimated_tokens(text) for text in texts]

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
            self._read_all(token, report, changed)
        return waiting


def index_rows(title: str, path: Path, text: str, chunks: Sequence[ChunkDraft]) -> list[IndexText]:
    """Return the tokens of each chunk for the text index; title and file name stand with every chunk."""
    title_tokens = index_tokens(title)
    name_tokens = index_tokens(path.name)
    return [
        IndexText(
            title=title_tokens,
            name=name_tokens,
            heading=index_tokens(chunk.heading),
            body=index_tokens(f"{text[chunk.start : chunk.end]}\n{chunk.also}"),
        )
        for chunk in chunks
    ]


def estimated_tokens(text: str) -> int:
    """Guess the embedder's tokens: one per sign of scripts without blanks, else four characters each."""
    dense = sum(1 for sign in text if ord(sign) >= 0x0E00)
    return dense + (len(text) - dense + 3) // 4
