"""The encodings people chose for texts that were read wrongly."""

import json
from collections.abc import Sequence

from desktop.store.library_file import Connection
from desktop.store.query import all_rows


def choose(c: Connection, document_id: int, encoding: str) -> None:
    """Keep the encoding for this document; an empty one means that it is to be found out again."""
    c.execute("delete from chosen_encoding where document_id = ?", (document_id,))
    if encoding:
        c.execute(
            "insert into chosen_encoding (document_id, encoding) values (?, ?)", (document_id, encoding)
        )


def chosen(c: Connection, document_id: int) -> str:
    """Return the encoding a person chose for this document; empty when none was."""
    return chosen_among(c, [document_id]).get(document_id, "")


def chosen_among(c: Connection, document_ids: Sequence[int]) -> dict[int, str]:
    """Return the encodings that people chose for any of these documents."""
    return dict(all_rows(c, _CHOSEN, (json.dumps(list(document_ids)),)))


_CHOSEN = """
select document_id, encoding from chosen_encoding where document_id in (select value from json_each(?))
"""
