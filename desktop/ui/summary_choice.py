"""The choice whether the chat model writes summaries, with what that takes."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.summary_writing import SummaryStatus
from desktop.ui import wording
from desktop.ui.messages import Messages
from desktop.ui.theme import Space, TextRole, set_role

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class SummaryChoice(QWidget):
    """Shows the choice of this library once it is read, and keeps each change at once."""

    changed = Signal()

    def __init__(self, services: "Services", runner: JobRunner, messages: Messages) -> None:
        super().__init__()
        self._summaries = services.summaries
        self._runner = runner
        self._messages = messages
        self.box = QComboBox()
        self.box.addItem(self.tr("When it takes an hour at most"), "auto")
        self.box.addItem(self.tr("Always"), "always")
        self.box.addItem(self.tr("Never"), "never")
        self.box.setAccessibleName(self.tr("Write summaries of long documents"))
        self.note = QLabel()
        title = QLabel(self.tr("Write summaries of long documents"))
        title.setBuddy(self.box)
        explanation = QLabel(
            self.tr(
                "The chat model writes them while nothing else is being done. They help to find documents "
                "and are never quoted; until then the first sentences of a document stand in."
            )
        )
        for label in (explanation, self.note):
            label.setWordWrap(True)
            set_role(label, TextRole.CAPTION)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, Space.M, 0, 0)
        column.setSpacing(Space.S)
        for widget in (title, explanation, self.box, self.note):
            column.addWidget(widget)
        self.setEnabled(False)
        self.box.activated.connect(self._keep)

    def refresh(self) -> None:
        """Read the choice and what is left to do again."""
        self._runner.submit(
            Lane.FREE,
            plain(self._summaries.status),
            done=self._show,
            failed=self._messages.show_error,
            replace=True,
            key="summaries",
        )

    def _show(self, status: SummaryStatus) -> None:
        self.box.setCurrentIndex(max(0, self.box.findData(status.choice)))
        words = self.tr("{written} written, {waiting} to be written.")
        text = words.format(written=wording.count(status.written), waiting=wording.count(status.waiting))
        if status.waiting:
            text += " " + self.tr("That takes about {0}.").format(wording.duration(status.seconds_left))
        self.note.setText(text)
        self.setEnabled(True)

    def _keep(self) -> None:
        choice = self.box.currentData()
        self._runner.submit(
            Lane.LIBRARY,
            plain(lambda: self._summaries.choose(choice)),
            done=lambda _nothing: self.changed.emit(),
            failed=self._messages.show_error,
        )
