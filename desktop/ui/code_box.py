"""Code or a table in an answer: its columns are kept, so it scrolls sideways inside instead of wrapping."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from desktop.ui.theme import Space, Theme

_MARGIN = 2 * Space.M + 2  # above and below the lines, with room for the scroll bar


class CodeBox(QPlainTextEdit):
    """As tall as its lines, in the size of text that is chosen."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Table or code in the answer"))
        self._take_font()
        theme.changed.connect(self._take_font)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll sideways here; up and down belongs to the conversation."""
        if event.angleDelta().x() or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll sideways with the arrow keys."""
        bar = self.horizontalScrollBar()
        ways = {Qt.Key.Key_Left: -bar.singleStep() * 3, Qt.Key.Key_Right: bar.singleStep() * 3}
        if event.key() in ways and not event.modifiers():
            bar.setValue(bar.value() + ways[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _take_font(self) -> None:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        size = self._theme.font().pointSizeF()
        self.setStyleSheet(f"font-family: '{font.family()}'; font-size: {size:.1f}pt")
        self.ensurePolished()
        self.setFixedHeight(self.blockCount() * self.fontMetrics().lineSpacing() + _MARGIN)
