"""Vectors of chunks: what waits for one, adding them, and the chunks nearest to a question."""

import hashlib
import json
import math
from collections.abc import Iterable, Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop.store import cells, content_version
from desktop.store.cells import recluster_if_needed
from desktop.store.filters import EVERYTHING, Filter, chunk_total, conditions
from desktop.store.library_file import Connection
from desktop.store.query import all_rows, column, value
from desktop.store.vector_models import (
    VectorModel,
    active,
    find,
    forget,
    known,
    models,
    register,
    renew_table,
    set_active,
)

__all__ = [
    "LARGEST_K",
    "VectorModel",
    "active",
    "add",
    "agree",
    "cosines",
    "discard",
    "embedding_hash",
    "embedding_text",
    "expect",
    "forget",
    "missing",
    "missing_count",
    "models",
    "nearest",
    "recluster_if_needed",
    "register",
    "repair",
    "reuse",
    "set_active",
    "vector_of",
]

Vector = NDArray[np.float32]

LARGEST_K = 4096  # a limit of sqlite-vec
PROBES = 32  # nearest cells searched: of 300,000 vectors in 512 cells 0.99 of the 50 nearest, in 21 ms
_LOOK_UP = 200  # chunks in scope up to which each vector is fetched by itself: quicker than a scan
_LIST_SCOPE = 2_000  # chunks in scope up to which every cell that holds one is searched


def embedding_text(title: str, heading: str, text: str) -> str:
    """Return what is embedded for a chunk: where it stands, then its text."""
    return "\n".join(line for line in (title, heading, text) if line)


def embedding_hash(text: str) -> bytes:
    """Return the identity of an embedding text: equal texts have equal vectors."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def expect(c: Connection, chunk_ids: Iterable[int]) -> None:
    """Note that new chunks wait for a vector of every model."""
    keys = [model.key for model in models(c)]
    c.executemany(
        "insert into vector (model, chunk_id) values (?, ?)",
        [(key, chunk_id) for chunk_id in chunk_ids for key in keys],
    )


def discard(c: Connection, chunk_ids: Sequence[int]) -> None:
    """Remove the vectors of chunks, of every model."""
    wanted = json.dumps(list(chunk_ids))
    for model in models(c):
        rows = all_rows(c, _EMBEDDED, (wanted, model.key))
        c.executemany(_DELETE.replace("/*table*/", model.table), rows)
    c.execute("delete from vector where chunk_id in (select value from json_each(?))", (wanted,))


_EMBEDDED = """
select v.chunk_id from json_each(?) j cross join vector v on v.chunk_id = j.value
where v.model = ? and v.cell is not null
"""
_DELETE = "delete from /*table*/ where chunk_id = ?"


def missing(c: Connection, model_id: str, limit: int) -> list[tuple[int, str]]:
    """Return chunks without a vector of the model and the text to embed for each, first queued first."""
    rows = all_rows(c, _MISSING, (known(c, model_id).key, limit))
    return [(chunk_id, embedding_text(title, heading, text)) for chunk_id, title, heading, text in rows]


_MISSING = """
select v.chunk_id, d.title, k.heading, k.text
from vector v
cross join chunk k on k.id = v.chunk_id
cross join document d on d.id = k.document_id
where v.model = ? and v.cell is null
order by v.chunk_id limit ?
"""


def missing_count(c: Connection, model_id: str) -> int:
    """Return how many chunks have no vector of the model."""
    key = known(c, model_id).key
    return int(value(c, "select count(*) from vector where model = ? and cell is null", (key,)))


def add(c: Connection, model_id: str, rows: Sequence[tuple[int, Vector]]) -> int:
    """Store vectors, replacing earlier ones; return how many.

    Chunks that were removed since they were handed out are skipped.
    """
    model = known(c, model_id)
    wanted = json.dumps([chunk_id for chunk_id, _ in rows])
    expected: dict[int, int | None] = dict(all_rows(c, _EXPECTED, (wanted, model.key)))
    rows = [(chunk_id, vector) for chunk_id, vector in rows if chunk_id in expected]
    if not rows:
        return 0
    matrix = np.stack([np.asarray(vector, np.float32) for _, vector in rows])
    if matrix.shape[1] != model.dimension:
        raise ValueError(f"{model_id} has {model.dimension} dimensions, not {matrix.shape[1]}")
    cell_of = cells.assign(cells.unit(matrix), cells.centroids(c, model))
    replaced = [(chunk_id,) for chunk_id, _ in rows if expected[chunk_id] is not None]
    c.executemany(_DELETE.replace("/*table*/", model.table), replaced)
    c.executemany(
        _INSERT.replace("/*table*/", model.table),
        [
            (chunk_id, int(cell), vector.tobytes())
            for (chunk_id, _), cell, vector in zip(rows, cell_of, matrix, strict=True)
        ],
    )
    c.executemany(
        "update vector set cell = ? where model = ? and chunk_id = ?",
        [(int(cell), model.key, chunk_id) for (chunk_id, _), cell in zip(rows, cell_of, strict=True)],
    )
    content_version.bump(c)
    return len(rows)


_EXPECTED = """
select v.chunk_id, v.cell from json_each(?) j cross join vector v on v.chunk_id = j.value where v.model = ?
"""
_INSERT = "insert into /*table*/ (chunk_id, cell, embedding) values (?, ?, ?)"


def repair(c: Connection, model: VectorModel) -> int:
    """Let the vector table of a model hold exactly the chunks that count as embedded; return the changes.

    What is lost is embedded again. A table that cannot be read is made anew, with all its vectors to be made.
    """
    noted: set[int] = set(column(c, _NOTED, (model.key,)))
    stored = stored_chunks(c, model)
    if stored is None:
        renew_table(c, model)
        stored = set()
    c.executemany(_DELETE.replace("/*table*/", model.table), [(i,) for i in sorted(stored - noted)])
    lost = noted - stored
    c.executemany(
        "update vector set cell = null where model = ? and chunk_id = ?",
        [(model.key, i) for i in sorted(lost)],
    )
    content_version.bump(c)
    return len(stored - noted) + len(lost)


def stored_chunks(c: Connection, model: VectorModel) -> set[int] | None:
    """Return the chunks in the vector table of a model, None when it cannot be read."""
    try:
        if value(c, _BROKEN.replace("/*table*/", model.table)):
            return None
        return set(column(c, _STORED.replace("/*table*/", model.table)))
    except (apsw.CorruptError, apsw.SQLError):
        return None


def agree(c: Connection, model: VectorModel) -> bool:
    """Tell whether exactly the chunks that count as embedded are in the vector table."""
    return stored_chunks(c, model) == set(column(c, _NOTED, (model.key,)))


_NOTED = "select chunk_id from vector where model = ? and cell is not null"
_STORED = "select chunk_id from /*table*/"
# The table keeps numbers and vectors apart; listing it reads the numbers only.
_BROKEN = """
select exists (select chunk_id from /*table*/_chunks except select rowid from /*table*/_vector_chunks00)
"""


def reuse(c: Connection, model_id: str, document_id: int) -> int:
    """Give waiting chunks of a document the vectors of chunks that say the same; return how many."""
    twins: dict[int, int] = dict(all_rows(c, _TWINS, (known(c, model_id).key, document_id)))
    found = vector_of(c, model_id, sorted(set(twins.values())))
    return add(c, model_id, [(chunk_id, found[twin]) for chunk_id, twin in twins.items() if twin in found])


_TWINS = """
select k.id, min(twin.id)
from chunk k
cross join vector v on v.model = ?1 and v.chunk_id = k.id
cross join chunk twin on twin.embedding_hash = k.embedding_hash
cross join vector w on w.model = ?1 and w.chunk_id = twin.id
where k.document_id = ?2 and v.cell is null and w.cell is not null
group by k.id
"""


def vector_of(c: Connection, model_id: str, chunk_ids: Sequence[int]) -> dict[int, Vector]:
    """Return the vectors of those chunks that have one."""
    sql = _VECTOR_OF.replace("/*table*/", known(c, model_id).table)
    rows = all_rows(c, sql, (json.dumps(list(chunk_ids)),))
    return {chunk_id: np.frombuffer(blob, np.float32) for chunk_id, blob in rows}


_VECTOR_OF = """
select t.chunk_id, t.embedding from json_each(?) j cross join /*table*/ t on t.chunk_id = j.value
"""


def cosines(c: Connection, model_id: str, query: Vector, chunk_ids: Sequence[int]) -> dict[int, float]:
    """Return the cosine to `query`, rounded to 6 decimals, of those chunks that have a vector."""
    rows = all_rows(
        c,
        _COSINES.replace("/*table*/", known(c, model_id).table),
        {"query": np.asarray(query, np.float32).tobytes(), "chunks": json.dumps(list(chunk_ids))},
    )
    return {chunk_id: round(1.0 - distance, 6) for chunk_id, distance in rows if distance is not None}


_COSINES = """
select t.chunk_id, vec_distance_cosine(t.embedding, :query)
from json_each(:chunks) j cross join /*table*/ t on t.chunk_id = j.value
"""


def nearest(
    c: Connection, model_id: str, query: Vector, *, k: int, where: Filter = EVERYTHING
) -> list[tuple[int, float]]:
    """Return (chunk id, cosine rounded to 6 decimals) of the nearest chunks in scope, nearest first.

    As many as `k` (at most LARGEST_K) whenever the scope has them. Exact unless the library has outgrown one
    cell; then the nearest cells are searched, more of them the smaller the scope.
    """
    model = find(c, model_id)
    vector = np.asarray(query, np.float32)
    if model is None or k < 1 or not vector.any():
        return []
    scope = chunk_total(c, where) if where else None
    search = _Search(c, model, vector, min(k, LARGEST_K), where)
    if scope is not None and scope <= _LOOK_UP:
        return search.looked_up()
    if not model.clustered:
        return search.scanned()
    if scope is not None and scope <= _LIST_SCOPE:
        return search.scanned(_IN_CELLS_OF_SCOPE)
    probed = _probed_cells(c, model, vector, scope)
    found = search.probed(probed)
    return found if len(found) >= search.k else search.scanned()


def _probed_cells(c: Connection, model: VectorModel, query: Vector, scope: int | None) -> list[int]:
    """Return the cells to search, nearest first."""
    centroids = cells.centroids(c, model)
    count = PROBES
    if scope is not None:
        # The nearest of a scope lie farther out than the nearest of all.
        share = scope / max(chunk_total(c, EVERYTHING), 1)
        count = math.ceil(PROBES / math.sqrt(max(share, 1e-6)))
    near = cells.nearness(cells.unit(query[None, :]), centroids)[0]
    order = np.argsort(-near, kind="stable")
    return [int(cell) for cell in order[:count]]


class _Search:
    """One nearest-neighbour query in its forms."""

    def __init__(self, c: Connection, model: VectorModel, query: Vector, k: int, where: Filter) -> None:
        self._c = c
        self._model = model
        self._conditions, self._bindings = conditions(where)
        self._bindings |= {"query": query.tobytes(), "k": k, "model": model.key}
        self.k = k

    def looked_up(self) -> list[tuple[int, float]]:
        """Compare with every vector of a small scope."""
        return self._run(_LOOKED_UP)

    def scanned(self, cells_of_scope: str = "") -> list[tuple[int, float]]:
        """Scan all cells, or those that the condition names, for the chunks in scope."""
        return self._run(_SCANNED + cells_of_scope + (_IN_SCOPE if self._conditions else ""))

    def probed(self, near: Sequence[int]) -> list[tuple[int, float]]:
        """Scan some cells for the chunks in scope."""
        self._bindings["cells"] = json.dumps(list(near))
        return self._run(_SCANNED + _IN_CELLS + (_IN_SCOPE_OF_CELLS if self._conditions else ""))

    def _run(self, sql: str) -> list[tuple[int, float]]:
        sql = sql.replace("/*table*/", self._model.table).replace("/*conditions*/", self._conditions)
        rows = all_rows(self._c, sql, self._bindings)
        found = [(chunk_id, round(1.0 - distance, 6)) for chunk_id, distance in rows if distance is not None]
        # sqlite-vec answers with k rows for each cell.
        return sorted(found, key=lambda row: (-row[1], row[0]))[: self.k]


_LOOKED_UP = """
select t.chunk_id, vec_distance_cosine(t.embedding, :query) as distance
from document d
cross join chunk c on c.document_id = d.id
cross join /*table*/ t on t.chunk_id = c.id
where true /*conditions*/
order by distance limit :k
"""
# sqlite-vec wants "k = ?": a LIMIT is not seen through every join.
_SCANNED = "select chunk_id, distance from /*table*/ where embedding match :query and k = :k"
_IN_CELLS = " and cell in (select value from json_each(:cells))"
_IN_CELLS_OF_SCOPE = """
and cell in (
    select distinct v.cell from document d
    cross join chunk c on c.document_id = d.id
    cross join vector v on v.model = :model and v.chunk_id = c.id
    where v.cell is not null /*conditions*/
)
"""
_IN_SCOPE = """
and chunk_id in (
    select c.id from document d cross join chunk c on c.document_id = d.id where true /*conditions*/
)
"""
_IN_SCOPE_OF_CELLS = """
and chunk_id in (
    select v.chunk_id from vector v
    cross join chunk c on c.id = v.chunk_id
    cross join document d on d.id = c.document_id
    where v.model = :model and v.cell in (select value from json_each(:cells)) /*conditions*/
)
"""
