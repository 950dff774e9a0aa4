"""Has summaries written while nothing else is being done, and says how far that is."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.jobs.runner import JobHandle, JobRunner, Lane
from desktop.ui.indexing_controller import IndexingStatus, TimeLeft

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class SummaryController(QObject):
    """Follows the indexing: starts when that is at rest, stops when it goes on or is paused."""

    status_changed = Signal(object)  # IndexingStatus, while the indexing is at rest

    def __init__(self, services: "Services", runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self._job: JobHandle | None = None
        self._at_rest = False
        self._cancelled = False
        self._time_left = TimeLeft()

    def follow(self, status: IndexingStatus) -> None:
        """Start or stop as the indexing does."""
        self._at_rest = not (status.running or status.paused)
        if self._at_rest:
            self.start()
        elif self._job is not None:
            self._job.cancel()

    def start(self) -> None:
        """Write what waits, if that is wanted and the indexing is at rest."""
        if self._job is not None or not self._at_rest or self._cancelled:
            return
        self._time_left = TimeLeft()
        self._job = self._runner.submit(
            Lane.BACKGROUND,
            self._work,
            progress=self._on_progress,
            failed=self._on_failed,
            ended=self._on_ended,
        )

    def cancel(self) -> None:
        """Stop, and write no more until the choice is changed or the program starts again."""
        self._cancelled = True
        if self._job is not None:
            self._job.cancel()

    def choice_changed(self) -> None:
        """Go by what is chosen now."""
        self._cancelled = False
        if self._job is not None:
            self._job.cancel()  # its end starts it again
        else:
            self.start()

    def _work(self, token: CancelToken, report: Report) -> None:
        self._services.summaries.work(token=token, report=report)

    def _on_progress(self, progress: Progress) -> None:
        if self._job is None or self._job.token.cancelled or not self._at_rest:
            return
        left = self._time_left.update(progress)
        self.status_changed.emit(
            IndexingStatus(True, False, progress.stage, progress.done, progress.total, progress.label, left)
        )

    def _on_failed(self, _error: UserError) -> None:
        """Summaries are no matter to disturb anybody for: the next start tries again."""
        self._cancelled = True

    def _on_ended(self) -> None:
        stopped = self._job is not None and self._job.token.cancelled
        self._job = None
        if self._at_rest:
            self.status_changed.emit(IndexingStatus())
            if stopped:
                self.start()
