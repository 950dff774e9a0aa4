"""The text index: chunks by the words in them, over tokens that were made elsewhere."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import apsw

from desktop.store import content_version
from desktop.store.filters import EVERYTHING, Bindings, Filter, chunk_total, conditions
from desktop.store.library_file import Connection
from desktop.store.query import all_rows, value

_TOKENIZER = "porter"
_TOKENIZER_OPTIONS = ["unicode61", "remove_diacritics", "0", "categories", "L* M* N* P* S* Co"]
_WEIGHTS: Mapping[str, float] = {"title": 2.0, "name": 2.0, "heading": 1.5, "body": 1.0}


@dataclass(frozen=True, slots=True)
class IndexText:
    """The blank-separated tokens of a chunk and of what stands above it."""

    title: str
    name: str
    heading: str
    body: str


def put(c: Connection, rows: Iterable[tuple[int, IndexText]]) -> None:
    """Index chunks, replacing earlier tokens of the same chunks."""
    c.executemany(f"insert or replace {_INTO}", map(_bindings, rows))


def add(c: Connection, rows: Iterable[tuple[int, IndexText]]) -> None:
    """Index chunks that have no tokens in the index, best in the order of their ids."""
    c.executemany(f"insert {_INTO}", map(_bindings, rows))


_INTO = "into chunk_index (rowid, title, name, heading, body) values (?, ?, ?, ?, ?)"


def _bindings(row: tuple[int, IndexText]) -> tuple[int, str, str, str, str]:
    chunk_id, text = row
    return chunk_id, text.title, text.name, text.heading, text.body


def discard(c: Connection, chunk_ids: Iterable[int]) -> None:
    """Take chunks out of the index."""
    c.executemany("delete from chunk_index where rowid = ?", [(i,) for i in chunk_ids])


def search(
    c: Connection,
    match: str,
    *,
    limit: int,
    where: Filter = EVERYTHING,
    weights: Mapping[str, float] = _WEIGHTS,
) -> list[tuple[int, float]]:
    """Return (chunk id, BM25) of the best chunks in scope that match; a higher score is better.

    `match` is an FTS5 expression of quoted tokens; a blank one finds nothing. Ties go by path, then position.
    """
    return measured_search(c, match, limit=limit, where=where, weights=weights)[0]


def measured_search(
    c: Connection,
    match: str,
    *,
    limit: int,
    where: Filter = EVERYTHING,
    weights: Mapping[str, float] = _WEIGHTS,
) -> tuple[list[tuple[int, float]], tuple[float, float]]:
    """Return what `search` does, with the mean and standard deviation of `score_statistics`, in one pass."""
    match = _legal(match)
    if not match or limit < 1:
        return [], (0.0, 0.0)
    sql, bindings = _of_hits(_SEARCH, match, where, weights)
    rows = all_rows(c, sql, bindings | {"limit": limit, "last": limit - 1})
    if not rows:
        return [], (0.0, 0.0)
    amount, squares = rows[0][2:]
    return [(chunk, score) for chunk, score, *_ in rows], _moments(amount, squares, chunk_count(c, where))


def _moments(amount: float, squares: float, total: int) -> tuple[float, float]:
    """Return mean and standard deviation of `total` scores from their sum and the sum of their squares."""
    mean = amount / total
    return mean, math.sqrt(max(squares / total - mean * mean, 0.0))


_SEARCH = """
with /*hit*/,
-- Only what can be in the result is looked up for its path: all chunks at least as good as the last place.
last_place as (select score from hit order by score desc limit 1 offset :last),
totals as (select sum(score) as amount, sum(score * score) as squares from hit)
select hit.id, hit.score, totals.amount, totals.squares
from totals
cross join hit
cross join chunk k on k.id = hit.id
cross join document d on d.id = k.document_id
where hit.score >= coalesce((select score from last_place), -1)
order by hit.score desc, d.path, k.position
limit :limit
"""

_HIT = """hit as materialized (
    select f.rowid as id, -bm25(chunk_index, :title, :name, :heading, :body) as score
    from chunk_index f
    where f.chunk_index match :match
    /*scope*/
)"""

_SCOPE = """
and exists (
    select 1 from chunk k cross join document d on d.id = k.document_id
    where k.id = f.rowid /*conditions*/
)
"""


def best_of_collections(
    c: Connection,
    match: str,
    *,
    limit: int,
    where: Filter = EVERYTHING,
    weights: Mapping[str, float] = _WEIGHTS,
) -> list[tuple[int, float]]:
    """Return (chunk id, BM25) of the best passage of each collection in scope, the best `limit` of them."""
    match = _legal(match)
    if not match:
        return []
    sql, bindings = _of_hits(_BEST_OF_COLLECTIONS, match, where, weights)
    return all_rows(c, sql, bindings | {"limit": limit})


_BEST_OF_COLLECTIONS = """
with /*hit*/,
placed as (
    select hit.id, hit.score, row_number() over (
        partition by d.collection_id order by hit.score desc, d.path, k.position
    ) as place
    from hit
    cross join chunk k on k.id = hit.id and k.position >= 0
    cross join document d on d.id = k.document_id
)
select id, score from placed where place = 1 order by score desc, id limit :limit
"""


def best_of_documents(
    c: Connection,
    match: str,
    *,
    limit: int,
    where: Filter = EVERYTHING,
    weights: Mapping[str, float] = _WEIGHTS,
) -> tuple[int, list[int]]:
    """Return how many documents in scope have a passage that matches, and the best one of `limit` of them.

    What only a summary says, no document says.
    """
    match = _legal(match)
    if not match:
        return 0, []
    sql, bindings = _of_hits(_BEST_OF_DOCUMENTS, match, where, weights)
    rows = all_rows(c, sql, bindings | {"limit": limit})
    return (rows[0][1], [row[0] for row in rows]) if rows else (0, [])


_BEST_OF_DOCUMENTS = """
with /*hit*/,
placed as (
    select hit.id, hit.score, d.path, row_number() over (
        partition by d.id order by hit.score desc, k.position
    ) as place
    from hit
    cross join chunk k on k.id = hit.id and k.position >= 0
    cross join document d on d.id = k.document_id
)
select id, count(*) over () from placed where place = 1 order by score desc, path limit :limit
"""


def scores(
    c: Connection, match: str, chunk_ids: Sequence[int], weights: Mapping[str, float] = _WEIGHTS
) -> dict[int, float]:
    """Return the BM25 of those of the chunks that match."""
    match = _legal(match)
    if not match:
        return {}
    bindings = _weighted(weights) | {"match": match, "chunks": json.dumps(list(chunk_ids))}
    return dict(all_rows(c, _SCORES, bindings))


_SCORES = """
select f.rowid, -bm25(chunk_index, :title, :name, :heading, :body)
from chunk_index f
where f.chunk_index match :match and f.rowid in (select value from json_each(:chunks))
"""


def score_statistics(
    c: Connection, match: str, where: Filter = EVERYTHING, weights: Mapping[str, float] = _WEIGHTS
) -> tuple[float, float, float, float]:
    """Return mean, population standard deviation, best and second best BM25 of all chunks in scope.

    Chunks that do not match count as 0.
    """
    match = _legal(match)
    total = chunk_count(c, where)
    if not match or not total:
        return 0.0, 0.0, 0.0, 0.0
    sql, bindings = _of_hits(_STATISTICS, match, where, weights)
    hits, amount, squares, top, second = all_rows(c, sql, bindings)[0]
    if not hits:
        return 0.0, 0.0, 0.0, 0.0
    return *_moments(amount, squares, total), top, second or 0.0


_STATISTICS = """
with /*hit*/
select count(*), sum(score), sum(score * score), max(score),
    (select score from hit order by score desc limit 1 offset 1)
from hit
"""


def document_frequencies(c: Connection, terms: Sequence[str]) -> dict[str, int]:
    """Return for each token how many chunks hold it (or another form of the same stem); 0 for none."""
    tokenizer = c.fts5_tokenizer(_TOKENIZER, _TOKENIZER_OPTIONS)
    stems = {
        term: _stems(tokenizer(term.encode("utf-8", "replace"), apsw.FTS5_TOKENIZE_QUERY, None))
        for term in terms
    }
    single = sorted({found[0] for found in stems.values() if len(found) == 1})
    counts: dict[str, int] = dict(all_rows(c, _FREQUENCIES, (json.dumps(single),)))
    return {term: counts.get(found[0], 0) if len(found) == 1 else 0 for term, found in stems.items()}


_FREQUENCIES = "select t.value, v.doc from json_each(?) t cross join chunk_term v on v.term = t.value"


def _stems(tokens: Iterable[str | tuple[str | int, ...]]) -> list[str]:
    """Return the words of a tokenizer's output, which holds the offsets of each before it."""
    return [str(token[2]) for token in tokens]


def chunk_count(c: Connection, where: Filter = EVERYTHING) -> int:
    """Return how many chunks are in scope."""
    return chunk_total(c, where)


def check(c: Connection) -> bool:
    """Tell whether the text index and the index of names are whole and hold exactly what is stored."""
    for table in ("chunk_index", "name_index"):
        try:
            if c.pragma("integrity_check", table) != "ok":
                return False
        except (apsw.CorruptError, apsw.SQLError):
            return False
    return all(not value(c, sql) for sql in _MISMATCHES)


_MISMATCHES = (
    "select exists (select id from chunk except select id from chunk_index_docsize)",
    "select exists (select id from chunk_index_docsize except select id from chunk)",
    "select exists (select id from document except select id from name_index_docsize)",
    "select exists (select id from name_index_docsize except select id from document)",
)


def rebuild(c: Connection, rows: Iterable[tuple[int, IndexText]]) -> None:
    """Write the whole text index again from the tokens of all chunks, also when the old one is damaged."""
    clear(c, "chunk_index")
    put(c, rows)
    c.execute("update document set stale_index = 0 where stale_index")
    content_version.bump(c)


def clear(c: Connection, table: str) -> None:
    """Empty a text index; a damaged one cannot empty itself, so its tables are made anew."""
    schema: str = value(c, "select sql from sqlite_schema where name = ?", (table,))
    for shadow in ("data", "idx", "docsize", "config", "content"):
        name = f"{table}_{shadow}"
        if value(c, "select count(*) from sqlite_schema where name = ?", (name,)):
            c.execute(_EMPTY.replace("/*table*/", name))
    # Without its version FTS5 does not even let a table go.
    c.execute(_VERSION.replace("/*table*/", table))
    c.execute(_DROP.replace("/*table*/", table))
    c.execute(schema)


_EMPTY = "delete from /*table*/"
_VERSION = "insert into /*table*/_config (k, v) values ('version', 4)"
_DROP = "drop table /*table*/"


def _of_hits(sql: str, match: str, where: Filter, weights: Mapping[str, float]) -> tuple[str, Bindings]:
    """Return a query over the scored chunks in scope that match, and what it binds."""
    wanted, bindings = conditions(where)
    scope = _SCOPE.replace("/*conditions*/", wanted) if wanted else ""
    sql = sql.replace("/*hit*/", _HIT.replace("/*scope*/", scope))
    return sql, bindings | _weighted(weights) | {"match": match}


def _legal(match: str) -> str:
    """Drop what ends a text for SQLite: no token holds a NUL, yet a question may."""
    return match.replace("\0", " ").strip()


def _weighted(weights: Mapping[str, float]) -> Bindings:
    return {**_WEIGHTS, **weights}
