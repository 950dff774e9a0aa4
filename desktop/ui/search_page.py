"""The search page of the settings: which optional steps questions take when they choose nothing."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.domain.answers import MOST_HOPS, SearchModes
from desktop.domain.errors import UserError
from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.ui import wording
from desktop.ui.elided_combo import name_choice
from desktop.ui.messages import Messages
from desktop.ui.theme import Space, TextRole, set_role

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class SearchPage(QWidget):
    """Shows the library's defaults once they are read, and keeps each change at once."""

    changed = Signal()

    def __init__(self, services: "Services", runner: JobRunner, messages: Messages) -> None:
        super().__init__()
        self._modes = services.modes
        self._runner = runner
        self._messages = messages
        self.rerank = QCheckBox(self.tr("Compare the best passages again"))
        self.hyde = QCheckBox(self.tr("Search with a supposed answer too"))
        self.hops = QComboBox()
        self._shown = SearchModes()
        self._lay_out()
        self.setEnabled(False)
        self.rerank.toggled.connect(lambda on: self._keep(rerank=on))
        self.hyde.toggled.connect(lambda on: self._keep(hyde=on))
        self.hops.activated.connect(lambda hops: self._keep(multihop=hops))

    def refresh(self) -> None:
        """Read the defaults again."""
        self._runner.submit(
            Lane.FREE,
            plain(self._modes.defaults),
            done=self._show,
            failed=self._messages.show_error,
            replace=True,
            key="search modes",
        )

    def _lay_out(self) -> None:
        self.hops.addItem(self.tr("No"))
        self.hops.addItems([wording.steps(hops) for hops in range(1, MOST_HOPS + 1)])
        name_choice(self.hops, self.tr("Follow references"))
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        line.addWidget(QLabel(self.tr("Follow references")))
        line.addWidget(self.hops)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(_note(self.tr("What a question uses unless you choose otherwise beside it.")))
        column.addSpacing(Space.S)
        column.addWidget(self.rerank)
        column.addWidget(
            _note(
                self.tr(
                    "A model reads each of the best passages beside your question and puts them in order: "
                    "the reranker if you have added one, else the chat model, which takes several seconds."
                )
            )
        )
        column.addSpacing(Space.S)
        column.addWidget(self.hyde)
        column.addWidget(
            _note(
                self.tr(
                    "The chat model writes what an answer may look like. Its words are searched with and "
                    "never shown: only your documents answer."
                )
            )
        )
        column.addSpacing(Space.S)
        column.addLayout(line)
        column.addWidget(
            _note(self.tr("Files, links and addresses named in the best passages are looked up too."))
        )
        column.addStretch(1)

    def _show(self, modes: SearchModes) -> None:
        self._shown = modes
        self.rerank.setChecked(modes.rerank)
        self.hyde.setChecked(modes.hyde)
        self.hops.setCurrentIndex(modes.multihop)
        self.setEnabled(True)

    def _keep(self, **changes: Any) -> None:  # noqa: ANN401 - the options differ in type
        wanted = replace(self._shown, **changes)
        if wanted == self._shown:
            return  # only shown, not changed
        self._shown = wanted
        self._runner.submit(
            Lane.LIBRARY,
            plain(lambda: self._modes.set_defaults(wanted)),
            done=lambda _nothing: self.changed.emit(),
            failed=self._on_failed,
        )

    def _on_failed(self, error: UserError) -> None:
        self._messages.show_error(error)
        self.refresh()


def _note(text: str) -> QLabel:
    note = QLabel(text)
    note.setWordWrap(True)
    set_role(note, TextRole.CAPTION)
    return note
