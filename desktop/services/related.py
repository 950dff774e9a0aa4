"""Which other documents are close to one document: by meaning, or by words until it has vectors."""

import numpy as np

from desktop.domain.answers import SearchHit
from desktop.domain.records import Chunk, Document
from desktop.domain.work import CancelToken
from desktop.retrieval import tokens
from desktop.store import documents, lexical, vector_models, vectors
from desktop.store.filters import Filter
from desktop.store.library_file import Connection, LibraryFile

_CHUNKS = 8  # chunks of a document that stand for it
_BY_WORDS = "shares rare words with this document, which has no vectors yet"


def related_passages(
    library: LibraryFile, document_id: int, token: CancelToken, *, limit: int
) -> list[SearchHit]:
    """Return the best passage of each other document close to this one, never the document itself."""
    with library.read() as c:
        document = documents.by_id(c, document_id)
        if document is None:
            return []
        own = documents.chunks(c, document_id)
        token.check()
        wanted = limit * 4 + len(own)
        model = vector_models.active(c)
        found = vectors.vector_of(c, model, [chunk.id for chunk in own[:_CHUNKS]]) if model else {}
        if model is not None and found:
            mean = np.mean(np.stack(list(found.values())), axis=0)
            near = vectors.nearest(c, model, mean, k=wanted, where=Filter())
        else:
            near = _by_words(c, document, own, wanted)
        token.check()
        return _best_of_each(c, document, near, limit, by_meaning=bool(found))


def _by_words(c: Connection, document: Document, own: list[Chunk], wanted: int) -> list[tuple[int, float]]:
    """Return passages that share rare words with the document."""
    text = " ".join([document.title, *(chunk.text for chunk in own[:_CHUNKS])])
    frequencies = lexical.document_frequencies(c, tokens.query_tokens(text))
    shared = {word: count for word, count in frequencies.items() if count > 1}
    match = tokens.match_expression(" ".join(shared), shared, lexical.chunk_count(c))
    return lexical.search(c, match, limit=wanted, where=Filter()) if match else []


def _best_of_each(
    c: Connection, document: Document, near: list[tuple[int, float]], limit: int, *, by_meaning: bool
) -> list[SearchHit]:
    passages = documents.chunks_by_id(c, [chunk for chunk, _ in near])
    best: dict[int, SearchHit] = {}
    for chunk_id, score in near:
        if chunk_id not in passages or passages[chunk_id][0].position < 0:
            continue
        chunk, reference = passages[chunk_id]
        if reference.id in (document.id, document.same_as) or reference.id in best:
            continue
        rank = len(best) + 1
        by_cosine = f"close in meaning to the whole document (cosine {score:.2f})"
        best[reference.id] = SearchHit(
            rank=rank,
            document=reference,
            chunk=chunk,
            score=score,
            cosine=score if by_meaning else 0.0,
            lexical_rank=None if by_meaning else rank,
            vector_rank=rank if by_meaning else None,
            why=(by_cosine if by_meaning else _BY_WORDS,),
        )
        if len(best) == limit:
            break
    return list(best.values())
