"""Why a hit is where it is, in words for people."""

from collections.abc import Iterator

from desktop.retrieval.hits import RankedHit
from desktop.retrieval.multihop import HOP_FACTOR
from desktop.retrieval.quantities import dates, uncertain_dates

HOW_TO_READ = (
    "A passage earns points in two lists, one by meaning and one by words: the better it does in each, the "
    "more. The points are added up to its score. The cosine says how close two meanings are (1 is the same), "
    "BM25 how much the shared words tell (more is better). Under each passage stands what brought it here."
)


def why(hit: RankedHit, rank: int) -> tuple[str, ...]:
    """Return the reasons of a hit at `rank` as whole sentences: how it was found, what counted, its score."""
    return (*_found(hit), *(_factor(hit, *factor) for factor in hit.factors), *_moved(hit, rank), _score(hit))


def uncertain(question: str, passage: str) -> tuple[str, ...]:
    """Return a sentence for each date of a passage that is the question's in one of its two readings."""
    asked = dates(question)
    if not asked:
        return ()
    return tuple(
        f"Its date {written} can be read in two ways."
        for written, readings in uncertain_dates(passage).items()
        if readings & asked
    )


def _found(hit: RankedHit) -> Iterator[str]:
    if hit.companion:
        yield f"The profile's rule “{hit.companion}” asks for it beside such a question."
    if hit.hop is not None:
        way = "a passage found" if hit.hop.number == 1 else f"passages found, {hit.hop.number} hops away"
        lost = f"each hop takes {1 - HOP_FACTOR:.0%}"
        yield f"Reached over the reference “{hit.hop.reference}” in {way}; {lost} of the score."
    if hit.name_hit:
        yield "Your question names this document."
    if hit.summary_cosine:
        yield f"The summary of its document is near to your question (cosine {hit.summary_cosine:.3f})."
    if hit.vector_rank is not None and hit.supposed:
        yield f"{_ordinal(hit.vector_rank)} by meaning of your question with a supposed answer."
        yield f"Cosine to your question alone: {hit.cosine:.3f}."
    elif hit.vector_rank is not None:
        yield f"{_ordinal(hit.vector_rank)} by meaning (cosine {hit.cosine:.3f})."
    elif hit.cosine:
        yield f"Cosine to your question: {hit.cosine:.3f}."
    if hit.bm25 is not None and hit.lexical_rank is not None:
        yield f"{_ordinal(hit.lexical_rank)} by the words it shares with your question (BM25 {hit.bm25:.2f})."
    elif hit.lexical_rank is not None:
        yield f"{_ordinal(hit.lexical_rank)} in the list by words, where named documents stand first."


def _factor(hit: RankedHit, name: str, amount: float) -> str:
    """Return what one factor did; multipliers as shares, added amounts as what they are."""
    if name == "recency":
        whose = "Its date" if hit.date_stated else "The date of its file"
        return f"{whose}, {(hit.created_at or '')[:10]}, adds {amount:.5f} to the score."
    if name == "rerank":
        return f"Compared with your question again by {_judge(hit)}: {amount:.2f} (more is better)."
    version = "the version you ask for" if amount >= 1 else "another version than you ask for"
    change = f"Counts {abs(amount - 1):.0%} {'more' if amount >= 1 else 'less'}"
    reasons = {
        "language": "because it is in the language of your question",
        "named collection": "because your question names its collection",
        "version": f"because it is {version}",
        "outdated": "because a newer version of it was found",
    }
    return f"{change} {reasons.get(name, f'for its {name}')}."


def _moved(hit: RankedHit, rank: int) -> Iterator[str]:
    if hit.reranked is not None and hit.reranked.place != rank:
        yield f"That moved it from place {hit.reranked.place} to {rank}."


def _judge(hit: RankedHit) -> str:
    return hit.reranked.by if hit.reranked is not None else "a model"


def _score(hit: RankedHit) -> str:
    return f"Score {hit.score:.5f}."


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
