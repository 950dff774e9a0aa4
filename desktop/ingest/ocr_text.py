"""Recognised words as running text in which every word keeps its box."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop.ingest.cleaning import clean_text
from desktop.ingest.hyphens import keeps_hyphen
from desktop.ingest.skew import Turn

Box = tuple[float, float, float, float]  # left, top, right, bottom as shares of width and height

_HYPHENS = ("-", "\u2010", "\u00ad", "¬")
_FULL_LINE = 0.85  # share of the paragraph's width from which a line runs on
_BULLET = re.compile(r"[•▪◦●○■–—*·-]|\(?(?:\d{1,3}|[a-zA-Z])[.)]")


@dataclass(frozen=True, slots=True)
class Spotted:
    """A word as it was found, with its box and those of its line and paragraph."""

    text: str
    box: Box
    line: Box
    paragraph: Box


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A stretch of the text and where it stands on the page."""

    start: int
    end: int
    box: Box


@dataclass(slots=True)
class RecognisedText:
    """Text of a picture: its words, its paragraphs (start, end, top) and hyphenated spellings."""

    text: str = ""
    words: list[PlacedWord] = field(default_factory=list)
    paragraphs: list[tuple[int, int, float]] = field(default_factory=list)
    spellings: list[tuple[int, str]] = field(default_factory=list)

    def boxes(self, start: int, end: int) -> list[Box]:
        """Return the boxes of the words that a stretch of the text touches."""
        return [word.box for word in self.words if word.start < end and start < word.end]


def written(spotted: Sequence[Spotted], turn: Turn) -> RecognisedText:
    """Join words to lines and paragraphs; `turn` leads their boxes back to the picture as it was."""
    page = RecognisedText()
    cleaned = [(clean_text(word.text).strip(), word) for word in spotted]
    words = [(text, word) for text, word in cleaned if text]
    pieces: list[str] = []
    length = paragraph = 0
    for index, (text, word) in enumerate(words):
        following, after = words[index + 1] if index + 1 < len(words) else ("", None)
        start = length
        kept, between = _ending(text, word, following, after)
        page.words.append(PlacedWord(start, start + len(kept), turn.back(word.box)))
        if kept != text:
            page.spellings.append((start, f"{kept}-{following}"))
        pieces += [kept, between]
        length += len(kept) + len(between)
        if after is None or after.paragraph != word.paragraph:
            page.paragraphs.append((paragraph, start + len(kept), word.paragraph[1]))
            paragraph = length
    page.text = "".join(pieces)
    return page


def _ending(text: str, word: Spotted, following: str, after: Spotted | None) -> tuple[str, str]:
    """What is kept of a word and what stands between it and the next one."""
    if after is None:
        return text, ""
    if after.paragraph != word.paragraph:
        return text, "\n\n"
    if after.line == word.line:
        return text, " "
    if len(text) > 1 and text.endswith(_HYPHENS) and text[-2].isalnum() and following[:1].isalnum():
        return (text, "") if keeps_hyphen(text[:-1], following) else (text[:-1], "")
    left, _, right, _ = word.paragraph
    fills = word.line[2] - left >= _FULL_LINE * (right - left)
    return text, " " if fills and not _BULLET.fullmatch(following) else "\n"
