"""The page of an honest refusal: what was not found, what to try instead, what came closest."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.domain.answers import Answer, Source
from desktop.domain.records import DocumentRef
from desktop.ui import plain, said, wording
from desktop.ui.flow_text import FlowText
from desktop.ui.labels import ElidedLabel, PlainLabel
from desktop.ui.quotation import Quotation
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role, set_surface

_TITLES = 3  # suggested in the answer; the side column has all


class Deflection(QWidget):
    """Shown when the library does not answer a question. Nothing here carries a citation number."""

    citation_requested = Signal(Source)
    document_requested = Signal(DocumentRef)
    ask_requested = Signal(str, DocumentRef)

    def __init__(self, theme: Theme, answer: Answer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._answer = answer
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        sentence = FlowText(theme, TextRole.PASSAGE, scale=1.14, line_height=130)
        sentence.setAccessibleName(self.tr("Answer"))
        words = said.answer_text(answer)
        sentence.setAccessibleDescription(words)
        sentence.set_plain(words or self.tr("Your documents do not seem to answer this."))
        column.addWidget(sentence)
        if answer.closest:
            column.addWidget(self._section(self.tr("Closest, but does not answer this")))
            for source in answer.closest:
                column.addWidget(self._near_miss(source))
        if answer.tiers.maybe_try:
            column.addWidget(self._section(self.tr("Maybe try")))
            cards = QVBoxLayout()
            cards.setSpacing(Space.S)
            for document in answer.tiers.maybe_try[:_TITLES]:
                cards.addWidget(self._title_card(document))
            column.addLayout(cards)

    def _section(self, text: str) -> PlainLabel:
        label = PlainLabel(text, TextRole.LABEL)
        label.setContentsMargins(0, Space.S, 0, 0)
        return label

    def _near_miss(self, source: Source) -> Quotation:
        question = self._answer.standalone_question or self._answer.question
        quotation = Quotation(self._theme, source, question=question, numbered=False, ink="muted")
        quotation.opened.connect(self.citation_requested)
        return quotation

    def _title_card(self, document: DocumentRef) -> QFrame:
        card = QFrame()
        set_surface(card, "card")
        card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        line = QHBoxLayout(card)
        line.setContentsMargins(Space.M, 10, Space.S, 10)
        line.setSpacing(12)
        icon = QLabel()
        icon.setPixmap(self._theme.pixmap("document", 20))
        line.addWidget(icon)
        words = QVBoxLayout()
        words.setSpacing(2)
        title = ElidedLabel(document.title)
        set_role(title, TextRole.STRONG)
        words.addWidget(title)
        parts = (wording.collection(document.collection), wording.date(document.date or ""))
        under = ElidedLabel(" · ".join(part for part in parts if part))
        set_role(under, TextRole.CAPTION)
        words.addWidget(under)
        line.addLayout(words, 1)
        ask = self._button(self.tr("Ask about it"), self.tr("Ask this question about {title}"), document)
        ask.clicked.connect(lambda: self.ask_requested.emit(self._answer.question, document))
        show = self._button(self.tr("Open"), self.tr("Open {title}"), document)
        show.clicked.connect(lambda: self.document_requested.emit(document))
        line.addWidget(ask, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(show, 0, Qt.AlignmentFlag.AlignVCenter)
        return card

    def _button(self, text: str, name: str, document: DocumentRef) -> QPushButton:
        button = QPushButton(text)
        set_kind(button, "link")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setAccessibleName(name.format(title=document.title))
        button.setToolTip(plain.tip(name.format(title=document.title)))
        return button
