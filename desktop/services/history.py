"""Conversations kept in the library."""

from desktop.services.changes import Changes
from desktop.services.views import Conversation, ConversationTurns


class HistoryService:
    """Lists, opens, renames and removes conversations, and keeps drafts of questions."""

    def conversations(self) -> list[Conversation]:
        """Return all conversations, newest first."""
        raise NotImplementedError

    def open(self, conversation_id: int) -> ConversationTurns:
        """Return a conversation with its turns; UserError when it was removed."""
        raise NotImplementedError

    def create(self) -> int:
        """Start a conversation and return its id; its title becomes its first question."""
        raise NotImplementedError

    def rename(self, *, conversation_id: int, title: str) -> Changes:
        """Rename a conversation."""
        raise NotImplementedError

    def remove(self, *, conversation_id: int) -> Changes:
        """Remove a conversation with its turns."""
        raise NotImplementedError

    def save_draft(self, *, conversation_id: int | None, text: str) -> None:
        """Keep what is typed but not asked; conversation None is the new conversation."""
        raise NotImplementedError

    def draft(self, conversation_id: int | None) -> str:
        """Return the kept draft or an empty text."""
        raise NotImplementedError
