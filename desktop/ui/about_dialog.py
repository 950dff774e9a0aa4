"""What Carrel is: its version, and everything it is made of with the licence of each part."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QHBoxLayout, QListWidget, QPlainTextEdit, QWidget

from desktop import __version__
from desktop.services.shipped import ShippedPart
from desktop.ui.dialogs import PlainDialog
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole

_SIZE = (760, 520)
_LIST_WIDTH = 230


class AboutDialog(PlainDialog):
    """`read` returns the text of a part's licence; the texts are files of the program."""

    def __init__(
        self,
        own: ShippedPart,
        parts: Sequence[ShippedPart],
        read: Callable[[ShippedPart], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("About Carrel"), parent)
        self._parts = [own, *parts]
        self._read = read
        self.add_text(
            self.tr("Carrel {version}, licence {licence}").format(version=__version__, licence=own.licence)
        )
        words = self.tr(
            "Your own documents answer questions on this computer. Carrel is made of these parts:"
        )
        self.column.addWidget(PlainLabel(words, TextRole.CAPTION))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Parts of Carrel"))
        self.list.setFixedWidth(_LIST_WIDTH)
        self.list.setSpacing(3)
        self.list.addItems([" ".join(filter(None, (part.name, part.version))) for part in self._parts])
        self.facts = PlainLabel()
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Text of the licence"))
        line = QHBoxLayout()
        line.setSpacing(Space.M)
        line.addWidget(self.list)
        line.addWidget(self.text, 1)
        self.column.addLayout(line, 1)
        self.column.addWidget(self.facts)
        close = self.add_button(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole, "primary")
        close.setDefault(True)
        self.list.currentRowChanged.connect(self._show)
        self.list.setCurrentRow(0)
        self.resize(*_SIZE)

    def _show(self, row: int) -> None:
        part = self._parts[row]
        facts = [self.tr("Licence: {0}").format(part.licence)]
        if part.source:
            facts.append(self.tr("Source: {0}").format(part.source))
        self.facts.setText("\n".join(facts))
        without = self.tr("The text of this licence is not part of the package; its name stands below.")
        self.text.setPlainText(self._read(part) or without)
