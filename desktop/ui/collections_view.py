"""Chooses, makes, renames and removes collections."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from desktop.domain.records import Collection
from desktop.jobs.runner import JobRunner, Lane
from desktop.jobs.runner import plain as plain_work
from desktop.services.changes import Changes
from desktop.ui import plain, wording
from desktop.ui.elided_combo import ElidedComboBox, name_choice
from desktop.ui.messages import Messages
from desktop.ui.theme import Space, Theme, set_kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.services.bundle import Services

ICON_COLUMN = 32
"""Pixels: the width of the buttons at the right edge of the library column, one below another."""


class CollectionsView(QWidget):
    """A selector with a menu beside it. None stands for all documents."""

    collection_chosen = Signal(object)  # str | None
    collections_listed = Signal(object)  # tuple[Collection, ...]
    library_changed = Signal(object)  # Changes

    def __init__(
        self, services: "Services", runner: JobRunner, theme: Theme, messages: Messages, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._library = services.library
        self._runner = runner
        self._theme = theme
        self._messages = messages
        self._collections: tuple[Collection, ...] = ()
        self._wanted: str | None = None  # to be chosen once it is listed
        self.selector = ElidedComboBox()
        name_choice(self.selector, self.tr("Collection"))
        self.selector.setMaxVisibleItems(14)
        self.selector.currentIndexChanged.connect(self._on_chosen)
        self.menu_button = QToolButton()
        self.menu_button.setAccessibleName(self.tr("Manage collections"))
        self.menu_button.setToolTip(self.tr("Manage collections"))
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_kind(self.menu_button, "icon")
        self.menu_button.setFixedWidth(ICON_COLUMN)
        self.menu_button.setMenu(self._make_menu())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addWidget(self.selector, 1)
        layout.addWidget(self.menu_button)
        self._show(())
        self._paint_icons()
        theme.changed.connect(self._paint_icons)

    @property
    def current(self) -> Collection | None:
        """The chosen collection, None for all documents."""
        collection = self.selector.currentData()
        return collection if isinstance(collection, Collection) else None

    def refresh(self) -> None:
        """List the collections again."""
        self._runner.submit(
            Lane.FREE,
            plain_work(self._library.collections),
            done=self._show,
            failed=self._messages.show_error,
            replace=True,
            key="collections",
        )

    def _show(self, collections: list[Collection] | tuple[Collection, ...]) -> None:
        before = self.current
        wanted = self._wanted or (before.name if before else None)
        by_id = before.id if before and self._wanted is None else None
        self._collections = tuple(collections)
        total = sum(c.documents for c in collections)
        with QSignalBlocker(self.selector):
            self.selector.clear()
            self.selector.addItem(self._label(self.tr("All documents"), total), None)
            for row, collection in enumerate(collections, 1):
                self.selector.addItem(self._label(collection.name, collection.documents), collection)
                self.selector.setItemData(
                    row, plain.tip(wording.collection(collection.name)), Qt.ItemDataRole.ToolTipRole
                )
                if collection.id == by_id or (by_id is None and collection.name == wanted):
                    self.selector.setCurrentIndex(row)
                    self._wanted = None
        self._update_tip()
        self.collections_listed.emit(self._collections)
        after = self.current
        if (before.name if before else None) != (after.name if after else None):
            self.collection_chosen.emit(after.name if after else None)

    @staticmethod
    def _label(name: str, number: int) -> str:
        shown = wording.collection(name)
        return f"{shown}  ·  {wording.count(number)}" if number else shown

    def _on_chosen(self) -> None:
        self._update_tip()
        current = self.current
        self.collection_chosen.emit(current.name if current else None)

    def _update_tip(self) -> None:
        current = self.current
        name = wording.collection(current.name) if current else self.tr("The whole library")
        self.selector.setToolTip(plain.tip(name))
        self.rename_action.setEnabled(current is not None)
        self.remove_action.setEnabled(current is not None)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        self.create_action = menu.addAction(self.tr("New collection..."))
        self.create_action.triggered.connect(self.create_collection)
        self.rename_action = menu.addAction(self.tr("Rename..."))
        self.rename_action.triggered.connect(self.rename_collection)
        menu.addSeparator()
        self.remove_action = menu.addAction(self.tr("Remove collection..."))
        self.remove_action.triggered.connect(self.remove_collection)
        return menu

    def create_collection(self) -> None:
        """Ask for a name and make a collection."""

        def then(name: str) -> None:
            self._wanted = name
            self._change(lambda: self._library.create_collection(name=name))

        self._messages.ask_name(self.tr("New collection"), self.tr("Name"), "", then)

    def rename_collection(self) -> None:
        """Ask for another name of the chosen collection."""
        if (current := self.current) is None:
            return
        self._messages.ask_name(
            self.tr("Rename collection"),
            self.tr("Name"),
            current.name,
            lambda name: self._change(
                lambda: self._library.rename_collection(collection_id=current.id, name=name)
            ),
        )

    def remove_collection(self) -> None:
        """Remove the chosen collection after a question."""
        if (current := self.current) is None:
            return
        self._messages.confirm(
            self.tr("Remove the collection?"),
            self.tr('"{0}" and its {1} leave the library. The files on disk stay.').format(
                current.name, wording.documents(current.documents)
            ),
            self.tr("Remove"),
            lambda: self._change(lambda: self._library.remove_collection(collection_id=current.id)),
        )

    def _change(self, work: "Callable[[], Changes]") -> None:
        self._runner.submit(
            Lane.LIBRARY, plain_work(work), done=self._on_changed, failed=self._messages.show_error
        )

    def _on_changed(self, changes: Changes) -> None:
        self.refresh()
        self.library_changed.emit(changes)

    def _paint_icons(self) -> None:
        self.menu_button.setIcon(self._theme.icon("more"))
