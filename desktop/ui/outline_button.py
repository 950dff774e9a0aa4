"""The headings or bookmarks of the open document, in a list that drops down from a button."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListView, QPushButton, QVBoxLayout, QWidget

from desktop.domain.records import OutlineEntry
from desktop.ui import plain
from desktop.ui.theme import Space, Theme, set_kind, set_surface

_WIDTH, _HEIGHT = 340, 420
_INDENT = "    "
_DEEPEST = 6
_LONGEST = 200


class OutlineButton(QPushButton):
    """Hidden while there is no heading. Click or Enter in its list goes to a heading."""

    entry_chosen = Signal(OutlineEntry)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: Sequence[OutlineEntry] = ()
        self._start: int | None = None
        self._page: int | None = None
        name = self.tr("Outline: the headings of this document (Ctrl+J)")
        self.setIcon(theme.icon("outline"))
        self.setIconSize(QSize(18, 18))
        self.setAccessibleName(name)
        self.setToolTip(name)
        set_kind(self, "icon")
        self.popup = _Popup(self)
        self.popup.list.activated.connect(self._on_chosen)
        self.popup.list.clicked.connect(self._on_chosen)
        self.clicked.connect(self.open_list)
        self.hide()

    def set_entries(self, entries: Sequence[OutlineEntry]) -> None:
        """Offer these headings."""
        self._entries = entries
        self.popup.model.setStringList(
            [
                _INDENT * (min(entry.level, _DEEPEST) - 1) + plain.one_line(entry.title, _LONGEST)
                for entry in entries
            ]
        )
        self.setVisible(bool(entries))

    def set_place(self, *, start: int | None = None, page: int | None = None) -> None:
        """Remember where the reader is, to mark its heading when the list drops down."""
        self._start, self._page = start, page

    def open_list(self) -> None:
        """Drop the list down, the keyboard in it."""
        if self._entries:
            rows = self.popup.list.sizeHintForRow(0) * len(self._entries) + 3 * Space.S
            self.popup.resize(_WIDTH, min(_HEIGHT, rows))
            self.popup.move(self.mapToGlobal(QPoint(self.width() - _WIDTH, self.height() + Space.XS)))
            self.popup.show()
            self.popup.list.setFocus()
            self.popup.list.setCurrentIndex(self.popup.model.index(self._row()))

    def _row(self) -> int:
        """Return the row of the heading under which the reader is."""
        before = [
            row
            for row, entry in enumerate(self._entries)
            if (self._start is not None and entry.start is not None and entry.start <= self._start)
            or (self._page is not None and entry.page is not None and entry.page <= self._page)
        ]
        return before[-1] if before else 0

    def _on_chosen(self, index: QModelIndex) -> None:
        if self.popup.isVisible():  # Enter and a click may both be told
            self.popup.hide()
            self.entry_chosen.emit(self._entries[index.row()])


class _Popup(QFrame):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        set_surface(self, "raised")
        self.model = QStringListModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Headings"))
        self.list.setProperty("rows", "true")
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.S, Space.S, Space.S, Space.S)
        column.addWidget(self.list)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from closing the reader behind the list."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            event.setAccepted(event.key() == Qt.Key.Key_Escape)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
