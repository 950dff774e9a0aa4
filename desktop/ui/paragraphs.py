"""How the stored text of a document is cut into paragraphs that a text view can build one by one."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.domain.records import HEADING_SEPARATOR, Part

LONGEST = 4000
"""Characters of one paragraph; longer lines are cut, because layout time grows faster than length."""

_FIXED = frozenset({"code", "table"})
_ASIDE = frozenset({"footnote", "endnote", "comment", "header", "footer", "textbox"})


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A stretch of the document text, `text[start:end]`, without line ends, with its kind and place.

    `style` is body, heading, fixed (code and tables: blanks and columns count), list or aside. `level` counts
    headings from 1.
    """

    start: int
    end: int
    style: str = "body"
    level: int = 0
    place: str = ""
    heading: str = ""


def cut(text: str, parts: Sequence[Part]) -> tuple[Paragraph, ...]:
    """Cut the whole text at its line ends; the paragraphs take style and place from the parts they lie in."""
    cutter = _Cutter(text)
    at = 0
    for part in parts:
        if part.start > at:
            cutter.add_lines(at, part.start, Part(at, part.start))
            at = part.start
        if part.end > at:
            cutter.add_lines(at, part.end, part)
            at = part.end
    if at < len(text):
        cutter.add_lines(at, len(text), Part(at, len(text)))
    return tuple(cutter.paragraphs)


def index_at(paragraphs: Sequence[Paragraph], offset: int) -> int:
    """Return the index of the paragraph that holds the character offset, or of the nearest one before."""
    low, high = 0, len(paragraphs)
    while low < high:
        middle = (low + high) // 2
        if paragraphs[middle].start <= offset:
            low = middle + 1
        else:
            high = middle
    return max(0, low - 1)


class _Cutter:
    def __init__(self, text: str) -> None:
        self._text = text
        self.paragraphs: list[Paragraph] = []

    def add_lines(self, start: int, end: int, part: Part) -> None:
        style = _style(part.kind)
        level = part.heading.count(HEADING_SEPARATOR) + 1 if style == "heading" else 0
        at = start
        while at < end:
            stop = self._text.find("\n", at, end)
            stop = end if stop < 0 else stop
            self._add_line(at, stop, style, level, part)
            at = stop + 1

    def _add_line(self, start: int, end: int, style: str, level: int, part: Part) -> None:
        if end > start and self._text[end - 1] == "\r":
            end -= 1
        if end == start and style != "fixed":
            return  # space between paragraphs comes from their margins
        at = start
        while True:
            stop = min(end, at + LONGEST)
            if stop < end:
                blank = self._text.rfind(" ", at + LONGEST // 2, stop)
                stop = blank + 1 if blank > 0 else stop
            self.paragraphs.append(Paragraph(at, stop, style, level, part.place, part.heading))
            at = stop
            if at >= end:
                return


def _style(kind: str) -> str:
    if kind in _FIXED:
        return "fixed"
    if kind in _ASIDE:
        return "aside"
    return kind if kind in {"heading", "list"} else "body"
