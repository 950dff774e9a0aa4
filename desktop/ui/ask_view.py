"""The centre of the window: ask, watch the answer come, read it, keep it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from desktop.domain.answers import Answer, AskRequest, Retrieved, SearchResult, Source
from desktop.domain.errors import UserError
from desktop.domain.records import DocumentRef
from desktop.jobs.runner import JobRunner, Lane
from desktop.jobs.runner import plain as plain_work
from desktop.services.changes import Changes
from desktop.services.views import ConversationTurns
from desktop.ui import export, plain, said
from desktop.ui.composer import Composer
from desktop.ui.conversation_shelf import ConversationShelf
from desktop.ui.conversation_view import COLUMN_WIDTH, ConversationView
from desktop.ui.empty_view import EmptyView
from desktop.ui.export_menu import ExportMenu
from desktop.ui.inquiry import Inquiry
from desktop.ui.labels import ElidedLabel
from desktop.ui.model_readying import ModelReadying
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role
from desktop.ui.turn_view import TurnView

if TYPE_CHECKING:
    from desktop.services.bundle import Services  # at run time it would load every service before the window

_Found = TypeVar("_Found")
_WIDE = 520
"""Pixels from which the buttons above the conversation have room for words."""


class AskView(QWidget):
    """Holds the open conversation and asks one question at a time."""

    citation_requested = Signal(Source)
    document_requested = Signal(DocumentRef)
    retrieved = Signal(SearchResult)
    answer_shown = Signal(Answer)
    unanswered = Signal()  # the question was stopped or failed
    conversation_changed = Signal()  # another conversation, or none: what belongs to the old one can go
    add_requested = Signal()
    folder_requested = Signal()
    failed = Signal(UserError)
    exported = Signal(object)  # the Path

    def __init__(
        self, services: "Services", runner: JobRunner, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self._theme = theme
        self._conversation_id: int | None = None
        self._removed_open: int | None = None
        self._title = ""
        self._turn: TurnView | None = None
        self._inquiry: Inquiry | None = None
        self._loaded = False
        self.use_model = True
        self.shelf = ConversationShelf(services, runner, theme)
        self.title = ElidedLabel()
        self.new_button = QPushButton(self.tr("New"))
        self.export_menu = ExportMenu(runner, theme, lambda: (self._title, self.conversation.answers))
        self.conversation = ConversationView(theme)
        self.empty = EmptyView(theme)
        self.composer = Composer(theme)
        self._readying = ModelReadying(runner, services.ask.warm_up, self.composer.draft_changed)
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self._show_state()

    # what others ask of this view

    @property
    def busy(self) -> bool:
        """Whether a question is being answered."""
        return self._inquiry is not None

    @property
    def conversation_id(self) -> int | None:
        """The open conversation, None before its first question."""
        return self._conversation_id

    def ask(
        self,
        question: str,
        documents: Sequence[DocumentRef] = (),
        *,
        as_it_stands: bool = False,
        read: bool | None = None,
    ) -> None:
        """Ask in the open conversation; with `documents` only of these. One question at a time.

        `as_it_stands` keeps a follow-up from being completed from the questions before, `read` reads on in
        whole documents.
        """
        if self.busy or not question.strip():
            return
        scope, options = self.composer.scope, self.composer.options.choice
        chosen = documents or scope.documents
        request = AskRequest(
            question=question.strip(),
            conversation_id=self._conversation_id,
            scopes=scope.scopes if not documents else (),
            documents=tuple(document.id for document in chosen),
            use_model=self.use_model,
            as_it_stands=as_it_stands,
            read=read,
            rerank=options.rerank,
            hyde=options.hyde,
            multihop=options.multihop,
        )
        turn = self.conversation.add_turn(request.question)
        turn.start()
        again = partial(self.ask, turn.question, documents, as_it_stands=as_it_stands)
        turn.retry_requested.connect(again)
        turn.read_requested.connect(lambda: again(read=True))
        self._turn = turn
        self._title = self._title or request.question
        self._inquiry = Inquiry(self._services, self._runner, request, self)
        self._inquiry.event_arrived.connect(self._on_event)
        self._inquiry.conversation_started.connect(self._on_conversation_started)
        self._inquiry.answered.connect(self._on_answered)
        self._inquiry.failed.connect(self._on_failed)
        self._inquiry.stopped.connect(self._on_stopped)
        self._inquiry.start()
        self._show_state()

    def stop(self) -> None:
        """Stop the question under way; its partial text stays, marked."""
        if self._inquiry is not None:
            self._inquiry.cancel()

    def new_conversation(self) -> None:
        """Start afresh; a question under way is stopped."""
        self._leave()
        self._conversation_id = None
        self._title = ""
        self.conversation.clear()
        self.shelf.load_draft(None)
        self._show_state()
        self.conversation_changed.emit()
        self.focus_question()

    def open_conversation(self, conversation_id: int) -> None:
        """Open a kept conversation."""
        self.shelf.open(conversation_id)

    def ask_about(self, documents: Sequence[DocumentRef]) -> None:
        """Limit the next question to these documents and put the cursor into its field."""
        self.composer.scope.choose((), documents)
        self.focus_question()

    def focus_question(self) -> None:
        """Put the cursor into the question field."""
        self.composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_disabled_reason(self, reason: str) -> None:
        """Say why nothing can be asked now; empty when it can."""
        self.composer.set_disabled_reason(reason)

    def apply_changes(self, changes: Changes) -> None:
        """Refresh what depends on what changed."""
        if changes.documents or changes.collections:
            self._load_scopes()
        if changes.documents and not self.conversation.turns:
            self._load_examples()

    def showEvent(self, event: QShowEvent) -> None:
        """Load drafts, collections and examples when first shown."""
        super().showEvent(event)
        if not self._loaded:
            self._loaded = True
            self.shelf.load_draft(None)
            self._load_scopes()
            self._load_examples()
            self.load_modes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the words of the buttons away where the view is narrow."""
        super().resizeEvent(event)
        wide = event.size().width() >= _WIDE
        self.shelf.setText(self.tr("Conversations") if wide else "")
        self.new_button.setText(self.tr("New") if wide else "")
        self.export_menu.setText(self.tr("Export") if wide else "")

    # building

    def _lay_out(self) -> None:
        set_role(self.title, TextRole.STRONG, "muted")
        set_kind(self.new_button, "quiet")
        self.new_button.setIcon(self._theme.icon("add"))
        self.new_button.setIconSize(QSize(16, 16))
        self.new_button.setToolTip(self.tr("New conversation"))
        self.new_button.setAccessibleName(self.tr("New conversation"))
        head = QHBoxLayout()
        head.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        head.setSpacing(Space.XS)
        head.addWidget(self.shelf)
        head.addWidget(self.title, 1)
        head.addWidget(self.new_button)
        head.addWidget(self.export_menu)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.conversation)
        foot = QHBoxLayout()
        foot.setContentsMargins(Space.L, 0, Space.L, Space.M)
        self.composer.setMaximumWidth(COLUMN_WIDTH + 32)
        foot.addStretch(0)
        foot.addWidget(self.composer, 1)
        foot.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.new_button.clicked.connect(self.new_conversation)
        self.shelf.new_requested.connect(self.new_conversation)
        self.shelf.opened.connect(self._on_opened)
        self.shelf.renamed.connect(self._on_renamed)
        self.shelf.removed.connect(self._on_removed)
        self.shelf.restored.connect(self._on_restored)
        self.shelf.draft_loaded.connect(self._on_draft_loaded)
        self.shelf.failed.connect(self.failed)
        self.export_menu.failed.connect(self.failed)
        self.export_menu.exported.connect(self.exported)
        self.conversation.turn_added.connect(self._on_turn_added)
        self.empty.question_chosen.connect(self.ask)
        self.empty.add_requested.connect(self.add_requested)
        self.empty.folder_requested.connect(self.folder_requested)
        self.composer.submitted.connect(self._on_submitted)
        self.composer.draft_changed.connect(lambda t: self.shelf.save_draft(self._conversation_id, t))
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.stop)

    # the course of a question

    def _on_submitted(self, text: str) -> None:
        self.ask(text)
        self.composer.set_text("")
        self.shelf.save_draft(self._conversation_id, "")
        self.focus_question()

    def _on_event(self, event: object) -> None:
        if isinstance(event, Retrieved):
            self.retrieved.emit(event.result)
        if self._turn is not None:
            self._turn.take_event(event)  # type: ignore[arg-type]  # signals carry it as object

    def _on_conversation_started(self, conversation_id: int) -> None:
        self._conversation_id = conversation_id
        self.shelf.current = conversation_id

    def _on_answered(self, answer: Answer) -> None:
        turn = self._end()
        if turn is not None:
            turn.finish(answer)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(turn, said.answer_text(answer)))
        if answer.conversation_id is not None:
            self._on_conversation_started(answer.conversation_id)
        self.answer_shown.emit(answer)

    def _on_failed(self, error: UserError) -> None:
        turn = self._end()
        if turn is not None:
            turn.fail(error)
            words = " ".join(part for part in (f"{error.title}.", error.detail, error.advice) if part)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(turn, said.said(words)))
        self.unanswered.emit()

    def _on_stopped(self) -> None:
        turn = self._end()
        if turn is not None:
            turn.stop()
        self.unanswered.emit()

    def _end(self) -> TurnView | None:
        if self._inquiry is not None:
            self._inquiry.deleteLater()
        turn, self._inquiry, self._turn = self._turn, None, None
        self._show_state()
        return turn

    def _on_turn_added(self, turn: TurnView) -> None:
        turn.citation_requested.connect(self.citation_requested)
        turn.document_requested.connect(self.document_requested)
        turn.ask_requested.connect(lambda question, document: self.ask(question, (document,)))
        turn.search_edited.connect(lambda question: self._on_search_edited(turn, question))
        turn.stop_requested.connect(self.stop)
        turn.copy_requested.connect(
            lambda answer: QGuiApplication.clipboard().setText(export.to_plain(answer))
        )
        if turn.answer is not None:  # a stored turn; the scope it was asked in is not kept
            turn.retry_requested.connect(lambda: self.ask(turn.question))
            turn.read_requested.connect(lambda: self.ask(turn.question, read=True))

    def _on_search_edited(self, turn: TurnView, question: str) -> None:
        if not self.busy and turn.searched is not None:  # else the field stays open with what was typed
            turn.searched.close_editor()
            self.ask(question, as_it_stands=True)

    # conversations and drafts

    def _on_opened(self, turns: ConversationTurns) -> None:
        self._leave()
        self._conversation_id = turns.conversation.id
        self._title = plain.one_line(turns.conversation.title, 120)
        self.conversation.show_answers(turns.turns)
        self.composer.set_text(turns.draft)
        self._show_state()
        self.conversation_changed.emit()
        if turns.turns:
            self.answer_shown.emit(turns.turns[-1])
        self.focus_question()

    def _on_renamed(self, conversation_id: int, title: str) -> None:
        if conversation_id == self._conversation_id:
            self._title = title
            self._show_state()

    def _on_removed(self, conversation_id: int) -> None:
        if conversation_id == self._conversation_id:
            self.composer.set_text("")
            self.new_conversation()
            self._removed_open = conversation_id

    def _on_restored(self, conversation_id: int) -> None:
        """Show a conversation again that was open when it was removed, unless another was begun."""
        if conversation_id == self._removed_open and not self.conversation.turns:
            self.open_conversation(conversation_id)

    def _on_draft_loaded(self, conversation_id: int | None, text: str) -> None:
        if conversation_id == self._conversation_id and not self.composer.text:
            self.composer.set_text(text)

    def _leave(self) -> None:
        self.composer.flush_draft()
        self.composer.set_text("")
        if self._inquiry is not None:
            self._inquiry.drop()
            self._inquiry = None
            self._turn = None

    # state

    def _load_scopes(self) -> None:
        self._load("scopes", self._services.library.collections, self.composer.scope.set_collections)

    def load_modes(self) -> None:
        """Read the library's defaults of the optional steps again."""
        self._load("modes", self._services.modes.defaults, self.composer.options.set_defaults)

    def _load(self, key: str, work: Callable[[], _Found], done: Callable[[_Found], object]) -> None:
        self._runner.submit(Lane.FREE, plain_work(work), done=done, replace=True, key=key)

    def _load_examples(self) -> None:
        self._runner.submit(
            Lane.FREE,
            lambda token, _report: self._services.examples.questions(token, limit=3),
            done=self.empty.set_questions,
            replace=True,
            key="examples",
        )

    def _show_state(self) -> None:
        self.composer.set_busy(self.busy)
        self.shelf.current = self._conversation_id
        asked = bool(self.conversation.turns)
        self._stack.setCurrentWidget(self.conversation if asked else self.empty)
        self.title.setText(self._title)
        self.new_button.setVisible(asked)
        self.export_menu.setVisible(asked)
        self.export_menu.setEnabled(not self.busy)
        if not asked:
            QTimer.singleShot(0, self, self.focus_question)
