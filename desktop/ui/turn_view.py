"""One turn of a conversation: the question, the work on it, and what came of it."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop.domain.answers import (
    Answer,
    AnswerEvent,
    EvidenceSelected,
    NoticeGiven,
    Retrieved,
    Source,
    StepStarted,
    TextStreamed,
)
from desktop.domain.errors import UserError
from desktop.domain.records import DocumentRef
from desktop.ui import said
from desktop.ui.answer_body import AnswerBody
from desktop.ui.flow_layout import FlowLayout
from desktop.ui.flow_text import FlowText
from desktop.ui.labels import ElidedLabel, PlainLabel
from desktop.ui.quotation import Quotation
from desktop.ui.searched_for import SearchedFor
from desktop.ui.steps_line import StepsLine
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role, set_surface


class TurnView(QWidget):
    """Shows a question while it is worked on and afterwards. It holds no service; the ask view feeds it."""

    citation_requested = Signal(Source)
    document_requested = Signal(DocumentRef)
    ask_requested = Signal(str, DocumentRef)
    search_edited = Signal(str)  # the question to be asked exactly so
    retry_requested = Signal()
    read_requested = Signal()
    stop_requested = Signal()
    copy_requested = Signal(Answer)

    def __init__(self, theme: Theme, question: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.question = question
        self.answer: Answer | None = None
        self._provisional: list[QWidget] = []
        self._stream: FlowText | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.M)
        self._add_question()
        self.searched: SearchedFor | None = None
        self.steps = StepsLine(theme)
        self.steps.stop_requested.connect(self.stop_requested)
        self._column.addWidget(self.steps)
        self._content = QVBoxLayout()
        self._content.setSpacing(Space.M)
        self._column.addLayout(self._content)

    def start(self) -> None:
        """Show that work began."""
        self.steps.start(self.tr("Looking through your documents"))

    def take_event(self, event: AnswerEvent) -> None:
        """Show what happens on the way to the answer."""
        if isinstance(event, Retrieved):
            self._show_searched(event.result.question)
        elif isinstance(event, EvidenceSelected):
            self._show_evidence(event.sources)
        elif isinstance(event, StepStarted):
            self.steps.add(event.text)
        elif isinstance(event, TextStreamed):
            self._append(event.text)
        elif isinstance(event, NoticeGiven):
            self._add_notice(said.said(event.text))

    def finish(self, answer: Answer) -> None:
        """Replace everything provisional by the checked answer."""
        self.answer = answer
        self.steps.finish(answer.steps)
        self._clear_content()
        self._show_searched(answer.standalone_question)
        body = AnswerBody(self._theme, answer)
        body.citation_requested.connect(self.citation_requested)
        body.document_requested.connect(self.document_requested)
        body.ask_requested.connect(self.ask_requested)
        self._content.addWidget(body)
        for notice in answer.notices:
            self._add_notice(said.said(notice))
        if answer.interrupted:
            self._add_notice(self.tr("This answer was interrupted. It has not been checked to its end."))
        self._add_actions()

    def stop(self) -> None:
        """Show that the person stopped the work; what had come stays, marked as unchecked."""
        self.steps.finish(())
        if self._stream is not None:
            self._stream.set_ink("muted")
            self._add_notice(self.tr("Stopped. These words were not checked against your documents."))
        else:
            self._add_notice(self.tr("Stopped."))
        self._add_actions()

    def fail(self, error: UserError) -> None:
        """Show why there is no answer, what to do, and a way to try again."""
        self.steps.finish(())
        self._clear_content()
        box = self._box("danger")
        column = QVBoxLayout(box)
        column.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        column.addWidget(PlainLabel(said.said(error.title), TextRole.STRONG))
        for text in (error.detail, error.advice):
            if text:
                column.addWidget(PlainLabel(said.said(text)))
        self._content.addWidget(box)
        self._add_actions()

    def _add_question(self) -> None:
        heading = FlowText(self._theme, TextRole.TITLE, scale=0.92, line_height=112)
        heading.set_plain(self.question)
        heading.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        heading.setAccessibleName(self.tr("Question: {question}").format(question=self.question))
        self._column.addWidget(heading)

    def _show_evidence(self, sources: tuple[Source, ...]) -> None:
        for source in sources:
            quotation = Quotation(self._theme, source, question=self.question)
            quotation.opened.connect(self.citation_requested)
            self._content.addWidget(quotation)
            self._provisional.append(quotation)

    def _append(self, text: str) -> None:
        if self._stream is None:
            self._stream = FlowText(self._theme, TextRole.PASSAGE, scale=1.06, line_height=138, ink="muted")
            self._stream.setAccessibleName(self.tr("Answer being formed, not checked yet"))
            self._content.insertWidget(0, self._stream)
            self._provisional.append(self._stream)
        self._stream.append_text(text)

    def _show_searched(self, question: str) -> None:
        """Show under the question what was searched, where that is not the question itself."""
        if self.searched is not None or not question or question == " ".join(self.question.split()):
            return
        self.searched = SearchedFor(self._theme, question)
        self.searched.ask_requested.connect(self.search_edited)
        self._column.insertWidget(1, self.searched)

    def _add_notice(self, text: str) -> None:
        box = self._box("info")
        line = QHBoxLayout(box)
        line.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        line.addWidget(PlainLabel(text, TextRole.CAPTION))
        self._content.addWidget(box)

    def _add_actions(self) -> None:
        row = QWidget()
        line = FlowLayout(row, gap=Space.S)
        if self.answer is not None:
            answer = self.answer
            copy = self._button(self.tr("Copy with sources"), "copy")
            copy.clicked.connect(lambda: self.copy_requested.emit(answer))
            line.addWidget(copy)
        retry = self._button(self.tr("Try again"), "refresh")
        retry.clicked.connect(self.retry_requested)
        line.addWidget(retry)
        if self.answer is not None and self.answer.may_read_on:
            read = self._button(self.tr("Read further"), "document")
            read.setToolTip(self.tr("Let the chat model read on in the likeliest documents; takes a minute"))
            read.clicked.connect(self.read_requested)
            line.addWidget(read)
        self._content.addWidget(row)
        if self.answer is not None and self.answer.model and self.answer.outcome == "answered":
            words = self.tr("Worded by {model}, checked by Carrel").format(model=self.answer.model)
            worded = ElidedLabel(words)
            set_role(worded, TextRole.CAPTION)
            self._content.insertWidget(self._content.count() - 1, worded)

    def _button(self, text: str, icon: str) -> QPushButton:
        button = QPushButton(text)
        set_kind(button, "action")
        button.setIcon(self._theme.icon(icon))
        button.setIconSize(QSize(16, 16))
        return button

    @staticmethod
    def _box(surface: str) -> QFrame:
        box = QFrame()
        set_surface(box, surface)
        return box

    def _clear_content(self) -> None:
        while (item := self._content.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._provisional = []
        self._stream = None
