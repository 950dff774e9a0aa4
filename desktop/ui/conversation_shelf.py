"""The kept conversations behind their button: finding, opening, renaming, removing, drafts."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop.domain.errors import UserError
from desktop.jobs.runner import JobRunner, Lane
from desktop.services.changes import Changes
from desktop.services.views import Conversation, ConversationTurns
from desktop.ui.conversation_list import ConversationList
from desktop.ui.theme import Theme, set_kind

if TYPE_CHECKING:
    from desktop.services.bundle import Services  # at run time it would load every service before the window


class ConversationShelf(QPushButton):
    """A button that drops down the list of conversations and carries out what is chosen there."""

    opened = Signal(ConversationTurns)
    new_requested = Signal()
    renamed = Signal(int, str)
    removed = Signal(int, str)  # with its title
    restored = Signal(int)
    draft_loaded = Signal(object, str)  # conversation id or None, text
    failed = Signal(UserError)

    def __init__(
        self, services: "Services", runner: JobRunner, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self.current: int | None = None
        self.setText(self.tr("Conversations"))
        self.setIcon(theme.icon("history"))
        self.setIconSize(QSize(16, 16))
        set_kind(self, "quiet")
        self.setAccessibleName(self.tr("Conversations"))
        self.setToolTip(self.tr("Conversations"))
        self.setAccessibleDescription(self.tr("Opens the list of kept conversations"))
        self.popup = ConversationList(theme, self)
        self.popup.open_requested.connect(self.open)
        self.popup.new_requested.connect(self.new_requested)
        self.popup.rename_requested.connect(self._rename)
        self.popup.remove_requested.connect(self._remove)
        self.popup.restore_requested.connect(self.restore)
        self.popup.search_requested.connect(self._list)
        self.clicked.connect(self._drop_down)

    def open(self, conversation_id: int) -> None:
        """Fetch a conversation; `opened` follows."""
        self._runner.submit(
            Lane.FREE,
            lambda _token, _report: self._services.history.open(conversation_id),
            done=self.opened.emit,
            failed=self.failed.emit,
            replace=True,
            key="conversation",
        )

    def load_draft(self, conversation_id: int | None) -> None:
        """Fetch the draft kept for a conversation; `draft_loaded` follows."""
        self._runner.submit(
            Lane.FREE,
            lambda _token, _report: (conversation_id, self._services.history.draft(conversation_id)),
            done=self._on_draft,
            replace=True,
            key="draft",
        )

    def save_draft(self, conversation_id: int | None, text: str) -> None:
        """Keep a draft; only the newest of a conversation needs to be written."""
        history = self._services.history
        self._runner.submit(
            Lane.LIBRARY,
            lambda _token, _report: history.save_draft(conversation_id=conversation_id, text=text),
            replace=True,
            key=f"draft {conversation_id}",
        )

    def restore(self, conversation_id: int) -> None:
        """Bring a removed conversation back; `restored` follows."""
        history = self._services.history

        def done(_changes: Changes) -> None:
            self.popup.show_restored(conversation_id)
            if self.popup.isVisible():
                self._list(self.popup.search.text())
            self.restored.emit(conversation_id)

        self._runner.submit(
            Lane.LIBRARY,
            lambda _token, _report: history.restore(conversation_id=conversation_id),
            done=done,
            failed=self.failed.emit,
        )

    def _drop_down(self) -> None:
        self.popup.clear_search()
        self._list("", then=lambda: self.popup.open_below(self))

    def _list(self, text: str, then: Callable[[], None] | None = None) -> None:
        """Show the conversations with these words in the list, then do what follows."""
        history = self._services.history

        def done(conversations: list[Conversation]) -> None:
            self.popup.set_conversations(conversations, self.current)
            if then is not None:
                then()

        self._runner.submit(
            Lane.FREE,
            lambda token, _report: history.find(text=text, token=token),
            done=done,
            failed=self.failed.emit,
            replace=True,
            key="conversations",
        )

    def _on_draft(self, draft: tuple[int | None, str]) -> None:
        self.draft_loaded.emit(*draft)

    def _rename(self, conversation_id: int, title: str) -> None:
        history = self._services.history

        def done(_changes: Changes) -> None:
            self.renamed.emit(conversation_id, title)

        self._runner.submit(
            Lane.LIBRARY,
            lambda _token, _report: history.rename(conversation_id=conversation_id, title=title),
            done=done,
            failed=self.failed.emit,
        )

    def _remove(self, conversation_id: int, title: str) -> None:
        history = self._services.history

        def done(_changes: Changes) -> None:
            self.removed.emit(conversation_id, title)

        self._runner.submit(
            Lane.LIBRARY,
            lambda _token, _report: history.remove(conversation_id=conversation_id),
            done=done,
            failed=self.failed.emit,
        )
