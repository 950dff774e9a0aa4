"""Run a query and take its rows, its first row, a column or a value."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from desktop.store.library_file import Connection

Value = str | int | float | bytes | None
Bindings = Sequence[Value] | Mapping[str, Value]
Row = tuple[Any, ...]


def all_rows(c: Connection, sql: str, bindings: Bindings = ()) -> list[Row]:
    """Return all rows."""
    return c.execute(sql, bindings).fetchall()


def each(c: Connection, sql: str, bindings: Bindings = ()) -> Iterator[Row]:
    """Yield the rows as they are found, for results too large to hold."""
    yield from c.execute(sql, bindings)


def first(c: Connection, sql: str, bindings: Bindings = ()) -> Row | None:
    """Return the first row, or None."""
    return c.execute(sql, bindings).fetchone()


def column(c: Connection, sql: str, bindings: Bindings = ()) -> list[Any]:
    """Return the first column of all rows."""
    return [row[0] for row in c.execute(sql, bindings)]


def value(c: Connection, sql: str, bindings: Bindings = ()) -> Any:  # noqa: ANN401 - as the column is typed
    """Return the first column of the first row, None without rows."""
    row = c.execute(sql, bindings).fetchone()
    return None if row is None else row[0]
