"""One submitted piece of work and the way to cancel it."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress, Report

Work = Callable[[CancelToken, Report], Any]
T = TypeVar("T")
_numbers = itertools.count(1)


def plain(work: Callable[[], T]) -> Callable[[CancelToken, Report], T]:
    """Make work of a short call that takes neither token nor report."""

    def run(token: CancelToken, report: Report) -> T:
        del report
        token.check()
        return work()

    return run


class UnexpectedError(UserError):
    """Told to a job's `failed` when its work hit a bug, so that its view leaves the busy state.

    The bug itself is reported once by `JobRunner.crashed`; whoever shows errors need not show this one.
    """

    def __init__(self) -> None:
        super().__init__("Something went wrong", "An unexpected error stopped this.", "Please try again.")


@dataclass(frozen=True, slots=True)
class Callbacks:
    """What is called on the GUI thread. At most one of done, failed and cancelled, then `ended`."""

    done: Callable[[Any], object] | None = None
    failed: Callable[[UserError], object] | None = None
    cancelled: Callable[[], object] | None = None
    progress: Callable[[Progress], object] | None = None
    event: Callable[[Any], object] | None = None
    ended: Callable[[], object] | None = None


class Outbox(Protocol):
    """Where a job posts what the GUI thread shall hear."""

    def post_event(self, job: "JobHandle", event: object) -> None:
        """Pass on an event."""

    def post_progress(self, job: "JobHandle", progress: Progress) -> None:
        """Pass on progress; only the newest counts."""


class JobHandle:
    """A submitted job. `cancel`, `emit_event` and `report` may be called from any thread."""

    def __init__(self, work: Work, callbacks: Callbacks, key: str, outbox: Outbox) -> None:
        self.number = next(_numbers)
        self.key = key
        self.work = work
        self.callbacks = callbacks
        self.token = CancelToken()
        self.replaced = False  # a newer job took its place: nothing of it is delivered any more
        self.newest_progress = 0
        self.finished = False
        self._outbox = outbox

    def cancel(self) -> None:
        """Ask the work to stop; `cancelled` is called when it did."""
        self.token.cancel()

    def emit_event(self, event: object) -> None:
        """Send `event` from the worker to the job's `event` callback; order is kept, none is lost."""
        self._outbox.post_event(self, event)

    def report(self, progress: Progress) -> None:
        """Send progress from the worker; progress that is overtaken before it is shown is dropped."""
        self._outbox.post_progress(self, progress)

    def release(self) -> None:
        """Let go of the work and the callbacks, on the GUI thread.

        They hold widgets; a lane thread that still knows the handle must never be the last to let go of them.
        """
        self.finished = True
        self.work = _nothing
        self.callbacks = Callbacks()


def _nothing(token: CancelToken, report: Report) -> None:
    """Stand in for work that is over."""
