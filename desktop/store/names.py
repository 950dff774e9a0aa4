"""Documents by parts of their names: title and file name, letters and digits only."""

import json
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from desktop.store import lexical
from desktop.store.filters import EVERYTHING, Filter, conditions
from desktop.store.library_file import Connection
from desktop.store.query import all_rows

SHORTEST_TERM = 3  # characters: the index holds runs of three
FREQUENT = 5_000  # names a term may be in: one in more says nothing, and costs the most
_MOST_TERMS = 32  # of one question


def normalised(title: str, path: str) -> str:
    """Return title and file stem in lower case without anything but letters and digits."""
    name = unicodedata.normalize("NFC", title + PurePath(path).stem).lower()
    return "".join(sign for sign in name if sign.isalnum())


def put(c: Connection, document_id: int, title: str, path: str) -> None:
    """Make a document findable by its name, replacing an earlier name."""
    c.execute(
        "insert or replace into name_index (rowid, name) values (?, ?)",
        (document_id, normalised(title, path)),
    )


def discard(c: Connection, document_ids: Iterable[int]) -> None:
    """Forget the names of documents."""
    c.executemany("delete from name_index where rowid = ?", [(i,) for i in document_ids])


def rebuild(c: Connection) -> None:
    """Write the index of names again from the documents, also when the old one is damaged."""
    lexical.clear(c, "name_index")
    for document_id, title, path in all_rows(c, "select id, title, path from document"):
        put(c, document_id, title, path)


def name_hits(
    c: Connection, name_terms: Sequence[str], *, limit: int = 10, where: Filter = EVERYTHING
) -> list[tuple[int, int, int]]:
    """Return (document id, terms matched, their total length) of documents whose name contains a term.

    Terms are normalised as names are; shorter ones than SHORTEST_TERM find nothing. The best come first: most
    terms, greatest length, then collection and path. Documents without stored text are left out, and terms
    that more than FREQUENT names contain.
    """
    terms = [term for term in dict.fromkeys(name_terms) if len(term) >= SHORTEST_TERM and term.isalnum()]
    if not terms:
        return []
    sql, bindings = conditions(where)
    bindings |= {"terms": json.dumps(terms[:_MOST_TERMS]), "limit": limit, "frequent": FREQUENT}
    return all_rows(c, _HITS.replace("/*conditions*/", sql), bindings)


_HITS = """
with term as materialized (
    select '"' || t.value || '"' as quoted, length(t.value) as size
    from json_each(:terms) t
    where (
        select count(*) from (
            select 1 from name_index m where m.name match '"' || t.value || '"' limit :frequent + 1
        )
    ) <= :frequent
),
hit as materialized (
    select n.rowid as id, count(*) as matched, sum(t.size) as matched_length
    from term t
    cross join name_index n on n.name match t.quoted
    group by n.rowid
)
select hit.id, hit.matched, hit.matched_length
from hit
cross join document named on named.id = hit.id
cross join document d on d.id = coalesce(named.same_as, named.id)
cross join collection on collection.id = d.collection_id
where d.chunk_count > 0
/*conditions*/
order by hit.matched desc, hit.matched_length desc, collection.name, named.path
limit :limit
"""


def first_chunk(c: Connection, document_ids: Sequence[int]) -> dict[int, int]:
    """Return for each document the chunk that stands for it: its summary if it has one, else its first."""
    rows = all_rows(c, _FIRST, (json.dumps(list(document_ids)),))
    return {document: chunk for document, chunk in rows if chunk is not None}


_FIRST = """
select d.id, (
    select k.id from chunk k where k.document_id = coalesce(d.same_as, d.id) order by k.position limit 1
)
from document d where d.id in (select value from json_each(?))
"""
