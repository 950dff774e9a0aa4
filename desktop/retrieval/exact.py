"""Hits that hold the very words of the question: no later step may take them out of the list."""

from collections.abc import Callable, Collection, Mapping, Sequence

from desktop.retrieval.evidence import word_share
from desktop.retrieval.hits import RankedHit
from desktop.retrieval.support import facts
from desktop.retrieval.tokens import index_tokens

_ALL = 0.999  # of the question's weight; shares are sums of fractions


def exact_hits(
    question: str,
    hits: Sequence[RankedHit],
    text_of: Callable[[RankedHit], str],
    weights: Mapping[str, float],
) -> frozenset[int]:
    """Return the chunk ids of the exact keyword hits among `hits`.

    Those are hits by the document's name, and hits by words that hold an identifier or an acronym of the
    question, or all of its topical words. `weights` are those of `evidence.question_weights`.
    """
    keys = _exact_keys(question)
    return frozenset(
        hit.chunk_id
        for hit in hits
        if hit.name_hit or (hit.lexical and _is_exact(question, text_of(hit), weights, keys))
    )


def keep_in_reach(
    ordered: Sequence[RankedHit], before: Sequence[RankedHit], exact: Collection[int], *, wanted: int
) -> list[RankedHit]:
    """Return `ordered` with the exact hits among the first `wanted` of `before` among its first ones still.

    One that fell out takes the place of the last hit there that is not exact; to other exact hits it yields.
    """
    owed = {hit.chunk_id for hit in before[:wanted] if hit.chunk_id in exact}
    inside, outside = list(ordered[:wanted]), list(ordered[wanted:])
    others = [hit for hit in inside if hit.chunk_id not in exact]
    fallen = [hit for hit in outside if hit.chunk_id in owed][: len(others)]
    leaving = others[len(others) - len(fallen) :]
    return [
        *(hit for hit in inside if hit not in leaving),
        *fallen,
        *leaving,
        *(hit for hit in outside if hit not in fallen),
    ]


def _exact_keys(question: str) -> frozenset[str]:
    """Return the tokens of the identifiers and acronyms of a question; shouted words are no acronyms."""
    shouted = question.isupper()
    return frozenset(
        key
        for fact in facts(question)
        if fact.kind == "identifier"
        or (fact.kind == "name" and not shouted and fact.text.isupper() and len(fact.text) > 1)
        for key in fact.keys
    )


def _is_exact(question: str, text: str, weights: Mapping[str, float], keys: frozenset[str]) -> bool:
    if keys and not keys.isdisjoint(index_tokens(text).split()):
        return True
    return word_share(question, [text], weights) >= _ALL
