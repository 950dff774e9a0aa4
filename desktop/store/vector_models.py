"""Embedding models whose vectors a library holds, each with a vector table of its own."""

from dataclasses import dataclass

from desktop.store import content_version
from desktop.store.library_file import Connection
from desktop.store.query import all_rows, first, value


@dataclass(frozen=True, slots=True)
class VectorModel:
    """An embedding model of the library; `clustered` is the size at which cells were made, 0 for one cell."""

    key: int
    model_id: str
    name: str
    dimension: int
    generation: int
    active: bool
    clustered: int

    @property
    def table(self) -> str:
        """The name of its vec0 table."""
        return table_name(self.key, self.generation)


def table_name(key: int, generation: int) -> str:
    """Return the name of a vec0 table; a new generation of cells is a new table."""
    return f"vectors_{key}_{generation}"


_SELECT = "select id, model_id, name, dimension, generation, active <> 0, clustered from embedding_model"


def models(c: Connection) -> list[VectorModel]:
    """Return the models with vectors or with chunks that wait for them, oldest first."""
    return [_model(row) for row in all_rows(c, _SELECT + " order by id")]


def find(c: Connection, model_id: str) -> VectorModel | None:
    """Return one model, or None when the library does not know it."""
    row = first(c, _SELECT + " where model_id = ?", (model_id,))
    return _model(row) if row else None


def known(c: Connection, model_id: str) -> VectorModel:
    """Return one model that must be registered; LookupError otherwise."""
    model = find(c, model_id)
    if model is None:
        raise LookupError(f"embedding model {model_id} is not registered")
    return model


def _model(row: tuple[int, str, str, int, int, int, int]) -> VectorModel:
    key, model_id, name, dimension, generation, active_flag, clustered = row
    return VectorModel(key, model_id, name, dimension, generation, bool(active_flag), clustered)


def register(c: Connection, *, model_id: str, name: str, dimension: int) -> None:
    """Prepare the library for vectors of a model; every chunk then waits for one. Twice does no harm."""
    existing = find(c, model_id)
    if existing is not None:
        if existing.dimension != dimension:
            raise ValueError(f"{model_id} has {existing.dimension} dimensions, not {dimension}")
        return
    key = value(
        c,
        "insert into embedding_model (model_id, name, dimension) values (?, ?, ?) returning id",
        (model_id, name, dimension),
    )
    create_table(c, table_name(key, 0), dimension)
    c.execute("insert into vector (model, chunk_id) select ?, id from chunk", (key,))


def create_table(c: Connection, table: str, dimension: int) -> None:
    """Make an empty vector table."""
    c.execute(_CREATE.replace("/*table*/", table).replace("/*dimension*/", str(int(dimension))))


_CREATE = """
create virtual table /*table*/ using vec0 (
    chunk_id integer primary key,
    cell integer partition key,
    embedding float[/*dimension*/] distance_metric=cosine,
    chunk_size=256
)
"""


def drop_table(c: Connection, table: str) -> None:
    """Drop a vector table with its vectors."""
    c.execute("drop table /*table*/".replace("/*table*/", table))


def renew_table(c: Connection, model: VectorModel) -> None:
    """Put an empty vector table in place of one that cannot be read."""
    drop_table(c, model.table)
    create_table(c, table_name(model.key, model.generation + 1), model.dimension)
    c.execute("delete from centroid where model = ?", (model.key,))
    c.execute(
        "update embedding_model set generation = generation + 1, clustered = 0 where id = ?", (model.key,)
    )


def active(c: Connection) -> str | None:
    """Return the id of the model that is searched with, None before the first."""
    row = first(c, "select model_id from embedding_model where active")
    return row[0] if row else None


def set_active(c: Connection, model_id: str) -> None:
    """Search with this model from now on; its id must be registered."""
    model = known(c, model_id)
    if model.active:
        return
    c.execute("update embedding_model set active = 0 where active")
    c.execute("update embedding_model set active = 1 where id = ?", (model.key,))
    content_version.bump(c)


def forget(c: Connection, model_id: str) -> None:
    """Remove a model and its vectors, once another one is in use."""
    model = known(c, model_id)
    drop_table(c, model.table)
    c.execute("delete from embedding_model where id = ?", (model.key,))
    content_version.bump(c)
