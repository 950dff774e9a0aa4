"""The characters of a PDF page with their places, in pdfium's order.

Everything is built on the calls for single characters: the string calls of pdfium leave characters out, so
their offsets do not fit the character indexes that give rectangles.
"""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from desktop.ingest.pdf_handles import PdfObject, PdfPage, PdfTextPage

GLYPH_LIMIT = 200_000  # characters of one page


class Role(IntEnum):
    """What a character of the page is."""

    REAL = 0
    SPACE = 1  # put in by pdfium between words, without a box
    LINE_END = 2
    HYPHEN = 3  # a hyphen at a line end, soft or hard


class Glyph(NamedTuple):
    """One character; the box is in points of the page as it is displayed, y upwards."""

    number: int  # pdfium's index of the character
    char: str
    left: float
    bottom: float
    right: float
    top: float
    role: Role


_BLANK = 0x20
_PERHAPS_GENERATED = frozenset((0x0A, 0x0D, _BLANK))
_PERHAPS_HYPHEN = frozenset((0x02, 0x2D, 0xAD, 0x2010, 0xFFFE))
_SPACE = Glyph(0, " ", 0.0, 0.0, 0.0, 0.0, Role.SPACE)
_LINE_END = Glyph(0, "\n", 0.0, 0.0, 0.0, 0.0, Role.LINE_END)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points, y upwards."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        """Height in points."""
        return self.top - self.bottom

    @property
    def width(self) -> float:
        """Width in points."""
        return self.right - self.left


def bounds(glyphs: Sequence[Glyph]) -> Box | None:
    """The box around the glyphs that have one."""
    real = [glyph for glyph in glyphs if glyph.role in {Role.REAL, Role.HYPHEN}]
    if not real:
        return None
    return Box(
        min(glyph.left for glyph in real),
        min(glyph.bottom for glyph in real),
        max(glyph.right for glyph in real),
        max(glyph.top for glyph in real),
    )


def page_glyphs(page: PdfPage, text_page: PdfTextPage) -> tuple[list[Glyph], bool]:
    """Return the characters of a page and whether all of them were taken (at most GLYPH_LIMIT are)."""
    import pypdfium2.raw as pdfium

    total = text_page.count_chars()
    handle = text_page.raw
    quarter_turns = max(pdfium.FPDFPage_GetRotation(page), 0) % 4
    rect = pdfium.FS_RECTF()
    pointer = ctypes.byref(rect)
    glyphs: list[Glyph] = []
    high = 0
    for number in range(min(total, GLYPH_LIMIT)):
        code = pdfium.FPDFText_GetUnicode(handle, number)
        # Every call costs about as much as all Python around it, so only codes in question are looked into.
        if code in _PERHAPS_GENERATED and pdfium.FPDFText_IsGenerated(handle, number) == 1:
            generated = _SPACE if code == _BLANK else _LINE_END
            glyphs.append(generated._replace(number=number))
            continue
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if high else 0
        high = 0
        if not code or code > 0x10FFFF:
            continue
        hyphen = code in _PERHAPS_HYPHEN and pdfium.FPDFText_IsHyphen(handle, number) == 1
        pdfium.FPDFText_GetLooseCharBox(handle, number, pointer)
        box = _turned(rect, quarter_turns)
        glyphs.append(Glyph(number, "-" if hyphen else chr(code), *box, Role.HYPHEN if hyphen else Role.REAL))
    return glyphs, total <= GLYPH_LIMIT


def _turned(rect: PdfObject, quarter_turns: int) -> tuple[float, float, float, float]:
    """The box as displayed on a page turned clockwise, so that lines of text run from left to right."""
    if quarter_turns == 1:
        return rect.bottom, -rect.right, rect.top, -rect.left
    if quarter_turns == 2:
        return -rect.right, -rect.top, -rect.left, -rect.bottom
    if quarter_turns == 3:
        return -rect.top, rect.left, -rect.bottom, rect.right
    return rect.left, rect.bottom, rect.right, rect.top
