"""Documents by their use: cited, related, suggested to the model, and titles to try instead."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.retrieval.hits import RankedHit

DEFAULT_SUGGESTED = 5
DEFAULT_RELATED = 8


@dataclass(frozen=True, slots=True)
class RankedDocument:
    """A document at the rank of its best chunk, with the best cosine of any of its chunks."""

    document_id: int
    title: str
    best: RankedHit
    best_cosine: float


@dataclass(frozen=True, slots=True)
class DocumentTiers:
    """Ids of documents by tier, each in rank order; `maybe_try` holds titles only, each once."""

    cited: tuple[int, ...]
    related_to_cited: tuple[int, ...]
    suggested: tuple[int, ...]
    related_to_suggested: tuple[int, ...]
    maybe_try: tuple[str, ...]


def rank_documents(hits: Sequence[RankedHit]) -> list[RankedDocument]:
    """Return the documents in the order of their best chunks; equal scores keep the order of the list."""
    best: dict[int, RankedHit] = {}
    cosine: dict[int, float] = {}
    for hit in sorted(hits, key=lambda hit: -hit.score):
        best.setdefault(hit.document_id, hit)
        cosine[hit.document_id] = max(hit.cosine, cosine.get(hit.document_id, hit.cosine))
    return [RankedDocument(key, hit.title, hit, cosine[key]) for key, hit in best.items()]


def assign_tiers(
    hits: Sequence[RankedHit],
    *,
    floor: float,
    limit: int = DEFAULT_SUGGESTED,
    related_limit: int = DEFAULT_RELATED,
) -> DocumentTiers:
    """Return the tiers of one ranked list of chunks.

    Cited are at most `limit` documents whose best cosine reaches `floor` (0 admits all), never filled up
    with weaker ones; suggested are the first `limit` whatever their cosine.
    """
    documents = rank_documents(hits)
    order = [document.document_id for document in documents]
    cited = [entry.document_id for entry in documents if floor <= 0 or entry.best_cosine >= floor][:limit]
    rest = [key for key in order if key not in set(cited)]
    return DocumentTiers(
        cited=tuple(cited),
        related_to_cited=tuple(rest[:related_limit]),
        suggested=tuple(order[:limit]),
        related_to_suggested=tuple(order[limit : limit + related_limit]),
        maybe_try=maybe_try(documents),
    )


def maybe_try(documents: Sequence[RankedDocument]) -> tuple[str, ...]:
    """Return the titles, best first, each once: all that a refusal may offer."""
    return tuple(dict.fromkeys(entry.title for entry in documents))
