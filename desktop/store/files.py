"""What is known of the files behind documents: where they are, how they looked, whether they are there."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from desktop.store.library_file import Connection
from desktop.store.query import Row, all_rows, value


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as it was when it was last read or compared.

    Equal `fingerprint`s mean an unchanged file; an empty one proves nothing. `verified` is the Unix time its
    content was last compared. `elsewhere`: it was on another disk than its watched folder.
    """

    document_id: int
    collection_id: int
    path: str
    size: int
    modified: float
    fingerprint: str
    content_hash: str
    verified: float
    offline: bool
    elsewhere: bool
    state: str


_SELECT = """
select d.id, d.collection_id, d.path, d.size, d.modified, d.fingerprint, d.content_hash, d.verified,
    d.offline, d.elsewhere, d.state
from document d where /*which*/ order by d.id
"""
_OF_COLLECTION = _SELECT.replace("/*which*/", "d.collection_id = ?")
_BY_PATH = _SELECT.replace("/*which*/", "d.path in (select value from json_each(?))")
_BELOW = _SELECT.replace(
    "/*which*/", "substr(d.path, 1, ?) = ? and substr(d.path, ? + 1, 1) in ('/', char(92))"
)
_BY_SIZE = _SELECT.replace("/*which*/", "d.size in (select value from json_each(?)) and d.content_hash <> ''")


def _known(row: Row) -> KnownFile:
    values = list(row)
    values[8:10] = map(bool, values[8:10])
    return KnownFile(*values)


def of_collection(c: Connection, collection_id: int) -> dict[str, KnownFile]:
    """Return the files of a collection by path."""
    rows = all_rows(c, _OF_COLLECTION, (collection_id,))
    return {found.path: found for found in map(_known, rows)}


def by_path(c: Connection, paths: Iterable[str]) -> dict[str, list[KnownFile]]:
    """Return the documents of each path, in every collection, oldest first."""
    found: dict[str, list[KnownFile]] = defaultdict(list)
    for known in map(_known, all_rows(c, _BY_PATH, (json.dumps(list(paths)),))):
        found[known.path].append(known)
    return found


def below(c: Connection, folder: str) -> list[KnownFile]:
    """Return the files under a folder, of every collection."""
    start = folder.rstrip("/\\")
    bindings = (len(start), start)
    # Either separator: a library is portable, and a root folder ends in one already.
    return [_known(row) for row in all_rows(c, _BELOW, (*bindings, len(start)))]


def by_size(c: Connection, sizes: Iterable[int]) -> dict[int, list[KnownFile]]:
    """Return the files of each size whose content is known, oldest first."""
    found: dict[int, list[KnownFile]] = defaultdict(list)
    for known in map(_known, all_rows(c, _BY_SIZE, (json.dumps(list(sizes)),))):
        found[known.size].append(known)
    return found


def contents_of_same_size(
    c: Connection, document_ids: Sequence[int], *, least: int = 0
) -> dict[int, tuple[str, ...]]:
    """Return for each document the hashes of stored texts in its collection whose files are as large.

    Files of less than `least` bytes are passed over: many are of one size, and quickly read again.
    """
    rows = all_rows(c, _SAME_SIZE, (json.dumps(list(document_ids)), least))
    found: dict[int, tuple[str, ...]] = {}
    for document_id, content_hash in rows:
        found[document_id] = (*found.get(document_id, ()), content_hash)
    return found


_SAME_SIZE = """
select d.id, o.content_hash
from json_each(?) j
cross join document d on d.id = j.value
cross join document o on o.size = d.size and o.collection_id = d.collection_id
where d.size >= ? and o.id <> d.id and o.content_hash <> '' and o.chunk_count > 0
"""


def note(
    c: Connection, document_id: int, *, size: int, modified: float, fingerprint: str, verified: float
) -> None:
    """Note how the file looked whose content is the stored one."""
    c.execute(
        "update document set size = ?, modified = ?, fingerprint = ?, verified = ? where id = ?",
        (size, modified, fingerprint, verified, document_id),
    )


def set_offline(c: Connection, document_ids: Iterable[int], *, offline: bool) -> None:
    """Mark files that cannot be reached now, or can be again."""
    c.executemany(
        "update document set offline = ? where id = ?", [(offline, document) for document in document_ids]
    )


def set_elsewhere(c: Connection, collection_id: int, by_path: Mapping[str, bool]) -> None:
    """Mark which files of a collection lie on another disk than its watched folder."""
    c.executemany(
        "update document set elsewhere = ? where collection_id = ? and path = ?",
        [(elsewhere, collection_id, path) for path, elsewhere in by_path.items()],
    )


def outstanding(c: Connection) -> tuple[int, int, int]:
    """Return how many documents wait to be read or embedded, bytes of their files, and of vectors to come."""
    count, size = all_rows(c, _OUTSTANDING)[0]
    vectors = value(
        c,
        "select coalesce(sum(4 * m.dimension), 0) from vector v"
        " cross join embedding_model m on m.id = v.model where v.cell is null",
    )
    return int(count), int(size), int(vectors)


_OUTSTANDING = """
select count(*), coalesce(sum(case when state = 'text_ready' then 0 else size end), 0)
from document where state in ('waiting', 'reading', 'text_ready')
"""


def waiting(c: Connection, collection_id: int) -> int:
    """Return how many files of a collection are still to be read."""
    sql = "select count(*) from document where state in ('waiting', 'reading') and collection_id = ?"
    return int(value(c, sql, (collection_id,)))
