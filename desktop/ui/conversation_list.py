"""The drop-down with the kept conversations: start, open, rename and remove them."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.services.views import Conversation
from desktop.ui import plain
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_surface

_ID = Qt.ItemDataRole.UserRole
_TITLE = Qt.ItemDataRole.UserRole + 1


class ConversationList(QFrame):
    """A pop-up list. Enter opens, F2 renames in place, Delete removes after a second press."""

    open_requested = Signal(int)
    new_requested = Signal()
    rename_requested = Signal(int, str)
    remove_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._theme = theme
        self._sure: int | None = None
        set_surface(self, "raised")
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(2)
        self.list.installEventFilter(self)
        self.list.itemActivated.connect(self._on_activated)
        self.list.itemClicked.connect(self._on_activated)
        self.list.itemChanged.connect(self._on_renamed)
        self.list.currentItemChanged.connect(self._show_buttons)
        self.empty = PlainLabel(self.tr("Conversations you have are kept here."), TextRole.BODY, "muted")
        self.new = self._button(self.tr("New conversation"), "add")
        self.rename = self._button(self.tr("Rename"), "edit")
        self.remove = self._button(self.tr("Remove"), "trash")
        self.new.clicked.connect(self._on_new)
        self.rename.clicked.connect(self._edit_current)
        self.remove.clicked.connect(self._remove_current)
        self._lay_out()

    def set_conversations(self, conversations: Sequence[Conversation], current: int | None) -> None:
        """Show these conversations, newest first, and mark the one that is open."""
        self._sure = None
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
        self.empty.setVisible(not conversations)
        self.list.setVisible(bool(conversations))
        self._show_buttons()

    def open_below(self, button: QWidget) -> None:
        """Pop up below `button`, with the keyboard in the list."""
        self.resize(360, 420)
        self.move(button.mapToGlobal(QPoint(0, button.height() + 4)))
        self.show()
        (self.list if self.list.count() else self.new).setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt
        """Take Delete in the list."""
        if watched is self.list and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Delete:
                self._remove_current()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.hide()
                return True
        return super().eventFilter(watched, event)

    def _title(self, conversation: Conversation) -> str:
        return plain.one_line(conversation.title, 120) or self.tr("Untitled conversation")

    def _button(self, text: str, icon: str) -> QPushButton:
        button = QPushButton(text)
        button.setIcon(self._theme.icon(icon))
        button.setIconSize(QSize(14, 14))
        button.setAutoDefault(False)
        set_kind(button, "quiet")
        return button

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(Space.S)
        column.addWidget(self.new)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        line = QHBoxLayout()
        line.addWidget(self.rename)
        line.addWidget(self.remove)
        line.addStretch(1)
        column.addLayout(line)

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
        number = self._current_id()
        if number is None:
            return
        if self._sure != number:
            self._sure = number
            self.remove.setText(self.tr("Really remove?"))
            set_kind(self.remove, "danger")
            return
        self._sure = None
        self.list.takeItem(self.list.currentRow())
        self.remove_requested.emit(number)
        self._show_buttons()

    def _show_buttons(self) -> None:
        self._sure = None
        chosen = self.list.currentItem() is not None
        self.remove.setText(self.tr("Remove"))
        set_kind(self.remove, "quiet")
        self.rename.setEnabled(chosen)
        self.remove.setEnabled(chosen)
