"""Looking through a whole collection for the passage that a companion rule asks for."""

from collections.abc import Callable
from dataclasses import replace

from desktop.domain.answers import SearchRequest
from desktop.domain.records import Chunk, DocumentRef
from desktop.retrieval import tokens
from desktop.retrieval.scopes import ScopedPassage
from desktop.services.candidates import QuestionVector
from desktop.services.scoping import Plan
from desktop.store import documents, lexical, vectors
from desktop.store.filters import Filter
from desktop.store.library_file import Connection
from desktop.store.passages import each_passage

_DEEP = 1000  # candidates of each list that are looked at
_READ_THROUGH = 20_000  # passages read where neither list has what is wanted
_K = 60  # of the fusion of both lists

Passage = tuple[Chunk, DocumentRef]


def scoped_passage(passage: Passage, score: float = 0.0) -> ScopedPassage:
    """Return a stored passage in the form that rules look at."""
    chunk, document = passage
    return ScopedPassage(chunk.id, document.collection, chunk.heading, chunk.text, score, document.id)


def best_fitting(
    c: Connection,
    request: SearchRequest,
    question: QuestionVector | None,
    where: Filter,
    fits: Callable[[ScopedPassage], bool],
) -> Passage | None:
    """Return the best passage in scope that fits, by meaning and words; else the first one that does."""
    order = _best_first(c, request, question, where)
    found = documents.chunks_by_id(c, order)
    for chunk_id in order:
        if chunk_id in found and found[chunk_id][0].position >= 0 and fits(scoped_passage(found[chunk_id])):
            return found[chunk_id]
    rest = each_passage(c, where, limit=_READ_THROUGH)
    return next((passage for passage in rest if fits(scoped_passage(passage))), None)


def scope_of(plan: Plan, collection: str, document: int | None) -> Filter | None:
    """Return where a companion may come from, None for nowhere the person asked to look."""
    if collection not in plan.collections:
        return None
    where = replace(plan.where, collections=(plan.collections[collection],))
    if document is None:
        return where
    return replace(where, documents=(document,)) if document in (where.documents or (document,)) else None


def _best_first(
    c: Connection, request: SearchRequest, question: QuestionVector | None, where: Filter
) -> list[int]:
    lists: list[list[tuple[int, float]]] = []
    if question is not None:
        lists.append(vectors.nearest(c, question.model_id, question.vector, k=_DEEP, where=where))
    wanted = tokens.query_tokens(request.question) if request.mode != "vector" else ()
    frequencies = lexical.document_frequencies(c, wanted)
    match = tokens.match_expression(request.question, frequencies, lexical.chunk_count(c)) if wanted else None
    if match:
        lists.append(lexical.search(c, match, limit=_DEEP, where=where))
    scores: dict[int, float] = {}
    for found in lists:
        for rank, (chunk_id, _) in enumerate(found, start=1):
            scores[chunk_id] = scores.get(chunk_id, 0.0) + 1 / (_K + rank)
    return sorted(scores, key=lambda chunk_id: -scores[chunk_id])
