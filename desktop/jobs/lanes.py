"""The threads that jobs run on: first come, first served within a lane."""

import threading
import time
from collections import deque
from collections.abc import Callable
from enum import StrEnum

from desktop.jobs.handle import JobHandle


class Lane(StrEnum):
    """A queue of jobs with threads of its own."""

    LIBRARY = "library"  # quick changes of the library
    INDEXING = "indexing"  # the long work of reading and embedding
    SEARCH = "search"  # newest query wins
    ASK = "ask"
    BACKGROUND = "background"  # what nobody waits for
    WATCH = "watch"  # comparing watched folders with the library
    FREE = "free"  # reading lists, pages and texts; fetching models


THREADS = {Lane.FREE: 3}
"""Threads of a lane where it is more than one: a long download must not hold up pages and lists."""


class LaneThreads:
    """Runs the jobs of one lane on daemon threads that start with the first job."""

    def __init__(self, lane: Lane, run: Callable[[JobHandle], None]) -> None:
        self._lane = lane
        self._run = run
        self._changed = threading.Condition()
        self._waiting: deque[JobHandle] = deque()
        self._running: set[JobHandle] = set()
        self._threads: list[threading.Thread] = []
        self._closing = False

    def put(self, job: JobHandle, *, replace: bool) -> list[JobHandle]:
        """Queue a job; with `replace` return the unfinished jobs of its key, which it takes the place of."""
        with self._changed:
            others = [*self._running, *self._waiting]
            replaced = [other for other in others if replace and other.key == job.key]
            for other in replaced:
                other.replaced = True
            self._waiting.append(job)
            if len(self._threads) < THREADS.get(self._lane, 1):
                self._start_thread()
            self._changed.notify()
        return replaced

    def close(self) -> list[JobHandle]:
        """Let the threads end after what runs now; return every unfinished job."""
        with self._changed:
            self._closing = True
            unfinished = [*self._running, *self._waiting]
            self._waiting.clear()
            self._changed.notify_all()
        return unfinished

    def join(self, deadline: float) -> bool:
        """Wait for the threads until `deadline` (monotonic seconds); return whether all have ended."""
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _start_thread(self) -> None:
        name = f"{self._lane}-{len(self._threads) + 1}"
        thread = threading.Thread(target=self._loop, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _loop(self) -> None:
        while (job := self._next()) is not None:
            try:
                self._run(job)
            finally:
                with self._changed:
                    self._running.discard(job)

    def _next(self) -> JobHandle | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            if self._closing:
                return None
            job = self._waiting.popleft()
            self._running.add(job)
            return job
