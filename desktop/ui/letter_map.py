"""Where the letters of a page stand: which one is near a point, and what a stretch of them covers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from desktop.domain.records import PageLetters

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in shares of the page."""
_WORD = re.compile(r"\w+")
_OVERLAP = 0.5  # share of the lower of two letters that must lie beside the other for both to be on one line
_DOWN = 2.0  # a line beside the point is meant rather than one above it that is as near
_GAP = 0.06  # share of the page's width between two letters that belong to different columns


@dataclass(frozen=True, slots=True)
class _Row:
    """Letters that follow each other on one line, `text[start:end]`."""

    start: int
    end: int
    box: Box


class LetterMap:
    """The letters of one page; `aspect` is its height over its width."""

    def __init__(self, letters: PageLetters, aspect: float) -> None:
        self.text = letters.text
        self._boxes = letters.boxes
        self._aspect = aspect
        self._rows = tuple(self._find_rows())

    def nearest(self, x: float, y: float) -> int:
        """Return the offset between two letters that is nearest to a point of the page."""
        row = min(self._rows, key=lambda row: self._distance(row.box, x, y), default=None)
        if row is None:
            return 0
        at, box = min(
            ((i, box) for i in range(row.start, row.end) if (box := self._boxes[i])),
            key=lambda found: abs((found[1][0] + found[1][2]) / 2 - x),
        )
        behind = x > (box[0] + box[2]) / 2
        return at + (behind != self._runs_left(row))

    def rectangles(self, start: int, end: int) -> Iterator[Box]:
        """Yield what the letters from `start` to `end` cover, one box a line."""
        for row in self._rows:
            chosen = [b for i in range(max(start, row.start), min(end, row.end)) if (b := self._boxes[i])]
            if chosen:
                yield min(b[0] for b in chosen), row.box[1], max(b[2] for b in chosen), row.box[3]

    def word(self, offset: int) -> tuple[int, int]:
        """Return start and end of the word at an offset, or of the one letter there."""
        for match in _WORD.finditer(self.text):
            if match.start() <= offset <= match.end():
                return match.span()
        return offset, min(offset + 1, len(self.text))

    def _distance(self, box: Box, x: float, y: float) -> float:
        left, top, right, bottom = box
        across, down = max(left - x, 0.0, x - right), max(top - y, 0.0, y - bottom)
        return across + down * self._aspect * _DOWN

    def _runs_left(self, row: _Row) -> bool:
        boxes = [box for i in (row.start, row.end - 1) if (box := self._boxes[i])]
        return len(boxes) > 1 and boxes[0][0] > boxes[1][0]

    def _find_rows(self) -> Iterator[_Row]:
        start = 0
        whole: Box | None = None
        end = 0
        for i, box in enumerate(self._boxes):
            if box is None:
                continue
            if whole is not None and not _beside(whole, box):
                yield _Row(start, end, whole)
                whole = None
            if whole is None:
                start, whole = i, box
            else:
                whole = _around(whole, box)
            end = i + 1
        if whole is not None:
            yield _Row(start, end, whole)


def _beside(row: Box, box: Box) -> bool:
    overlap = min(row[3], box[3]) - max(row[1], box[1])
    lower = min(row[3] - row[1], box[3] - box[1])
    return overlap >= _OVERLAP * lower and box[0] - row[2] < _GAP and row[0] - box[2] < _GAP


def _around(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
