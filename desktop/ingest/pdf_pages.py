"""Pages of a PDF as pictures, with rectangles around a passage; runs in the reader process."""

import ctypes
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop.domain.records import PageImage, Rect
from desktop.ingest.ocr_text import Box
from desktop.ingest.pdf import open_document, open_page, page_label
from desktop.ingest.pdf_handles import PdfObject, PdfPage, PdfTextPage
from desktop.ingest.pdf_scans import RecognisedPages, is_picture, says_more
from desktop.ingest.pdf_text import NO_GLYPH, page_text
from desktop.ingest.refusals import DAMAGED, RefusedError

_MIN_WIDTH, _MAX_WIDTH = 16, 6000  # pixels
_MAX_PIXELS = 40_000_000
_MARGIN = 1.0  # pixels around a rectangle, because device coordinates are rounded
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_MAX_PAGES = 100_000


_recognised = RecognisedPages()


def page_sizes(path: Path) -> list[tuple[float, float]]:
    """Return width and height of every page in points, as displayed; (0, 0) for a damaged page."""
    import pypdfium2

    sizes: list[tuple[float, float]] = []
    with open_document(path) as document:
        for number in range(min(len(document), _MAX_PAGES)):
            try:
                sizes.append(document.get_page_size(number))
            except pypdfium2.PdfiumError:
                sizes.append((0.0, 0.0))
    return sizes


def render_page(
    path: Path, number: int, *, width: int, start: int | None, end: int | None, page_start: int
) -> PageImage:
    """Render page `number` (from 1) `width` pixels wide and mark the passage from `start` to `end`.

    The offsets are those of the document text; `page_start` is where the text of this page begins in it.
    """
    import pypdfium2

    with open_document(path) as document:
        if not 1 <= number <= len(document):
            raise RefusedError(DAMAGED)
        try:
            document.init_forms()
            with open_page(document, number - 1) as (page, text):
                scale = _scale(page, width)
                bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
                marks: tuple[Rect, ...] = ()
                if start is not None and end is not None:
                    picture = _Picture(page, bitmap.width, bitmap.height)
                    passage = range(max(start - page_start, 0), max(end - page_start, 0))
                    marks = tuple(_merged(_marks(picture, path, number, text, passage)))
                label = page_label(document, number - 1)
                return PageImage(number, label, bitmap.width, bitmap.height, _png(bitmap), marks)
        except pypdfium2.PdfiumError as error:
            raise RefusedError(DAMAGED) from error


def _marks(picture: "_Picture", path: Path, number: int, text: PdfTextPage, passage: range) -> Iterator[Rect]:
    """The rectangles of a passage, which the page holds as letters or shows in a picture."""
    read = page_text(picture.page, text)
    if read.garbage or is_picture(picture.page, read):
        recognised = _recognised.text(path, number, picture.page)
        if recognised is not None and says_more(recognised, read):
            yield from picture.boxes(recognised.boxes(passage.start, passage.stop))
            return
    yield from _rectangles(picture, text, read.indexes[passage.start : passage.stop])


def _scale(page: PdfPage, width: int) -> float:
    """Pixels a point; a very long page is drawn smaller than asked."""
    page_width, page_height = (max(side, 1.0) for side in page.get_size())
    scale = min(max(width, _MIN_WIDTH), _MAX_WIDTH) / page_width
    most = (_MAX_PIXELS / (page_width * page_height)) ** 0.5
    return float(min(scale, most))


def _rectangles(picture: "_Picture", text: PdfTextPage, characters: Sequence[int]) -> Iterator[Rect]:
    """The rectangles of characters, in pixels of the picture."""
    import pypdfium2.raw as pdfium

    sides = [ctypes.c_double() for _ in range(4)]
    left, top, right, bottom = sides
    for first, count in _runs(characters):
        for index in range(max(pdfium.FPDFText_CountRects(text, first, count), 0)):
            if not pdfium.FPDFText_GetRect(text, index, *(ctypes.byref(side) for side in sides)):
                continue
            corners = (picture.pixel(left.value, top.value), picture.pixel(right.value, bottom.value))
            if rect := picture.rectangle(corners):
                yield rect


@dataclass(frozen=True, slots=True)
class _Picture:
    """A page and the size in pixels at which it is drawn."""

    page: PdfPage
    width: int
    height: int

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Map a point of the page to the picture; pdfium knows about rotation and crop box."""
        import pypdfium2.raw as pdfium

        device = (ctypes.c_int(), ctypes.c_int())
        pointers = [ctypes.byref(value) for value in device]
        pdfium.FPDF_PageToDevice(self.page, 0, 0, self.width, self.height, 0, x, y, *pointers)
        return float(device[0].value), float(device[1].value)

    def boxes(self, boxes: Iterable[Box]) -> Iterator[Rect]:
        """The rectangles of boxes given in shares of the page."""
        for left, top, right, bottom in boxes:
            corners = (left * self.width, top * self.height), (right * self.width, bottom * self.height)
            if rect := self.rectangle(corners):
                yield rect

    def rectangle(self, corners: tuple[tuple[float, float], tuple[float, float]]) -> Rect | None:
        """The rectangle between two corners with its margin, cut at the edges; None when outside."""
        (x0, x1), (y0, y1) = (sorted(values) for values in zip(*corners, strict=True))
        x0, y0 = max(x0 - _MARGIN, 0.0), max(y0 - _MARGIN, 0.0)
        x1, y1 = min(x1 + _MARGIN, float(self.width)), min(y1 + _MARGIN, float(self.height))
        return Rect(x0, y0, x1 - x0, y1 - y0) if x1 > x0 and y1 > y0 else None


def _runs(characters: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Stretches of character indexes that follow each other: first index and count."""
    first = last = NO_GLYPH
    for number in sorted({number for number in characters if number != NO_GLYPH}):
        if first == NO_GLYPH:
            first = number
        elif number != last + 1:
            yield first, last - first + 1
            first = number
        last = number
    if first != NO_GLYPH:
        yield first, last - first + 1


def _merged(rectangles: Iterator[Rect]) -> list[Rect]:
    """Join rectangles that stand side by side on one line."""
    found: list[Rect] = []
    for rect in rectangles:
        last = found[-1] if found else None
        if last is not None and _side_by_side(last, rect):
            left, top = min(last.left, rect.left), min(last.top, rect.top)
            right = max(last.left + last.width, rect.left + rect.width)
            bottom = max(last.top + last.height, rect.top + rect.height)
            found[-1] = Rect(left, top, right - left, bottom - top)
        else:
            found.append(rect)
    return found


def _side_by_side(last: Rect, rect: Rect) -> bool:
    overlap = min(last.top + last.height, rect.top + rect.height) - max(last.top, rect.top)
    gap = max(rect.left - (last.left + last.width), last.left - (rect.left + rect.width))
    return overlap > 0.6 * min(last.height, rect.height) and gap < 0.8 * max(last.height, rect.height)


def _png(bitmap: PdfObject) -> bytes:
    """Encode a rendered bitmap as PNG without a picture library."""
    channels, stride, width = bitmap.n_channels, bitmap.stride, bitmap.width
    pixels = memoryview(bitmap.buffer).cast("B")
    color_type = {1: 0, 3: 2, 4: 6}[channels]
    rows = b"".join(
        b"\0" + bytes(pixels[row * stride : row * stride + width * channels]) for row in range(bitmap.height)
    )
    header = struct.pack(">IIBBBBB", width, bitmap.height, 8, color_type, 0, 0, 0)
    return (
        _PNG_SIGNATURE
        + _png_chunk(b"IHDR", header)
        + _png_chunk(b"IDAT", zlib.compress(rows, 1))
        + _png_chunk(b"IEND", b"")
    )


def _png_chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
