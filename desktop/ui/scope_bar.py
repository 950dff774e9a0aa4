"""Where a question looks: all documents, chosen collections, or single documents, as chips."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from desktop.domain.records import Collection, DocumentRef
from desktop.ui import plain, wording
from desktop.ui.flow_layout import FlowLayout
from desktop.ui.theme import Theme, set_kind

_LONGEST = 28
_CHIP_HEIGHT = 28
"""Pixels; the round ends of a chip need this much."""


class ScopeBar(QWidget):
    """A chip that opens the list of collections, and one chip for each thing chosen, which takes it away."""

    scope_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._collections: tuple[Collection, ...] = ()
        self._chosen: list[str] = []
        self._documents: list[DocumentRef] = []
        self._flow = FlowLayout(self, gap=6)
        self.chooser = QPushButton(self)
        self.chooser.setIconSize(QSize(12, 12))
        set_kind(self.chooser, "chip")
        self.chooser.setMinimumHeight(_CHIP_HEIGHT)
        self.chooser.clicked.connect(self._open_menu)
        self._flow.addWidget(self.chooser)
        self._chips: list[QPushButton] = []
        self._show()

    @property
    def scopes(self) -> tuple[str, ...]:
        """Names of the chosen collections; empty means all."""
        return tuple(self._chosen)

    @property
    def documents(self) -> tuple[DocumentRef, ...]:
        """The chosen documents; empty means all of the scope."""
        return tuple(self._documents)

    def add_beside(self, chip: QPushButton) -> None:
        """Put another chip beside the chooser, before those that are chosen."""
        self._flow.addWidget(chip)

    def set_collections(self, collections: Sequence[Collection]) -> None:
        """Offer these collections; chosen ones that are gone are dropped."""
        self._collections = tuple(collections)
        names = {collection.name for collection in collections}
        self._chosen = [name for name in self._chosen if name in names]
        self._show()

    def choose(self, names: Sequence[str], documents: Sequence[DocumentRef] = ()) -> None:
        """Ask only in these collections and documents; nothing means everywhere."""
        self._chosen, self._documents = list(names), list(documents)
        self._show()
        self.scope_changed.emit()

    def menu(self) -> QMenu:
        """Return the list of collections to choose from."""
        menu = QMenu(self)
        everywhere = QAction(self.tr("All documents"), menu)
        everywhere.setCheckable(True)
        everywhere.setChecked(not self._chosen and not self._documents)
        everywhere.triggered.connect(lambda: self.choose(()))
        menu.addAction(everywhere)
        if self._collections:
            menu.addSeparator()
        for collection in self._collections:
            text = plain.label(plain.one_line(wording.collection(collection.name), 60))
            action = QAction(f"{text}\t{wording.count(collection.documents)}", menu)
            action.setToolTip(plain.tip(wording.collection(collection.name)))
            action.setCheckable(True)
            action.setChecked(collection.name in self._chosen)
            action.triggered.connect(lambda _checked, name=collection.name: self._toggle(name))
            menu.addAction(action)
        menu.setToolTipsVisible(True)
        return menu

    def _open_menu(self) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        height = menu.sizeHint().height()
        menu.popup(self.chooser.mapToGlobal(QPoint(0, -height - 4)))

    def _toggle(self, name: str) -> None:
        chosen = [n for n in self._chosen if n != name] if name in self._chosen else [*self._chosen, name]
        self.choose(chosen, self._documents)

    def _drop_document(self, document_id: int) -> None:
        self.choose(self._chosen, [d for d in self._documents if d.id != document_id])

    def _show(self) -> None:
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        everywhere = not self._chosen and not self._documents
        self.chooser.setText(self.tr("All documents") if everywhere else self.tr("Only in"))
        self.chooser.setAccessibleName(self.tr("Where to look: {scope}").format(scope=self._in_words()))
        self.chooser.setToolTip(self.tr("Choose the collections to ask"))
        for name in self._chosen:
            self._add_chip(wording.collection(name), lambda _checked=False, n=name: self._toggle(n))
        for document in self._documents:
            self._add_chip(document.title, lambda _checked=False, i=document.id: self._drop_document(i))
        self.updateGeometry()

    def _add_chip(self, text: str, remove: object) -> None:
        chip = QPushButton(plain.label(plain.one_line(text, _LONGEST)) + "  ✕", self)
        set_kind(chip, "chip")
        chip.setMinimumHeight(_CHIP_HEIGHT)
        chip.setAccessibleName(self.tr("Stop limiting to {name}").format(name=text))
        chip.setToolTip(plain.tip(text))
        chip.clicked.connect(remove)
        self._flow.addWidget(chip)
        chip.show()
        self._chips.append(chip)

    def _in_words(self) -> str:
        names = [*map(wording.collection, self._chosen), *(document.title for document in self._documents)]
        return ", ".join(names) or self.tr("all documents")
