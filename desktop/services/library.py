"""What a person can do with the documents of a library."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from desktop.domain.errors import UserError
from desktop.domain.records import Collection, Document, DocumentState
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest import hashing, scan
from desktop.ingest.decode import known_encoding
from desktop.services.changes import Changes
from desktop.services.model_host import ModelHost
from desktop.services.passwords import Passwords
from desktop.services.valid_text import valid_text
from desktop.services.views import AddSummary, DocumentText, LeftOut, LibraryStatus
from desktop.store import collections, documents, encodings, queue
from desktop.store.library_file import Connection, LibraryFile

Order = Literal["title", "state", "date", "indexed", "size", "path"]

DEFAULT_COLLECTION = "My documents"
_NAME_IS_NO_TEXT = "The name of this file is no valid text; rename the file to add it."
_WAITING = (DocumentState.WAITING, DocumentState.READING)
_QUEUE_BATCH = 200  # files queued in one transaction: a kill loses at most these


class LibraryService:
    """Adds, lists, shows and removes documents. Every method may block: call it off the GUI thread."""

    def __init__(self, library: LibraryFile, host: ModelHost, passwords: Passwords) -> None:
        self._library = library
        self._host = host
        self._passwords = passwords

    def add_documents(
        self, *, paths: Sequence[Path], token: CancelToken, report: Report, collection: str | None = None
    ) -> AddSummary:
        """Queue files and the files of folders; reading and embedding them is the indexing service's work."""
        collection = " ".join(collection.split()) if collection else None
        sorter = _Sorter()
        batch: list[scan.FoundFile] = []
        seen = 0
        for item in scan.scan(paths, token):
            token.check()
            seen += 1
            path = valid_text(str(item.path))
            report(Progress("scanning", seen, None, Path(path).name))
            reason = item.reason if isinstance(item, scan.SkippedFile) else ""
            if path != str(item.path):
                reason = reason or _NAME_IS_NO_TEXT
            if isinstance(item, scan.SkippedFile) or reason:
                sorter.left_out.append(LeftOut(path, reason))
                continue
            batch.append(item)
            if len(batch) >= _QUEUE_BATCH:
                self._queue(batch, collection, sorter, token)
                batch = []
        self._queue(batch, collection, sorter, token)
        return sorter.summary()

    def _queue(
        self, batch: Sequence[scan.FoundFile], collection: str | None, sorter: "_Sorter", token: CancelToken
    ) -> None:
        """Queue what is new or has other content than the library knows, in one transaction."""
        if not batch:
            return
        with self._library.read() as c:
            known = _known(c, [str(file.path) for file in batch], collection)
        # Size and time are no proof (a clock can be set back), so what is known is compared by content.
        hashes: dict[str, str] = {}
        for path, document in known.items():
            if document is not None and document.content_hash:
                token.check()
                hashes[path] = _hash_or_empty(Path(path))
        with self._library.write() as c:
            target = collections.ensure(c, collection or DEFAULT_COLLECTION)
            for file in batch:
                path = str(file.path)
                document = known[path]
                if document is not None and document.content_hash and hashes[path] == document.content_hash:
                    sorter.unchanged.append(document.id)
                    continue
                into = target.id
                if document is not None:
                    found = collections.find(c, document.collection)
                    into = found.id if found else target.id
                document_id = documents.add_waiting(
                    c,
                    collection_id=into,
                    path=path,
                    title=Path(path).stem,
                    size=file.size,
                    modified=file.modified,
                )
                sorter.queued(document_id, document)

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
        """Take documents out of the library; the files on disk stay."""
        with self._library.write() as c:
            documents.remove(c, document_ids)
        return Changes(documents=True, collections=True, document_ids=tuple(document_ids))

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
        with self._library.read() as c:
            figures = documents.statistics(c)
        path = self._library.path
        size = sum(f.stat().st_size for f in (path, path.with_name(path.name + "-wal")) if f.exists())
        return LibraryStatus(
            library=str(path),
            size_bytes=size,
            documents=figures.documents,
            chunks=figures.chunks,
            vectors=figures.vectors,
            pending=figures.pending,
            failed=figures.failed,
            embedder=self._host.name("embedder"),
            chat=self._host.name("chat"),
            reranker=self._host.name("reranker"),
            device=self._host.device,
        )


class _Sorter:
    """Collects what became of each scanned file."""

    def __init__(self) -> None:
        self.added: list[int] = []
        self.updated: list[int] = []
        self.unchanged: list[int] = []
        self.left_out: list[LeftOut] = []

    def queued(self, document_id: int, known: Document | None) -> None:
        """Note a queued file; one that waits since an earlier drop is nothing new."""
        if known is None:
            self.added.append(document_id)
        elif known.state in _WAITING and not known.content_hash:
            self.unchanged.append(document_id)
        else:
            self.updated.append(document_id)

    def summary(self) -> AddSummary:
        return AddSummary(tuple(self.added), tuple(self.updated), tuple(self.unchanged), tuple(self.left_out))


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


def _known(c: Connection, paths: Sequence[str], collection: str | None) -> dict[str, Document | None]:
    """Return the document of each path, in the named collection or in whichever holds it."""
    groups = collections.all_collections(c)
    if collection is not None:
        groups = [group for group in groups if group.name == collection]

    def find(path: str) -> Document | None:
        found = (documents.by_path(c, group.id, path) for group in groups)
        return next((document for document in found if document is not None), None)

    return {path: find(path) for path in paths}


def _hash_or_empty(path: Path) -> str:
    """Return the content hash, or nothing for an unreadable file, which is queued and then refused."""
    try:
        return hashing.content_hash(path)
    except OSError:
        return ""


def _free_name(c: Connection, name: str, own_id: int | None = None) -> str:
    """Return the name tidied; UserError when it is blank or another collection than `own_id` has it."""
    wanted = " ".join(name.split())
    if not wanted:
        raise UserError("Collection needs a name", "The name is empty.", "Type a name.")
    holder = collections.find(c, wanted)
    if holder is not None and holder.id != own_id:
        raise UserError("Name already used", f"There is a collection “{wanted}”.", "Choose another name.")
    return wanted
