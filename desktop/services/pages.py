"""Pages of PDF documents as pictures with a passage marked."""

from desktop.domain.records import PageImage
from desktop.domain.work import CancelToken


class PageService:
    """Renders pages in the reader process, from the file on disk."""

    def page_sizes(self, document_id: int, token: CancelToken) -> list[tuple[float, float]]:
        """Return width and height of every page in points; UserError when the file has moved or is broken."""
        raise NotImplementedError

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
        raise NotImplementedError
