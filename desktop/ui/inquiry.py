"""One question under way: runs the ask service on its lane and passes on what happens."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.domain.answers import Answer, AskRequest
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Report
from desktop.jobs.handle import JobHandle
from desktop.jobs.runner import JobRunner, Lane

if TYPE_CHECKING:
    from desktop.services.bundle import Services  # at run time it would load every service before the window


class Inquiry(QObject):
    """Lives from the question to its answer. Deleting it drops whatever is still under way."""

    event_arrived = Signal(object)  # an AnswerEvent
    conversation_started = Signal(int)
    answered = Signal(Answer)
    failed = Signal(UserError)
    stopped = Signal()

    def __init__(self, services: "Services", runner: JobRunner, request: AskRequest, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self._request = request
        self._job: JobHandle | None = None

    def start(self) -> None:
        """Begin."""
        self._job = self._runner.submit(
            Lane.ASK,
            self._work,
            done=self._on_done,
            failed=self._on_failed,
            cancelled=self._on_cancelled,
            event=self._on_event,
        )

    def cancel(self) -> None:
        """Ask to stop; `stopped` follows."""
        if self._job is not None:
            self._job.cancel()

    def drop(self) -> None:
        """Stop and tell nothing more."""
        self.cancel()
        self.blockSignals(True)
        self.deleteLater()

    def _work(self, token: CancelToken, report: Report) -> Answer:
        """Run on the ask lane. The conversation is made first, so that even a stopped turn belongs to one."""
        del report
        request = self._request
        if request.conversation_id is None:
            number = self._services.history.create()
            self._runner.emit_event(number)
            request = replace(request, conversation_id=number)
        return self._services.ask.ask(request, token=token, emit=self._runner.emit_event)

    def _on_event(self, event: object) -> None:
        if isinstance(event, int):
            self.conversation_started.emit(event)
        else:
            self.event_arrived.emit(event)

    def _on_done(self, answer: Answer) -> None:
        self.answered.emit(answer)

    def _on_failed(self, error: UserError) -> None:
        self.failed.emit(error)

    def _on_cancelled(self) -> None:
        self.stopped.emit()
