"""From summaries that a search has found to passages of their documents: a summary is no source."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.domain.records import Chunk, DocumentRef
from desktop.llm.interfaces import Vectors
from desktop.store import documents, summaries, vectors
from desktop.store.library_file import Connection

_COMPARED = 2000  # passages of one document among which the nearest is looked for

Passages = dict[int, tuple[Chunk, DocumentRef]]
Scored = list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Led:
    """The lists of a search without summaries.

    `cosines` holds the own cosine of each passage that stands in `near` in place of a summary, at its place.
    """

    near: Scored
    found: Scored
    named: list[int]
    cosines: dict[int, float]


def to_passages(
    c: Connection,
    question: tuple[str, Vectors] | None,
    passages: Passages,
    *,
    near: Scored,
    found: Scored,
    named: Sequence[int],
) -> Led:
    """Return the lists with a passage of its document in place of each summary, if none stands there already.

    It is the passage nearest to the question (`question`: model and unit vector), else that with most of the
    question's words, else the first. The summaries leave `passages`, what takes their place joins it.
    """
    of = {chunk: passages[chunk][1].id for chunk in passages if passages[chunk][0].position < 0}
    if not of:
        return Led(near, found, list(named), {})
    members = summaries.passages_of(c, list(of.values()))
    own = _own_cosines(c, question, members)
    by_words = [chunk for chunk, _ in found]
    best = {document: _best(ids, own, by_words) for document, ids in members.items() if ids}
    instead = {chunk: best[document] for chunk, document in of.items() if document in best}
    for chunk in of:
        del passages[chunk]
    passages |= documents.chunks_by_id(c, [chunk for chunk in instead.values() if chunk not in passages])
    near_documents = {passages[chunk][1].id for chunk, _ in near if chunk in passages}
    brought = {instead[chunk] for chunk, _ in near if chunk in instead and of[chunk] not in near_documents}
    return Led(
        _replaced(near, of, instead, near_documents),
        _replaced(found, of, instead, {passages[chunk][1].id for chunk, _ in found if chunk in passages}),
        [instead.get(chunk, chunk) for chunk in named if chunk in instead or chunk not in of],
        {chunk: own.get(chunk, 0.0) for chunk in brought},
    )


def _own_cosines(
    c: Connection, question: tuple[str, Vectors] | None, members: dict[int, list[int]]
) -> dict[int, float]:
    if question is None:
        return {}
    return vectors.cosines(c, *question, [chunk for ids in members.values() for chunk in ids[:_COMPARED]])


def _best(ids: Sequence[int], cosines: dict[int, float], by_words: Sequence[int]) -> int:
    known = [chunk for chunk in ids if chunk in cosines]
    if known:
        return max(known, key=lambda chunk: cosines[chunk])
    own = set(ids)
    return next((chunk for chunk in by_words if chunk in own), ids[0])


def _replaced(hits: Scored, of: dict[int, int], instead: dict[int, int], there: set[int]) -> Scored:
    """Return the hits with summaries turned into passages; of documents that are there they only vanish."""
    kept: Scored = []
    for chunk, score in hits:
        if chunk not in of:
            kept.append((chunk, score))
        elif of[chunk] not in there and chunk in instead:
            kept.append((instead[chunk], score))
    return kept
