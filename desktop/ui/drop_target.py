"""Lets files be dropped anywhere on the window, and shows that they may be."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from desktop.ui.add_summary import dropped_paths
from desktop.ui.collection_targets import DOCUMENTS_MIME
from desktop.ui.theme import Space, TextRole, Theme, set_role, set_surface


class DropOverlay(QFrame):
    """Covers the window while files are over it and says where they would go."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        set_surface(self, "drop")
        self._theme = theme
        self._tint()
        theme.changed.connect(self._tint)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        picture = QLabel()
        picture.setPixmap(theme.pixmap("drop", 48, "accent"))
        theme.changed.connect(lambda: picture.setPixmap(theme.pixmap("drop", 48, "accent")))
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        set_role(self.text, TextRole.TITLE)
        layout = QVBoxLayout(self)
        layout.setSpacing(Space.M)
        layout.addStretch(1)
        for label in (picture, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            layout.addWidget(label)
        layout.addStretch(1)
        self.hide()

    def _tint(self) -> None:
        """Let what lies below shine through, so that one sees where one is."""
        ground = self._theme.colour("accent_soft")
        self.setStyleSheet(
            f"DropOverlay {{ background: rgba({ground.red()}, {ground.green()}, {ground.blue()}, 92%); }}"
        )


class DropTarget(QObject):
    """Watches a window for file drops. What is dragged from inside the window is not for it."""

    dropped = Signal(object)  # list[Path]
    entered = Signal()  # set the overlay's text now

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self.overlay = DropOverlay(theme, window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def watch_fields(self) -> None:
        """Let files that are dropped on text fields of the window through to the window."""
        fields = [
            *self._window.findChildren(QLineEdit),
            *(area.viewport() for area in self._window.findChildren(QAbstractScrollArea)),
        ]
        for field in fields:
            if field.acceptDrops():
                field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take file drops on the window; on its fields, hand them up to the window."""
        kind = event.type()
        if kind is QEvent.Type.DragLeave and watched is self._window:
            self.overlay.hide()
            return False
        if not isinstance(event, QDragEnterEvent | QDragMoveEvent | QDropEvent):
            return False
        data = event.mimeData()
        inside = event.source() is not None or data.hasFormat(DOCUMENTS_MIME)
        if inside or not dropped_paths(data):
            return False
        if watched is not self._window:
            event.ignore()
            return True
        if kind is QEvent.Type.Drop:
            self.overlay.hide()
            self.dropped.emit(dropped_paths(event.mimeData()))
        elif kind is QEvent.Type.DragEnter:
            self._show()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        return True

    def _show(self) -> None:
        self.entered.emit()
        margin = int(Space.S)
        self.overlay.setGeometry(self._window.rect().adjusted(margin, margin, -margin, -margin))
        self.overlay.raise_()
        self.overlay.show()
