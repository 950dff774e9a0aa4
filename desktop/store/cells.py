"""Cells of neighbouring vectors, so that a large library need not be searched as a whole.

A small library is one cell and every search is exact. Beyond CLUSTER_FROM vectors k-means makes cells of a
few hundred; they are made again when the library has doubled.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop.domain.work import CancelToken
from desktop.store import content_version
from desktop.store.library_file import Connection
from desktop.store.query import column, each, value
from desktop.store.vector_models import VectorModel, create_table, drop_table, known, table_name

CLUSTER_FROM = 50_000  # vectors
_CELL_SIZE = 600  # vectors a cell should hold
_SAMPLES_PER_CELL = 64
_LARGEST_CELL = 3  # times the mean size
_ITERATIONS = 8
_OUTGROWN = 2  # times the vectors there were when the cells were made
_BLOCK = 4096  # vectors compared with all centroids at once
_SEED = 7

Matrix = NDArray[np.float32]
Labels = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class CellPlan:
    """New cells of a model: centroids, and the cell of each vector there was when it was made."""

    centroids: Matrix  # without rows: one cell for all
    cell_of: dict[int, int]


def centroids(c: Connection, model: VectorModel) -> Matrix:
    """Return the centroids of the cells in order; without rows while there is one cell."""
    blobs = column(c, "select embedding from centroid where model = ? order by cell", (model.key,))
    return np.frombuffer(b"".join(blobs), np.float32).reshape(len(blobs), model.dimension)


def assign(vectors: Matrix, middle: Matrix, token: CancelToken | None = None) -> Labels:
    """Return the cell of each unit vector, that of the nearest centroid; 0 without centroids."""
    labels = np.zeros(len(vectors), np.intp)
    if len(middle) == 0:
        return labels
    for start in range(0, len(vectors), _BLOCK):
        if token is not None:
            token.check()
        block = vectors[start : start + _BLOCK]
        labels[start : start + _BLOCK] = np.argmax(nearness(block, middle), axis=1)
    return labels


def nearness(vectors: Matrix, middle: Matrix) -> Matrix:
    """Return a number for each vector and centroid that is greater the nearer they are.

    Centroids keep their length: scaled to 1, that of a loose cell would draw in vectors from everywhere.
    """
    return np.asarray(vectors @ middle.T - 0.5 * np.einsum("ij,ij->i", middle, middle), np.float32)


def k_means(sample: Matrix, count: int, token: CancelToken) -> Matrix:
    """Return `count` centroids of the sample by k-means; the same for the same input."""
    chance = np.random.default_rng(_SEED)
    sample = unit(sample)
    middle = sample[np.sort(chance.choice(len(sample), count, replace=False))]
    for _ in range(_ITERATIONS):
        labels = assign(sample, middle, token)
        sums = np.zeros_like(middle)
        np.add.at(sums, labels, sample)
        # A cell that lost all its vectors starts again elsewhere.
        sizes = np.bincount(labels, minlength=count)
        empty = sizes == 0
        sums[empty] = sample[chance.choice(len(sample), int(empty.sum()))]
        middle = np.asarray(sums / np.maximum(sizes, 1)[:, None], np.float32)
    return middle


def even_cells(sample: Matrix, count: int, token: CancelToken) -> Matrix:
    """Return at least `count` centroids of cells of which none is several times the others' size.

    k-means alone may leave one cell for everything that is far from all centroids; such a cell is halved
    until it is small enough.
    """
    sample = unit(sample)
    labels = assign(sample, k_means(sample, count, token), token)
    waiting = [sample[labels == cell] for cell in range(count)]
    found: list[Matrix] = []
    while waiting:
        members = waiting.pop()
        if len(members) > _LARGEST_CELL * len(sample) / count:
            half = assign(members, k_means(members, 2, token), token) == 0
            if 0 < half.sum() < len(members):  # else they are all the same
                waiting += [members[half], members[~half]]
                continue
        if len(members):
            found.append(np.asarray(members.mean(axis=0), np.float32))
    return np.stack(found)


def unit(vectors: Matrix) -> Matrix:
    """Return the vectors scaled to length 1; a zero vector stays."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(norms, 1e-12), np.float32)


def recluster_if_needed(
    c: Connection, model_id: str, token: CancelToken, *, cluster_from: int = CLUSTER_FROM
) -> bool:
    """Make new cells when the library has outgrown the present ones; return whether it did.

    Needs the writing connection; readers see the old cells until the transaction ends. To keep the lock for
    less time, call `plan` on a reading connection first and `apply` on the writing one.
    """
    made = plan(c, model_id, token, cluster_from=cluster_from)
    if made is None:
        return False
    apply(c, model_id, made, token)
    return True


def plan(
    c: Connection, model_id: str, token: CancelToken, *, cluster_from: int = CLUSTER_FROM
) -> CellPlan | None:
    """Return new cells, or None while the present ones are fit. Raises Cancelled."""
    model = known(c, model_id)
    total = _vector_count(c, model)
    if not _outgrown(total, model.clustered, cluster_from):
        return None
    if total < cluster_from:
        return CellPlan(np.empty((0, model.dimension), np.float32), {})
    ids, vectors = _all_vectors(c, model, total, token)
    count = max(2, total // min(_CELL_SIZE, max(cluster_from // 8, 1)))
    chosen = np.random.default_rng(_SEED).permutation(total)[: count * _SAMPLES_PER_CELL]
    middle = even_cells(vectors[np.sort(chosen)], count, token)
    labels = assign(unit(vectors), middle, token)
    return CellPlan(middle, dict(zip(ids.tolist(), labels.tolist(), strict=True)))


def _outgrown(total: int, clustered: int, cluster_from: int) -> bool:
    if not clustered:
        return total >= cluster_from
    # Shrinking to one cell waits for half the size, so that a library at the border does not swing.
    return total >= clustered * _OUTGROWN or total < cluster_from // 2


def apply(c: Connection, model_id: str, made: CellPlan, token: CancelToken) -> None:
    """Move every vector into its new cell; vectors added since the plan go to the nearest one."""
    model = known(c, model_id)
    total = _vector_count(c, model)
    ids, vectors = _all_vectors(c, model, total, token)
    labels = np.array([made.cell_of.get(chunk_id, -1) for chunk_id in ids.tolist()], np.intp)
    late = labels < 0
    labels[late] = assign(unit(vectors[late]), made.centroids, token)
    fresh = table_name(model.key, model.generation + 1)
    create_table(c, fresh, model.dimension)
    # Cell after cell, so that the vectors of a cell lie together on the disk.
    insert = "insert into /*table*/ (chunk_id, cell, embedding) values (?, ?, ?)".replace("/*table*/", fresh)
    for number, row in enumerate(np.argsort(labels, kind="stable")):
        if number % _BLOCK == 0:
            token.check()
        c.execute(insert, (int(ids[row]), int(labels[row]), vectors[row].tobytes()))
    drop_table(c, model.table)
    c.executemany(
        "update vector set cell = ? where model = ? and chunk_id = ?",
        zip(labels.tolist(), [model.key] * total, ids.tolist(), strict=True),
    )
    c.execute("delete from centroid where model = ?", (model.key,))
    c.executemany(
        "insert into centroid (model, cell, embedding) values (?, ?, ?)",
        [(model.key, cell, row.tobytes()) for cell, row in enumerate(made.centroids)],
    )
    clustered = total if len(made.centroids) else 0
    c.execute(
        "update embedding_model set generation = generation + 1, clustered = ? where id = ?",
        (clustered, model.key),
    )
    content_version.bump(c)


def _vector_count(c: Connection, model: VectorModel) -> int:
    return int(value(c, "select count(*) from vector where model = ? and cell >= 0", (model.key,)))


def _all_vectors(
    c: Connection, model: VectorModel, total: int, token: CancelToken
) -> tuple[NDArray[np.int64], Matrix]:
    """Return the ids and vectors of all embedded chunks, in the order they are stored."""
    ids = np.empty(total, np.int64)
    vectors = np.empty((total, model.dimension), np.float32)
    sql = "select chunk_id, embedding from /*table*/".replace("/*table*/", model.table)
    for number, (chunk_id, blob) in enumerate(each(c, sql)):
        if number % _BLOCK == 0:
            token.check()
        ids[number] = chunk_id
        vectors[number] = np.frombuffer(blob, np.float32)
    return ids, vectors
