"""Rows of the two word indexes, gathered in a transaction and written together at its end."""

from collections.abc import Iterable

from desktop.store import content_version, lexical, names
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection


class IndexWriter:
    """Takes what belongs to the indexes while documents are stored; call `write` before the transaction ends.

    FTS5 gathers rows in memory, but SQLite makes it write them out, as an index of its own to be merged
    later, before any other statement that may have to be undone alone. Rows that are written between such
    statements cost some ten times as much.
    """

    def __init__(self) -> None:
        self._fresh: list[tuple[int, IndexText]] = []
        self._changed: list[tuple[int, IndexText]] = []
        self._names: list[tuple[int, str, str]] = []

    def add(self, rows: Iterable[tuple[int, IndexText]], fresh: frozenset[int]) -> None:
        """Take the tokens of chunks by id; those in `fresh` were not in the index before."""
        for row in rows:
            (self._fresh if row[0] in fresh else self._changed).append(row)

    def name(self, document_id: int, title: str, path: str) -> None:
        """Take the name of a document, in place of an earlier one."""
        self._names.append((document_id, title, path))

    def write(self, c: Connection) -> None:
        """Write everything that was taken; new tokens mark that searches may find something else."""
        lexical.add(c, sorted(self._fresh, key=lambda row: row[0]))
        lexical.put(c, self._changed)
        for document_id, title, path in self._names:
            names.put(c, document_id, title, path)
        if self._fresh or self._changed:
            content_version.bump(c)
        self._fresh, self._changed, self._names = [], [], []
