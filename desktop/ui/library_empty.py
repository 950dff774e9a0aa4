"""What the library column shows while there is nothing in it: an invitation."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role, set_surface


class LibraryEmpty(QWidget):
    """Invites to drop files, to choose some, or to try the sample library."""

    files_requested = Signal()
    folder_requested = Signal()
    sample_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        frame = QFrame()
        set_surface(frame, "invitation")
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        title = self._label(self.tr("Drop files or folders here"), TextRole.SUBTITLE)
        text = self._label(
            self.tr("PDF, Word, text, web pages, mail and more. They stay where they are, on this computer."),
            TextRole.CAPTION,
        )
        self.files = self._button(self.tr("Choose files..."), "")
        self.files.clicked.connect(self.files_requested)
        self.folder = self._button(self.tr("Choose a folder..."), "quiet")
        self.folder.clicked.connect(self.folder_requested)
        self.sample = self._button(self.tr("Try the sample library"), "link")
        self.sample.clicked.connect(self.sample_requested)
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(Space.M, Space.L, Space.M, Space.M)
        inside.setSpacing(Space.S)
        for widget in (self._picture, title, text):
            inside.addWidget(widget)
        inside.addSpacing(Space.S)
        for button in (self.files, self.folder, self.sample):
            inside.addWidget(button)
        ground = QWidget()
        column = QVBoxLayout(ground)
        column.setContentsMargins(0, Space.XS, 0, 0)
        column.addWidget(frame)
        column.addStretch(1)
        area = QScrollArea()  # in a low window, or with large text, all of it can still be reached
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(ground)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        self._paint()
        theme.changed.connect(self._paint)

    @staticmethod
    def _label(text: str, role: TextRole) -> QLabel:
        label = QLabel(text)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_role(label, role)
        return label

    @staticmethod
    def _button(text: str, kind: str) -> QPushButton:
        button = QPushButton(text)
        if kind:
            set_kind(button, kind)
        return button

    def _paint(self) -> None:
        self._picture.setPixmap(self._theme.pixmap("drop", 40, "accent"))
