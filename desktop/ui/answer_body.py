"""The body of a finished answer: sentences with markers, or quotations, or an honest refusal."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.domain.answers import Answer, Source
from desktop.domain.records import DocumentRef
from desktop.ui import said
from desktop.ui.answer_layout import Block, Run, lay_out, source_numbered
from desktop.ui.code_box import CodeBox
from desktop.ui.deflection import Deflection
from desktop.ui.flow_text import FlowText
from desktop.ui.labels import PlainLabel
from desktop.ui.quotation import Quotation
from desktop.ui.quoted_layout import QuotedPart, lay_out_quoted
from desktop.ui.theme import Space, TextRole, Theme


class AnswerBody(QWidget):
    """Shows one answer by its outcome."""

    citation_requested = Signal(Source)
    document_requested = Signal(DocumentRef)
    ask_requested = Signal(str, DocumentRef)

    def __init__(self, theme: Theme, answer: Answer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._answer = answer
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.M)
        if answer.outcome == "deflected":
            self._show_deflection()
        elif answer.outcome == "quoted" and answer.sources:
            self._show_quotations()
        else:
            for block in lay_out(answer):
                self._column.addWidget(self._block(block))

    def _show_deflection(self) -> None:
        page = Deflection(self._theme, self._answer)
        page.citation_requested.connect(self.citation_requested)
        page.document_requested.connect(self.document_requested)
        page.ask_requested.connect(self.ask_requested)
        self._column.addWidget(page)

    def _show_quotations(self) -> None:
        layout = lay_out_quoted(self._answer)
        for part in layout.concluded:
            self._column.addWidget(self._words(part))
        self._column.addWidget(PlainLabel(self.tr("In the documents' own words"), TextRole.SUBTITLE))
        note = self.tr("These are quotations, word for word; none of it was written by a model.")
        self._column.addWidget(PlainLabel(note, TextRole.CAPTION))
        for part in layout.parts:
            if part.words:
                self._column.addWidget(self._words(part))
            if part.source is not None:
                self._column.addWidget(self._quotation(part.source))

    def _words(self, part: QuotedPart) -> FlowText:
        markers = [run for n in part.citations for run in (Run(" "), Run(f"[{n}]", citation=n))]
        return self._text(Block("text", (Run(part.words), *markers)))

    def _quotation(self, source: Source) -> Quotation:
        quotation = Quotation(self._theme, source, question=self._answer.standalone_question)
        quotation.opened.connect(self.citation_requested)
        return quotation

    def _block(self, block: Block) -> QWidget:
        return CodeBox(self._theme, block.text) if block.kind == "code" else self._text(block)

    def _text(self, block: Block) -> FlowText:
        text = FlowText(self._theme, TextRole.PASSAGE, scale=1.06, line_height=138)
        text.setAccessibleName(self.tr("Answer"))
        text.setAccessibleDescription(block.text)
        tips = {source.n: said.source(source) for source in self._answer.sources}
        text.set_runs(block.runs, tips=tips)
        text.marker_activated.connect(self._on_marker)
        return text

    def _on_marker(self, number: int) -> None:
        source = source_numbered(self._answer.sources, number)
        if source is not None:
            self.citation_requested.emit(source)
