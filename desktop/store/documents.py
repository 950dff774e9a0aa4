"""The documents of a library: adding, finding, listing them, and what is stored of each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop.domain.records import (
    Chunk,
    Document,
    DocumentRef,
    DocumentState,
    Part,
    ReadDocument,
)
from desktop.store import content_version as versions
from desktop.store import lexical, names
from desktop.store.filters import EVERYTHING, Filter
from desktop.store.filters import conditions as filter_conditions
from desktop.store.folding import folded
from desktop.store.index_writer import IndexWriter
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection
from desktop.store.query import all_rows, column, first, value
from desktop.store.states import awaiting, finish_vectors, settled_state
from desktop.store.texts import drop_text, link_duplicate, remove, store_summary, store_text, transfer

__all__ = [
    "Filter",
    "IndexText",
    "Statistics",
    "add_waiting",
    "awaiting",
    "by_id",
    "by_path",
    "chunks",
    "chunks_by_id",
    "content_version",
    "count",
    "count_readable",
    "drop_text",
    "exists",
    "finish_vectors",
    "holder",
    "link_duplicate",
    "listing",
    "parts",
    "reference",
    "refuse",
    "relocate",
    "remove",
    "restore_state",
    "set_state",
    "settled_state",
    "stale",
    "statistics",
    "store_index",
    "store_summary",
    "store_text",
    "stored_document",
    "text",
    "transfer",
    "with_text",
]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures of a library: `vectors` of the active model, `pending` documents to be read or embedded."""

    documents: int
    chunks: int
    vectors: int
    pending: int
    failed: int


def add_waiting(
    c: Connection,
    *,
    collection_id: int,
    path: str,
    title: str,
    size: int,
    modified: float,
    document_id: int | None = None,
    writer: IndexWriter | None = None,
) -> int:
    """Queue a file to be read and return its document id; with a `writer`, that is to write its name.

    A document of this path is queued again; its stored text stays searchable until the new one replaces it.
    `document_id` is that of a removed document which comes back, so that citations of it count again.
    """
    row = {
        "id": document_id,
        "collection_id": collection_id,
        "path": path,
        "title": title,
        "title_key": folded(title),
        "folded": folded(f"{title} {path}"),
        "size": size,
        "modified": modified,
    }
    queued, stored_title = all_rows(c, _ADD, row)[0]
    index_writer = writer or IndexWriter()
    index_writer.name(queued, stored_title, path)
    c.execute(
        "insert into queue (document_id) values (?) on conflict (document_id)"
        " do update set attempts = 0, again = claimed",
        (queued,),
    )
    if writer is None:
        index_writer.write(c)
    return int(queued)


# The title of a stored text stays until the text is replaced: its chunks were indexed under it.
_ADD = """
insert into document (id, collection_id, path, title, title_key, folded, state, size, modified)
values (:id, :collection_id, :path, :title, :title_key, :folded, 'waiting', :size, :modified)
on conflict (collection_id, path) do update set
    state = 'waiting', reason = '', size = :size, modified = :modified
returning id, title
"""


_SELECT = """
select d.id, collection.name, d.path, d.title, d.state, d.reason, d.media_type, d.content_hash, d.size,
    d.modified, d.indexed_at, d.language, d.date, d.date_source, d.author, d.encoding, d.pages,
    d.pages_without_text, d.parts_not_read, d.chunk_count,
    (select count(*) from chunk k
        cross join embedding_model m on m.active
        cross join vector v on v.model = m.id and v.chunk_id = k.id
        where k.document_id = d.id and v.cell is not null),
    d.same_as, d.offline
from document d
cross join collection on collection.id = d.collection_id
"""
_STATE, _PARTS_NOT_READ, _OFFLINE = 4, 18, -1  # columns of _SELECT that are no plain values


def _document(row: Sequence[Any]) -> Document:
    values = list(row)
    values[_STATE] = DocumentState(values[_STATE])
    values[_PARTS_NOT_READ] = tuple(json.loads(values[_PARTS_NOT_READ]))
    values[_OFFLINE] = bool(values[_OFFLINE])
    return Document(*values)


def _one(c: Connection, where: str, bindings: Sequence[str | int]) -> Document | None:
    row = first(c, _SELECT + where, bindings)
    return _document(row) if row else None


def by_id(c: Connection, document_id: int) -> Document | None:
    """Return one document, or None."""
    return _one(c, " where d.id = ?", (document_id,))


def by_path(c: Connection, collection_id: int, path: str) -> Document | None:
    """Return the document of a file in a collection, or None."""
    return _one(c, " where d.collection_id = ? and d.path = ?", (collection_id, path))


def exists(c: Connection, document_id: int) -> bool:
    """Tell whether a document is in the library."""
    return first(c, "select 1 from document where id = ?", (document_id,)) is not None


def holder(c: Connection, collection_id: int, content_hash: str) -> int | None:
    """Return the document of a collection that holds the stored text of this content, or None."""
    return None if not content_hash else value(c, _HOLDER, (collection_id, content_hash))


_HOLDER = """
select d.id from document d
where d.collection_id = ? and d.content_hash = ? and d.same_as is null
    and exists (select 1 from document_text t where t.document_id = d.id)
order by d.id
"""


def with_text(c: Connection) -> list[tuple[int, str]]:
    """Return id and path of all documents that hold a text, by id."""
    return all_rows(c, "select id, path from document where chunk_count > 0 order by id")


_ORDERS: Mapping[str, str] = {
    "title": "d.title_key",
    "state": "d.state",
    "date": "d.date",
    "indexed": "d.indexed_at",
    "size": "d.size",
    "path": "d.path",
}


def listing(
    c: Connection,
    *,
    collection: str | None = None,
    states: Sequence[DocumentState] = (),
    text: str = "",
    order: str = "title",
    descending: bool = False,
    offset: int = 0,
    limit: int = 200,
) -> list[Document]:
    """Return a page of the documents that match; every word of `text` is in the title or the path.

    `collection` is a name. `order` is title, state, date, indexed, size or path; ties go by id.
    """
    conditions, bindings = _listed(collection, states, text)
    direction = " desc" if descending else ""
    # Only the documents of the page are looked at closely.
    page = _PAGE.replace("/*conditions*/", conditions)
    page = page.replace("/*order*/", f"{_ORDERS[order]}{direction}, d.id{direction}")
    ids = column(c, page, bindings | {"limit": limit, "offset": offset})
    found = {
        document.id: document
        for document in map(_document, all_rows(c, _SELECT + _LISTED, (json.dumps(ids),)))
    }
    return [found[document_id] for document_id in ids]


_LISTED = " where d.id in (select value from json_each(?))"
_PAGE = """
select d.id from document d where true /*conditions*/ order by /*order*/ limit :limit offset :offset
"""


def count(
    c: Connection, *, collection: str | None = None, states: Sequence[DocumentState] = (), text: str = ""
) -> int:
    """Return how many documents match, as `listing` does."""
    conditions, bindings = _listed(collection, states, text)
    return int(value(c, _COUNT.replace("/*conditions*/", conditions), bindings))


_COUNT = "select count(*) from document d where true /*conditions*/"


def count_readable(c: Connection, where: Filter = EVERYTHING) -> int:
    """Return how many documents in scope have text; a copy of another document counts as one of its own."""
    sql, bindings = filter_conditions(where)
    return int(value(c, _READABLE.replace("/*conditions*/", sql), bindings))


_READABLE = """
select count(*) from document d where (d.chunk_count > 0 or d.same_as is not null) /*conditions*/
"""


def _listed(
    collection: str | None, states: Sequence[DocumentState], text: str
) -> tuple[str, dict[str, str | int]]:
    conditions: list[str] = []
    bindings: dict[str, str | int] = {}
    if collection is not None:
        conditions.append("and d.collection_id = (select id from collection where name = :collection)")
        bindings["collection"] = collection
    if states:
        conditions.append("and d.state in (select value from json_each(:states))")
        bindings["states"] = json.dumps(list(states))
    for number, word in enumerate(folded(text).split()):
        conditions.append(f"and instr(d.folded, :word{number})")
        bindings[f"word{number}"] = word
    return " ".join(conditions), bindings


def set_state(c: Connection, document_id: int, state: DocumentState, reason: str = "") -> None:
    """Set the state of a document and the reason people read."""
    c.execute("update document set state = ?, reason = ? where id = ?", (state, reason, document_id))


def refuse(
    c: Connection, document_id: int, state: DocumentState, reason: str, *, content_hash: str = ""
) -> None:
    """Mark a document as not readable: what was stored of an earlier content goes, or passes to a copy."""
    drop_text(c, document_id)
    c.execute(
        "update document set state = ?, reason = ?, content_hash = ? where id = ?",
        (state, reason, content_hash, document_id),
    )


def restore_state(c: Connection, document_id: int) -> DocumentState | None:
    """Set the state that what is stored amounts to, for an unchanged file; None if nothing is stored."""
    state = settled_state(c, document_id)
    if state is not None:
        set_state(c, document_id, state)
    return state


def relocate(
    c: Connection, document_id: int, *, path: str, title: str, modified: float, index: Sequence[IndexText]
) -> None:
    """Note that a file has moved. `index` holds its tokens under the new name, as for `store_index`.

    An identical copy has no tokens of its own: `index` does not matter then.
    """
    c.execute(_RELOCATED, (path, title, folded(title), modified, folded(f"{title} {path}"), document_id))
    names.put(c, document_id, title, path)
    if value(c, "select same_as from document where id = ?", (document_id,)) is None:
        store_index(c, document_id, index)


_RELOCATED = """
update document set path = ?, title = ?, title_key = ?, modified = ?, folded = ?, offline = 0 where id = ?
"""


def store_index(c: Connection, document_id: int, index: Sequence[IndexText]) -> None:
    """Write the text index of a document again; one entry per chunk of `chunks`, in that order."""
    ids = [chunk.id for chunk in chunks(c, document_id)]
    lexical.put(c, zip(ids, index, strict=True))
    c.execute("update document set stale_index = 0 where id = ?", (document_id,))
    versions.bump(c)


def stale(c: Connection) -> list[int]:
    """Return documents whose text index still holds another document's name: see `store_index`."""
    return column(c, "select id from document where stale_index order by id")


def text(c: Connection, document_id: int) -> str:
    """Return the stored text of a document (of the one that holds it, for a copy); empty if there is none."""
    return str(value(c, _TEXT, (document_id,)) or "")


def parts(c: Connection, document_id: int) -> tuple[Part, ...]:
    """Return the parts that cover the text, in order."""
    return tuple(Part(*row) for row in all_rows(c, _PARTS, (document_id,)))


def chunks(c: Connection, document_id: int, *, most: int = -1) -> list[Chunk]:
    """Return the chunks by position, the first `most` unless that is negative; a summary comes first."""
    return [Chunk(*row) for row in all_rows(c, _CHUNKS, (document_id, most))]


_TEXT = """
select cast(t.text as text) from document d
cross join document_text t on t.document_id = coalesce(d.same_as, d.id)
where d.id = ?
"""
_PARTS = """
select p.start, p.stop, p.kind, p.heading, p.page, p.page_label, p.place
from document d
cross join part p on p.document_id = coalesce(d.same_as, d.id)
where d.id = ?
order by p.number
"""
_CHUNKS = """
select k.id, k.document_id, k.position, k.text, k.heading, k.page, k.page_label, k.place, k.start, k.stop,
    k.language, k.text_hash
from document d
cross join chunk k on k.document_id = coalesce(d.same_as, d.id)
where d.id = ?
order by k.position
limit ?
"""


def reference(row: Sequence[Any]) -> DocumentRef:
    """Return the short form of a document from its columns in the order of the record."""
    values = list(row)
    values[5] = bool(values[5])  # offline
    return DocumentRef(*values)


def chunks_by_id(c: Connection, chunk_ids: Sequence[int]) -> dict[int, tuple[Chunk, DocumentRef]]:
    """Return the chunks that exist, each with its document."""
    rows = all_rows(c, _BY_ID, (json.dumps(list(chunk_ids)),))
    return {row[0]: (Chunk(*row[:12]), reference(row[12:])) for row in rows}


_BY_ID = """
select k.id, k.document_id, k.position, k.text, k.heading, k.page, k.page_label, k.place, k.start, k.stop,
    k.language, k.text_hash, d.id, d.title, d.path, collection.name, d.date, d.offline,
    d.date_source
from json_each(?) j
cross join chunk k on k.id = j.value
cross join document d on d.id = k.document_id
cross join collection on collection.id = d.collection_id
"""


def stored_document(c: Connection, document_id: int) -> ReadDocument | None:
    """Return what was read of a document, to chunk it anew without its file; None if nothing is stored."""
    document = by_id(c, document_id)
    if document is None or settled_state(c, document_id) is None:
        return None
    return ReadDocument(
        text=text(c, document_id),
        parts=parts(c, document_id),
        media_type=document.media_type,
        title=document.title,
        date=document.date,
        date_source=document.date_source,
        author=document.author,
        language=document.language,
        encoding=document.encoding,
        pages=document.pages,
        pages_without_text=document.pages_without_text,
        parts_not_read=document.parts_not_read,
    )


def languages(c: Connection) -> list[str]:
    """Return the codes of the languages that documents with text are in, the most frequent first."""
    return column(c, _LANGUAGES)


_LANGUAGES = """
select language from document where language is not null and chunk_count > 0
group by language order by count(*) desc, language
"""


def content_version(c: Connection) -> int:
    """Return the number that rises with every change that can change a search."""
    return versions.current(c)


def statistics(c: Connection) -> Statistics:
    """Return the figures of the library."""
    return Statistics(*(first(c, _STATISTICS) or ()))


_STATISTICS = """
select count(*), coalesce(sum(chunk_count), 0),
    (select count(*) from embedding_model m cross join vector v on v.model = m.id
        where m.active and v.cell >= 0),
    coalesce(sum(state in ('waiting', 'reading', 'text_ready')), 0),
    coalesce(sum(state in ('locked', 'refused')), 0)
from document
"""
