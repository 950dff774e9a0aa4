"""How thoroughly a question is searched: a chip that opens the optional steps."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from desktop.domain.answers import MOST_HOPS, SearchModes
from desktop.ui import wording
from desktop.ui.theme import set_kind

_CHIP_HEIGHT = 28  # as the chips of the scope beside it


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person chose for the next questions; None leaves it to the library."""

    rerank: bool | None = None
    hyde: bool | None = None
    multihop: int | None = None


class SearchOptions(QPushButton):
    """Says which steps are on; its menu switches them for the questions that follow."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = Choice()
        self._defaults = SearchModes()
        set_kind(self, "chip")
        self.setMinimumHeight(_CHIP_HEIGHT)
        self.setToolTip(self.tr("Search more thoroughly, at the price of time"))
        self.clicked.connect(self._open_menu)
        self._show()

    @property
    def modes(self) -> SearchModes:
        """What the next question will use."""
        choice, defaults = self.choice, self._defaults
        return SearchModes(
            rerank=defaults.rerank if choice.rerank is None else choice.rerank,
            hyde=defaults.hyde if choice.hyde is None else choice.hyde,
            multihop=defaults.multihop if choice.multihop is None else choice.multihop,
        )

    def set_defaults(self, defaults: SearchModes) -> None:
        """Take the library's defaults; what the person chose stays."""
        self._defaults = defaults
        self._show()

    def choose(self, choice: Choice) -> None:
        """Search the next questions so."""
        self.choice = choice
        self._show()
        self.chosen.emit()

    def menu_of_steps(self) -> QMenu:
        """Return the steps to choose from."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        modes = self.modes
        rerank = self._step(menu, self.tr("Compare the best passages again"), on=modes.rerank)
        rerank.setToolTip(
            self.tr("A model reads each of them beside your question: a reranker if you have one.")
        )
        rerank.triggered.connect(lambda on: self.choose(replace(self.choice, rerank=on)))
        hyde = self._step(menu, self.tr("Search with a supposed answer too"), on=modes.hyde)
        hyde.setToolTip(
            self.tr("The chat model writes what an answer may look like; it is only searched with.")
        )
        hyde.triggered.connect(lambda on: self.choose(replace(self.choice, hyde=on)))
        follow = menu.addMenu(self.tr("Follow references"))
        for hops in range(MOST_HOPS + 1):
            action = self._step(follow, self._hops_in_words(hops), on=modes.multihop == hops)
            action.triggered.connect(lambda _on, hops=hops: self.choose(replace(self.choice, multihop=hops)))
        menu.addSeparator()
        usual = menu.addAction(self.tr("As set for the library"))
        usual.setEnabled(self.choice != Choice())
        usual.triggered.connect(lambda: self.choose(Choice()))
        return menu

    @staticmethod
    def _step(menu: QMenu, text: str, *, on: bool) -> QAction:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(on)
        return action

    def _open_menu(self) -> None:
        menu = self.menu_of_steps()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4)))

    def _hops_in_words(self, hops: int) -> str:
        if not hops:
            return self.tr("No")
        return wording.steps(hops)

    def _show(self) -> None:
        modes = self.modes
        on = [self.tr("compare again")] if modes.rerank else []
        on += [self.tr("supposed answer")] if modes.hyde else []
        on += [self.tr("references: {n}").format(n=modes.multihop)] if modes.multihop else []
        steps = " + ".join(on)
        self.setText(steps[:1].upper() + steps[1:] or self.tr("Search options"))
        self.setAccessibleName(
            self.tr("Search options: {steps}").format(steps=", ".join(on) or self.tr("none on"))
        )
        self.updateGeometry()
