"""The turn of a conversation while it happens, stored so that a crash leaves what was there."""

import logging
import time

import msgspec

from desktop.domain.answers import Answer, AskRequest
from desktop.store import history
from desktop.store.library_file import LibraryFile

_log = logging.getLogger(__name__)
_UNREADABLE = "This answer was stored by another version of Carrel; its sources cannot be shown."
_STORE_INTERVAL = 0.5  # seconds between stored pieces of a streaming answer


class Turn:
    """One question being answered. `add` keeps provisional text, `finish` the answer."""

    def __init__(self, library: LibraryFile, request: AskRequest) -> None:
        self._library = library
        with library.write() as c:
            self.conversation_id, self.message_id = history.start_turn(
                c, request.question, request.conversation_id
            )
        self._began = self.conversation_id != request.conversation_id
        self._pending = ""
        self._stored_at = time.monotonic()

    def add(self, text: str) -> None:
        """Keep provisional text, at most twice a second on disk."""
        self._pending += text
        if time.monotonic() - self._stored_at >= _STORE_INTERVAL:
            self._flush()

    def finish(self, answer: Answer) -> None:
        """Store the finished answer in place of the provisional text."""
        with self._library.write() as c:
            history.finish_turn(
                c,
                self.message_id,
                text=answer.text,
                answer=msgspec.json.encode(answer).decode(),
                sources=answer.sources,
            )

    def interrupt(self) -> None:
        """Leave the text so far, marked as interrupted."""
        self._flush()
        with self._library.write() as c:
            history.interrupt_turn(c, self.message_id)

    def discard(self) -> None:
        """Forget a question that could not be asked, and the conversation if it began one."""
        with self._library.write() as c:
            history.remove_turn(c, self.message_id)
            if self._began:
                history.remove(c, self.conversation_id)

    def _flush(self) -> None:
        if self._pending:
            with self._library.write() as c:
                history.append_text(c, self.message_id, self._pending)
        self._pending = ""
        self._stored_at = time.monotonic()


def stored_answer(text: str) -> Answer:
    """Return the answer stored by `Turn.finish`; msgspec.DecodeError when this program cannot read it."""
    return msgspec.json.decode(text, type=Answer)


def answer_of(turn: history.TurnRow) -> Answer:
    """Return a turn's answer; of an interrupted or unreadable one there is only the text."""
    if turn.answer is not None:
        try:
            return stored_answer(turn.answer)
        except msgspec.DecodeError:
            _log.warning("the answer of turn %d was stored in a form that cannot be read", turn.id)
    return Answer(
        question=turn.question,
        standalone_question=turn.question,
        outcome="quoted",
        text=turn.text,
        notices=(_UNREADABLE,) if turn.answer is not None else (),
        conversation_id=turn.conversation_id,
        message_id=turn.id,
        interrupted=turn.answer is None,
    )
