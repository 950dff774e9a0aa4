"""What the reader needs to know of a document before it can show it, fetched off the GUI thread."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.domain.errors import UserError
from desktop.domain.records import Document, OutlineEntry, Part
from desktop.domain.work import CancelToken
from desktop.ui.paragraphs import Paragraph, cut

if TYPE_CHECKING:
    from desktop.services.bundle import Services  # at run time it would load every service before the window


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A document ready to be read. `sizes` are those of its pages, empty when it is shown as text."""

    document: Document
    text: str
    parts: tuple[Part, ...]
    paragraphs: tuple[Paragraph, ...]
    sizes: Sequence[tuple[float, float]]
    missing: bool = False
    problem: str = ""
    outline: tuple[OutlineEntry, ...] = ()

    @property
    def unread(self) -> bool:
        """Whether there is nothing to show: neither text nor pages."""
        return not self.sizes and not self.text.strip()

    def page_at(self, offset: int) -> int | None:
        """Return the page that holds an offset of the text."""
        found = None
        for part in self.parts:
            if part.page is not None and part.start <= offset:
                found = part.page
                if offset < part.end:
                    break
        return found

    def label_of(self, page: int) -> str:
        """Return the printed label of a page, or its number."""
        return next(
            (part.page_label for part in self.parts if part.page == page and part.page_label), str(page)
        )

    def page_called(self, name: str) -> int | None:
        """Return the page with this printed label, else with this number; None when there is none."""
        wanted = name.strip().casefold()
        for part in self.parts:
            if part.page is not None and (part.page_label or "").casefold() == wanted != "":
                return part.page
        page = int(wanted) if wanted.isdecimal() else 0
        return page if 1 <= page <= len(self.sizes) else None

    def text_of(self, page: int) -> str:
        """Return the text of a page, for screen readers."""
        return "\n".join(self.text[part.start : part.end] for part in self.parts if part.page == page)


def load(services: "Services", document_id: int, token: CancelToken) -> OpenDocument:
    """Fetch a document with its text; when its file is gone or broken its stored text still is there."""
    document = services.library.document(document_id)
    stored = services.library.text(document_id)
    token.check()
    paragraphs = cut(stored.text, stored.parts)
    missing = not Path(document.path).is_file()
    sizes: Sequence[tuple[float, float]] = ()
    problem = ""
    outline: Sequence[OutlineEntry] = ()
    if document.media_type == "application/pdf" and not missing:
        try:
            sizes = services.pages.page_sizes(document_id, token)
            outline = services.pages.outline(document_id, token)
        except UserError as error:
            problem = error.detail
    outline = tuple(outline) or headings(stored.text, paragraphs)
    return OpenDocument(document, stored.text, stored.parts, paragraphs, sizes, missing, problem, outline)


def headings(text: str, paragraphs: Sequence[Paragraph]) -> tuple[OutlineEntry, ...]:
    """Return the headings of a text."""
    return tuple(
        OutlineEntry(text[p.start : p.end], p.level, start=p.start)
        for p in paragraphs
        if p.style == "heading"
    )
