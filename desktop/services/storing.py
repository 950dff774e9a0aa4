"""What was read of queued files, put into the library: a text, a copy of another one, or a refusal."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop.domain.records import DocumentState, Refusal
from desktop.ingest import refusals
from desktop.ingest.reading import ReadFile
from desktop.services.lead_sentences import LEAST_PASSAGES, keep_lead_sentences
from desktop.store import documents, files, queue, texts, vector_models, vectors
from desktop.store.index_writer import IndexWriter
from desktop.store.library_file import Connection
from desktop.store.texts import TextSlice


@dataclass(frozen=True, slots=True)
class ReadTask:
    """One document as it will be stored: what was read of its file, in passages with their tokens.

    A long text comes in several slices, to be taken once; then `size` is that of the text in bytes of UTF-8.
    """

    task: queue.Task
    file: ReadFile
    chunks: int = 0
    slices: Iterable[TextSlice] = ()
    size: int | None = None


def store_batch(c: Connection, batch: Sequence[ReadTask]) -> None:
    """Store documents and take them out of the queue; what a person removed meanwhile stays gone."""
    writer = IndexWriter()
    stored = [one for one in batch if _store(c, one, writer)]
    writer.write(c)
    for one in stored:
        if one.chunks >= LEAST_PASSAGES:
            keep_lead_sentences(c, one.task.document_id)
    queue.finish(c, *(one.task.document_id for one in stored))
    model = vector_models.active(c)
    if model is not None:
        reused = sum(vectors.reuse(c, model, one.task.document_id) for one in stored if one.chunks)
        if reused:
            documents.finish_vectors(c, model)


def _store(c: Connection, one: ReadTask, writer: IndexWriter) -> bool:
    """Store one document; False when that has to wait or the document is gone."""
    task, file = one.task, one.file
    if not documents.exists(c, task.document_id):
        return False
    original = documents.holder(c, task.collection_id, file.content_hash)
    if original is not None and original != task.document_id:
        documents.link_duplicate(c, task.document_id, original, file.content_hash)
    elif file.outcome is None:
        queue.release(c, task.document_id)  # what it was a copy of was removed meanwhile
        return False
    elif isinstance(file.outcome, Refusal):
        refuse(c, task, file.outcome, file.content_hash)
    elif not one.chunks:
        refuse(c, task, refusals.EMPTY, file.content_hash)
    else:
        texts.store_slices(
            c,
            task.document_id,
            file.outcome,
            one.slices,
            content_hash=file.content_hash,
            size=one.size,
            writer=writer,
        )
    if file.content_hash or file.fingerprint:
        files.note(
            c,
            task.document_id,
            size=file.size,
            modified=file.modified,
            fingerprint=file.fingerprint,
            verified=time.time(),
        )
    return True


def refuse(c: Connection, task: queue.Task, refusal: Refusal, content_hash: str = "") -> None:
    """Note why a document was not read; what was stored of an earlier content goes."""
    state = DocumentState.LOCKED if refusal.code == "locked" else DocumentState.REFUSED
    documents.refuse(c, task.document_id, state, refusal.reason, content_hash=content_hash)
