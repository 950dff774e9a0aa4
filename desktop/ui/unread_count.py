"""Says after a run of the indexing how many of its documents could not be read."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.domain.records import FAILED_STATES
from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.changes import Changes
from desktop.ui import wording
from desktop.ui.indexing_controller import IndexingStatus
from desktop.ui.messages import Messages
from desktop.ui.notices import Action, Tone

if TYPE_CHECKING:
    from desktop.services.bundle import Services

_PAGE = 500
_KEY = "unread"


class UnreadCount(QObject):
    """Gathers the documents of a run, over its pauses, and looks at its end what became of them."""

    show_requested = Signal()

    def __init__(self, services: "Services", runner: JobRunner, messages: Messages) -> None:
        super().__init__(messages)
        self._library = services.library
        self._runner = runner
        self._messages = messages
        self._read: set[int] = set()
        self._resting = QTimer(
            self
        )  # between a pause and what follows the controller rests for a moment only
        self._resting.setSingleShot(True)
        self._resting.setInterval(0)
        self._resting.timeout.connect(self._look)

    def note(self, changes: Changes) -> None:
        """Take in the documents that were just read."""
        self._read.update(changes.document_ids)

    def follow(self, status: IndexingStatus) -> None:
        """Look at the documents once the indexing rests."""
        if status.running or status.paused:
            self._resting.stop()
        elif self._read:
            self._resting.start()

    def _look(self) -> None:
        read, self._read = frozenset(self._read), set()
        self._runner.submit(
            Lane.FREE,
            plain(lambda: (self._count_failed(read), len(read))),
            done=self._say,
            failed=self._messages.show_error,
        )

    def _count_failed(self, read: frozenset[int]) -> int:
        count = offset = 0
        while True:
            page = self._library.documents(states=tuple(FAILED_STATES), offset=offset, limit=_PAGE)
            count += sum(document.id in read for document in page)
            offset += _PAGE
            if len(page) < _PAGE:
                return count

    def _say(self, counts: tuple[int, int]) -> None:
        failed, read = counts
        if not failed:
            return
        words = self.tr("{0} of {1} could not be read.").format(
            wording.count(failed), wording.documents(read)
        )
        show = Action(self.tr("Show"), self._show)
        self._messages.notify(words, tone=Tone.WARNING, actions=(show,), key=_KEY, stays=True)

    def _show(self) -> None:
        self._messages.dismiss(_KEY)
        self.show_requested.emit()
