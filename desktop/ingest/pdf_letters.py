"""The letters of a PDF page with their places, and a document's bookmarks; runs in the reader process."""

import ctypes
from collections.abc import Iterator
from pathlib import Path

from desktop.domain.records import OutlineEntry, PageLetters
from desktop.ingest.cleaning import one_line
from desktop.ingest.ocr_text import RecognisedText
from desktop.ingest.pdf import open_document, open_page
from desktop.ingest.pdf_handles import PdfDocument, PdfPage, PdfTextPage
from desktop.ingest.pdf_scans import RecognisedPages, is_picture, says_more
from desktop.ingest.pdf_text import NO_GLYPH, PageText, page_text
from desktop.ingest.refusals import DAMAGED, RefusedError

_GRID = 20_000  # steps along each side of the page, because pdfium gives device coordinates as whole numbers
_MOST_ENTRIES = 5000
_LONGEST_TITLE = 200
_Share = tuple[float, float, float, float]

_recognised = RecognisedPages()


def page_letters(path: Path, number: int) -> PageLetters:
    """Return the text of page `number` (from 1) as it was stored, each character with its box."""
    import pypdfium2

    with open_document(path) as document:
        if not 1 <= number <= len(document):
            raise RefusedError(DAMAGED)
        try:
            with open_page(document, number - 1) as (page, text):
                read = page_text(page, text)
                if read.garbage or is_picture(page, read):
                    recognised = _recognised.text(path, number, page)
                    if recognised is not None and says_more(recognised, read):
                        return _from_words(recognised)
                return PageLetters(read.text, tuple(_boxes(page, text, read)))
        except pypdfium2.PdfiumError as error:
            raise RefusedError(DAMAGED) from error


def outline(path: Path) -> list[OutlineEntry]:
    """Return the bookmarks that lead to a page, in order, at most 5,000."""
    with open_document(path) as document:
        return list(_entries(document))


def _entries(document: PdfDocument) -> Iterator[OutlineEntry]:
    for count, bookmark in enumerate(document.get_toc()):
        if count >= _MOST_ENTRIES:
            return
        target = bookmark.get_dest()
        page = target.get_index() if target is not None else None
        title = one_line(bookmark.get_title() or "", _LONGEST_TITLE)
        if page is not None and title:
            yield OutlineEntry(title, bookmark.level + 1, page=page + 1)


def _boxes(page: PdfPage, text: PdfTextPage, read: PageText) -> Iterator[_Share | None]:
    import pypdfium2.raw as pdfium

    rect = pdfium.FS_RECTF()
    pointer = ctypes.byref(rect)
    for index in read.indexes:
        if index == NO_GLYPH or not pdfium.FPDFText_GetLooseCharBox(text.raw, index, pointer):
            yield None
            continue
        x0, y0 = _share(page, rect.left, rect.top)
        x1, y1 = _share(page, rect.right, rect.bottom)
        yield min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _share(page: PdfPage, x: float, y: float) -> tuple[float, float]:
    """Return a point of the page in shares of what is shown; pdfium knows about rotation and crop box."""
    import pypdfium2.raw as pdfium

    across, down = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page, 0, 0, _GRID, _GRID, 0, x, y, ctypes.byref(across), ctypes.byref(down))
    return across.value / _GRID, down.value / _GRID


def _from_words(recognised: RecognisedText) -> PageLetters:
    """Deal the box of each recognised word out to its letters."""
    boxes: list[_Share | None] = [None] * len(recognised.text)
    for word in recognised.words:
        left, top, right, bottom = word.box
        width = (right - left) / max(1, word.end - word.start)
        for place in range(word.start, word.end):
            at = left + width * (place - word.start)
            boxes[place] = (at, top, at + width, bottom)
    return PageLetters(recognised.text, tuple(boxes))
