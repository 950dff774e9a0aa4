"""A frame that can be clicked, opened by keyboard and dragged out of the window as a file."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QDrag, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget


class DraggableFrame(QFrame):
    """Emits `activated` on click, Enter or Space. Dragging it carries the file at `path`."""

    activated = Signal()

    def __init__(self, path: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._text = text
        self._pressed_at: QPoint | None = None

    def mime_data(self) -> QMimeData:
        """Return what a drop elsewhere receives: the file and, for text fields, the passage."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(Path(self._path)))])
        data.setText(self._text)
        return data

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click or a drag may begin."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Begin a drag once the pointer has left the place of the press."""
        if self._pressed_at is None:
            return
        way = (event.position().toPoint() - self._pressed_at).manhattanLength()
        if way >= QApplication.startDragDistance():
            self._pressed_at = None
            drag = QDrag(self)
            drag.setMimeData(self.mime_data())
            drag.exec(Qt.DropAction.CopyAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Activate when the press did not become a drag."""
        inside = self.rect().contains(event.position().toPoint())
        if self._pressed_at is not None and inside and event.button() == Qt.MouseButton.LeftButton:
            self.activated.emit()
        self._pressed_at = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate with Enter and Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.activated.emit()
        else:
            super().keyPressEvent(event)
