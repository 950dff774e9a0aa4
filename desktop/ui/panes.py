"""The right column: what an answer cites, what is related to it, and what may be worth trying."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from desktop.domain.answers import Answer, Band, SearchHit, SearchResult, Source
from desktop.domain.records import DocumentRef
from desktop.ui import said
from desktop.ui.answer_layout import cited_numbers
from desktop.ui.cards import CardContent, CardPassage, DocumentCard, grouped
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, Theme

CITED, RELATED, MAYBE_TRY = range(3)
_AT_ONCE = 3  # cards: what fits into the first view


class CardColumn(QScrollArea):
    """A scrolling column of cards, or a sentence saying why there are none."""

    card_opened = Signal(DocumentRef, object, object)
    ask_requested = Signal(DocumentRef)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.cards: list[DocumentCard] = []
        self._waiting: list[CardContent] = []
        self._question = ""
        self._builder = QTimer(self)
        self._builder.setInterval(0)
        self._builder.timeout.connect(self._build_one)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        ground = QWidget()
        self._column = QVBoxLayout(ground)
        self._column.setContentsMargins(Space.S, Space.S, Space.S, Space.M)
        self._column.setSpacing(12)
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        theme.changed.connect(self._paint_picture)
        self._paint_picture()
        self.note = PlainLabel("", TextRole.CAPTION)
        self._column.addWidget(self._picture)
        self._column.addWidget(self.note)
        self._column.addStretch(1)
        self.setWidget(ground)

    def set_cards(self, contents: Sequence[CardContent], question: str, note: str) -> None:
        """Show these cards, and `note` above them: a few at once, the rest one by one to block nothing."""
        self._builder.stop()
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        self._waiting, self._question = list(contents), question
        for _ in range(min(_AT_ONCE, len(contents))):
            self._build_one()
        if self._waiting:
            self._builder.start()
        self.note.setText(note)
        self.note.setVisible(bool(note))
        empty = not contents
        side = Qt.AlignmentFlag.AlignHCenter if empty else Qt.AlignmentFlag.AlignLeading
        self.note.setAlignment(side | Qt.AlignmentFlag.AlignTop)
        self._picture.setVisible(empty and bool(note))
        self._column.setContentsMargins(Space.S, 2 * Space.XXL if empty else Space.S, Space.S, Space.M)
        self.verticalScrollBar().setValue(0)

    def _paint_picture(self) -> None:
        self._picture.setPixmap(self._theme.pixmap("quote", 28, "faint"))

    def _build_one(self) -> None:
        if not self._waiting:
            self._builder.stop()
            return
        card = DocumentCard(self._theme, self._waiting.pop(0), self._question)
        card.opened.connect(self.card_opened)
        card.ask_requested.connect(self.ask_requested)
        self.cards.append(card)
        self._column.insertWidget(len(self.cards) + 1, card)  # below the picture and the note


class SidePanes(QWidget):
    """Three tabs of cards. Filled from the search at once, then from the answer."""

    document_requested = Signal(DocumentRef, object, object)  # start and end, or None
    question_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: SearchResult | None = None
        self._answer: Answer | None = None
        self._question = ""
        self._chosen = False  # whether the person turned to a tab since the last answer
        self._names = (self.tr("Cited"), self.tr("Related"), self.tr("Maybe try"))
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(self.tr("Sources"))
        self.tabs.setExpanding(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.columns = tuple(CardColumn(theme, name) for name in self._names)
        self._stack = QStackedWidget()
        for name, column in zip(self._names, self.columns, strict=True):
            self.tabs.addTab(name)
            self._stack.addWidget(column)
            column.card_opened.connect(self.document_requested)
            column.ask_requested.connect(self._ask_about)
        self.tabs.currentChanged.connect(self._on_tab)
        self.band = PlainLabel("", TextRole.CAPTION)
        self.band.setContentsMargins(Space.M, Space.S, Space.M, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, Space.S, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self.band)
        layout.addWidget(self._stack, 1)
        self.clear()

    def clear(self) -> None:
        """Show nothing: no question was asked yet."""
        self._result = self._answer = None
        self._fill(CITED, (), self.tr("The sources of an answer appear here."))
        self._fill(RELATED, (), self.tr("Passages near to your question appear here."))
        self._fill(MAYBE_TRY, (), self.tr("When your documents do not answer, titles to try appear here."))
        self._show_band(None)
        self._turn_to(CITED)

    def show_result(self, result: SearchResult) -> None:
        """Show what was found, before any word of an answer is formed; a tab the person chose stays."""
        self._result, self._answer = result, None
        self._question = result.question
        documents = result.tiers.related or tuple(_documents_of(result.hits))
        self._fill(CITED, (), self.tr("The sources will stand here once the answer has been checked."))
        self._fill(RELATED, self._with_passages(documents), self._none_if(documents))
        self._fill(MAYBE_TRY, self._titles(result.tiers.maybe_try), self._no_titles(result.tiers.maybe_try))
        self._show_band(result.confidence.band if result.hits else None)
        if not self._chosen:
            self._turn_to(CITED)

    def show_unanswered(self) -> None:
        """Say that there are no sources: the question was stopped or failed."""
        if self._result is None or self._answer is not None:
            return
        self._fill(CITED, (), self.tr("There is no answer, so nothing is cited."))
        if not self._chosen:
            self._turn_to(RELATED)

    def show_answer(self, answer: Answer) -> None:
        """Show the documents of an answer by their use."""
        self._answer = answer
        self._question = answer.standalone_question or answer.question
        cited = self._cited(answer)
        self._fill(CITED, cited, "" if cited else self.tr("Nothing is cited."))
        self._fill(RELATED, self._with_passages(answer.tiers.related), self._none_if(answer.tiers.related))
        self._fill(MAYBE_TRY, self._titles(answer.tiers.maybe_try), self._no_titles(answer.tiers.maybe_try))
        self._show_band(answer.confidence.band if answer.outcome != "deflected" else None)
        if cited:
            self._turn_to(CITED)
        else:
            self._turn_to(MAYBE_TRY if answer.tiers.maybe_try else RELATED)

    def _turn_to(self, tab: int) -> None:
        self.tabs.setCurrentIndex(tab)
        self._chosen = False

    def _on_tab(self, tab: int) -> None:
        self._stack.setCurrentIndex(tab)
        self._chosen = True

    def _cited(self, answer: Answer) -> list[CardContent]:
        if answer.outcome == "deflected":
            return []
        shown = {source.n for source in answer.sources}
        if answer.outcome == "answered":
            shown &= set(cited_numbers(answer))
        sources = [source for source in answer.sources if source.n in shown]
        documents = answer.tiers.cited or tuple({s.document.id: s.document for s in sources}.values())
        passages = [(source.document, self._passage_of_source(source)) for source in sources]
        return [card for card in grouped(documents, passages, most=6) if card.passages]

    def _passage_of_source(self, source: Source) -> CardPassage:
        """Return a quotation, with the reasons of its passage while the search is known."""
        place = said.where(source.document, source)
        hits = self._result.hits if self._result is not None else ()
        why = next((hit.why for hit in hits if hit.chunk.id == source.chunk_id), ())
        return CardPassage(source.quote, place, source.start, source.end, source.n, why)

    def _with_passages(self, documents: Sequence[DocumentRef]) -> list[CardContent]:
        hits = self._result.hits if self._result is not None else ()
        return grouped(documents, [_passage_of(hit) for hit in hits], most=2)

    def _titles(self, documents: Sequence[DocumentRef]) -> list[CardContent]:
        return [replace(card, can_ask=True) for card in grouped(documents, ())]

    def _fill(self, tab: int, contents: Sequence[CardContent], note: str) -> None:
        count = len(contents)
        self.tabs.setTabText(tab, f"{self._names[tab]}  {count}" if count else self._names[tab])
        self.columns[tab].set_cards(contents, self._question, note)

    def _ask_about(self, document: DocumentRef) -> None:
        words = self.tr("According to “{title}”: {question}")
        self.question_requested.emit(words.format(title=document.title, question=self._question))

    def _none_if(self, documents: Sequence[DocumentRef]) -> str:
        return "" if documents else self.tr("Nothing else is near to this question.")

    def _no_titles(self, documents: Sequence[DocumentRef]) -> str:
        return "" if documents else self.tr("No other titles to suggest.")

    def _show_band(self, band: Band | None) -> None:
        words = {"strong": self.tr("strong"), "fair": self.tr("fair"), "weak": self.tr("weak")}
        text = self.tr("Support in your documents: {band}").format(band=words[band]) if band else ""
        self.band.setText(text)
        self.band.setVisible(bool(text))


def _documents_of(hits: Sequence[SearchHit]) -> list[DocumentRef]:
    return list({hit.document.id: hit.document for hit in hits}.values())


def _passage_of(hit: SearchHit) -> tuple[DocumentRef, CardPassage]:
    chunk = hit.chunk
    place = said.where(hit.document, chunk)
    return hit.document, CardPassage(chunk.text, place, chunk.start, chunk.end, why=hit.why)
