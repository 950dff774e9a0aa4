"""Documents that wait to be read: a table, so that a crash loses nothing and repeats little."""

from dataclasses import dataclass

from desktop.store import states, texts
from desktop.store.library_file import Connection
from desktop.store.query import all_rows, column, first, value


@dataclass(frozen=True, slots=True)
class Task:
    """A claimed document; `attempts` counts this one too."""

    document_id: int
    path: str
    collection_id: int
    attempts: int


def claim(c: Connection) -> Task | None:
    """Take the document that waits longest, or None; it stays in the queue until it is finished."""
    row = first(c, _CLAIM)
    if row is None:
        return None
    document_id, attempts = row
    path, collection_id = all_rows(c, _READING, (document_id,))[0]
    return Task(document_id, path, collection_id, attempts)


_READING = "update document set state = 'reading' where id = ? returning path, collection_id"
_CLAIM = """
update queue set claimed = 1, attempts = attempts + 1
where ticket = (select ticket from queue where not claimed order by ticket limit 1)
returning document_id, attempts
"""


def finish(c: Connection, document_id: int) -> None:
    """Take a document out of the queue; call it in the transaction that stores the outcome.

    One that was queued again while it was read stays in: its file has changed since.
    """
    c.execute("delete from queue where document_id = ? and not again", (document_id,))
    again = (
        "update queue set claimed = 0, again = 0, attempts = 0 where document_id = ? returning document_id"
    )
    for waiting in column(c, again, (document_id,)):
        c.execute("update document set state = 'waiting' where id = ?", (waiting,))


def release(c: Connection, document_id: int) -> None:
    """Put a claimed document back, as if it had not been tried: the work was stopped, not failed."""
    c.execute(
        "update queue set claimed = 0, again = 0, attempts = max(attempts - 1, 0)"
        " where document_id = ? and claimed",
        (document_id,),
    )
    c.execute("update document set state = 'waiting' where id = ? and state = 'reading'", (document_id,))


def reset_claims(c: Connection) -> int:
    """Put back what a process that died had claimed; return how many. Only the one indexer may call it.

    The attempt counts: a file during which the program died again and again shows in `Task.attempts`.
    """
    c.execute(
        "update document set state = 'waiting' where state = 'reading'"
        " and id in (select document_id from queue where claimed)"
    )
    return len(column(c, "update queue set claimed = 0, again = 0 where claimed returning ticket"))


def pending(c: Connection) -> int:
    """Return how many documents wait or are being read."""
    return int(value(c, "select count(*) from queue"))


def cancel_waiting(c: Connection) -> int:
    """Empty the queue except for what is being read; return how many documents were taken out.

    Documents of which nothing is stored are removed, the others keep what is stored.
    """
    taken = column(c, "delete from queue where not claimed returning document_id")
    for document_id in taken:
        state = states.settled_state(c, document_id)
        if state is None:
            texts.remove(c, [document_id])
        else:
            c.execute("update document set state = ? where id = ?", (state, document_id))
    return len(taken)
