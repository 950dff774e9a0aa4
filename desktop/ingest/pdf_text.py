"""The text of a PDF page: paragraphs in reading order, every character traceable to the page.

The same page always gives the same text. So a passage, stored as offsets, is found on the page again.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop.ingest.cleaning import clean_character, compose
from desktop.ingest.hyphens import keeps_hyphen
from desktop.ingest.pdf_glyphs import Glyph, Role, page_glyphs
from desktop.ingest.pdf_handles import PdfPage, PdfTextPage
from desktop.ingest.pdf_layout import Segment, reading_order
from desktop.ingest.pdf_spacing import without_letter_spacing

NO_GLYPH = -1  # stands in `indexes` for blanks and line ends that the page does not have
_PARAGRAPH_GAP = 0.8  # line heights between the lines of different paragraphs
_SIZE_CHANGE = 0.25  # share by which the height of lines in one paragraph may differ
_FULL_LINE = 6  # line heights a line may end before the right edge and still run on
_JUNK_SHARE = 0.3
_HYPHENS = "-\u2010"
_LAST_WORD = re.compile(r"\w+\Z")
_BULLET = re.compile(r"[•▪◦●○■–—*·➢✓-] |\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)] ")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A stretch of the page text; `size` is the usual line height in points, `top` in display space."""

    start: int
    end: int
    size: float
    top: float
    lines: int


@dataclass(slots=True)
class PageText:
    """The text of one page; `indexes` holds pdfium's character index of each character or NO_GLYPH."""

    text: str = ""
    indexes: list[int] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    spellings: list[tuple[int, str]] = field(default_factory=list)
    complete: bool = True
    garbage: bool = False


def page_text(page: PdfPage, text_page: PdfTextPage) -> PageText:
    """Return the text of an open page and its text page; `garbage` marks a text layer that means nothing."""
    glyphs, complete = page_glyphs(page, text_page)
    if _is_garbage(glyphs):
        return PageText(complete=complete, garbage=True)
    writer = _Writer()
    for group in _paragraphs(reading_order(without_letter_spacing(glyphs))):
        writer.paragraph(group)
    writer.page.complete = complete
    writer.page.text = "".join(writer.chars)
    return writer.page


def _is_garbage(glyphs: Sequence[Glyph]) -> bool:
    """Whether most signs are unassigned, private or controls: a font without a usable encoding."""
    signs = [glyph.char for glyph in glyphs if glyph.role is Role.REAL and not glyph.char.isspace()]
    junk = sum(1 for sign in signs if unicodedata.category(sign) in {"Co", "Cn", "Cc"} or sign == "\ufffd")
    return junk > _JUNK_SHARE * len(signs)


def _paragraphs(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Group segments that follow each other closely downwards in one size."""
    groups: list[list[Segment]] = []
    for segment in segments:
        if groups and _continues(groups[-1][-1], segment):
            groups[-1].append(segment)
        else:
            groups.append([segment])
    return groups


def _continues(last: Segment, segment: Segment) -> bool:
    if last.line == segment.line:
        return True
    height = max(segment.box.height, 0.1)
    if last.box.bottom - segment.box.top > _PARAGRAPH_GAP * height:
        return False
    if segment.box.bottom > last.box.bottom + 2 * height:
        return False
    return abs(height - last.box.height) <= _SIZE_CHANGE * height


class _Writer:
    """Writes the characters of a page and keeps where each came from."""

    def __init__(self) -> None:
        self.page = PageText()
        self.chars: list[str] = []

    def paragraph(self, segments: Sequence[Segment]) -> None:
        """Write one paragraph; lines that fill it run on, others keep their end."""
        if self.chars:
            self._plain("\n\n")
        start = len(self.chars)
        right = max(segment.box.right for segment in segments)
        counts = Counter(segment.line for segment in segments)
        rows = {line for line, count in counts.items() if count > 1}
        last: Segment | None = None
        for segment in segments:
            if last is not None:
                row = last.line in rows or segment.line in rows
                # A line that ends well before the edge was meant to end; rows of a table always are.
                ends = row or right - last.box.right > _FULL_LINE * last.box.height
                self._join(last, segment, "\n" if ends else " ")
            self._segment(segment)
            last = segment
        self._trim(start)
        if len(self.chars) == start:
            while self.chars and self.chars[-1] == "\n":
                self._pop()
            return
        sizes = sorted(segment.box.height for segment in segments)
        lines = len(counts)
        top = max(segment.box.top for segment in segments)
        self.page.paragraphs.append(Paragraph(start, len(self.chars), sizes[len(sizes) // 2], top, lines))

    def _segment(self, segment: Segment) -> None:
        for glyph in segment.glyphs:
            if glyph.role is Role.HYPHEN:
                self._put("-", glyph.number)
                continue
            for char in clean_character(glyph.char):
                self._put(char, glyph.number)

    def _put(self, char: str, index: int) -> None:
        """Write one character; marks join their letter, blanks do not pile up."""
        if self.chars:
            if char == " " and self.chars[-1] in " \n\t":
                return
            if joined := compose(self.chars[-1], char):
                self.chars[-1] = joined
                return
        elif char == " ":
            return
        self.chars.append(char)
        self.page.indexes.append(index)

    def _plain(self, text: str) -> None:
        self.chars.extend(text)
        self.page.indexes.extend([NO_GLYPH] * len(text))

    def _pop(self) -> None:
        self.chars.pop()
        self.page.indexes.pop()

    def _trim(self, start: int) -> None:
        while len(self.chars) > start and self.chars[-1] in " \n\t":
            self._pop()

    def _join(self, last: Segment, segment: Segment, between: str) -> None:
        """Write what stands between two segments of a paragraph."""
        self._trim(0)
        following = "".join(glyph.char for glyph in segment.glyphs[:40]).strip()
        if last.line == segment.line:
            self._plain("\t")
        elif last.glyphs[-1].char == "\u00ad" and following[:1].isalnum():
            pass
        elif self._hyphenated(following):
            self._join_hyphen(following)
        else:
            self._plain("\n" if _BULLET.match(following) else between)

    def _hyphenated(self, following: str) -> bool:
        """Whether the line ends inside a word: a hyphen right after a letter or figure, a word following."""
        return (
            len(self.chars) > 1
            and self.chars[-1] in _HYPHENS
            and self.chars[-2].isalnum()
            and following[:1].isalnum()
        )

    def _join_hyphen(self, following: str) -> None:
        """Join the halves of a word, without the hyphen where it was only there for the line."""
        before = _LAST_WORD.search("".join(self.chars[-60:-1]))
        word = before[0] if before else ""
        after = following.split(maxsplit=1)[0]
        if keeps_hyphen(word, after):
            return
        self._pop()
        self.page.spellings.append((len(self.chars) - len(word), f"{word}-{after}"))
