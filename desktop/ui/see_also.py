"""Documents near to the one that is being read, as a strip below it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.domain.answers import SearchHit
from desktop.domain.records import DocumentRef
from desktop.jobs.runner import JobRunner, Lane
from desktop.ui import said
from desktop.ui.cards import CardPassage, DocumentCard, grouped
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, Theme, set_surface

if TYPE_CHECKING:
    from desktop.services.bundle import Services  # at run time it would load every service before the window

_CARD_WIDTH = 264
_HEIGHT = 208


class SeeAlso(QFrame):
    """Cards of other documents; never the document itself."""

    document_requested = Signal(int, object, object)  # id, start, end

    def __init__(
        self, services: "Services", runner: JobRunner, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self._theme = theme
        self.cards: list[DocumentCard] = []
        set_surface(self, "canvas")
        self.note = PlainLabel("", TextRole.LABEL)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = QWidget()
        self._line = QHBoxLayout(ground)
        self._line.setContentsMargins(Space.M, 0, Space.M, Space.XS)
        self._line.setSpacing(12)
        self._line.addStretch(1)
        area.setWidget(ground)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(Space.S)
        self.note.setContentsMargins(Space.M, 0, Space.M, 0)
        column.addWidget(self.note)
        column.addWidget(area, 1)
        self._fit()
        theme.changed.connect(self._fit)
        self.hide()

    def _fit(self) -> None:
        """Be as high as a card is in the size of text that is chosen."""
        self.setFixedHeight(round(_HEIGHT * max(100, self._theme.text_size) / 100))

    def show_for(self, document: DocumentRef) -> None:
        """Fetch and show what is near to `document`."""
        self._set_cards((), document)
        self.note.setText(self.tr("Looking for documents near to this one"))
        self.show()
        self._runner.submit(
            Lane.FREE,
            lambda token, _report: self._services.search.related(document.id, token),
            done=lambda hits: self._set_cards(hits, document),
            replace=True,
            key="see also",
        )

    def _set_cards(self, hits: "list[SearchHit] | tuple[()]", document: DocumentRef) -> None:
        for card in self.cards:
            self._line.removeWidget(card)
            card.hide()
            card.deleteLater()
        others = [hit for hit in hits if hit.document.id != document.id]
        documents = list({hit.document.id: hit.document for hit in others}.values())
        passages = [
            (
                hit.document,
                CardPassage(hit.chunk.text, said.place(hit.chunk.place), hit.chunk.start, hit.chunk.end),
            )
            for hit in others
        ]
        self.cards = []
        for position, content in enumerate(grouped(documents, passages, most=1)):
            card = DocumentCard(self._theme, content, "")
            card.setFixedWidth(_CARD_WIDTH)
            card.opened.connect(lambda ref, start, end: self.document_requested.emit(ref.id, start, end))
            self._line.insertWidget(position, card, 0, Qt.AlignmentFlag.AlignTop)
            self.cards.append(card)
        self.note.setText(self._said(others))

    def _said(self, hits: "list[SearchHit]") -> str:
        if not hits:
            return self.tr("Nothing else is near to this document.")
        if all(hit.lexical_rank is not None for hit in hits):
            return self.tr("See also, by shared words: the meaning of this document is not indexed yet")
        return self.tr("See also")
