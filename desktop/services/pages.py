"""Pages of PDF documents as pictures with a passage marked."""

from pathlib import Path

from desktop.domain.errors import UserError
from desktop.domain.records import OutlineEntry, PageImage, PageLetters
from desktop.domain.work import CancelToken
from desktop.ingest.reader_pool import ReaderPool
from desktop.services.library import existing
from desktop.services.passwords import Passwords
from desktop.store import documents
from desktop.store.library_file import LibraryFile


class PageService:
    """Renders pages in the reader process, from the file on disk."""

    def __init__(self, library: LibraryFile, readers: ReaderPool, passwords: Passwords) -> None:
        self._library = library
        self._readers = readers
        self._passwords = passwords

    def page_sizes(self, document_id: int, token: CancelToken) -> list[tuple[float, float]]:
        """Return width and height of every page in points; UserError when the file has moved or is broken."""
        token.check()
        return self._readers.page_sizes(self._file(document_id), self._password(document_id))

    def page(
        self,
        document_id: int,
        page: int,
        token: CancelToken,
        *,
        width: int,
        start: int | None = None,
        end: int | None = None,
    ) -> PageImage:
        """Render page `page` (from 1) `width` pixels wide; `start`/`end` are document offsets to mark."""
        token.check()
        path = self._file(document_id)
        page_start = self._page_start(document_id, page)
        return self._readers.page_image(
            path,
            page,
            width=width,
            start=start,
            end=end,
            page_start=page_start,
            password=self._password(document_id),
        )

    def letters(self, document_id: int, page: int, token: CancelToken) -> PageLetters:
        """Return the characters of page `page` (from 1) with their boxes, for selecting text."""
        token.check()
        return self._readers.page_letters(self._file(document_id), page, self._password(document_id))

    def outline(self, document_id: int, token: CancelToken) -> list[OutlineEntry]:
        """Return the bookmarks of the file, empty when it has none."""
        token.check()
        return self._readers.outline(self._file(document_id), self._password(document_id))

    def _password(self, document_id: int) -> str:
        with self._library.read() as c:
            holder = existing(c, document_id).same_as or document_id
        return self._passwords.get(holder)

    def _file(self, document_id: int) -> Path:
        with self._library.read() as c:
            path = Path(existing(c, document_id).path)
        if not path.is_file():
            raise UserError(
                "File not found",
                f"{path.name} is no longer at {path.parent}.",
                "The stored text can still be read; use Locate to say where the file is now.",
            )
        return path

    def _page_start(self, document_id: int, page: int) -> int:
        """Return the offset in the document text at which the page begins."""
        with self._library.read() as c:
            document = existing(c, document_id)
            parts = documents.parts(c, document.same_as or document_id)
        return min((part.start for part in parts if part.page == page), default=0)
