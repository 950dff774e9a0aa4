"""The reasons of a hit, read by somebody who did not write the search."""

from typing import Any

import pytest

from desktop.retrieval.hits import Hop, RankedHit, Reranked
from desktop.services.reasons import uncertain, why


def _hit(**options: Any) -> RankedHit:
    return RankedHit(1, 1, 0, "a.md", "A", **{"score": 0.5, **options})


@pytest.mark.parametrize(
    ("hit", "sentence"),
    [
        (_hit(vector_rank=2, cosine=0.8714), "2nd by meaning (cosine 0.871)."),
        (
            _hit(vector_rank=1, cosine=0.41, supposed=True),
            "1st by meaning of your question with a supposed answer.",
        ),
        (_hit(vector_rank=1, cosine=0.41, supposed=True), "Cosine to your question alone: 0.410."),
        (_hit(cosine=0.4), "Cosine to your question: 0.400."),
        (_hit(lexical_rank=21, bm25=7.416), "21st by the words it shares with your question (BM25 7.42)."),
        (_hit(lexical_rank=1, name_hit=True), "1st in the list by words, where named documents stand first."),
        (_hit(name_hit=True), "Your question names this document."),
        (
            _hit(factors=(("language", 1.02),)),
            "Counts 2% more because it is in the language of your question.",
        ),
        (
            _hit(factors=(("version", 0.5),)),
            "Counts 50% less because it is another version than you ask for.",
        ),
        (_hit(factors=(("version", 1.5),)), "Counts 50% more because it is the version you ask for."),
        (_hit(factors=(("outdated", 0.95),)), "Counts 5% less because a newer version of it was found."),
        (
            _hit(factors=(("named collection", 1.05),)),
            "Counts 5% more because your question names its collection.",
        ),
        (
            _hit(created_at="2024-05-01T10:00:00", factors=(("recency", 0.0004),)),
            "Its date, 2024-05-01, adds 0.00040 to the score.",
        ),
        (
            _hit(created_at="2024-05-01", date_stated=False, factors=(("recency", 0.0004),)),
            "The date of its file, 2024-05-01, adds 0.00040 to the score.",
        ),
        (_hit(factors=(("freshness", 1.1),)), "Counts 10% more for its freshness."),
        (
            _hit(companion="children ride free"),
            "The profile's rule “children ride free” asks for it beside such a question.",
        ),
        (
            _hit(hop=Hop(1, "rates.md")),
            "Reached over the reference “rates.md” in a passage found; each hop takes 30% of the score.",
        ),
        (
            _hit(hop=Hop(2, "rates.md")),
            (
                "Reached over the reference “rates.md” in passages found, 2 hops away; "
                "each hop takes 30% of the score."
            ),
        ),
        (
            _hit(reranked=Reranked("the reranker BGE", 7), factors=(("rerank", 3.214),)),
            "Compared with your question again by the reranker BGE: 3.21 (more is better).",
        ),
        (_hit(reranked=Reranked("the reranker BGE", 7)), "That moved it from place 7 to 3."),
        (_hit(score=0.0325), "Score 0.03250."),
    ],
)
def test_each_reason_is_a_sentence(hit: RankedHit, sentence: str) -> None:
    assert sentence in why(hit, rank=3)


def test_a_place_that_did_not_change_is_not_a_move() -> None:
    sentences = why(_hit(reranked=Reranked("the reranker BGE", 3)), rank=3)
    assert not any("moved" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("rank", "words"), [(1, "1st"), (3, "3rd"), (11, "11th"), (112, "112th"), (22, "22nd")]
)
def test_ordinals(rank: int, words: str) -> None:
    assert why(_hit(vector_rank=rank), rank=1)[0].startswith(f"{words} by meaning")


def test_a_date_with_two_readings_is_said_where_one_of_them_was_asked_for() -> None:
    passage = "Signed on 03/04/2024, paid on 25/04/2024 and 05/05/2024, cancelled on 01/02/2023."
    assert uncertain("April 2024", passage) == ("Its date 03/04/2024 can be read in two ways.",)
    assert uncertain("3 April 2024", passage) == uncertain("April 2024", passage)
    assert uncertain("May 2024", passage) == ()
    assert uncertain("the lease", passage) == ()
