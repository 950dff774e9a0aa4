"""The drop-down with the kept conversations: start, find, open, rename and remove them."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop.services.views import Conversation
from desktop.ui import plain
from desktop.ui.labels import ElidedLabel, PlainLabel
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_surface

_ID = Qt.ItemDataRole.UserRole
_TITLE = Qt.ItemDataRole.UserRole + 1
_SEARCH_DELAY_MS = 150
_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class _Renaming(QStyledItemDelegate):
    """Gives the field of a new title the whole height of its row: else letters are cut."""

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        del index
        editor.setGeometry(option.rect)


class ConversationList(QFrame):
    """A pop-up list. Enter opens, F2 renames, Delete removes, Ctrl+Z brings back; typing searches."""

    open_requested = Signal(int)
    new_requested = Signal()
    rename_requested = Signal(int, str)
    remove_requested = Signal(int, str)  # with its title
    restore_requested = Signal(int)
    search_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._theme = theme
        self._removed: int | None = None
        set_surface(self, "raised")
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(2)
        self.list.setItemDelegate(_Renaming(self.list))
        self.list.installEventFilter(self)
        self.list.itemActivated.connect(self._on_activated)
        self.list.itemClicked.connect(self._on_activated)
        self.list.itemChanged.connect(self._on_renamed)
        self.list.currentItemChanged.connect(self._show_buttons)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search conversations"))
        self.search.setAccessibleName(self.tr("Search conversations"))
        self.search.setClearButtonEnabled(True)
        self.search.installEventFilter(self)
        self._search_timer = QTimer(self)
        self._search_timer.setSingleShot(True)
        self._search_timer.setInterval(_SEARCH_DELAY_MS)
        self._search_timer.timeout.connect(lambda: self.search_requested.emit(self.search.text()))
        self.search.textChanged.connect(lambda _text: self._search_timer.start())
        self.empty = PlainLabel("", TextRole.BODY, "muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.new = self._button(self.tr("New conversation"), "add")
        self.rename = self._button(self.tr("Rename"), "edit")
        self.remove = self._button(self.tr("Remove"), "trash")
        self.gone = ElidedLabel()
        self.undo = self._button(self.tr("Undo"), "refresh")
        self.undo.clicked.connect(self._undo)
        self.new.setStyleSheet("text-align: left")
        self.new.clicked.connect(self._on_new)
        self.rename.clicked.connect(self._edit_current)
        self.remove.clicked.connect(self._remove_current)
        self._lay_out()

    def set_conversations(self, conversations: Sequence[Conversation], current: int | None) -> None:
        """Show these conversations, newest first, and mark the one that is open."""
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for conversation in conversations:
            item = QListWidgetItem(self._title(conversation))
            item.setData(_ID, conversation.id)
            item.setData(_TITLE, item.text())
            item.setToolTip(plain.tip(f"{item.text()}\n{conversation.updated[:16].replace('T', ' ')}"))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setSizeHint(QSize(0, self.list.fontMetrics().height() + 14))
            self.list.addItem(item)
            if conversation.id == current:
                self.list.setCurrentItem(item)
        self.list.blockSignals(blocked)
        words = self.search.text().strip()
        none = self.tr("No conversation has these words.")
        self.empty.setText(none if words else self.tr("Conversations you have are kept here."))
        self.empty.setVisible(not conversations)
        self.search.setVisible(bool(words or conversations))
        self.list.setVisible(bool(conversations))
        self._show_buttons()

    def open_below(self, button: QWidget) -> None:
        """Pop up below `button`, with the keyboard in the list and nothing to undo."""
        self._forget_removed()
        self.resize(360, 420)
        self.move(button.mapToGlobal(QPoint(0, button.height() + 4)))
        self.show()
        (self.list if self.list.count() else self.new).setFocus()

    def clear_search(self) -> None:
        """Empty the search field without a search."""
        blocked = self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(blocked)
        self._search_timer.stop()

    def show_restored(self, conversation_id: int) -> None:
        """Offer no undo any more for a conversation that is back."""
        if self._removed == conversation_id:
            self._forget_removed()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that go from the list to the search field and back, remove and undo."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.matches(QKeySequence.StandardKey.Undo) and self._removed is not None:
                self._undo()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.hide()
                return True
            take = self._take_list_key if watched is self.list else self._take_search_key
            if take(event):
                return True
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from stopping the question that is being answered behind the list."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            event.setAccepted(event.key() == Qt.Key.Key_Escape)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape, also from the buttons."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _take_list_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Delete:
            self._remove_current()
            return True
        if event.text().strip() and event.text().isprintable() and not event.modifiers() & _COMMANDS:
            self.search.setFocus()
            self.search.insert(event.text())
            return True
        return False

    def _take_search_key(self, event: QKeyEvent) -> bool:
        item = self.list.item(0)
        if event.key() == Qt.Key.Key_Down and item is not None:
            self.list.setFocus()
            self.list.setCurrentItem(item)
            return True
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and item is not None:
            self._on_activated(item)
            return True
        return False

    def _title(self, conversation: Conversation) -> str:
        return plain.one_line(conversation.title, 120) or self.tr("Untitled conversation")

    def _button(self, text: str, icon: str) -> QPushButton:
        button = QPushButton(text)
        button.setIcon(self._theme.icon(icon))
        button.setIconSize(QSize(14, 14))
        set_kind(button, "quiet")
        return button

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(Space.S)
        column.addWidget(self.new)
        column.addWidget(self.search)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        line = QHBoxLayout()
        line.addWidget(self.rename)
        line.addWidget(self.remove)
        line.addStretch(1)
        column.addLayout(line)
        undo = QHBoxLayout()
        undo.addWidget(self.gone, 1)
        undo.addWidget(self.undo)
        column.addLayout(undo)
        self._forget_removed()

    def _current_id(self) -> int | None:
        item = self.list.currentItem()
        return None if item is None else int(item.data(_ID))

    def _on_activated(self, item: QListWidgetItem) -> None:
        self.hide()
        self.open_requested.emit(int(item.data(_ID)))

    def _on_new(self) -> None:
        self.hide()
        self.new_requested.emit()

    def _edit_current(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.list.setFocus()
            self.list.editItem(item)

    def _on_renamed(self, item: QListWidgetItem) -> None:
        title = plain.one_line(item.text(), 120)
        old = item.data(_TITLE)
        if not title:
            item.setText(old)
        elif title != old:
            item.setData(_TITLE, title)
            self.rename_requested.emit(int(item.data(_ID)), title)

    def _remove_current(self) -> None:
        if self.list.currentRow() < 0:
            return
        item = self.list.takeItem(self.list.currentRow())
        number, title = int(item.data(_ID)), str(item.data(_TITLE))
        self._removed = number
        self.gone.setText(self.tr("Removed “{title}”").format(title=title))
        self.gone.show()
        self.undo.show()
        self.remove_requested.emit(number, title)
        self._show_buttons()

    def _undo(self) -> None:
        if self._removed is not None:
            self.restore_requested.emit(self._removed)

    def _forget_removed(self) -> None:
        self._removed = None
        self.gone.hide()
        self.undo.hide()

    def _show_buttons(self) -> None:
        chosen = self.list.currentItem() is not None
        self.rename.setEnabled(chosen)
        self.remove.setEnabled(chosen)
