"""Conversations kept in the library."""

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken
from desktop.retrieval.folding import fold_text
from desktop.services.changes import Changes
from desktop.services.turns import answer_of
from desktop.services.views import Conversation, ConversationTurns
from desktop.store import history, settings
from desktop.store.library_file import LibraryFile

_NEW_DRAFT = "draft of a new conversation"
_NEW_TITLE = "New conversation"


class HistoryService:
    """Lists, finds, opens, renames and removes conversations, and keeps drafts of questions."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library
        self._removed: dict[int, history.RemovedConversation] = {}

    def conversations(self) -> list[Conversation]:
        """Return all conversations, newest first."""
        with self._library.read() as c:
            return [_view(row) for row in history.conversations(c)]

    def find(self, *, text: str, token: CancelToken) -> list[Conversation]:
        """Return the conversations whose titles, questions and answers hold every word, newest first.

        Words may be parts of words; case and accents do not matter. Without a word all are returned.
        """
        wanted = frozenset(fold_text(text).split())
        if not wanted:
            return self.conversations()
        missing: dict[int, frozenset[str]] = {}
        with self._library.read() as c:
            rows = history.conversations(c)
            for number, written in history.written(c):
                token.check()
                folded = fold_text(written)
                left = missing.get(number, wanted)
                missing[number] = frozenset(word for word in left if word not in folded)
        return [_view(row) for row in rows if not missing.get(row.id, wanted)]

    def open(self, conversation_id: int) -> ConversationTurns:
        """Return a conversation with its turns; UserError when it was removed."""
        with self._library.read() as c:
            row = history.conversation(c, conversation_id)
            if row is None:
                raise UserError("Conversation not found", "It was removed.", "Open another one.")
            turns = history.turns(c, conversation_id)
        return ConversationTurns(_view(row), tuple(answer_of(turn) for turn in turns), row.draft)

    def create(self) -> int:
        """Start a conversation and return its id; its title becomes its first question."""
        with self._library.write() as c:
            return history.begin(c, _NEW_TITLE)

    def rename(self, *, conversation_id: int, title: str) -> Changes:
        """Rename a conversation."""
        with self._library.write() as c:
            history.rename(c, conversation_id, " ".join(title.split()) or _NEW_TITLE)
        return Changes(conversations=True)

    def remove(self, *, conversation_id: int) -> Changes:
        """Remove a conversation with its turns; until the program ends it can be restored."""
        with self._library.write() as c:
            removed = history.take_out(c, conversation_id)
        if removed is not None:
            self._removed[conversation_id] = removed
        return Changes(conversations=True)

    def restore(self, *, conversation_id: int) -> Changes:
        """Bring back a conversation that was removed since the program started; UserError when it was not."""
        removed = self._removed.pop(conversation_id, None)
        if removed is None:
            raise UserError("Conversation not found", "It cannot be brought back any more.", "")
        with self._library.write() as c:
            history.put_back(c, removed)
        return Changes(conversations=True)

    def save_draft(self, *, conversation_id: int | None, text: str) -> None:
        """Keep what is typed but not asked; conversation None is the new conversation."""
        with self._library.write() as c:
            if conversation_id is None:
                settings.put(c, _NEW_DRAFT, text)
            else:
                history.set_draft(c, conversation_id, text)

    def draft(self, conversation_id: int | None) -> str:
        """Return the kept draft or an empty text."""
        with self._library.read() as c:
            if conversation_id is None:
                return str(settings.get(c, _NEW_DRAFT, ""))
            row = history.conversation(c, conversation_id)
            return row.draft if row is not None else ""

    def mark_interrupted(self) -> int:
        """Mark turns that a program which died was answering; call it once at start. Return how many."""
        with self._library.write() as c:
            return history.mark_interrupted(c)


def _view(row: history.ConversationRow) -> Conversation:
    return Conversation(row.id, row.title, row.updated, row.turns)
