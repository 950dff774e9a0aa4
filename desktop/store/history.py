"""Conversations and their turns, stored while they stream."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from desktop.domain.answers import Source
from desktop.store.library_file import Connection
from desktop.store.query import all_rows, column, first, value

TurnState = Literal["streaming", "done", "interrupted"]
_TITLE_LENGTH = 80  # characters of the first question that name a conversation


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A conversation; `updated` is ISO 8601, `draft` a question that was typed but not asked."""

    id: int
    title: str
    updated: str
    turns: int
    draft: str


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A question with its answer as JSON once done, and the text as far as it was streamed."""

    id: int
    conversation_id: int
    question: str
    state: TurnState
    text: str
    answer: str | None
    asked: str


def start_turn(c: Connection, question: str, conversation_id: int | None = None) -> tuple[int, int]:
    """Note that a question is being answered; return the ids of its conversation and of the turn.

    Without a conversation, or with one that was removed, a new one is begun. It is named after its first
    question unless a person named it.
    """
    now = _now()
    conversation = value(c, _RESUME, (now, _shortened(question), conversation_id))
    if conversation is None:
        conversation = begin(c, question)
    turn = value(c, _START, (conversation, question, now))
    return int(conversation), int(turn)


_RESUME = """
update conversation set updated = ?, draft = '', title = case
    when named or exists (select 1 from message m where m.conversation_id = conversation.id) then title
    else ? end
where id = ?
returning id
"""
_START = """
insert into message (conversation_id, question, state, asked) values (?, ?, 'streaming', ?) returning id
"""


def begin(c: Connection, title: str) -> int:
    """Begin an empty conversation; a long title is cut at a word."""
    sql = "insert into conversation (title, updated) values (?, ?) returning id"
    return int(value(c, sql, (_shortened(title), _now())))


def _shortened(title: str) -> str:
    short = " ".join(title.split())
    return short if len(short) <= _TITLE_LENGTH else short[:_TITLE_LENGTH].rsplit(" ", 1)[0] + "…"


def append_text(c: Connection, turn_id: int, text: str) -> None:
    """Add streamed words to a turn."""
    c.execute("update message set text = text || ? where id = ?", (text, turn_id))


def finish_turn(
    c: Connection, turn_id: int, *, text: str, answer: str, sources: Sequence[Source] = ()
) -> None:
    """Store the finished answer: the text shown, the whole record as JSON, and what it cites."""
    c.execute("update message set state = 'done', text = ?, answer = ? where id = ?", (text, answer, turn_id))
    _cite(c, turn_id, sources)


def interrupt_turn(c: Connection, turn_id: int, *, answer: str | None = None) -> None:
    """Mark a turn that was stopped; its text stays as far as it came."""
    c.execute("update message set state = 'interrupted', answer = ? where id = ?", (answer, turn_id))


def mark_interrupted(c: Connection) -> int:
    """Mark turns that a process which died was answering; call it once at start. Return how many."""
    sql = "update message set state = 'interrupted' where state = 'streaming' returning id"
    return len(all_rows(c, sql))


def _cite(c: Connection, turn_id: int, sources: Sequence[Source]) -> None:
    c.execute("delete from citation where message_id = ?", (turn_id,))
    # The document, or the whole conversation, may have been removed while the answer was written.
    c.executemany(
        "insert into citation (message_id, number, document_id, start, stop)"
        " select m.id, ?, (select id from document where id = ?), ?, ? from message m where m.id = ?",
        [(source.n, source.document.id, source.start, source.end, turn_id) for source in sources],
    )


_SELECT = """
select v.id, v.title, v.updated, (select count(*) from message m where m.conversation_id = v.id), v.draft
from conversation v
"""


def conversations(c: Connection) -> list[ConversationRow]:
    """Return every conversation, the latest first."""
    return [ConversationRow(*row) for row in all_rows(c, _SELECT + " order by v.updated desc, v.id desc")]


def written(c: Connection) -> Iterator[tuple[int, str]]:
    """Yield every text there is to search conversations by: titles, questions and answers."""
    yield from c.execute(
        "select id, title from conversation union all"
        " select conversation_id, question || char(10) || text from message"
    )


def conversation(c: Connection, conversation_id: int) -> ConversationRow | None:
    """Return one conversation, or None."""
    row = first(c, _SELECT + " where v.id = ?", (conversation_id,))
    return ConversationRow(*row) if row else None


def turns(c: Connection, conversation_id: int) -> list[TurnRow]:
    """Return the turns of a conversation in order."""
    rows = all_rows(
        c,
        "select id, conversation_id, question, state, text, answer, asked from message"
        " where conversation_id = ? order by id",
        (conversation_id,),
    )
    return [TurnRow(*row) for row in rows]


def latest_turns(c: Connection, conversation_id: int, *, before: int, limit: int) -> list[TurnRow]:
    """Return the last turns of a conversation that came before the turn `before`, oldest first."""
    rows = all_rows(
        c,
        "select id, conversation_id, question, state, text, answer, asked from message"
        " where conversation_id = ? and id < ? order by id desc limit ?",
        (conversation_id, before, limit),
    )
    return [TurnRow(*row) for row in reversed(rows)]


def citing(c: Connection, document_id: int) -> list[int]:
    """Return the turns that cite a document."""
    sql = "select distinct message_id from citation where document_id = ? order by message_id"
    return column(c, sql, (document_id,))


def rename(c: Connection, conversation_id: int, title: str) -> None:
    """Give a conversation another title."""
    c.execute("update conversation set title = ?, named = 1 where id = ?", (title, conversation_id))


def set_draft(c: Connection, conversation_id: int, text: str) -> None:
    """Keep a question that is typed but not asked yet."""
    c.execute("update conversation set draft = ? where id = ?", (text, conversation_id))


def remove(c: Connection, conversation_id: int) -> None:
    """Remove a conversation with its turns."""
    c.execute("delete from conversation where id = ?", (conversation_id,))


@dataclass(frozen=True, slots=True)
class RemovedConversation:
    """The rows of a conversation that was taken out, to put them back."""

    conversation: tuple[object, ...]
    messages: tuple[tuple[object, ...], ...]
    citations: tuple[tuple[object, ...], ...]


def take_out(c: Connection, conversation_id: int) -> RemovedConversation | None:
    """Remove a conversation and return its rows, None when there is none."""
    head = first(
        c, "select id, title, updated, draft, named from conversation where id = ?", (conversation_id,)
    )
    if head is None:
        return None
    messages = all_rows(
        c,
        "select id, conversation_id, question, state, text, answer, asked from message"
        " where conversation_id = ?",
        (conversation_id,),
    )
    citations = all_rows(
        c,
        "select message_id, number, document_id, start, stop from citation"
        " where message_id in (select id from message where conversation_id = ?)",
        (conversation_id,),
    )
    remove(c, conversation_id)
    return RemovedConversation(head, tuple(messages), tuple(citations))


def put_back(c: Connection, removed: RemovedConversation) -> None:
    """Store a conversation that was taken out, under the numbers it had."""
    c.execute(
        "insert into conversation (id, title, updated, draft, named) values (?, ?, ?, ?, ?)",
        removed.conversation,
    )
    c.executemany(
        "insert into message (id, conversation_id, question, state, text, answer, asked)"
        " values (?, ?, ?, ?, ?, ?, ?)",
        removed.messages,
    )
    c.executemany(
        "insert into citation (message_id, number, document_id, start, stop)"
        " values (?, ?, (select id from document where id = ?), ?, ?)",
        removed.citations,
    )


def remove_turn(c: Connection, turn_id: int) -> None:
    """Remove one turn, to ask it again."""
    c.execute("delete from message where id = ?", (turn_id,))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
