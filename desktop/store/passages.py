"""The passages of a scope one after the other, for what no index can answer."""

from collections.abc import Iterator

from desktop.domain.records import Chunk, DocumentRef
from desktop.store.documents import reference
from desktop.store.filters import Filter, conditions
from desktop.store.library_file import Connection
from desktop.store.query import each


def each_passage(c: Connection, where: Filter, *, limit: int) -> Iterator[tuple[Chunk, DocumentRef]]:
    """Yield the first `limit` passages in scope with their documents, by path, then position."""
    sql, bindings = conditions(where)
    rows = each(c, _PASSAGES.replace("/*conditions*/", sql), bindings | {"limit": limit})
    for row in rows:
        yield Chunk(*row[:12]), reference(row[12:])


_PASSAGES = """
select k.id, k.document_id, k.position, k.text, k.heading, k.page, k.page_label, k.place, k.start, k.stop,
    k.language, k.text_hash, d.id, d.title, d.path, collection.name, d.date, d.offline,
    d.date_source
from document d
cross join chunk k on k.document_id = d.id and k.position >= 0
cross join collection on collection.id = d.collection_id
where d.chunk_count > 0 /*conditions*/
order by d.path, d.id, k.position
limit :limit
"""
