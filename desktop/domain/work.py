"""The contract of every long function: a cancel token to check and a progress callback to call."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from desktop.domain.errors import Cancelled


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is. `total` is None when it is not known; `label` names the current item."""

    stage: str
    done: int = 0
    total: int | None = None
    label: str = ""


Report = Callable[[Progress], None]


def no_report(progress: Progress) -> None:
    """Ignore progress; the default for callers that show none."""


class CancelToken:
    """A thread-safe request to stop. Long functions call `check()` at least every 100 ms of work."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        """Whether a stop was requested."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Request the stop and run the callbacks of `on_cancel` once, on the calling thread."""
        with self._lock:
            self._event.set()
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()

    def check(self) -> None:
        """Raise Cancelled when a stop was requested."""
        if self._event.is_set():
            raise Cancelled

    def wait(self, seconds: float) -> bool:
        """Sleep up to `seconds`, waking at once on a stop request; return whether one came."""
        return self._event.wait(seconds)

    def on_cancel(self, callback: Callable[[], None]) -> None:
        """Call `callback` when a stop is requested, at once if it already was."""
        with self._lock:
            if not self._event.is_set():
                self._callbacks.append(callback)
                return
        callback()
