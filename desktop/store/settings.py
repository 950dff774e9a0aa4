"""Settings that belong to the library rather than to the program; values are JSON."""

import json
from typing import Any

from desktop.store.library_file import Connection
from desktop.store.query import first


def get(c: Connection, key: str, default: Any = None) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value of a setting, `default` when it was never put."""
    row = first(c, "select value from setting where key = ?", (key,))
    return default if row is None else json.loads(row[0])


def put(c: Connection, key: str, value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Store a setting; None is a value."""
    c.execute("insert or replace into setting (key, value) values (?, ?)", (key, json.dumps(value)))


def remove(c: Connection, key: str) -> None:
    """Forget a setting, so that its default holds again."""
    c.execute("delete from setting where key = ?", (key,))
