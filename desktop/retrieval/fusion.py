"""Merging the vector list and the lexical list of one question into one ranked list."""

from collections.abc import Sequence
from dataclasses import replace

from desktop.retrieval.hits import RankedHit, ranked

DEFAULT_K = 60
DEFAULT_LANGUAGE_FACTOR = 1.02  # about one place in the list; 1.15 hides passages in another language


def reciprocal_rank_fusion(
    vector: Sequence[RankedHit],
    lexical: Sequence[RankedHit],
    *,
    k: float = DEFAULT_K,
    vector_weight: float = 1.0,
    lexical_weight: float = 1.0,
) -> list[RankedHit]:
    """Return both lists merged by the sum of weight / (k + rank), ranks from 1.

    A chunk in both lists keeps its cosine and becomes a lexical hit. Raises ValueError when k <= 0 or a
    weight is negative.
    """
    if k <= 0:
        raise ValueError("k must be positive")
    if vector_weight < 0 or lexical_weight < 0:
        raise ValueError("weights must not be negative")
    merged: dict[int, RankedHit] = {}
    for rank, hit in enumerate(_first_of_each(vector), start=1):
        merged[hit.chunk_id] = replace(hit, score=vector_weight / (k + rank), vector_rank=rank)
    for rank, hit in enumerate(_first_of_each(lexical), start=1):
        share = lexical_weight / (k + rank)
        known = merged.get(hit.chunk_id)
        merged[hit.chunk_id] = (
            replace(hit, score=share, lexical=True, lexical_rank=rank)
            if known is None
            else _in_both(known, hit, score=known.score + share, lexical_rank=rank)
        )
    return ranked(list(merged.values()))


def weighted_mix(
    vector: Sequence[RankedHit], lexical: Sequence[RankedHit], *, weight: float
) -> list[RankedHit]:
    """Return both lists merged by (1 - w) * bm25 + w * cosine * max(best bm25, 1).

    The scores of the lexical list are its BM25 values. Raises ValueError unless 0 <= weight <= 1.
    """
    if not 0 <= weight <= 1:
        raise ValueError("weight must be between 0 and 1")
    vector, lexical = _first_of_each(vector), _first_of_each(lexical)
    scale = max([1.0, *(hit.score for hit in lexical)])
    merged: dict[int, RankedHit] = {}
    for rank, hit in enumerate(vector, start=1):
        merged[hit.chunk_id] = replace(hit, score=weight * hit.cosine * scale, vector_rank=rank)
    for rank, hit in enumerate(lexical, start=1):
        known = merged.get(hit.chunk_id)
        cosine = hit.cosine if known is None else known.cosine
        score = (1 - weight) * hit.score + weight * cosine * scale
        merged[hit.chunk_id] = (
            replace(hit, score=score, lexical=True, lexical_rank=rank)
            if known is None
            else _in_both(known, hit, score=score, lexical_rank=rank)
        )
    return ranked(list(merged.values()))


def convex_mix(
    vector: Sequence[RankedHit],
    lexical: Sequence[RankedHit],
    *,
    vector_weight: float,
    lexical_weight: float,
    typical_cosine: float,
    k: float = DEFAULT_K,
) -> list[RankedHit]:
    """Return both lists merged by their scores relative to the best of each list.

    A chunk gets the vector weight's share for where its cosine lies between `typical_cosine` (that of any
    chunk) and the best one, and the lexical weight's share for its BM25 as a part of the best. A chunk that
    the vector list does not hold counts as near as that list's last. Name hits count as the best of the
    lexical list. The sum is put on the scale of reciprocal ranks, where the best of both lists has
    2 / (k + 1). Mixing scores beats mixing ranks (Bruch, Gai and Ingber 2023). Raises ValueError when both
    weights are 0 or one is negative.
    """
    if min(vector_weight, lexical_weight) < 0 or vector_weight + lexical_weight <= 0:
        raise ValueError("weights must not be negative, nor both 0")
    vector, lexical = _first_of_each(vector), _first_of_each(lexical)
    scale = 2 / (k + 1) / (vector_weight + lexical_weight)
    best = max((hit.nearness for hit in vector), default=0.0)
    last = min((hit.nearness for hit in vector), default=0.0)
    most = max((hit.score for hit in lexical), default=0.0)
    reach = best - typical_cosine

    def nearness(cosine: float) -> float:
        return max(0.0, (cosine - typical_cosine) / reach) if reach > 0 else float(cosine >= best)

    merged: dict[int, RankedHit] = {}
    for rank, hit in enumerate(vector, start=1):
        score = scale * vector_weight * nearness(hit.nearness)
        merged[hit.chunk_id] = replace(hit, score=score, vector_rank=rank)
    beyond = scale * vector_weight * nearness(last) if vector else 0.0
    for rank, hit in enumerate(lexical, start=1):
        relative = 1.0 if hit.name_hit or most <= 0 else hit.score / most
        share = scale * lexical_weight * relative
        known = merged.get(hit.chunk_id)
        merged[hit.chunk_id] = (
            replace(hit, score=beyond + share, lexical=True, lexical_rank=rank)
            if known is None
            else _in_both(known, hit, score=known.score + share, lexical_rank=rank)
        )
    return ranked(list(merged.values()))


def prefer_language(
    hits: Sequence[RankedHit], language: str | None, *, factor: float = DEFAULT_LANGUAGE_FACTOR
) -> list[RankedHit]:
    """Return the hits with those in the question's language raised by `factor`; None changes nothing."""
    if factor <= 0:
        raise ValueError("factor must be positive")
    if language is None:
        return list(hits)
    return ranked(
        [
            hit.with_factor("language", factor, hit.score * factor) if hit.language == language else hit
            for hit in hits
        ]
    )


def _in_both(vector: RankedHit, lexical: RankedHit, *, score: float, lexical_rank: int) -> RankedHit:
    return replace(
        vector,
        score=score,
        lexical=True,
        lexical_rank=lexical_rank,
        name_hit=vector.name_hit or lexical.name_hit,
        bm25=lexical.bm25,
    )


def _first_of_each(hits: Sequence[RankedHit]) -> list[RankedHit]:
    return list({hit.chunk_id: hit for hit in reversed(hits)}.values())[::-1]
