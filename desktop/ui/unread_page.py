"""What the reader shows of a document without text: why there is none, and what can be done."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop.domain.records import Document, DocumentState
from desktop.ui import wording
from desktop.ui.flow_layout import FlowLayout
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, Theme, set_kind


class UnreadPage(QWidget):
    """State, reason and path of a document, with buttons."""

    reread_requested = Signal(Document)
    password_requested = Signal(Document)
    original_requested = Signal()
    details_requested = Signal(Document)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._document: Document | None = None
        self.state = PlainLabel("", TextRole.STRONG)
        self.reason = PlainLabel()
        self.path = PlainLabel("", TextRole.CAPTION)
        for label in (self.reason, self.path):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.reread = QPushButton(self.tr("Read again"))
        self.password = QPushButton(self.tr("Enter password..."))
        self.original = QPushButton(self.tr("Open original"))
        self.details = QPushButton(self.tr("Details..."))
        for button in (self.original, self.details):
            set_kind(button, "quiet")
        self.reread.clicked.connect(lambda: self.reread_requested.emit(self._document))
        self.password.clicked.connect(lambda: self.password_requested.emit(self._document))
        self.original.clicked.connect(self.original_requested)
        self.details.clicked.connect(lambda: self.details_requested.emit(self._document))
        self._lay_out()

    def show_document(self, document: Document, *, missing: bool) -> None:
        """Say why nothing of `document` can be read here; `missing` when its file is gone."""
        self._document = document
        look = wording.look(document)
        self.state.setText(look.word)
        self.reason.setText(wording.reason(document) or look.explanation)
        self.path.setText(document.path)
        self.setAccessibleName(f"{look.word}. {self.reason.text()}")
        locked = document.state is DocumentState.LOCKED
        self.password.setVisible(locked)
        self.reread.setVisible(not locked)
        self.reread.setEnabled(document.state not in {DocumentState.WAITING, DocumentState.READING})
        self.original.setEnabled(not missing)

    def focus_button(self) -> None:
        """Put the keyboard on what most likely helps."""
        buttons = (self.password, self.reread, self.details)
        next(button for button in buttons if not button.isHidden() and button.isEnabled()).setFocus()

    def _lay_out(self) -> None:
        buttons = QWidget()
        flow = FlowLayout(buttons)
        for button in (self.reread, self.password, self.original, self.details):
            flow.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.S)
        for widget in (self.state, self.reason, self.path):
            column.addWidget(widget)
        column.addSpacing(Space.S)
        column.addWidget(buttons)
        column.addStretch(1)
