"""The characters of a PDF page with their places, in pdfium's order.

Everything is built on the calls for single characters: the string calls of pdfium leave characters out, so
their offsets do not fit the character indexes that give rectangles.
"""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

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


def page_glyphs(page: Any, text_page: Any) -> tuple[list[Glyph], bool]:  # noqa: ANN401 - untyped library
    """Return the characters of a page and whether all of them were taken (at most GLYPH_LIMIT are)."""
    import pypdfium2.raw as pdfium

    total = text_page.count_chars()
    quarter_turns = max(pdfium.FPDFPage_GetRotation(page), 0) % 4
    rect = pdfium.FS_RECTF()
    glyphs: list[Glyph] = []
    high = 0
    for index in range(min(total, GLYPH_LIMIT)):
        code = pdfium.FPDFText_GetUnicode(text_page, index)
        if pdfium.FPDFText_IsGenerated(text_page, index) == 1:
            role = Role.LINE_END if code in {10, 13} else Role.SPACE
            glyphs.append(Glyph(index, "\n" if code in {10, 13} else " ", 0, 0, 0, 0, role))
            continue
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if high else 0
        high = 0
        hyphen = pdfium.FPDFText_IsHyphen(text_page, index) == 1
        if not code or code > 0x10FFFF:
            continue
        pdfium.FPDFText_GetLooseCharBox(text_page, index, ctypes.byref(rect))
        box = _turned(rect, quarter_turns)
        role = Role.HYPHEN if hyphen else Role.REAL
        glyphs.append(Glyph(index, "-" if hyphen else chr(code), *box, role))
    return glyphs, total <= GLYPH_LIMIT


def _turned(rect: Any, quarter_turns: int) -> tuple[float, float, float, float]:  # noqa: ANN401
    """The box as displayed on a page turned clockwise, so that lines of text run from left to right."""
    if quarter_turns == 1:
        return rect.bottom, -rect.right, rect.top, -rect.left
    if quarter_turns == 2:
        return -rect.right, -rect.top, -rect.left, -rect.bottom
    if quarter_turns == 3:
        return -rect.top, rect.left, -rect.bottom, rect.right
    return rect.left, rect.bottom, rect.right, rect.top
