"""Says that a conversation was removed and offers the way back."""

from functools import partial

from PySide6.QtCore import QObject

from desktop.ui.conversation_shelf import ConversationShelf
from desktop.ui.messages import Messages
from desktop.ui.notices import Action
from desktop.ui.plain import one_line
from desktop.ui.removals import Removals


class ConversationRemovals(QObject):
    """Follows a shelf; what came back by any way is offered no longer."""

    def __init__(self, shelf: ConversationShelf, removals: Removals, messages: Messages) -> None:
        super().__init__(messages)
        self._shelf = shelf
        self._removals = removals
        self._messages = messages
        shelf.removed.connect(self._on_removed)
        shelf.restored.connect(self._on_restored)

    def _on_removed(self, conversation_id: int, title: str) -> None:
        restore = partial(self._shelf.restore, conversation_id)
        self._removals.add(_key(conversation_id), restore)
        words = self.tr("Removed the conversation “{0}”").format(one_line(title, 60))
        undo = Action(self.tr("Undo"), restore)
        self._messages.notify(words, actions=(undo,), key=_key(conversation_id))

    def _on_restored(self, conversation_id: int) -> None:
        self._removals.forget(_key(conversation_id))
        self._messages.dismiss(_key(conversation_id))


def _key(conversation_id: int) -> str:
    return f"conversation {conversation_id}"
