"""Where a question is typed: a field that grows, the scope it is asked in, and why it cannot be asked."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop.ui import wording
from desktop.ui.labels import PlainLabel
from desktop.ui.scope_bar import ScopeBar
from desktop.ui.search_options import SearchOptions
from desktop.ui.theme import Radius, Space, TextRole, Theme, set_kind, set_surface

LONGEST_QUESTION = 4000
"""Characters that can be asked at once; more would leave the models no room for passages."""
_MOST_LINES = 8
_DRAFT_DELAY_MS = 500


class QuestionField(QPlainTextEdit):
    """A text field of one to eight lines. Enter asks, Shift+Enter starts a line, Tab leaves."""

    submitted = Signal()
    focus_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bare", "true")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self.textChanged.connect(self._grow)
        self._grow()

    def event(self, event: QEvent) -> bool:
        """Leave the key of Undo to the window while there is no typing to undo."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Undo)
            and not self.document().isUndoAvailable()
        ):
            event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask with Enter; with Shift it starts a new line."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.insertPlainText("\n")
            else:
                self.submitted.emit()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Count the lines again at the new width."""
        super().resizeEvent(event)
        self._grow()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let the frame around the field show the focus."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let the frame around the field show that the focus left."""
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def sizeHint(self) -> QSize:
        """Return the size that shows all lines."""
        return QSize(300, self.height())

    def _grow(self) -> None:
        lines = min(_MOST_LINES, max(1, round(self.document().size().height())))
        self.setFixedHeight(round(lines * self.fontMetrics().lineSpacing()) + 8)
        more = self.document().size().height() > _MOST_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if more else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)


class Composer(QFrame):
    """The question field with its scope chips, the button, and a line that says what hinders asking."""

    submitted = Signal(str)
    draft_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._reason = ""
        self._busy = False
        set_surface(self, "card")
        self.field = QuestionField(self)
        self.field.setAccessibleName(self.tr("Question"))
        self.field.setPlaceholderText(self.tr("Ask your documents"))
        self.button = QPushButton(self.tr("Ask"), self)
        set_kind(self.button, "primary")
        self.scope = ScopeBar(theme, self)
        self.options = SearchOptions()
        self.scope.add_beside(self.options)
        self.hint = PlainLabel("", TextRole.CAPTION)
        self._lay_out()
        self._draft_timer = QTimer(self)
        self._draft_timer.setSingleShot(True)
        self._draft_timer.setInterval(_DRAFT_DELAY_MS)
        self._draft_timer.timeout.connect(lambda: self.draft_changed.emit(self.text))
        self.field.textChanged.connect(self._on_text_changed)
        self.field.submitted.connect(self._submit)
        self.field.focus_changed.connect(self.update)
        self.button.clicked.connect(self._submit)
        self._show_state()

    @property
    def text(self) -> str:
        """What is typed."""
        return self.field.toPlainText()

    def set_text(self, text: str) -> None:
        """Put `text` into the field, the cursor behind it, without making it a new draft."""
        blocked = self.field.blockSignals(True)
        self.field.setPlainText(text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self.field.blockSignals(blocked)
        self.field._grow()  # noqa: SLF001 - the field's own slot was silenced
        self._draft_timer.stop()
        self._show_state()

    def set_disabled_reason(self, reason: str) -> None:
        """Say why nothing can be asked now; empty when it can. Typing stays possible."""
        self._reason = reason
        self._show_state()

    def set_busy(self, busy: bool) -> None:
        """Tell that a question is being answered; the next can be typed meanwhile."""
        self._busy = busy
        self._show_state()

    def flush_draft(self) -> None:
        """Tell the draft now if it is waiting, before the conversation changes."""
        if self._draft_timer.isActive():
            self._draft_timer.stop()
            self.draft_changed.emit(self.text)

    def why_not(self) -> str:
        """Return the reason why what is typed cannot be asked, or an empty text."""
        length = len(self.text.strip())
        if self._reason:
            return self._reason
        if length > LONGEST_QUESTION:
            return self.tr("This question has {n} characters; up to {most} can be asked at once.").format(
                n=wording.count(length), most=wording.count(LONGEST_QUESTION)
            )
        return ""

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, 12, 12, 12)
        column.setSpacing(Space.S)
        column.addWidget(self.field)
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        line.addWidget(self.scope, 1)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        column.addLayout(line)
        column.addWidget(self.hint)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the focus of the field around the whole."""
        super().paintEvent(event)
        if self.field.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), Radius.L, Radius.L)
            painter.end()

    def _on_text_changed(self) -> None:
        self._draft_timer.start()
        self._show_state()

    def _submit(self) -> None:
        text = self.text.strip()
        if text and not self._busy and not self.why_not():
            self._draft_timer.stop()
            self.submitted.emit(text)

    def _show_state(self) -> None:
        why = self.why_not()
        self.button.setEnabled(bool(self.text.strip()) and not why and not self._busy)
        self.button.setToolTip(why or self.tr("Ask (Enter)"))
        self.hint.setText(why)
        self.hint.setVisible(bool(why))
