"""The texts of documents: storing them with their chunks, sharing them between copies, removing them."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from desktop.domain.records import ChunkDraft, Part, ReadDocument
from desktop.store import content_version, lexical, names, states, vectors
from desktop.store.folding import folded
from desktop.store.index_writer import IndexWriter
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection
from desktop.store.query import all_rows, column, first, value

_SUMMARY = -1  # position of the chunk that holds a document's summary

_Unchanged = dict[bytes, list[int]]


@dataclass(frozen=True, slots=True)
class TextSlice:
    """A piece of a document's text, its parts, chunks and their tokens; offsets and positions are its own."""

    text: str
    parts: tuple[Part, ...]
    chunks: tuple[ChunkDraft, ...]
    index: tuple[IndexText, ...]


def store_text(
    c: Connection,
    document_id: int,
    read: ReadDocument,
    *,
    content_hash: str,
    chunks: Sequence[ChunkDraft],
    index: Sequence[IndexText],
    writer: IndexWriter | None = None,
) -> None:
    """Store what was read of a document in place of any earlier text; it can then be found by its words.

    With a `writer`, which takes the rows of the indexes, only once that has written them. `index` holds the
    tokens of each chunk in the same order. A chunk that says the same as before keeps its id and its
    vectors; a summary stays as long as the content does. Identical copies keep the earlier text if it
    differs. LookupError for a removed document.
    """
    pieces = [TextSlice(read.text, read.parts, tuple(chunks), tuple(index))]
    store_slices(c, document_id, read, pieces, content_hash=content_hash, writer=writer)


def store_slices(
    c: Connection,
    document_id: int,
    read: ReadDocument,
    slices: Iterable[TextSlice],
    *,
    content_hash: str,
    size: int | None = None,
    writer: IndexWriter | None = None,
) -> None:
    """Store a text that comes in slices, as `store_text` does; of `read` only text and parts do not matter.

    `size` is that of the text in bytes of UTF-8, for a long one of which one slice is in memory at a time;
    None when all is in one slice.
    """
    earlier_title, path, before = _row(c, document_id)
    title = read.title or earlier_title
    unchanged: _Unchanged = defaultdict(list)
    if value(c, _HAS_TEXT, (document_id,)):
        if before != content_hash:
            _hand_over(c, document_id)
        if before != content_hash or title != earlier_title:
            _discard_chunks(c, column(c, _SUMMARY_OF, (document_id,)))
        unchanged = _set_aside(c, document_id)
    index_writer = writer or IndexWriter()
    at = _Place(document_id, title)
    with _text_writer(c, document_id, size) as write:
        for piece in slices:
            write(piece.text)
            _store_slice(c, piece, at, unchanged, index_writer)
            if size is not None:
                index_writer.write(c)
            at = at.after(piece)
    _discard_chunks(c, [chunk_id for ids in unchanged.values() for chunk_id in ids])
    if title != earlier_title:
        index_writer.name(document_id, title, path)
    c.execute(
        _STORED,
        {
            "id": document_id,
            "title": title,
            "title_key": folded(title),
            "folded": folded(f"{title} {path}"),
            "media_type": read.media_type,
            "content_hash": content_hash,
            "indexed_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "language": read.language,
            "date": read.date,
            "date_source": read.date_source,
            "author": read.author,
            "encoding": read.encoding,
            "pages": read.pages,
            "pages_without_text": read.pages_without_text,
            "parts_not_read": json.dumps(read.parts_not_read, ensure_ascii=False),
        },
    )
    states.follow(c, document_id)
    if writer is None:
        index_writer.write(c)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a slice begins in its document: characters, parts and chunks before it."""

    document_id: int
    title: str
    start: int = 0
    parts: int = 0
    chunks: int = 0

    def after(self, piece: TextSlice) -> "_Place":
        """Return where the next slice begins."""
        return _Place(
            self.document_id,
            self.title,
            self.start + len(piece.text),
            self.parts + len(piece.parts),
            self.chunks + len(piece.chunks),
        )


@contextmanager
def _text_writer(c: Connection, document_id: int, size: int | None) -> Iterator[Callable[[str], object]]:
    """Yield what takes the text of a document, piece by piece when its size is given."""
    if size is None:
        yield lambda text: c.execute(_INSERT_TEXT, (document_id, text))
        return
    c.execute(_INSERT_ROOM, (document_id, size))
    with c.blob_open("main", "document_text", "text", document_id, True) as blob:
        yield lambda text: blob.write(text.encode())


_INSERT_TEXT = "insert into document_text (document_id, text) values (?, ?)"
# A blob of zeros is never held in memory as a whole; whoever reads the text casts it.
_INSERT_ROOM = "insert into document_text (document_id, text) values (?, zeroblob(?))"


def _store_slice(
    c: Connection, piece: TextSlice, at: _Place, unchanged: _Unchanged, writer: IndexWriter
) -> None:
    """Write the chunks, the parts and the index rows of a slice."""
    rows = [_chunk_row(at.document_id, at.title, piece.text, chunk) for chunk in piece.chunks]
    for row in rows:
        row["position"] += at.chunks
        row["start"] += at.start
        row["stop"] += at.start
    kept = [
        unchanged[row["embedding_hash"]].pop() if unchanged.get(row["embedding_hash"]) else None
        for row in rows
    ]
    ids, fresh = _store_chunks(c, rows, kept)
    writer.add(zip(ids, piece.index, strict=True), fresh)
    c.executemany(
        _INSERT_PART,
        [
            (
                at.document_id,
                number,
                p.start + at.start,
                p.end + at.start,
                p.kind,
                p.heading,
                p.page,
                p.page_label,
                p.place,
            )
            for number, p in enumerate(piece.parts, at.parts)
        ],
    )


_INSERT_PART = """
insert into part (document_id, number, start, stop, kind, heading, page, page_label, place)
values (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_HAS_TEXT = """
select exists (select 1 from document_text where document_id = ?1)
    or exists (select 1 from chunk where document_id = ?1)
"""
_STORED = """
update document set
    title = :title, title_key = :title_key, folded = :folded, state = 'text_ready', reason = '',
    media_type = :media_type, content_hash = :content_hash, indexed_at = :indexed_at, language = :language,
    date = :date, date_source = :date_source, author = :author, encoding = :encoding, pages = :pages,
    pages_without_text = :pages_without_text, parts_not_read = :parts_not_read,
    chunk_count = (select count(*) from chunk where document_id = :id),
    same_as = null, stale_index = 0
where id = :id
"""


def _row(c: Connection, document_id: int) -> tuple[str, str, str]:
    row = first(c, "select title, path, content_hash from document where id = ?", (document_id,))
    if row is None:
        raise LookupError(f"document {document_id} is not in the library")
    return str(row[0]), str(row[1]), str(row[2])


def _set_aside(c: Connection, document_id: int) -> _Unchanged:
    """Make room for another text of a document; return its chunks by what they say, the first ones last."""
    unchanged: _Unchanged = defaultdict(list)
    earlier = (
        "select id, embedding_hash from chunk where document_id = ? and position >= 0 order by position desc"
    )
    for chunk_id, identity in all_rows(c, earlier, (document_id,)):
        unchanged[identity].append(chunk_id)
    # Out of the way: positions are unique within a document.
    c.execute("update chunk set position = -2 - position where document_id = ?", (document_id,))
    c.execute("delete from document_text where document_id = ?", (document_id,))
    c.execute("delete from part where document_id = ?", (document_id,))
    return unchanged


def _store_chunks(
    c: Connection, rows: Sequence[dict[str, Any]], kept: Sequence[int | None]
) -> tuple[list[int], frozenset[int]]:
    """Write the rows, over the earlier chunks where there are any; return the ids and which are new."""
    both = list(zip(kept, rows, strict=True))
    c.executemany(_UPDATE_CHUNK, [row | {"id": chunk_id} for chunk_id, row in both if chunk_id is not None])
    new = [row for chunk_id, row in both if chunk_id is None]
    c.executemany(_INSERT_CHUNK, new)
    last = c.last_insert_rowid()  # ids rise one by one within a transaction
    fresh = range(last - len(new) + 1, last + 1)
    vectors.expect(c, fresh)
    following = iter(fresh)
    return [next(following) if chunk_id is None else chunk_id for chunk_id in kept], frozenset(fresh)


def _chunk_row(document_id: int, title: str, text: str, chunk: ChunkDraft) -> dict[str, Any]:
    passage = text[chunk.start : chunk.end]
    return {
        "document_id": document_id,
        "position": chunk.position,
        "start": chunk.start,
        "stop": chunk.end,
        "text": passage,
        "heading": chunk.heading,
        "page": chunk.page,
        "page_label": chunk.page_label,
        "place": chunk.place,
        "language": chunk.language,
        "text_hash": text_hash(passage),
        "embedding_hash": vectors.embedding_hash(vectors.embedding_text(title, chunk.heading, passage)),
    }


def text_hash(text: str) -> str:
    """Return the identity of a passage (half a SHA-256 in hexadecimal)."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


_INSERT_CHUNK = """
insert into chunk (document_id, position, start, stop, text, heading, page, page_label, place, language,
    text_hash, embedding_hash)
values (:document_id, :position, :start, :stop, :text, :heading, :page, :page_label, :place, :language,
    :text_hash, :embedding_hash)
"""
_SUMMARY_OF = "select id from chunk where document_id = ? and position = -1"
_UPDATE_CHUNK = """
update chunk set position = :position, start = :start, stop = :stop, text = :text, heading = :heading,
    page = :page, page_label = :page_label, place = :place, language = :language, text_hash = :text_hash
where id = :id
"""


def store_summary(
    c: Connection, document_id: int, text: str, index: IndexText, *, language: str | None = None
) -> int:
    """Store the summary of a document as its chunk at position -1; return the chunk's id."""
    title, _, _ = _row(c, document_id)
    _discard_chunks(c, column(c, _SUMMARY_OF, (document_id,)))
    draft = ChunkDraft(_SUMMARY, 0, len(text), place="summary", language=language)
    c.execute(_INSERT_CHUNK, _chunk_row(document_id, title, text, draft))
    chunk_id = c.last_insert_rowid()
    lexical.put(c, [(chunk_id, index)])
    vectors.expect(c, [chunk_id])
    _recount(c, document_id)
    content_version.bump(c)
    return chunk_id


def link_duplicate(c: Connection, document_id: int, original_id: int, content_hash: str) -> None:
    """Make a document an identical copy of another of its collection: found, shown and cited by that one.

    It has no chunks of its own and follows the other's state; when the other is removed or edited, it takes
    the chunks over.
    """
    holder = value(c, "select coalesce(same_as, id) from document where id = ?", (original_id,))
    if holder is None or holder == document_id:
        raise LookupError(f"document {document_id} cannot be a copy of {original_id}")
    drop_text(c, document_id)
    c.execute(_LINK, {"id": document_id, "holder": holder, "content_hash": content_hash})
    state = states.settled_state(c, int(holder))
    c.execute("update document set state = ?, reason = '' where id = ?", (state, document_id))
    content_version.bump(c)


_LINK = """
update document set same_as = :holder, content_hash = :content_hash, (media_type, indexed_at, language, date,
    date_source, author, encoding, pages, pages_without_text, parts_not_read) = (
        select media_type, indexed_at, language, date, date_source, author, encoding, pages,
            pages_without_text, parts_not_read
        from document where id = :holder)
where id = :id
"""


def drop_text(c: Connection, document_id: int) -> None:
    """Remove the stored text of a document, or hand it to an identical copy; the document itself stays."""
    if not _hand_over(c, document_id):
        _discard_chunks(c, column(c, "select id from chunk where document_id = ?", (document_id,)))
        c.execute("delete from document_text where document_id = ?", (document_id,))
        c.execute("delete from part where document_id = ?", (document_id,))
    c.execute(
        "update document set chunk_count = 0, same_as = null, content_hash = '' where id = ?", (document_id,)
    )
    content_version.bump(c)


def _hand_over(c: Connection, document_id: int) -> bool:
    """Give the text with its chunks to the oldest identical copy, if there is one; return whether."""
    heir = value(c, "select min(id) from document where same_as = ?", (document_id,))
    if heir is None:
        return False
    for sql in _HAND_OVER:
        c.execute(sql, {"from": document_id, "heir": heir})
    return True


_INHERIT = """
update document set same_as = null, stale_index = 1,
    chunk_count = (select chunk_count from document where id = :from)
where id = :heir
"""
_HAND_OVER = (
    "update chunk set document_id = :heir where document_id = :from",
    "update document_text set document_id = :heir where document_id = :from",
    "update part set document_id = :heir where document_id = :from",
    # Its name and title stand with the chunks in the text index: those rows have to be written again.
    _INHERIT,
    "update document set same_as = :heir where same_as = :from",
    "update document set chunk_count = 0 where id = :from",
)


def remove(c: Connection, document_ids: Iterable[int]) -> None:
    """Remove documents with everything that was made of them; unknown ids do no harm."""
    wanted = json.dumps(list(document_ids))
    # Copies go first, so that none inherits a text only to be removed as well.
    sql = "select id from document where id in (select value from json_each(?)) order by same_as is null"
    for document_id in column(c, sql, (wanted,)):
        drop_text(c, document_id)
        names.discard(c, [document_id])
        c.execute("delete from document where id = ?", (document_id,))


def transfer(c: Connection, document_ids: Sequence[int], collection_id: int) -> list[int]:
    """Put documents into another collection; return those whose files have to be read again for it.

    A text is shared within a collection only: what shares one with a document that stays has to get its own.
    A document whose path the other collection knows already stays where it is.
    """
    wanted = json.dumps(list(document_ids))
    bare: list[int] = []
    for document_id, same_as in all_rows(c, _MOVABLE, (wanted, collection_id)):
        if same_as is not None or value(c, "select 1 from document where same_as = ?", (document_id,)):
            drop_text(c, document_id)
            bare.append(document_id)
        c.execute("update document set collection_id = ? where id = ?", (collection_id, document_id))
    content_version.bump(c)
    return bare


_MOVABLE = """
select d.id, d.same_as from document d
where d.id in (select value from json_each(?1)) and d.collection_id <> ?2
    and not exists (select 1 from document o where o.collection_id = ?2 and o.path = d.path)
order by d.same_as is null
"""


def _discard_chunks(c: Connection, chunk_ids: Sequence[int]) -> None:
    """Remove chunks from every index, then themselves."""
    if not chunk_ids:
        return
    lexical.discard(c, chunk_ids)
    vectors.discard(c, chunk_ids)
    c.executemany("delete from chunk where id = ?", [(i,) for i in chunk_ids])


def _recount(c: Connection, document_id: int) -> None:
    c.execute(
        "update document set chunk_count = (select count(*) from chunk where document_id = ?1) where id = ?1",
        (document_id,),
    )
