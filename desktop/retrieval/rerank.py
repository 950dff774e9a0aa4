"""Scores of a reranking model: reading them, and the order they give."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from desktop.retrieval.hits import RankedHit

HIGHEST = 10.0
_LISTS = ("scores", "results")
_INDEX_KEYS = ("i", "index")
_SCORE_KEYS = ("score", "s")


def parse_scores(response: str) -> dict[float, float] | None:
    """Return score by candidate number from a model's JSON, scores clipped to 0-10; None when unusable.

    Understood are a mapping of numbers to scores, a list of scores or of {i, score}, one such object, and a
    list under `scores` or `results`. What is not a number is skipped.
    """
    try:
        value = json.loads(response, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return dict(_pairs(value)) or None


def reorder(
    hits: Sequence[RankedHit], scores: Mapping[int, float], *, wanted: int, floor: float | None = None
) -> list[RankedHit]:
    """Return the hits by their scores (by place in the list); unscored ones follow in their old order.

    Fewer hits than `wanted` stay untouched. Hits scored under `floor` are left out, but never a keyword hit.
    """
    if len(hits) < wanted:
        return list(hits)
    scored = [
        (scores[place], replace(hit, factors=(*hit.factors, ("rerank", scores[place]))))
        for place, hit in enumerate(hits)
        if place in scores
    ]
    kept = [(score, hit) for score, hit in scored if floor is None or score >= floor or hit.lexical]
    rest = [hit for place, hit in enumerate(hits) if place not in scores]
    return [hit for _, hit in sorted(kept, key=lambda pair: -pair[0])] + rest


def with_scores_in_order(hits: Sequence[RankedHit]) -> list[RankedHit]:
    """Return the hits in this order with the same scores handed out again, the best to the first.

    So the scores keep their scale and go down the list, whatever scale the reranker has.
    """
    scores = sorted((hit.score for hit in hits), reverse=True)
    return [replace(hit, score=score) for hit, score in zip(hits, scores, strict=True)]


def is_sane(relevant_score: float, irrelevant_score: float) -> bool:
    """Return whether a reranker tells the relevant passage of the start-up pair from the irrelevant one."""
    return math.isfinite(relevant_score) and relevant_score > irrelevant_score


def _pairs(value: object) -> Iterator[tuple[float, float]]:
    if isinstance(value, list):
        yield from _of_list(value)
    elif isinstance(value, dict):
        for name in _LISTS:
            if isinstance(value.get(name), list):
                yield from _of_list(value[name])
                return
        index = _first(value, _INDEX_KEYS)
        items = value.items() if index is None else [(index, value)]
        for key, item in items:
            yield from _pair(key, item)


def _of_list(values: list[object]) -> Iterator[tuple[float, float]]:
    for place, item in enumerate(values):
        index = _first(item, _INDEX_KEYS) if isinstance(item, dict) else None
        yield from _pair(place if index is None else index, item)


def _pair(key: object, item: object) -> Iterator[tuple[float, float]]:
    number = _number(key)
    score = _number(_first(item, _SCORE_KEYS) if isinstance(item, dict) else item)
    if number is not None and score is not None:
        yield number, min(max(score, 0.0), HIGHEST)


def _first(item: Mapping[str, object], keys: Sequence[str]) -> object:
    return next((item[key] for key in keys if key in item), None)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
