"""Where the pages of a document stand when they lie below one another."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

GAP = 16
"""Pixels around pages."""
_INCH, _POINTS = 96, 72


class PageLayout:
    """Pages of these sizes in points, counted from 1; at zoom 1 they have the size of paper at 96 dpi."""

    def __init__(self, sizes: Sequence[tuple[float, float]] = (), zoom: float = 1.0) -> None:
        self.sizes = sizes
        self.scale = zoom * _INCH / _POINTS
        self._tops: list[int] = []
        self._bottoms: list[int] = []
        at = GAP
        for page in range(1, len(sizes) + 1):
            self._tops.append(at)
            at += self.size(page)[1]
            self._bottoms.append(at)
            at += GAP
        self.height = at
        self.width = max((self.size(page)[0] for page in range(1, len(sizes) + 1)), default=0) + 2 * GAP

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self.sizes)

    def size(self, page: int) -> tuple[int, int]:
        """Return width and height of a page in pixels."""
        width, height = self.sizes[page - 1]
        return max(1, round(width * self.scale)), max(1, round(height * self.scale))

    def top(self, page: int) -> int:
        """Return where a page begins, in pixels from the top of all."""
        return self._tops[page - 1]

    def between(self, top: int, bottom: int) -> range:
        """Return the pages of which something lies between two heights."""
        return range(bisect_right(self._bottoms, top) + 1, bisect_left(self._tops, bottom) + 1)

    def at(self, y: int) -> int:
        """Return the page at a height, or the one before a gap; 1 at least."""
        return max(1, bisect_right(self._tops, y))


def fitting_zoom(sizes: Sequence[tuple[float, float]], width: int) -> float:
    """Return the zoom at which the widest page fills `width` pixels."""
    widest = max((size[0] for size in sizes), default=595.0)
    return max(1.0, width - 2 * GAP) / (max(widest, 1.0) * _INCH / _POINTS)
