"""The library column: collections, a filter, and the list of documents."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.records import Collection, DocumentState
from desktop.jobs.runner import JobRunner
from desktop.services.changes import Changes
from desktop.ui import wording
from desktop.ui.collection_targets import CollectionTargets
from desktop.ui.collections_view import ICON_COLUMN, CollectionsView
from desktop.ui.document_actions import DocumentActions
from desktop.ui.document_list import DocumentList
from desktop.ui.document_model import DocumentModel, Query
from desktop.ui.elided_combo import ElidedComboBox, name_choice
from desktop.ui.labels import ElidedLabel
from desktop.ui.library_empty import LibraryEmpty
from desktop.ui.messages import Messages
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role, set_surface
from desktop.ui.watch_line import WatchLine

if TYPE_CHECKING:
    from desktop.services.bundle import Services
    from desktop.services.library import Order

TYPING_PAUSE_MS = 150
REFRESH_PAUSE_MS = 400


class LibraryView(QWidget):
    """Shows what is in the library and lets the person add, find and remove documents."""

    open_requested = Signal(object)  # Document, in the reader
    ask_requested = Signal(object)  # tuple[Document, ...]
    paths_chosen = Signal(object, object)  # list[Path], collection name or None
    sample_requested = Signal()
    library_changed = Signal(object)  # Changes
    reread_queued = Signal()
    watch_requested = Signal(object)  # Path of a folder

    def __init__(
        self,
        services: "Services",
        runner: JobRunner,
        theme: Theme,
        messages: Messages,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = services.library
        self._runner = runner
        self._theme = theme
        self._messages = messages
        self._order: Order = "title"
        self._descending = False
        set_surface(self, "canvas")
        self.model = DocumentModel(services, runner, self)
        self.collections = CollectionsView(services, runner, theme, messages, self)
        self.watch_line = WatchLine(theme, messages, self)
        self.list = DocumentList(self.model, theme, self)
        self.actions_on = DocumentActions(services, runner, theme, messages, self)
        self.empty = LibraryEmpty(theme, self)
        self.targets = CollectionTargets(self)
        self.filter = QLineEdit()
        self.states = ElidedComboBox()
        self.sort = QToolButton()
        self.add_button = QToolButton()
        self.menu_button = QToolButton()
        self.footer = QLabel()
        self._typing = self._pause(TYPING_PAUSE_MS, self._show_query)
        self._refreshing = self._pause(REFRESH_PAUSE_MS, self._refresh_now)
        self._build()
        self._connect()
        self._paint_icons()

    def start(self) -> None:
        """Load what is shown first."""
        self.collections.refresh()
        self._show_query()

    def apply_changes(self, changes: Changes) -> None:
        """Look again after something changed; many changes in a row count as one."""
        if (changes.documents or changes.collections) and not self._refreshing.isActive():
            self._refreshing.start()

    @property
    def collection(self) -> str | None:
        """The name of the chosen collection, None for all documents."""
        current = self.collections.current
        return current.name if current else None

    def focus_filter(self) -> None:
        """Put the cursor into the filter."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def show_unread(self) -> None:
        """List the documents that were not or only partly read, of all collections."""
        self.filter.clear()
        self.collections.selector.setCurrentIndex(0)
        self.states.setCurrentIndex(self.states.count() - 1)
        self._show_query()

    def choose_files(self) -> None:
        """Let the person choose files to add."""
        dialog = QFileDialog(self.window(), self.tr("Add files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        self._open_dialog(dialog)

    def choose_folder(self) -> None:
        """Let the person choose a folder to add."""
        dialog = QFileDialog(self.window(), self.tr("Add a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._open_dialog(dialog)

    def choose_watched(self) -> None:
        """Let the person choose a folder to watch."""
        dialog = QFileDialog(self.window(), self.tr("Watch a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda folder: self.watch_requested.emit(Path(folder)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _open_dialog(self, dialog: QFileDialog) -> None:
        dialog.filesSelected.connect(
            lambda files: self.paths_chosen.emit([Path(file) for file in files], self.collection)
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _pause(self, milliseconds: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(then)
        return timer

    # building

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.M, Space.S, Space.S)
        layout.setSpacing(Space.S)
        layout.addLayout(self._header())
        layout.addWidget(self.collections)
        layout.addWidget(self.watch_line)
        layout.addLayout(self._filter_row())
        layout.addLayout(self._state_row())
        self.nothing = QLabel(self.tr("No document matches."))
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(0, Space.L, 0, 0)
        self.nothing.setWordWrap(True)
        set_role(self.nothing, TextRole.BODY, "muted")
        self.stack = QStackedWidget()
        for page in (self.list, self.empty, self.nothing):
            self.stack.addWidget(page)
        layout.addWidget(self.stack, 1)
        set_role(self.footer, TextRole.CAPTION)
        self.footer.setContentsMargins(Space.XS, 0, 0, 0)
        layout.addWidget(self.footer)

    def _header(self) -> QHBoxLayout:
        title = ElidedLabel(self.tr("Library"))
        set_role(title, TextRole.TITLE)
        self.add_button.setText(self.tr("Add"))
        self.add_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.add_button.setAccessibleName(self.tr("Add documents"))
        self.add_button.setToolTip(self.tr("Add files or a folder"))
        self.add_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_kind(self.add_button, "quiet")
        menu = QMenu(self)
        menu.addAction(self.tr("Files..."), self.choose_files)
        menu.addAction(self.tr("Folder..."), self.choose_folder)
        menu.addAction(self.tr("Watch a folder..."), self.choose_watched)
        self.add_button.setMenu(menu)
        self.menu_button.setAccessibleName(self.tr("Menu"))
        self.menu_button.setToolTip(self.tr("Menu"))
        self.menu_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_kind(self.menu_button, "icon")
        self.menu_button.setFixedWidth(ICON_COLUMN)
        row = QHBoxLayout()
        row.setSpacing(Space.XS)
        row.addWidget(title, 1)
        row.addWidget(self.add_button)
        row.addWidget(self.menu_button)
        return row

    def set_main_menu(self, menu: QMenu) -> None:
        """Show the menu of the whole window behind the button at the top."""
        self.menu_button.setMenu(menu)

    def _filter_row(self) -> QHBoxLayout:
        """Return the filter, ending where the boxes above and below it end."""
        self.filter.setPlaceholderText(self.tr("Filter by title or path"))
        self.filter.setAccessibleName(self.tr("Filter documents"))
        self.filter.setClearButtonEnabled(True)
        row = QHBoxLayout()
        row.setSpacing(Space.XS)
        row.addWidget(self.filter, 1)
        row.addSpacing(ICON_COLUMN + Space.XS)
        return row

    def _state_row(self) -> QHBoxLayout:
        groups: tuple[tuple[str, tuple[DocumentState, ...]], ...] = (
            (self.tr("All, read or not"), ()),
            (self.tr("Ready"), (DocumentState.READY, DocumentState.PARTLY_READ)),
            (self.tr("Text ready"), (DocumentState.TEXT_READY,)),
            (self.tr("Waiting or being read"), (DocumentState.WAITING, DocumentState.READING)),
            (
                self.tr("Not or partly read"),
                (DocumentState.REFUSED, DocumentState.LOCKED, DocumentState.PARTLY_READ),
            ),
        )
        for text, states in groups:
            self.states.addItem(text, states)
        name_choice(self.states, self.tr("Show documents by state"))
        self.sort.setAccessibleName(self.tr("Sort documents"))
        self.sort.setToolTip(self.tr("Sort"))
        self.sort.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.sort.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.sort.setMenu(self._sort_menu())
        set_kind(self.sort, "icon")
        self.sort.setFixedWidth(ICON_COLUMN)
        row = QHBoxLayout()
        row.setSpacing(Space.XS)
        row.addWidget(self.states, 1)
        row.addWidget(self.sort)
        return row

    def _sort_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        orders: tuple[tuple[str, Order], ...] = (
            (self.tr("By title"), "title"),
            (self.tr("By date"), "date"),
            (self.tr("By time added"), "indexed"),
            (self.tr("By state"), "state"),
            (self.tr("By size"), "size"),
            (self.tr("By path"), "path"),
        )
        for text, order in orders:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(order == self._order)
            action.triggered.connect(lambda _checked=False, order=order: self.sort_by(order))
            group.addAction(action)
        menu.addSeparator()
        self.descending_action = menu.addAction(self.tr("Descending"))
        self.descending_action.setCheckable(True)
        self.descending_action.toggled.connect(self._on_descending)
        return menu

    def _connect(self) -> None:
        self.collections.collection_chosen.connect(self._show_query)
        self.collections.collection_chosen.connect(self._choose_watch_line)
        self.collections.collections_listed.connect(self._choose_watch_line)
        self.collections.collections_listed.connect(self._on_collections_listed)
        self.collections.library_changed.connect(self.library_changed)
        self.filter.textChanged.connect(self._on_typed)
        self.filter.returnPressed.connect(self._focus_list)
        self.states.currentIndexChanged.connect(self._show_query)
        self.model.counted.connect(self._on_counted)
        self.model.failed.connect(self._messages.show_error)
        self.list.opened.connect(self.open_requested)
        self.list.menu_requested.connect(self.actions_on.open_menu)
        self.list.remove_requested.connect(self.actions_on.remove)
        self.list.drag_started.connect(lambda: self.targets.show_below(self.collections, but=self.collection))
        self.list.drag_ended.connect(self.targets.hide)
        self.targets.dropped.connect(self.actions_on.move)
        self.actions_on.open_requested.connect(self.open_requested)
        self.actions_on.ask_requested.connect(self.ask_requested)
        self.actions_on.library_changed.connect(self.library_changed)
        self.actions_on.reread_queued.connect(self.reread_queued)
        self.empty.files_requested.connect(self.choose_files)
        self.empty.folder_requested.connect(self.choose_folder)
        self.empty.sample_requested.connect(self.sample_requested)
        self._theme.changed.connect(self._paint_icons)

    def _paint_icons(self) -> None:
        self.add_button.setIcon(self._theme.icon("add", "accent"))
        self.sort.setIcon(self._theme.icon("sort"))
        self.menu_button.setIcon(self._theme.icon("menu"))

    # the list

    def _on_typed(self) -> None:
        self._typing.start()

    def sort_by(self, order: "Order") -> None:
        """Order the list."""
        self._order = order
        with QSignalBlocker(self.descending_action):
            self.descending_action.setChecked(order in {"date", "indexed", "size"})
        self._descending = self.descending_action.isChecked()
        self._show_query()

    def _on_descending(self, descending: bool) -> None:
        self._descending = descending
        self._show_query()

    def _show_query(self) -> None:
        self._typing.stop()
        states: tuple[DocumentState, ...] = self.states.currentData() or ()
        self.model.set_query(
            Query(self.collection, states, self.filter.text().strip(), self._order, self._descending)
        )

    def _on_collections_listed(self, collections: tuple[Collection, ...]) -> None:
        self.actions_on.collections = collections
        self.targets.set_collections(collections)

    def _choose_watch_line(self) -> None:
        current = self.collections.current
        self.watch_line.choose(current.id if current else None)

    def _refresh_now(self) -> None:
        self.model.refresh()
        self.collections.refresh()

    def _on_counted(self, number: int) -> None:
        if number:
            self.stack.setCurrentWidget(self.list)
        else:
            self.stack.setCurrentWidget(self.nothing if self.model.query.filters else self.empty)
        narrowed = self.model.query.filters or self.model.query.collection is not None
        self.footer.setText(wording.documents(number))
        self.footer.setVisible(bool(number) and narrowed)

    def _focus_list(self) -> None:
        self._show_query()
        self.list.setFocus(Qt.FocusReason.TabFocusReason)
