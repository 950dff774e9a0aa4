"""Collections: named groups of documents."""

import json
from collections.abc import Sequence

from desktop.domain.records import Collection
from desktop.store import content_version, texts
from desktop.store.library_file import Connection
from desktop.store.query import Row, all_rows, column, first, value

_SELECT = """
select c.id, c.name, c.folder, c.profile, (select count(*) from document d where d.collection_id = c.id),
    c.ignored
from collection c
"""


def _collection(row: Row) -> Collection:
    values = list(row)
    values[-1] = tuple(json.loads(values[-1]))
    return Collection(*values)


def ensure(c: Connection, name: str) -> Collection:
    """Return the collection of this name, made if it is new; case does not matter."""
    c.execute("insert into collection (name, profile) values (?, '') on conflict (name) do nothing", (name,))
    found = find(c, name)
    assert found is not None  # it was just made
    return found


def find(c: Connection, name: str) -> Collection | None:
    """Return the collection of this name, or None."""
    row = first(c, _SELECT + " where c.name = ?", (name,))
    return _collection(row) if row else None


def all_collections(c: Connection) -> list[Collection]:
    """Return every collection with its number of documents, by name."""
    return [_collection(row) for row in all_rows(c, _SELECT + " order by c.name")]


def uncounted(c: Connection) -> list[Collection]:
    """Return every collection by name, without counting its documents: for every search."""
    return [
        Collection(*row)
        for row in all_rows(c, "select id, name, folder, profile from collection order by name")
    ]


def rename(c: Connection, collection_id: int, name: str) -> None:
    """Give a collection another name, which must be free."""
    c.execute("update collection set name = ? where id = ?", (name, collection_id))
    content_version.bump(c)


def set_folder(c: Connection, collection_id: int, folder: str | None) -> None:
    """Set the watched folder of a collection, None for none."""
    c.execute("update collection set folder = ?, folder_identity = '' where id = ?", (folder, collection_id))


def set_ignored(c: Connection, collection_id: int, patterns: Sequence[str]) -> None:
    """Set the patterns of names that are left out in the watched folder of a collection."""
    c.execute("update collection set ignored = ? where id = ?", (json.dumps(list(patterns)), collection_id))


def folder_identity(c: Connection, collection_id: int) -> str:
    """Return what identified the watched folder when it was last seen; empty before that."""
    return str(value(c, "select folder_identity from collection where id = ?", (collection_id,)) or "")


def set_folder_identity(c: Connection, collection_id: int, identity: str) -> None:
    """Note what identifies the watched folder of a collection."""
    c.execute("update collection set folder_identity = ? where id = ?", (identity, collection_id))


def set_profile(c: Connection, collection_id: int, profile: str) -> None:
    """Set the retrieval profile a collection is searched with; blank for the library's."""
    c.execute("update collection set profile = ? where id = ?", (profile, collection_id))
    content_version.bump(c)


def remove(c: Connection, collection_id: int) -> None:
    """Remove a collection with its documents."""
    texts.remove(c, column(c, "select id from document where collection_id = ?", (collection_id,)))
    c.execute("delete from collection where id = ?", (collection_id,))
