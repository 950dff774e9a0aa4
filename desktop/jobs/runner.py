"""Runs work on lanes and tells the GUI thread how it went."""

import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.jobs.handle import Callbacks, JobHandle, UnexpectedError, plain
from desktop.jobs.lanes import Lane, LaneThreads

__all__ = ["JobHandle", "JobRunner", "Lane", "UnexpectedError", "plain"]

T = TypeVar("T")

DELIVERY_INTERVAL = 0.05
"""Seconds between deliveries of progress and events: at most 20 a second. Ends of jobs do not wait."""
DELIVERY_BUDGET = 0.012
"""Seconds that one delivery may hold the GUI thread; the rest follows after painting and input."""

_ABANDONED: list["JobRunner"] = []
"""Runners whose threads did not end: they must not be destroyed by such a thread, Qt would abort."""


class _Kind(Enum):
    PROGRESS = auto()
    EVENT = auto()
    DONE = auto()
    FAILED = auto()
    CANCELLED = auto()


class JobRunner(QObject):
    """The one way from the GUI thread to a service. Create it on the GUI thread."""

    crashed = Signal(str)  # the traceback of a bug in some work
    _woken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = {lane: LaneThreads(lane, self._run) for lane in Lane}
        self._lock = threading.Lock()
        self._messages: deque[tuple[JobHandle, _Kind, Any]] = deque()
        self._wake_sent = False
        self._urgent = False
        self._closed = False
        self._unfinished = 0
        self._kept: list[JobHandle] = []
        self._last_delivery = 0.0
        self._current = threading.local()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._deliver)
        self._woken.connect(self._on_woken, Qt.ConnectionType.QueuedConnection)

    @property
    def idle(self) -> bool:
        """Whether every submitted job has ended and its callbacks were called."""
        return self._unfinished == 0

    def submit(
        self,
        lane: Lane,
        work: Callable[[CancelToken, Report], T],
        *,
        done: Callable[[T], object] | None = None,
        failed: Callable[[UserError], object] | None = None,
        cancelled: Callable[[], object] | None = None,
        progress: Callable[[Progress], object] | None = None,
        event: Callable[[Any], object] | None = None,
        ended: Callable[[], object] | None = None,
        replace: bool = False,
        key: str = "",
    ) -> JobHandle:
        """Run `work(token, report)` on the lane; the callbacks arrive on the GUI thread.

        `replace` cancels the unfinished jobs of this lane that have the same `key`; nothing of them is
        delivered any more, whatever they still produce. A bug in the work goes to `crashed`, and `failed`
        gets an UnexpectedError. `ended` comes last, however the job ended (but not for a replaced job).
        """
        job = JobHandle(work, Callbacks(done, failed, cancelled, progress, event, ended), key, self)
        if self._closed:
            job.cancel()
            return job
        self._unfinished += 1
        for other in self._lanes[lane].put(job, replace=replace):
            other.cancel()
        return job

    def emit_event(self, event: object) -> None:
        """Send an event of the job that is running on the calling worker thread."""
        self._current.job.emit_event(event)

    def shutdown(self, seconds: float) -> bool:
        """Accept nothing more, cancel everything, wait for it; return whether all threads ended in time.

        No callback is called any more. Work that did not end in time dies with the process.
        """
        self._closed = True
        self._timer.stop()
        for lane in self._lanes.values():
            self._kept += lane.close()
        for job in self._kept:
            job.cancel()
        deadline = time.monotonic() + seconds
        if all([lane.join(deadline) for lane in self._lanes.values()]):  # noqa: C419 - join every one
            self._lanes.clear()
            return True
        _ABANDONED.append(self)
        return False

    def post_event(self, job: JobHandle, event: object) -> None:
        """Queue an event for the GUI thread (any thread)."""
        self._post(job, _Kind.EVENT, event)

    def post_progress(self, job: JobHandle, progress: Progress) -> None:
        """Queue progress for the GUI thread (any thread)."""
        job.newest_progress += 1
        self._post(job, _Kind.PROGRESS, (job.newest_progress, progress))

    # on a lane thread

    def _run(self, job: JobHandle) -> None:
        self._current.job = job
        try:
            job.token.check()
            result = job.work(job.token, job.report)
        except Cancelled:
            self._post(job, _Kind.CANCELLED, None)
        except UserError as error:
            self._post(job, _Kind.FAILED, error)
        except Exception:  # noqa: BLE001 - the edge where a bug in any work is caught and reported
            if not self._closed:
                self.crashed.emit(traceback.format_exc())
            self._post(job, _Kind.FAILED, UnexpectedError())
        else:
            self._post(job, _Kind.DONE, result)
        finally:
            self._current.job = None

    def _post(self, job: JobHandle, kind: _Kind, value: object) -> None:
        urgent = kind not in {_Kind.EVENT, _Kind.PROGRESS}
        with self._lock:
            if self._closed:
                return
            self._messages.append((job, kind, value))
            wake = not self._wake_sent or (urgent and not self._urgent)
            self._wake_sent = True
            self._urgent = self._urgent or urgent
        if wake and shiboken6.isValid(self):
            self._woken.emit()

    # on the GUI thread

    @Slot()
    def _on_woken(self) -> None:
        wait = self._last_delivery + DELIVERY_INTERVAL - time.monotonic()
        if self._urgent or wait <= 0:
            self._deliver()
        elif not self._timer.isActive():
            self._timer.start(max(1, round(wait * 1000)))

    @Slot()
    def _deliver(self) -> None:
        self._timer.stop()
        with self._lock:
            self._wake_sent = False
            self._urgent = False
        end = time.monotonic() + DELIVERY_BUDGET
        while self._messages and not self._closed:
            job, kind, value = self._messages.popleft()
            self._deliver_one(job, kind, value)
            if time.monotonic() >= end and self._messages:
                self._timer.start(1)
                break
        self._last_delivery = time.monotonic()

    def _deliver_one(self, job: JobHandle, kind: _Kind, value: Any) -> None:  # noqa: ANN401 - any result
        to = job.callbacks
        if kind is _Kind.EVENT:
            self._call(job, to.event, value)
            return
        if kind is _Kind.PROGRESS:
            number, progress = value
            if number == job.newest_progress:
                self._call(job, to.progress, progress)
            return
        job.finished = True
        self._unfinished -= 1
        if kind is _Kind.DONE:
            self._call(job, to.done, value)
        elif kind is _Kind.FAILED:
            self._call(job, to.failed, value)
        else:
            self._call(job, to.cancelled)
        self._call(job, to.ended)
        job.release()

    @staticmethod
    def _call(job: JobHandle, callback: Callable[..., object] | None, *arguments: object) -> None:
        if callback is None or job.replaced or _is_gone(callback):
            return
        try:
            callback(*arguments)
        except Exception:  # noqa: BLE001 - a bug in one view must not cost the others their messages
            sys.excepthook(*sys.exc_info())


def _is_gone(callback: Callable[..., object]) -> bool:
    """Tell whether the callback is a method, or a partial of one, of a widget that was deleted meanwhile."""
    owner = getattr(getattr(callback, "func", callback), "__self__", None)
    return isinstance(owner, QObject) and not shiboken6.isValid(owner)
