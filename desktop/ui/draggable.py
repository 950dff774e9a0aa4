"""A button that holds other widgets and can be dragged out of the window as a file."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, QUrl
from PySide6.QtGui import QDrag, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget


class BlockButton(QAbstractButton):
    """A button as large as its layout; a click, Enter or Space presses it, and so does a screen reader."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)  # may become narrow

    def sizeHint(self) -> QSize:
        """Return the size of what it holds."""
        layout = self.layout()
        return layout.sizeHint() if layout is not None else QSize()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press with Enter too."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)


class DraggableButton(BlockButton):
    """Dragging it carries the file at `path`; a drag is no click."""

    def __init__(self, path: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._passage = text
        self._pressed_at: QPoint | None = None

    def mime_data(self) -> QMimeData:
        """Return what a drop elsewhere receives: the file and, for text fields, the passage."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(Path(self._path)))])
        data.setText(self._passage)
        return data

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a drag may begin."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Begin a drag once the pointer has left the place of the press."""
        if self._pressed_at is None:
            return
        way = (event.position().toPoint() - self._pressed_at).manhattanLength()
        if way >= QApplication.startDragDistance():
            self._pressed_at = None
            self.setDown(False)
            drag = QDrag(self)
            drag.setMimeData(self.mime_data())
            drag.exec(Qt.DropAction.CopyAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Click unless the press became a drag."""
        self._pressed_at = None
        super().mouseReleaseEvent(event)
