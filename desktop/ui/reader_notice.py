"""A quiet line above the document: the file moved, pages were not read."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_surface


class ReaderNotice(QFrame):
    """Says something about the open document, and offers to find its file."""

    locate_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "warning")
        icon = QLabel()
        icon.setPixmap(theme.pixmap("info", 18, "warning"))
        self.text = PlainLabel("", TextRole.BODY)
        self.locate = QPushButton(self.tr("Locate…"))
        self.locate.setAccessibleName(self.tr("Locate the file"))
        set_kind(self.locate, "quiet")
        self.locate.clicked.connect(self.locate_requested)
        line = QHBoxLayout(self)
        line.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        line.setSpacing(12)
        line.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.text, 1)
        line.addWidget(self.locate)
        self.hide()

    def show_text(self, text: str, *, can_locate: bool = False) -> None:
        """Show a sentence."""
        self.text.setText(text)
        self.locate.setVisible(can_locate)
        self.show()
