"""What a person can do with the documents of a library."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from desktop.domain.errors import UserError
from desktop.domain.records import Collection, Document, DocumentState
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest import scan
from desktop.ingest.decode import known_encoding
from desktop.services.adding import Adding, add_waiting, hash_or_empty
from desktop.services.changes import Changes
from desktop.services.model_host import ModelHost
from desktop.services.moving import move
from desktop.services.passwords import Passwords
from desktop.services.relocating import relocate
from desktop.services.removed import RemovedDocuments
from desktop.services.valid_text import valid_text
from desktop.services.views import AddSummary, DocumentText, LibraryStatus
from desktop.store import collections, documents, encodings, files, queue
from desktop.store.library_file import Connection, LibraryFile

Order = Literal["title", "state", "date", "indexed", "size", "path"]
_REMOVALS_KEPT = 5  # that can be undone


class LibraryService:
    """Adds, lists, shows and removes documents. Every method may block: call it off the GUI thread."""

    def __init__(self, library: LibraryFile, host: ModelHost, passwords: Passwords) -> None:
        self._library = library
        self._host = host
        self._passwords = passwords
        self._removed: dict[tuple[int, ...], RemovedDocuments] = {}

    def add_documents(
        self, *, paths: Sequence[Path], token: CancelToken, report: Report, collection: str | None = None
    ) -> AddSummary:
        """Queue files and the files of folders; reading and embedding them is the indexing service's work."""
        collection = " ".join(collection.split()) if collection else None
        adding = Adding(self._library, collection, token)
        for seen, item in enumerate(scan.scan(paths, token), 1):
            token.check()
            report(Progress("scanning", seen, None, valid_text(item.path.name)))
            adding.take(item)
        return adding.summary()

    def relocate_document(self, *, document_id: int, path: Path) -> Changes:
        """Note where the file of a document is now; one with other content is queued to be read.

        UserError when there is no such file.
        """
        found = next(iter(scan.scan([path], CancelToken())), None)
        if not isinstance(found, scan.FoundFile):
            reason = found.reason if found is not None else ""
            raise UserError(
                "File not found", f"{path} cannot be read. {reason}".strip(), "Choose the file again."
            )
        current = hash_or_empty(str(path))
        with self._library.write() as c:
            document = existing(c, document_id)
            other = files.by_path(c, [str(found.path)]).get(str(found.path), [])
            if any(
                file.document_id != document_id and file.collection_id == group_of(c, document)
                for file in other
            ):
                raise UserError(
                    "Already in the library",
                    f"{found.path.name} is another document of “{document.collection}”.",
                    "Remove the document whose file is missing.",
                )
            relocate(c, document_id, found, verified=time.time())
            if current != document.content_hash:
                add_waiting(c, group_of(c, document), found)
        return Changes(documents=True, document_ids=(document_id,))

    def documents(
        self,
        *,
        collection: str | None = None,
        states: Sequence[DocumentState] = (),
        text: str = "",
        order: Order = "title",
        descending: bool = False,
        offset: int = 0,
        limit: int = 200,
    ) -> list[Document]:
        """Return a page of the documents that match; `text` filters title and path."""
        with self._library.read() as c:
            return documents.listing(
                c,
                collection=collection,
                states=states,
                text=text,
                order=order,
                descending=descending,
                offset=offset,
                limit=limit,
            )

    def count_documents(
        self, *, collection: str | None = None, states: Sequence[DocumentState] = (), text: str = ""
    ) -> int:
        """Return how many documents match."""
        with self._library.read() as c:
            return documents.count(c, collection=collection, states=states, text=text)

    def document(self, document_id: int) -> Document:
        """Return one document; UserError when it is no longer in the library."""
        with self._library.read() as c:
            return existing(c, document_id)

    def text(self, document_id: int, *, start: int = 0, length: int | None = None) -> DocumentText:
        """Return the stored text from `start`, and the parts of the whole document."""
        with self._library.read() as c:
            document = existing(c, document_id)
            holder = document.same_as or document_id
            whole = documents.text(c, holder)
            parts = documents.parts(c, holder)
        end = len(whole) if length is None else start + length
        return DocumentText(whole[start:end], start, len(whole), parts)

    def remove_documents(self, *, document_ids: Sequence[int]) -> Changes:
        """Take documents out of the library; the files on disk stay. `restore_documents` undoes it."""
        removed = RemovedDocuments()
        with self._library.write() as c:
            removed.keep(c, document_ids)
            documents.remove(c, document_ids)
        if removed:
            self._removed[tuple(document_ids)] = removed
        while len(self._removed) > _REMOVALS_KEPT:
            del self._removed[next(iter(self._removed))]
        return Changes(documents=True, collections=True, document_ids=tuple(document_ids))

    def restore_documents(self, *, document_ids: Sequence[int]) -> Changes:
        """Undo one of the last removals, named by the documents it was for; UserError when it is too old."""
        removed = self._removed.pop(tuple(document_ids), None)
        if removed is None:
            raise UserError(
                "Removed for good", "This removal is too long ago to be undone.", "Add the files again."
            )
        with self._library.write() as c:
            ids = removed.put_back(c)
        return Changes(documents=True, collections=True, document_ids=tuple(ids))

    def move_documents(self, *, document_ids: Sequence[int], collection: str) -> Changes:
        """Put documents into another collection; UserError where a watched folder decides what is in it.

        A document whose file the collection has already stays where it is. `document_ids` of the result are
        those that moved.
        """
        with self._library.write() as c:
            moved = move(c, document_ids, collection)
        return Changes(documents=True, collections=True, document_ids=moved)

    def reread_documents(self, *, document_ids: Sequence[int]) -> Changes:
        """Queue documents to be read again from disk."""
        with self._library.write() as c:
            for document_id in document_ids:
                document = existing(c, document_id)
                collection = collections.ensure(c, document.collection)
                documents.add_waiting(
                    c,
                    collection_id=collection.id,
                    path=document.path,
                    title=document.title,
                    size=document.size,
                    modified=document.modified,
                )
        return Changes(documents=True, document_ids=tuple(document_ids))

    def reread(
        self, *, document_id: int, encoding: str | None = None, password: str | None = None
    ) -> Changes:
        """Queue a document to be read with another encoding or its password.

        The encoding holds for later times too, an empty one means that it is found out again; UserError for
        one that is unknown. The password is kept in memory only.
        """
        if encoding and known_encoding(encoding) is None:
            raise UserError(
                "Unknown encoding", f"There is no encoding “{encoding}”.", "Choose one of the list."
            )
        with self._library.write() as c:
            document = existing(c, document_id)
            holder = document.same_as or document_id  # a copy shows the text of its original
            if encoding is not None:
                encodings.choose(c, holder, encoding)
        if password is not None:
            self._passwords.put(holder, password)
        return self.reread_documents(document_ids=(holder,))

    def cancel_waiting(self) -> Changes:
        """Take all documents that are not read yet out of the queue; finished ones stay."""
        with self._library.write() as c:
            queue.cancel_waiting(c)
        return Changes(documents=True, collections=True)

    def collections(self) -> list[Collection]:
        """Return the collections with their numbers of documents, by name."""
        with self._library.read() as c:
            return collections.all_collections(c)

    def create_collection(self, *, name: str) -> Changes:
        """Make an empty collection; UserError when the name is taken or blank."""
        with self._library.write() as c:
            collections.ensure(c, _free_name(c, name))
        return Changes(collections=True)

    def rename_collection(self, *, collection_id: int, name: str) -> Changes:
        """Rename a collection; UserError when the name is taken or blank."""
        with self._library.write() as c:
            collections.rename(c, collection_id, _free_name(c, name, collection_id))
        return Changes(documents=True, collections=True)

    def remove_collection(self, *, collection_id: int) -> Changes:
        """Remove a collection with its documents; the files on disk stay."""
        with self._library.write() as c:
            collections.remove(c, collection_id)
        return Changes(documents=True, collections=True)

    def status(self) -> LibraryStatus:
        """Return the figures of the library and the models in use."""
        wanted = self._host.embedder_id
        with self._library.read() as c:
            figures = documents.statistics(c)
            awaiting = documents.awaiting(c, wanted) if wanted else 0
        path = self._library.path
        size = sum(f.stat().st_size for f in (path, path.with_name(path.name + "-wal")) if f.exists())
        return LibraryStatus(
            library=str(path),
            size_bytes=size,
            documents=figures.documents,
            chunks=figures.chunks,
            vectors=figures.vectors,
            pending=figures.pending + awaiting,
            failed=figures.failed,
            embedder=self._host.name("embedder"),
            chat=self._host.name("chat"),
            reranker=self._host.name("reranker"),
            device=self._host.device,
        )


def existing(c: Connection, document_id: int) -> Document:
    """Return the document or raise the UserError that says it is gone."""
    document = documents.by_id(c, document_id)
    if document is None:
        raise UserError(
            "Document not in the library",
            f"Document {document_id} was removed or never added.",
            "List the documents to see what the library holds.",
        )
    return document


def group_of(c: Connection, document: Document) -> int:
    """Return the id of the collection a document is in."""
    return collections.ensure(c, document.collection).id


def _free_name(c: Connection, name: str, own_id: int | None = None) -> str:
    """Return the name tidied; UserError when it is blank or another collection than `own_id` has it."""
    wanted = " ".join(name.split())
    if not wanted:
        raise UserError("Collection needs a name", "The name is empty.", "Type a name.")
    holder = collections.find(c, wanted)
    if holder is not None and holder.id != own_id:
        raise UserError("Name already used", f"There is a collection “{wanted}”.", "Choose another name.")
    return wanted
