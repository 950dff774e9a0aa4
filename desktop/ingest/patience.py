"""How long a reader process may take: a time by size, and more with each page in which text is recognised."""

import time
from collections.abc import Callable
from pathlib import Path

from desktop.ingest.progress import noted

SCAN_SECONDS = 60.0  # for one page; recognition ends by itself after half of it

OnPage = Callable[[int, int], None]  # called with the page at work, from 1, and the number of pages


def nobody(page: int, pages: int) -> None:
    """Take no notice of pages."""


class Patience:
    """Runs from the moment the task runs, for tasks wait for one another."""

    def __init__(self, seconds: float, progress: Path) -> None:
        self._seconds = seconds
        self._progress = progress
        self._end: float | None = None
        self._seen: tuple[int, int, int] | None = None

    @property
    def on_pages(self) -> bool:
        """Whether the task has come to pages in which text is recognised."""
        return self._seen is not None

    def over(self, *, running: bool, on_page: OnPage) -> bool:
        """Whether the time is up; hands on which page is at work when that changed."""
        now = time.monotonic()
        if self._end is None:
            if not running:
                return False
            self._end = now + self._seconds
        found = noted(self._progress)
        if found is not None and found != self._seen:
            self._seen = found
            self._end = max(self._end, now + SCAN_SECONDS)
            on_page(*found[:2])
        return now > self._end
