"""An exact keyword hit stays in the list whatever a reranker makes of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.evidence import question_weights
from desktop.retrieval.exact import exact_hits, keep_in_reach
from desktop.retrieval.hits import RankedHit, Reranked
from desktop.retrieval.rerank import with_scores_in_order


def _hit(number: int, **options: object) -> RankedHit:
    return RankedHit(number, number, 0, f"{number}.md", "Notes", lexical=True, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "text", "exact"),
    [
        ("REACT", "Call with REACT GmbH about renewal.", True),
        ("react gmbh", "Call with REACT GmbH about renewal.", True),
        ("What does ORD-0417 say?", "ORD-0417 Ship by rail.", True),
        ("What does ORD-0417 say?", "ORD-0418 Ship by road.", False),
        ("Who speaks for the ETSI on radio noise?", "The ETSI sent a delegate.", True),
        ("WHO SPEAKS FOR THE HARBOUR OFFICE?", "The office of the mayor.", False),
        ("When does the ferry leave the harbour?", "The ferry is blue.", False),
    ],
)
def test_what_counts_as_an_exact_hit(question: str, text: str, exact: bool) -> None:
    """P091: the very words of the question, an identifier or an acronym of it."""
    found = exact_hits(question, [_hit(1)], lambda _hit: text, question_weights(question, {}, 100))
    assert found == ({1} if exact else set())


def test_a_document_named_in_the_question_is_exact_whatever_it_says() -> None:
    assert exact_hits("lease", [_hit(1, name_hit=True)], lambda _hit: "", {}) == {1}


def test_meaning_alone_is_never_exact() -> None:
    hit = RankedHit(1, 1, 0, "1.md", "Notes", cosine=0.9)
    assert exact_hits("REACT", [hit], lambda _hit: "REACT", {"react": 1.0}) == set()


def test_a_fallen_exact_hit_takes_the_last_place_of_another() -> None:
    before = [_hit(number) for number in (1, 2, 3, 4, 5)]
    ordered = [_hit(number) for number in (5, 4, 3, 2, 1)]
    kept = keep_in_reach(ordered, before, {1}, wanted=3)
    assert [hit.chunk_id for hit in kept] == [5, 4, 1, 3, 2]
    assert keep_in_reach(ordered, before, {4}, wanted=3) == ordered


def test_among_exact_hits_the_reranker_decides() -> None:
    before = [_hit(number) for number in (1, 2, 3)]
    ordered = [_hit(number) for number in (3, 2, 1)]
    assert keep_in_reach(ordered, before, {1, 2, 3}, wanted=1) == ordered


@given(st.permutations(range(8)), st.sets(st.integers(0, 7)), st.integers(1, 9))
def test_exact_hits_leave_only_for_exact_ones(order: list[int], exact: set[int], wanted: int) -> None:
    before = [_hit(number) for number in range(8)]
    ordered = [before[number] for number in order]
    kept = keep_in_reach(ordered, before, exact, wanted=wanted)
    assert sorted(hit.chunk_id for hit in kept) == list(range(8))
    inside = {hit.chunk_id for hit in kept[:wanted]}
    assert inside <= exact or {hit.chunk_id for hit in before[:wanted]} & exact <= inside


def test_scores_are_handed_out_again_in_the_new_order() -> None:
    hits = [_hit(1, score=0.1, reranked=Reranked("the reranker", 2)), _hit(2, score=0.3), _hit(3, score=0.2)]
    again = with_scores_in_order(hits)
    assert [(hit.chunk_id, hit.score) for hit in again] == [(1, 0.3), (2, 0.2), (3, 0.1)]
    assert again[0].reranked == Reranked("the reranker", 2)
