"""How a follow-up was understood, shown under it, and a field to correct that."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop.ui.composer import LONGEST_QUESTION
from desktop.ui.flow_text import FlowText
from desktop.ui.theme import Space, TextRole, Theme, set_kind


class SearchedFor(QWidget):
    """One line with the question that was searched. Edit turns it into a field; Enter asks, Escape leaves."""

    ask_requested = Signal(str)

    def __init__(self, theme: Theme, question: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = question
        self._text = FlowText(theme, TextRole.CAPTION, ink="muted")
        self._text.set_plain(self.tr("Searched for: {question}").format(question=question))
        self._text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.edit = QPushButton(self.tr("Edit"))
        self.edit.setIcon(theme.icon("edit"))
        self.edit.setIconSize(QSize(16, 16))
        self.edit.setAccessibleName(
            self.tr("Edit what was searched for: {question}").format(question=question)
        )
        set_kind(self.edit, "quiet")
        self.edit.clicked.connect(self.open_editor)
        self.ask = QPushButton(self.tr("Ask"))
        set_kind(self.ask, "primary")
        self.ask.clicked.connect(self._ask)
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST_QUESTION)
        self.field.setAccessibleName(self.tr("What to search for instead"))
        self.field.returnPressed.connect(self._ask)
        self.field.textChanged.connect(lambda text: self.ask.setEnabled(bool(text.strip())))
        self.field.installEventFilter(self)
        self.cancel = QPushButton(self.tr("Cancel"))
        set_kind(self.cancel, "quiet")
        self.cancel.clicked.connect(self.close_editor)
        self._line, self._editor = _row(self._text, self.edit), _row(self.field, self.cancel, self.ask)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._line)
        column.addWidget(self._editor)
        self._editor.hide()

    @property
    def editing(self) -> bool:
        """Whether the field is shown."""
        return not self._editor.isHidden()

    def open_editor(self) -> None:
        """Show the field with the question that was searched."""
        self.field.setText(self.question)
        self.field.selectAll()
        self._line.hide()
        self._editor.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_editor(self) -> None:
        """Show the line again."""
        self._editor.hide()
        self._line.show()
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Escape in the field, before it stops a question under way."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self.close_editor()
                return True
        return super().eventFilter(watched, event)

    def _ask(self) -> None:
        if self.ask.isEnabled():
            self.ask_requested.emit(self.field.text().strip())


def _row(text: QWidget, *buttons: QWidget) -> QWidget:
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(Space.S)
    line.addWidget(text, 1)
    for button in buttons:
        line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
    return row
