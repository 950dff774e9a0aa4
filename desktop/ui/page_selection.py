"""The text selected on the pages of a PDF, kept as points until the letters of their pages are known."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from desktop.ui.letter_map import Box, LetterMap


class PagePoint(NamedTuple):
    """A point of a page, in shares of its width and height."""

    page: int
    x: float
    y: float


class Unit(Enum):
    """What a selection consists of."""

    LETTER = auto()
    WORD = auto()
    PAGE = auto()


class PageSelection(QObject):
    """From one point to another. Pages whose letters it needs are asked for; it shows when they come."""

    letters_needed = Signal(int)
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._maps: dict[int, LetterMap] = {}
        self._asked: set[int] = set()
        self._from: PagePoint | None = None
        self._to: PagePoint | None = None
        self._unit = Unit.LETTER

    def forget(self) -> None:
        """Select nothing, in another document."""
        self._maps, self._asked = {}, set()
        self.clear()

    def clear(self) -> None:
        """Select nothing."""
        self._from = self._to = None
        self.changed.emit()

    def start(self, point: PagePoint, unit: Unit = Unit.LETTER) -> None:
        """Begin at a point, by letters or words, or take its whole page."""
        self._from = self._to = point
        self._unit = unit
        self._ask(point.page)
        self.changed.emit()

    def extend(self, point: PagePoint) -> None:
        """Select up to this point."""
        if self._from is None:
            return
        self._to = point
        for page in range(min(self._from.page, point.page), max(self._from.page, point.page) + 1):
            self._ask(page)
        self.changed.emit()

    def set_letters(self, page: int, letters: LetterMap) -> None:
        """Take in the letters of a page."""
        self._maps[page] = letters
        self.changed.emit()

    def knows(self, page: int) -> bool:
        """Whether the letters of a page are here."""
        return page in self._maps

    def boxes(self, page: int) -> Iterator[Box]:
        """Yield what is selected of a page."""
        span = self._span(page)
        if span is not None:
            yield from self._maps[page].rectangles(*span)

    def text(self) -> str:
        """Return the selected text, pages below one another."""
        if self._from is None or self._to is None:
            return ""
        first, last = sorted((self._from.page, self._to.page))
        spans = ((page, self._span(page)) for page in range(first, last + 1))
        parts = (self._maps[page].text[span[0] : span[1]] for page, span in spans if span)
        return "\n".join(part for part in parts if part)

    def _ask(self, page: int) -> None:
        if page not in self._asked:
            self._asked.add(page)
            self.letters_needed.emit(page)

    def _span(self, page: int) -> tuple[int, int] | None:
        if self._from is None or self._to is None or page not in self._maps:
            return None
        first, last = self._from, self._to
        if first.page > last.page:
            first, last = last, first
        letters = self._maps[page]
        if not first.page <= page <= last.page:
            return None
        if self._unit is Unit.PAGE:
            return 0, len(letters.text)
        start = letters.nearest(first.x, first.y) if page == first.page else 0
        end = letters.nearest(last.x, last.y) if page == last.page else len(letters.text)
        start, end = min(start, end), max(start, end)
        if self._unit is Unit.WORD:
            return letters.word(start)[0], letters.word(end)[1]
        return start, end
