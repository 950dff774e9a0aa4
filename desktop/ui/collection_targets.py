"""The collections as places to drop documents on, shown over the library column during a drag."""

import json
from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.domain.records import Collection, Document
from desktop.ui import plain
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, set_surface

DOCUMENTS_MIME = "application/x-carrel-documents"
"""A JSON list of the ids of documents that are dragged inside the window."""
_ROWS_SHOWN = 9


def document_mime(documents: Sequence[Document]) -> QMimeData:
    """Return what a drag of documents carries: their files for other programs, their ids for this window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(document.path) for document in documents])
    data.setData(DOCUMENTS_MIME, json.dumps([document.id for document in documents]).encode())
    return data


def document_ids(data: QMimeData) -> tuple[int, ...]:
    """Return the ids of the documents that a drag carries."""
    return tuple(json.loads(bytes(data.data(DOCUMENTS_MIME).data()) or b"[]"))


class _Places(QListWidget):
    """The collections; the one under the pointer is marked."""

    dropped = Signal(object, str)  # tuple[int, ...], name of the collection

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the menu of a document moves it by keyboard
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._follow(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # scrolls near an edge
        self._follow(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self.setCurrentRow(-1)

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for the documents to be moved into the collection under the pointer."""
        item = self.itemAt(event.position().toPoint())
        if item is None or not event.mimeData().hasFormat(DOCUMENTS_MIME):
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)  # nobody is to take the file away
        event.accept()
        self.dropped.emit(document_ids(event.mimeData()), item.data(Qt.ItemDataRole.UserRole))

    def _follow(self, event: QDragMoveEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        self.setCurrentRow(self.row(item) if item is not None else -1)
        if item is not None and event.mimeData().hasFormat(DOCUMENTS_MIME):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()


class CollectionTargets(QFrame):
    """Lies over its parent while documents are dragged."""

    dropped = Signal(object, str)  # tuple[int, ...], name of the collection

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._column = parent
        self._collections: tuple[Collection, ...] = ()
        set_surface(self, "raised")
        self.places = _Places()
        self.places.setAccessibleName(self.tr("Collections to move to"))
        self.places.dropped.connect(self.dropped)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.S, Space.S, Space.S, Space.S)
        column.setSpacing(Space.XS)
        column.addWidget(PlainLabel(self.tr("Drop on a collection to move"), TextRole.CAPTION))
        column.addWidget(self.places)
        self.hide()

    def set_collections(self, collections: Sequence[Collection]) -> None:
        """Offer those whose content no folder decides."""
        self._collections = tuple(group for group in collections if not group.folder)

    def show_below(self, widget: QWidget, *, but: str | None) -> None:
        """Come up below a widget of the parent, without the collection that is shown already."""
        offered = [group for group in self._collections if group.name != but]
        if not offered:
            return
        self.places.clear()
        height = self.places.fontMetrics().height() + 12
        for group in offered:
            item = QListWidgetItem(plain.one_line(group.name, 200))
            item.setData(Qt.ItemDataRole.UserRole, group.name)
            item.setSizeHint(QSize(0, height))
            self.places.addItem(item)
        self.places.setFixedHeight(min(len(offered), _ROWS_SHOWN) * height + 4)
        at = widget.mapTo(self._column, QPoint(0, widget.height() + Space.XS))
        self.setGeometry(at.x(), at.y(), widget.width(), self.sizeHint().height())
        self.raise_()
        self.show()
