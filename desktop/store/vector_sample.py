"""A small, even sample of a library's vectors: what an average passage is like."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop.store import vector_models, vectors
from desktop.store.library_file import Connection
from desktop.store.query import column, value

SAMPLE_SIZE = 400


def sample(c: Connection, model_id: str, size: int = SAMPLE_SIZE) -> NDArray[np.float32]:
    """Return up to `size` vectors spread evenly over the library, of shape (n, dimension)."""
    model = vector_models.find(c, model_id)
    if model is None:
        return np.empty((0, 0), np.float32)
    bindings: tuple[Any, ...] = (model.key,)
    total = int(value(c, "select count(*) from vector where model = ? and cell is not null", bindings))
    if not total:
        return np.empty((0, model.dimension), np.float32)
    step = max(1, total // size)
    ids = column(c, _EVERY, (model.key, step, size))
    found = vectors.vector_of(c, model_id, ids)
    return np.stack([found[chunk] for chunk in ids if chunk in found])


_EVERY = """
select chunk_id from (
    select chunk_id, row_number() over (order by chunk_id) as number
    from vector where model = ? and cell is not null)
where number % ? = 0 limit ?
"""
