"""Quick ways to fill a library in the tests of the store."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop.domain.records import ChunkDraft, Part, ReadDocument
from desktop.store import collections, documents, queue, vectors
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection

DIMENSION = 8


def read_document(passages: Sequence[str], **fields: object) -> ReadDocument:
    text = "\n".join(passages)
    return ReadDocument(text=text, parts=(Part(0, len(text)),), media_type="text/plain", **fields)  # type: ignore[arg-type]


def drafts(passages: Sequence[str], heading: str = "") -> list[ChunkDraft]:
    found, start = [], 0
    for position, passage in enumerate(passages):
        found.append(ChunkDraft(position, start, start + len(passage), heading=heading))
        start += len(passage) + 1
    return found


def index_rows(passages: Sequence[str], title: str = "", name: str = "") -> list[IndexText]:
    bodies = [" ".join(word.rstrip(".") for word in passage.lower().split()) for passage in passages]
    return [IndexText(title.lower(), name.lower(), "", body) for body in bodies]


def fill(
    c: Connection,
    path: str,
    passages: Sequence[str],
    *,
    collection: str = "Papers",
    content_hash: str | None = None,
    title: str = "",
    **fields: object,
) -> int:
    """Store a document as the indexing service does, but for its vectors."""
    group = collections.ensure(c, collection)
    name = Path(path).stem
    document = documents.add_waiting(
        c, collection_id=group.id, path=path, title=name, size=len(passages), modified=1_700_000_000.0
    )
    store(c, document, passages, content_hash=content_hash, title=title, name=name, **fields)
    return document


def store(
    c: Connection,
    document: int,
    passages: Sequence[str],
    *,
    content_hash: str | None = None,
    title: str = "",
    name: str = "",
    **fields: object,
) -> None:
    documents.store_text(
        c,
        document,
        read_document(passages, title=title, **fields),
        content_hash=content_hash or "\n".join(passages),
        chunks=drafts(passages),
        index=index_rows(passages, title, name),
    )
    queue.finish(c, document)


def direction(number: int, dimension: int = DIMENSION) -> NDArray[np.float32]:
    """A unit vector that differs for each number."""
    vector = np.random.default_rng(number).standard_normal(dimension).astype(np.float32)
    return vector / np.float32(np.linalg.norm(vector))


def embed(c: Connection, model: str = "model", of: Callable[[int], NDArray[np.float32]] = direction) -> int:
    """Give every waiting chunk its vector and make the model the active one; return how many."""
    vectors.register(c, model_id=model, name=model, dimension=len(of(0)))
    rows = vectors.missing(c, model, 1_000_000)
    vectors.add(c, model, [(chunk, of(chunk)) for chunk, _ in rows])
    vectors.set_active(c, model)
    documents.finish_vectors(c, model)
    return len(rows)
