"""Keeps the queue worked: starts, pauses, cancels, and says how far it is."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.domain.errors import DiskFullError, UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.jobs.runner import JobHandle, JobRunner, Lane, plain
from desktop.services.changes import Changes

if TYPE_CHECKING:
    from desktop.services.bundle import Services

SMOOTHING = 0.2
"""Weight of the newest speed against the earlier ones."""


@dataclass(frozen=True, slots=True)
class IndexingStatus:
    """What the status bar shows. `seconds_left` is None while it cannot be told."""

    running: bool = False
    paused: bool = False
    stage: str = ""
    done: int = 0
    total: int | None = None
    label: str = ""
    seconds_left: float | None = None


class TimeLeft:
    """Estimates the time left of one stage from a smoothed speed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stage = ""
        self._last: tuple[float, int] | None = None
        self._speed: float | None = None  # items per second

    def update(self, progress: Progress) -> float | None:
        """Take in progress and return the seconds left, or None while unknown."""
        now = self._clock()
        if progress.stage != self._stage:
            self._stage, self._last, self._speed = progress.stage, None, None
        if self._last is None or progress.done < self._last[1]:
            self._last = (now, progress.done)
        then, done = self._last
        if progress.done > done and now > then:
            speed = (progress.done - done) / (now - then)
            earlier = self._speed if self._speed is not None else speed
            self._speed = SMOOTHING * speed + (1 - SMOOTHING) * earlier
            self._last = (now, progress.done)
        if self._speed is None or progress.total is None:
            return None
        return max(0, progress.total - progress.done) / self._speed


class IndexingController(QObject):
    """Runs `services.indexing.work` on the INDEXING lane whenever something waits."""

    status_changed = Signal(object)  # IndexingStatus
    library_changed = Signal(object)  # Changes
    failed = Signal(object)  # UserError

    def __init__(self, services: "Services", runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self._job: JobHandle | None = None
        self._again = False
        self._after: Callable[[], None] | None = None
        self._status = IndexingStatus()
        self._time_left = TimeLeft()

    @property
    def status(self) -> IndexingStatus:
        """What is going on."""
        return self._status

    def start_if_pending(self) -> None:
        """Start when the library says that something waits, as after a crash or a quit in the middle.

        Else the status is told once, so that what waits for the rest of the indexing can begin.
        """
        self._runner.submit(
            Lane.FREE,
            plain(lambda: self._services.library.status().pending),
            done=lambda pending: self.start() if pending else self.status_changed.emit(self._status),
            failed=self.failed.emit,
            key="pending",
        )

    def start(self) -> None:
        """Work the queue; while it is being worked, look once more at its end. A pause is kept."""
        if self._status.paused:
            return
        if self._job is not None:
            self._again = True
            return
        self._again = False
        self._time_left = TimeLeft()
        self._job = self._runner.submit(
            Lane.INDEXING,
            self._work,
            progress=self._on_progress,
            event=self.library_changed.emit,
            failed=self._on_failed,
            ended=self._on_ended,
        )
        self._set(IndexingStatus(running=True))

    def pause(self) -> None:
        """Stop after the current step; what waits stays in the queue."""
        if self._job is not None:
            self._job.cancel()
        status = self._status
        self._set(IndexingStatus(paused=True, done=status.done, total=status.total, label=status.label))

    def resume(self) -> None:
        """Go on after a pause."""
        if self._status.paused:
            self._set(IndexingStatus())
            self.start()

    def cancel(self) -> None:
        """Stop, and take everything that is not read yet out of the queue."""
        self._again = False
        self._after = self._drop_waiting
        if self._job is not None:
            self._job.cancel()
        else:
            self._run_after()

    def _work(self, token: CancelToken, report: Report) -> None:
        self._services.indexing.work(token=token, report=report, changed=self._runner.emit_event)

    def _on_progress(self, progress: Progress) -> None:
        if self._job is None or self._job.token.cancelled:
            return
        left = self._time_left.update(progress)
        self._set(
            IndexingStatus(
                running=True,
                stage=progress.stage,
                done=progress.done,
                total=progress.total,
                label=progress.label,
                seconds_left=left,
            )
        )

    def _on_failed(self, error: UserError) -> None:
        asked, self._again = self._again, False
        if isinstance(error, DiskFullError):
            status = self._status
            self._set(IndexingStatus(paused=True, done=status.done, total=status.total))
        elif asked and self._after is None and not self._status.paused:
            self._after = self.start_if_pending  # with nothing to read the same trouble would come at once
        self.failed.emit(error)

    def _on_ended(self) -> None:
        self._job = None
        if self._after is not None:
            self._run_after()
        elif self._again and not self._status.paused:
            self.start()
        elif not self._status.paused:
            self._set(IndexingStatus())
        self.library_changed.emit(Changes(documents=True))

    def _run_after(self) -> None:
        after, self._after = self._after, None
        self._set(IndexingStatus())
        if after is not None:
            after()

    def _drop_waiting(self) -> None:
        self._runner.submit(
            Lane.LIBRARY,
            plain(self._services.library.cancel_waiting),
            done=self._on_dropped,
            failed=self.failed.emit,
        )

    def _on_dropped(self, changes: Changes) -> None:
        self.library_changed.emit(changes)
        self.start_if_pending()  # vectors of what was read are still to be made

    def _set(self, status: IndexingStatus) -> None:
        self._status = status
        self.status_changed.emit(status)
