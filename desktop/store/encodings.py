"""The encodings people chose for texts that were read wrongly."""

from desktop.store.library_file import Connection
from desktop.store.query import value


def choose(c: Connection, document_id: int, encoding: str) -> None:
    """Keep the encoding for this document; an empty one means that it is to be found out again."""
    c.execute("delete from chosen_encoding where document_id = ?", (document_id,))
    if encoding:
        c.execute(
            "insert into chosen_encoding (document_id, encoding) values (?, ?)", (document_id, encoding)
        )


def chosen(c: Connection, document_id: int) -> str:
    """Return the encoding a person chose for this document; empty when none was."""
    found = value(c, "select encoding from chosen_encoding where document_id = ?", (document_id,))
    return str(found or "")
