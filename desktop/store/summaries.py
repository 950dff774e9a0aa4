"""The summaries of documents: which there are, who wrote them, which are still to be written."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from desktop.store import texts
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection
from desktop.store.query import all_rows, column, first, value

MOST_TRIES = 2
"""A document during whose summary the program died twice keeps its own sentences."""


@dataclass(frozen=True, slots=True)
class SummaryCounts:
    """Documents with a summary by a model, and those that wait for one."""

    written: int
    waiting: int


def put(
    c: Connection,
    document_id: int,
    text: str,
    index: IndexText,
    *,
    model: str = "",
    language: str | None = None,
) -> int:
    """Store the summary of a document in place of an earlier one; return the id of its chunk."""
    chunk_id = texts.store_summary(c, document_id, text, index, language=language)
    c.execute("insert into summary (chunk_id, model) values (?, ?)", (chunk_id, model))
    return chunk_id


def of(c: Connection, document_ids: Sequence[int]) -> dict[int, str]:
    """Return the summaries of those of the documents that have one; a copy has that of its original."""
    return dict(all_rows(c, _OF, (json.dumps(list(document_ids)),)))


_OF = """
select d.id, k.text
from json_each(?) j
cross join document d on d.id = j.value
cross join chunk k on k.document_id = coalesce(d.same_as, d.id) and k.position = -1
"""


def lacking(c: Connection, least_chunks: int) -> list[int]:
    """Return documents of at least so many passages that have no summary at all."""
    return column(c, _LACKING, (least_chunks,))


_LACKING = """
select d.id from document d
where d.chunk_count >= ? and not exists (
    select 1 from chunk k where k.document_id = d.id and k.position = -1)
order by d.id
"""


def next_to_write(c: Connection) -> int | None:
    """Return the document whose summary a model is to write next, the newest first; None for none."""
    row = first(c, _WAITING + " order by k.document_id desc limit 1", (MOST_TRIES,))
    return None if row is None else int(row[0])


_WAITING = """
select k.document_id
from summary s
cross join chunk k on k.id = s.chunk_id
where s.model = '' and s.tries < ?
"""


def begin(c: Connection, document_id: int) -> None:
    """Note that a model begins to write the summary of a document."""
    c.execute(_BEGIN, (document_id,))


_BEGIN = """
update summary set tries = tries + 1
where chunk_id = (select id from chunk where document_id = ? and position = -1)
"""


def give_up(c: Connection, document_id: int) -> None:
    """Let a document keep its own sentences: a model could not write anything that stands."""
    c.execute(_GIVE_UP, (MOST_TRIES, document_id))


_GIVE_UP = """
update summary set tries = ?
where chunk_id = (select id from chunk where document_id = ? and position = -1)
"""


def put_back(c: Connection, document_id: int) -> None:
    """Let a summary that was interrupted on purpose be begun again as if it had not been."""
    c.execute(_PUT_BACK, (document_id,))


_PUT_BACK = """
update summary set tries = max(0, tries - 1)
where chunk_id = (select id from chunk where document_id = ? and position = -1)
"""


def counts(c: Connection) -> SummaryCounts:
    """Return how many summaries a model has written, and how many it has yet to write."""
    written = value(c, "select count(*) from summary where model <> ''")
    waiting = value(c, _COUNT_WAITING, (MOST_TRIES,))
    return SummaryCounts(int(written), int(waiting))


_COUNT_WAITING = "select count(*) from summary where model = '' and tries < ?"


def passages_of(c: Connection, document_ids: Sequence[int]) -> dict[int, list[int]]:
    """Return the ids of the passages of documents that hold a text, in reading order."""
    found: dict[int, list[int]] = {document: [] for document in document_ids}
    for document, chunk in all_rows(c, _PASSAGES, (json.dumps(list(document_ids)),)):
        found[document].append(chunk)
    return found


_PASSAGES = """
select k.document_id, k.id from json_each(?) j
cross join chunk k on k.document_id = j.value
where k.position >= 0
order by k.document_id, k.position
"""
