"""What a person can do with the documents of a library."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from desktop.domain.records import Collection, Document, DocumentState
from desktop.domain.work import CancelToken, Report
from desktop.services.changes import Changes
from desktop.services.views import AddSummary, DocumentText, LibraryStatus

Order = Literal["title", "state", "date", "indexed", "size", "path"]


class LibraryService:
    """Adds, lists, shows and removes documents. Every method may block: call it off the GUI thread."""

    def add_documents(
        self, *, paths: Sequence[Path], token: CancelToken, report: Report, collection: str | None = None
    ) -> AddSummary:
        """Queue files and the files of folders; reading and embedding them is the indexing service's work."""
        raise NotImplementedError

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
        raise NotImplementedError

    def count_documents(
        self, *, collection: str | None = None, states: Sequence[DocumentState] = (), text: str = ""
    ) -> int:
        """Return how many documents match."""
        raise NotImplementedError

    def document(self, document_id: int) -> Document:
        """Return one document; UserError when it is no longer in the library."""
        raise NotImplementedError

    def text(self, document_id: int, *, start: int = 0, length: int | None = None) -> DocumentText:
        """Return the stored text from `start`, and the parts of the whole document."""
        raise NotImplementedError

    def remove_documents(self, *, document_ids: Sequence[int]) -> Changes:
        """Take documents out of the library; the files on disk stay."""
        raise NotImplementedError

    def reread_documents(self, *, document_ids: Sequence[int]) -> Changes:
        """Queue documents to be read again from disk."""
        raise NotImplementedError

    def cancel_waiting(self) -> Changes:
        """Take all documents that are not read yet out of the queue; finished ones stay."""
        raise NotImplementedError

    def collections(self) -> list[Collection]:
        """Return the collections with their numbers of documents, by name."""
        raise NotImplementedError

    def create_collection(self, *, name: str) -> Changes:
        """Make an empty collection; UserError when the name is taken or blank."""
        raise NotImplementedError

    def rename_collection(self, *, collection_id: int, name: str) -> Changes:
        """Rename a collection; UserError when the name is taken or blank."""
        raise NotImplementedError

    def remove_collection(self, *, collection_id: int) -> Changes:
        """Remove a collection with its documents; the files on disk stay."""
        raise NotImplementedError

    def status(self) -> LibraryStatus:
        """Return the figures of the library and the models in use."""
        raise NotImplementedError
