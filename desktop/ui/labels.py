"""Labels that show text of documents literally and cope with any length."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop.ui import plain
from desktop.ui.theme import TextRole, set_role


class ElidedLabel(QLabel):
    """One line of plain text, cut with an ellipsis where it does not fit; the tool tip shows it whole."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show `text` on one line."""
        super().setText(plain.one_line(text, 1000))
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Allow the label to become narrow."""
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text that fits."""
        del event
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        cut = shown != self.text()
        self.setToolTip(plain.tip(self.text()) if cut else "")
        right = plain.is_right_to_left(self.text()) or bool(self.alignment() & Qt.AlignmentFlag.AlignRight)
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute, shown)
        painter.end()


class PlainLabel(QLabel):
    """Wrapped plain text of the program's own, such as a notice."""

    def __init__(
        self, text: str = "", role: TextRole = TextRole.BODY, tone: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMinimumWidth(60)  # else Qt guesses a least width from the length of the text
        set_role(self, role, tone)
        self.setText(text)
