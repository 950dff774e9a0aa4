"""Whose turn it is on the processor: questions before passages, passages before background writing.

Two models computing at once on the same cores slow each other down far more than by half, because each
waits busily for its own threads. So passages rest while somebody waits for the chat model.
"""

import threading
import time
from collections.abc import Callable

LINGER = 0.3  # seconds after a chat request in which the next one of the same question is expected
REST = 1.0  # seconds without queued passages after which background writing may begin
TRICKLE = 2.0  # seconds after which one passage is let through even while the chat model writes


class Turns:
    """Shared by the two workers of the model process; thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._chatting = 0
        self._chat_ended = float("-inf")
        self._last_passage = float("-inf")
        self._waiting = False
        self._waited = float("-inf")

    def chat_began(self) -> None:
        """Note that the chat model computes."""
        with self._lock:
            if not self._chatting:
                self._last_passage = max(self._last_passage, self._clock())
            self._chatting += 1

    def chat_ended(self, *, linger: bool) -> None:
        """Note that a chat request is over; with `linger` another one is expected soon."""
        with self._lock:
            self._chatting -= 1
            if linger:
                self._chat_ended = self._clock()

    def passage_done(self) -> None:
        """Note that one passage was embedded."""
        with self._lock:
            self._last_passage = self._clock()

    def passage_delay(self) -> float:
        """Return the seconds for which passages should rest; 0 when they may go on."""
        with self._lock:
            due = self._last_passage + TRICKLE if self._chatting else self._chat_ended + LINGER
            return max(0.0, due - self._clock())

    def passages_waiting(self, *, waiting: bool) -> None:
        """Note whether passages are queued."""
        with self._lock:
            self._waiting = waiting
            self._waited = self._clock()

    def passages_at_rest(self) -> bool:
        """Return whether background writing may go on: no passage for a while, so indexing is over."""
        with self._lock:
            return not self._waiting and self._clock() - self._waited >= REST
