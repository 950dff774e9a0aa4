"""Documents that wait to be read: a table, so that a crash loses nothing and repeats little."""

import json
from dataclasses import dataclass

from desktop.store import states, texts
from desktop.store.library_file import Connection
from desktop.store.query import all_rows, column, value


@dataclass(frozen=True, slots=True)
class Task:
    """A claimed document; `attempts` counts this one too."""

    document_id: int
    path: str
    collection_id: int
    attempts: int


def claim(c: Connection) -> Task | None:
    """Take the document that waits longest, or None; it stays in the queue until it is finished."""
    return next(iter(claim_batch(c, most=1, largest=0, total=0)), None)


def claim_batch(c: Connection, *, most: int, largest: int, total: int, tried: bool = True) -> list[Task]:
    """Take the documents that wait longest: one, or up to `most` small ones together.

    Those that go together are at most `largest` bytes each and `total` bytes in all, and were never tried
    before: a file during which the program died must be alone when it is tried again. Without `tried` none
    such is taken, nor any that waits behind it.
    """
    chosen: list[int] = []
    size = 0
    for ticket, attempts, file_size in all_rows(c, _WAITING, (most,)):
        if attempts > 0 and not tried:
            break
        alone = attempts > 0 or file_size > largest
        if chosen and (alone or size + file_size > total):
            break
        chosen.append(ticket)
        size += file_size
        if alone:
            break
    wanted = json.dumps(chosen)
    c.execute(_CLAIM, (wanted,))
    c.execute(_READING, (wanted,))
    return [Task(*row) for row in all_rows(c, _CLAIMED, (wanted,))]


_WAITING = """
select q.ticket, q.attempts, d.size from queue q cross join document d on d.id = q.document_id
where not q.claimed order by q.ticket limit ?
"""
_CLAIM = """
update queue set claimed = 1, attempts = attempts + 1
where ticket in (select value from json_each(?))
"""
_READING = """
update document set state = 'reading'
where id in (select q.document_id from json_each(?) j cross join queue q on q.ticket = j.value)
"""
_CLAIMED = """
select d.id, d.path, d.collection_id, q.attempts
from json_each(?) j
cross join queue q on q.ticket = j.value
cross join document d on d.id = q.document_id
order by q.ticket
"""


def finish(c: Connection, *document_ids: int) -> None:
    """Take documents out of the queue; call it in the transaction that stores the outcome.

    One that was queued again while it was read stays in: its file has changed since.
    """
    wanted = json.dumps(document_ids)
    c.execute(_FINISH, (wanted,))
    for waiting in column(c, _AGAIN, (wanted,)):
        c.execute("update document set state = 'waiting' where id = ?", (waiting,))


_FINISH = "delete from queue where document_id in (select value from json_each(?)) and not again"
_AGAIN = """
update queue set claimed = 0, again = 0, attempts = 0
where document_id in (select value from json_each(?)) returning document_id
"""


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
