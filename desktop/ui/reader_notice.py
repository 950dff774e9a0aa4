"""A quiet line above the document: the file moved, pages were not read."""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from desktop.domain.records import FAILED_STATES
from desktop.ui import wording
from desktop.ui.labels import PlainLabel
from desktop.ui.reader_loading import OpenDocument
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_surface


def _tr(text: str) -> str:
    return QCoreApplication.translate("ReaderView", text)


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

    def show_for(self, opened: OpenDocument) -> None:
        """Say what a reader of this document must know, or nothing."""
        if opened.unread:
            self.hide()  # its page says why
        elif opened.missing:
            words = _tr("The file is no longer at {path}. This is the text that was stored when it was read.")
            self.show_text(words.format(path=opened.document.path), can_locate=True)
        elif opened.problem:
            words = _tr("{problem} This is the text that was stored when the file was read.")
            self.show_text(words.format(problem=opened.problem))
        elif opened.document.state in FAILED_STATES:
            self.show_text(wording.reason(opened.document))
        elif opened.document.parts_not_read:
            words = _tr("Not everything was read. {parts}")
            self.show_text(words.format(parts=wording.not_read(opened.document)))
        else:
            self.hide()
