"""Fills a library with many small documents through the store, as if they had been read and embedded."""

from collections.abc import Sequence

import numpy as np

from desktop.domain.records import ChunkDraft, Part, ReadDocument
from desktop.store import collections, documents, queue, vectors
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection, LibraryFile

_BATCH = 500  # documents a commit
_SUBJECTS = ("lease", "minutes", "invoice", "survey", "deed", "letter", "tide table", "inventory")
_PLACES = ("north quay", "boathouse", "town hall", "lighthouse", "parish church", "ferry landing", "market")
_GROUPS = ("Harbour office", "Parish", "Letters", "Accounts")


def fill(library: LibraryFile, count: int, passages: int = 2) -> None:
    """Store `count` documents of `passages` passages each, in four collections."""
    for first in range(0, count, _BATCH):
        with library.write() as c:
            groups = [collections.ensure(c, name).id for name in _GROUPS]
            for number in range(first, min(count, first + _BATCH)):
                subject, place = _SUBJECTS[number % 8], _PLACES[number % 7]
                title = f"{subject.capitalize()} {number:05} of the {place}"
                path = f"/archive/{number % 97}/{subject}-{number:05}.txt"
                document = documents.add_waiting(
                    c, collection_id=groups[number % 4], path=path, title=title, size=2000, modified=0
                )
                texts = [
                    f"{title}, part {n}. The {subject} names the {place} and {number * 7 % 997} boats."
                    for n in range(passages)
                ]
                _store(c, document, title, path, texts)


def embed(library: LibraryFile, model_id: str, dimension: int = 384) -> None:
    """Give every passage a vector of chance under the name of a model."""
    chance = np.random.default_rng(1)
    with library.write() as c:
        vectors.register(c, model_id=model_id, name=model_id, dimension=dimension)
        vectors.set_active(c, model_id)
    while True:
        with library.write() as c:
            rows = [chunk for chunk, _ in vectors.missing(c, model_id, 2000)]
            if not rows:
                documents.finish_vectors(c, model_id)
                return
            made = chance.standard_normal((len(rows), dimension)).astype(np.float32)
            made /= np.linalg.norm(made, axis=1, keepdims=True)
            vectors.add(c, model_id, list(zip(rows, made, strict=True)))


def _store(c: Connection, document: int, title: str, path: str, texts: Sequence[str]) -> None:
    drafts, place = [], 0
    for position, text in enumerate(texts):
        drafts.append(ChunkDraft(position, place, place + len(text)))
        place += len(text) + 1
    whole = "\n".join(texts)
    documents.store_text(
        c,
        document,
        ReadDocument(whole, (Part(0, len(whole)),), "text/plain"),
        content_hash=path,
        chunks=drafts,
        index=[IndexText(title.lower(), path.lower(), "", text.lower()) for text in texts],
    )
    queue.finish(c, document)
