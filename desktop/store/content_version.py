"""A number that rises with every change that can change a search."""

from desktop.store.library_file import Connection
from desktop.store.query import value


def current(c: Connection) -> int:
    """Return the content version of the state that is being read."""
    return int(value(c, "select content_version from library"))


def bump(c: Connection) -> None:
    """Mark that searches may find something else from now on."""
    c.execute("update library set content_version = content_version + 1")
