"""Conversations kept in the library."""

from desktop.domain.errors import UserError
from desktop.services import answer_json
from desktop.services.changes import Changes
from desktop.services.views import Conversation, ConversationTurns
from desktop.store import history
from desktop.store.library_file import LibraryFile


class HistoryService:
    """Lists, opens, renames and removes conversations, and keeps drafts of questions."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library
