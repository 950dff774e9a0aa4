"""The list of documents: keyboard, mouse, drag, and a selection that follows documents, not rows."""

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QDrag, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionViewItem, QTableView, QWidget

from desktop.domain.records import Document
from desktop.ui.collection_targets import document_mime
from desktop.ui.document_delegate import DocumentDelegate
from desktop.ui.document_model import DocumentModel
from desktop.ui.theme import Theme


class DocumentList(QTableView):
    """Enter or a double click opens, Delete removes, the menu key opens the menu.

    A table of one column rather than a list: a QListView asks the model about every row whenever one changes,
    which takes a fifth of a second for 100,000 rows; a QTableView only looks at what it shows.
    """

    opened = Signal(object)  # Document
    menu_requested = Signal(object, object)  # tuple[Document, ...], QPoint on the screen
    remove_requested = Signal(object)  # tuple[Document, ...]
    drag_started = Signal()
    drag_ended = Signal()

    def __init__(self, model: DocumentModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._documents = model
        self._kept: dict[int, None] = {}  # ids of the selected documents
        self._restoring = False
        self.setObjectName("documents")
        self.setModel(model)
        self.setItemDelegate(DocumentDelegate(theme, self))
        self._set_up_headers()
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragEnabled(True)
        self.setAccessibleName(self.tr("Documents"))
        self.setMinimumHeight(80)
        self.doubleClicked.connect(lambda index: self._open(model.document(index)))
        self.selectionModel().selectionChanged.connect(self._remember)
        model.modelReset.connect(self._on_reset)
        model.page_loaded.connect(self._restore)
        theme.changed.connect(self._on_theme_changed)

    @property
    def selected(self) -> tuple[Document, ...]:
        """The selected documents that are loaded, from top to bottom."""
        ranges = self.selectionModel().selection()
        rows = [(ranges.at(i).top(), ranges.at(i).bottom()) for i in range(ranges.count())]
        return tuple(
            document for first, last in sorted(rows) for document in self._documents.loaded(first, last)
        )

    def selectAll(self) -> None:
        """Select every document that is loaded; the others are not known yet, so nothing is done to them."""
        selection = QItemSelection()
        for first, last in self._documents.loaded_ranges():
            selection.select(self._documents.index(first), self._documents.index(last))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Give the focus a row to stand on, so that it can be seen."""
        self._stand()
        super().focusInEvent(event)

    def _stand(self) -> None:
        if not self.currentIndex().isValid() and self._documents.rowCount():
            flag = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(self._documents.index(0), flag.NoUpdate)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 - Qt
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open(self._documents.document(self.currentIndex()))
        elif event.key() == Qt.Key.Key_Delete and self.selected:
            self.remove_requested.emit(self.selected)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: D102 - Qt
        if not self.selected:
            return
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        at = self.visualRect(self.currentIndex()).center() if by_key else event.pos()
        self.menu_requested.emit(self.selected, self.viewport().mapToGlobal(QPoint(at)))

    def startDrag(self, supported: Qt.DropAction) -> None:
        """Drag the selected documents to a collection, or their files to another program."""
        del supported
        drag = QDrag(self)
        drag.setMimeData(document_mime(self.selected))
        self.drag_started.emit()
        drag.exec(Qt.DropAction.CopyAction)
        self.drag_ended.emit()

    def _set_up_headers(self) -> None:
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.hide()
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        across.setMinimumSectionSize(40)
        down.hide()
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()

    def _fit_rows(self) -> None:
        height = self.itemDelegate().sizeHint(QStyleOptionViewItem(), QModelIndex()).height()
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)

    def _open(self, document: Document | None) -> None:
        if document is not None:
            self.opened.emit(document)

    def _on_reset(self) -> None:
        self._kept.clear()
        if self.hasFocus():
            self._stand()

    def _remember(self) -> None:
        if not self._restoring:
            self._kept = {document.id: None for document in self.selected}

    def _restore(self, first: int, last: int) -> None:
        """Select the same documents again where they are now, so that no other one is removed by mistake."""
        selection = self.selectionModel()
        if not self._kept and not selection.hasSelection():
            return
        self._restoring = True
        for row in range(first, last + 1):
            index = self._documents.index(row)
            document = self._documents.document(index)
            wanted = document is not None and document.id in self._kept
            if wanted != selection.isSelected(index):
                flag = QItemSelectionModel.SelectionFlag
                selection.select(index, flag.Select if wanted else flag.Deselect)
        self._restoring = False

    def _on_theme_changed(self) -> None:
        self._fit_rows()
        self.viewport().update()
