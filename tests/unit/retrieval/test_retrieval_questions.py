"""Questions are split and references followed with care."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.decompose import split_question, subject_of
from desktop.retrieval.hits import RankedHit
from desktop.retrieval.multihop import HopHit, follow
from desktop.retrieval.references import MAXIMUM_REFERENCES, references
from desktop.retrieval.rerank import is_sane, parse_scores, reorder
from desktop.retrieval.scopes import named_scopes


def test_the_longest_alias_at_a_place_counts() -> None:
    aliases = {"santa": "a", "santa barbara": "b", "c++": "c"}
    assert named_scopes("Santa Barbara or C++", aliases) == ("b", "c")
    assert named_scopes("anything", {}) == ()


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Who founded Tesla and when was it sold?", ("Who founded Tesla", "when was Tesla sold?")),
        ("How long may I keep a DVD, and what does it cost if I lose it?",
         ("How long may I keep a DVD", "what does it cost if I lose it DVD?")),
        ("How long may I keep a DVD, and what do I pay if I lose it?",
         ("How long may I keep a DVD", "what do I pay if I lose the DVD?")),
        ("What are the codes of Ulm, Kiel and Bonn?",
         ("What are the codes of Ulm?", "What are the codes of Kiel?", "What are the codes of Bonn?")),
        ("Wer gründete Siemens und wann wurde die Firma verkauft?",
         ("Wer gründete Siemens", "wann wurde die Firma verkauft?")),
        ("What is the rent? When is it due?", ("What is the rent?", "When is it due?")),
        ("¿Quién fundó Tesla y en qué año murió?", ("¿Quién fundó Tesla", "en qué año murió Tesla?")),
    ],
)  # fmt: skip
def test_two_questions_are_split(question: str, parts: tuple[str, ...]) -> None:
    assert split_question(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "Who wrote Faust and Hamlet?",
        "What is salt and pepper?",
        "how and why",
        "",
        "compare A and B",
        "Why? What?",
    ],
)
def test_one_question_stays_whole(question: str) -> None:
    assert split_question(question) == (question,)


@given(st.text(max_size=200))
def test_splitting_never_loses_a_question(question: str) -> None:
    assert len(split_question(question)) >= 1


def test_references_are_few_and_short() -> None:
    assert len(references(" ".join(f"file{number}.md" for number in range(50)))) == MAXIMUM_REFERENCES
    assert references(f"[{'long ' * 60}](x)") == ()


def test_hops_stop_when_nothing_new_is_named() -> None:
    calls: list[tuple[str, ...]] = []

    def search(wanted: object) -> list[HopHit]:
        assert isinstance(wanted, tuple)
        calls.append(wanted)
        return [HopHit("b.md", "see a.md", 0.5)]

    found = follow([HopHit("a.md", "see b.md", 1.0)], search, depth=5)
    assert [(hop.source, hop.score, hop.hop) for hop in found] == [("a.md", 1.0, 0), ("b.md", 0.35, 1)]
    assert len(calls) == 2


def _hits(count: int) -> list[RankedHit]:
    return [RankedHit(n, n, 0, f"{n}", f"{n}", lexical=n == 2) for n in range(count)]


def test_reranking_orders_by_score_and_never_removes_a_keyword_hit() -> None:
    ordered = reorder(_hits(4), {0: 1.0, 1: 9.0, 2: 0.5}, wanted=2, floor=3.0)
    assert [found.chunk_id for found in ordered] == [1, 2, 3]
    assert ordered[0].factors == (("rerank", 9.0),)


def test_too_few_candidates_stay_untouched() -> None:
    assert reorder(_hits(2), {1: 9.0}, wanted=3) == _hits(2)


@given(st.text(max_size=80))
def test_any_response_is_scores_or_nothing(response: str) -> None:
    scores = parse_scores(response)
    assert scores is None or all(0 <= score <= 10 for score in scores.values())


def test_the_sanity_pair_needs_the_right_order() -> None:
    assert is_sane(2.0, 1.0)
    assert not is_sane(1.0, 1.0)
    assert not is_sane(float("nan"), 0.0)


@pytest.mark.parametrize(
    ("heading", "subject"),
    [
        ("Minutes of March › 113. Roof of the library", "Roof of the library"),
        ("2.4.1 Backups", "Backups"),
        ("§ 7 Term", "Term"),
        ("iv. Fees", "Fees"),
        ("Opening hours", "Opening hours"),
        ("Minutes › 2026 budget", "2026 budget"),
        ("", ""),
    ],
)
def test_a_heading_says_what_is_spoken_of(heading: str, subject: str) -> None:
    assert subject_of(heading) == subject
