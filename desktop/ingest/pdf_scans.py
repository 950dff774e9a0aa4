"""Pages of a PDF that are pictures: which ones, and their text as recognised."""

from collections import OrderedDict
from pathlib import Path

from desktop.ingest import ocr, options
from desktop.ingest.ocr_text import RecognisedText
from desktop.ingest.pdf_handles import PdfPage
from desktop.ingest.pdf_text import PageText, Paragraph

_FEW_CHARACTERS = 40  # on a page that is a picture: a stamp or a page number, not its text
_MORE = 2  # times as long as the letters of a page is a recognised text that replaces them
_PICTURE_SHARE = 0.6  # of the page
_MANY_PATHS = 30  # drawn shapes: letters turned into outlines, or a drawing
_POINTS = 72  # of an inch
_RESOLUTION = 200  # pixels an inch at which a page is drawn
_MAX_PIXELS = 20_000_000
_LINE_HEIGHT = 12.0  # the same for all recognised text, so that it makes no headings of its own
_SECONDS_FOR_MARKS = 15.0  # a page is shown without marks rather than not at all
_KEPT = 32  # pages of which the recognised text is kept to mark passages in


def is_picture(page: PdfPage, text: PageText) -> bool:
    """Whether what the page shows is a picture, perhaps with a stamp of a few characters.

    A picture with invisible letters over it has its text already: another program recognised it.
    """
    import pypdfium2.raw as pdfium

    if len(text.text) > _FEW_CHARACTERS:
        return False
    width, height = page.get_size()
    area = max(width * height, 1.0)
    paths, covered = 0, False
    for item in page.get_objects(max_depth=3):
        if item.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = item.get_bounds()
            covered |= not text.text or (right - left) * (top - bottom) > _PICTURE_SHARE * area
        invisible = item.type == pdfium.FPDF_PAGEOBJ_TEXT and (
            pdfium.FPDFTextObj_GetTextRenderMode(item) == pdfium.FPDF_TEXTRENDERMODE_INVISIBLE
        )
        if invisible and text.text:
            return False
        paths += item.type == pdfium.FPDF_PAGEOBJ_PATH
    return covered or (not text.text and paths > _MANY_PATHS)


def recognised_page(page: PdfPage, text: PageText) -> PageText | None:
    """Return the text recognised in a page that is a picture, or `text` itself when that says as much.

    None when recognition is not wanted, not possible or not certain.
    """
    found = _recognised(page) if options.current().recognise else None
    if found is None:
        return None
    if not says_more(found, text):
        return text
    _, height = page.get_size()
    paragraphs = [
        Paragraph(start, end, _LINE_HEIGHT, height * (1 - top), 1) for start, end, top in found.paragraphs
    ]
    return PageText(found.text, [], paragraphs, found.spellings)


def says_more(recognised: RecognisedText, text: PageText) -> bool:
    """Whether the letters of a page are but a stamp beside what it shows, or mean nothing."""
    return text.garbage or len(recognised.text) > _MORE * len(text.text)


def _recognised(page: PdfPage, seconds: float = ocr.SECONDS) -> RecognisedText | None:
    if not ocr.languages():
        return None
    from PIL import Image

    width, height = (max(side, 1.0) for side in page.get_size())
    scale = min(_RESOLUTION / _POINTS, (_MAX_PIXELS / (width * height)) ** 0.5)
    bitmap = page.render(scale=scale, grayscale=True)
    picture = Image.frombytes(
        "L", (bitmap.width, bitmap.height), bytes(bitmap.buffer), "raw", "L", bitmap.stride
    )
    return ocr.recognise(picture, scale * _POINTS, seconds)


class RecognisedPages:
    """The recognised text of pages looked at lately, for marking passages in them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, int], RecognisedText | None] = OrderedDict()

    def text(self, path: Path, number: int, page: PdfPage) -> RecognisedText | None:
        """Return the recognised text of page `number` of a file; the same page gives the same text."""
        key = (str(path), path.stat().st_mtime_ns, number)
        if key not in self._kept:
            self._kept[key] = _recognised(page, _SECONDS_FOR_MARKS)
        self._kept.move_to_end(key)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]
