"""The answers page of the settings: what a person wishes of the answers of this library."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.changes import Changes
from desktop.services.tuning import MAX_TUNING, Tuning
from desktop.ui import wording
from desktop.ui.messages import Messages
from desktop.ui.summary_choice import SummaryChoice
from desktop.ui.theme import Space, TextRole, set_role

if TYPE_CHECKING:
    from desktop.services.bundle import Services

_KEEP_DELAY_MS = 500
_LINES = 9
_LAST_WORDS = 40  # characters that show where the used part ends


class AnswersPage(QWidget):
    """A text that goes to the chat model with every question; kept as it is typed."""

    changed = Signal()

    def __init__(self, services: "Services", runner: JobRunner, messages: Messages) -> None:
        super().__init__()
        self._tuning = services.tuning
        self._runner = runner
        self._messages = messages
        self._kept = ""
        self.field = QPlainTextEdit()
        self.field.setAccessibleName(self.tr("How answers should be worded"))
        self.field.setPlaceholderText(
            self.tr("For example: Use British spelling. Call the members “readers”. Give times as 9:15 pm.")
        )
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(self.field.fontMetrics().lineSpacing() * _LINES + 2 * Space.M)
        self.note = QLabel()
        self.summaries = SummaryChoice(services, runner, messages)
        self.summaries.changed.connect(self.changed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_KEEP_DELAY_MS)
        self._timer.timeout.connect(self._keep)
        self._lay_out()
        self.setEnabled(False)
        self.field.textChanged.connect(self._on_typed)

    def refresh(self) -> None:
        """Read the text and the choice again."""
        self.summaries.refresh()
        self._runner.submit(
            Lane.FREE,
            plain(self._tuning.current),
            done=self._show,
            failed=self._messages.show_error,
            replace=True,
            key="tuning",
        )

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what was typed last before the page goes."""
        self._timer.stop()
        self._keep()
        super().hideEvent(event)

    def _lay_out(self) -> None:
        explanation = QLabel(
            self.tr(
                "What the chat model should know when it words an answer from this library: tone, spelling, "
                "names you use. It changes no facts: every sentence is still checked against your documents."
            )
        )
        for label in (explanation, self.note):
            label.setWordWrap(True)
            set_role(label, TextRole.CAPTION)
        title = QLabel(self.tr("How answers should be worded"))
        title.setBuddy(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        for widget in (title, explanation, self.field, self.note, self.summaries):
            column.addWidget(widget)
        column.addStretch(1)

    def _show(self, tuning: Tuning) -> None:
        self._kept = tuning.text
        blocked = self.field.blockSignals(True)
        self.field.setPlainText(tuning.text)
        self.field.blockSignals(blocked)
        self._show_note()
        self.setEnabled(True)

    def _on_typed(self) -> None:
        self._show_note()
        self._timer.start()

    def _show_note(self) -> None:
        tuning = Tuning(self.field.toPlainText())
        length, most = wording.count(len(tuning.text.strip())), wording.count(MAX_TUNING)
        if tuning.cut:
            words = self.tr("{n} of {most} characters. Only the text up to “…{end}” is used.")
            end = " ".join(tuning.used[-_LAST_WORDS:].split()[1:])
            self.note.setText(words.format(n=length, most=most, end=end))
        else:
            self.note.setText(self.tr("{n} of {most} characters").format(n=length, most=most))
        set_role(self.note, TextRole.CAPTION, "warning" if tuning.cut else "muted")

    def _keep(self) -> None:
        text = self.field.toPlainText()
        if text.strip() == self._kept.strip() or not self.isEnabled():
            return
        self._kept = text
        self._runner.submit(
            Lane.LIBRARY,
            plain(lambda: self._tuning.change(text=text)),
            done=self._on_kept,
            failed=self._messages.show_error,
        )

    def _on_kept(self, _changes: Changes) -> None:
        self.changed.emit()
