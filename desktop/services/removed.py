"""Documents that were removed, kept for a while so that they can be brought back."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop.domain.records import ChunkDraft, Document, ReadDocument
from desktop.services.adding import DEFAULT_COLLECTION
from desktop.services.index_rows import index_rows
from desktop.store import collections, documents, files, queue
from desktop.store.library_file import Connection

_MOST_TEXT = 20_000_000  # characters kept in memory


@dataclass(frozen=True, slots=True)
class _Kept:
    document: Document
    read: ReadDocument | None  # None: nothing was stored, or there was no room for it
    chunks: tuple[ChunkDraft, ...] = ()


class RemovedDocuments:
    """The stored texts of the documents that were removed last. One thread at a time may use it."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._size = 0

    def __bool__(self) -> bool:
        """Tell whether there is anything to bring back."""
        return bool(self._kept)

    def forget(self) -> None:
        """Start anew."""
        self._kept.clear()
        self._size = 0

    def keep(self, c: Connection, document_ids: Sequence[int]) -> None:
        """Keep what is stored of documents that are about to be removed, as far as there is room."""
        for document_id in document_ids:
            document, read = documents.by_id(c, document_id), documents.stored_document(c, document_id)
            if document is None:
                continue
            if read is None or self._size + len(read.text) > _MOST_TEXT:
                self._kept.append(_Kept(document, None))
                continue
            self._size += len(read.text)
            drafts = (
                ChunkDraft(k.position, k.start, k.end, k.heading, k.page, k.page_label, k.place, k.language)
                for k in documents.chunks(c, document_id)
                if k.position >= 0
            )
            self._kept.append(_Kept(document, read, tuple(drafts)))

    def bring_back(self, c: Connection) -> list[int]:
        """Store the kept texts again, marked offline, where no folder is followed; return the ids.

        Their vectors have to be made again.
        """
        target = collections.ensure(c, DEFAULT_COLLECTION)
        ids = [_stored(c, target.id, kept) for kept in self._kept if kept.read is not None]
        files.set_offline(c, ids, offline=True)
        self.forget()
        return ids

    def put_back(self, c: Connection) -> list[int]:
        """Put the documents back where they were, under the ids they had; return these.

        What was not kept is read again from its file. Vectors have to be made again.
        """
        ids = []
        for kept in self._kept:
            collection = collections.ensure(c, kept.document.collection)
            ids.append(_stored(c, collection.id, kept, same_id=True))
        self.forget()
        return ids


def _stored(c: Connection, collection_id: int, kept: _Kept, *, same_id: bool = False) -> int:
    document, path = kept.document, Path(kept.document.path)
    free = same_id and not documents.exists(c, document.id)
    document_id = documents.add_waiting(
        c,
        collection_id=collection_id,
        path=document.path,
        title=document.title,
        size=document.size,
        modified=document.modified,
        document_id=document.id if free else None,
    )
    if kept.read is None:
        return document_id
    documents.store_text(
        c,
        document_id,
        kept.read,
        content_hash=document.content_hash,
        chunks=kept.chunks,
        index=index_rows(document.title, path, kept.read.text, kept.chunks),
    )
    queue.finish(c, document_id)
    return document_id
