"""The right answers of scopes, enumeration, selection and expansion, with the transit profile."""

from pathlib import Path
from typing import Any

import pytest
from vectors import Ids, assert_same, cases

from desktop.retrieval.expansion import expanded_terms
from desktop.retrieval.profile import Profile, read_profile
from desktop.retrieval.question_terms import question_tokens
from desktop.retrieval.scopes import ScopedPassage, is_enumeration, named_scopes, topic
from desktop.retrieval.selection import select

PROFILES = Path(__file__).parents[2] / "resources" / "profiles"


@pytest.fixture(scope="module")
def transit() -> Profile:
    return read_profile((PROFILES / "transit.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", cases("scopes"))
def test_scopes(case: dict[str, Any]) -> None:
    given = case["input"]
    assert list(named_scopes(given["question"], given["aliases"])) == case["expected"]


@pytest.mark.parametrize("case", cases("enumeration"))
def test_enumeration(case: dict[str, Any], transit: Profile) -> None:
    question = case["input"]["question"]
    assert is_enumeration(question, transit.enumeration) is case["expected"]["enumeration"]
    assert topic(question, transit.enumeration) == case["expected"]["topic"]


@pytest.mark.parametrize("case", cases("expansion"))
def test_expansion(case: dict[str, Any], transit: Profile) -> None:
    question = case["input"]["question"]
    assert list(question_tokens(question)) == case["expected"]["tokens"]
    assert list(expanded_terms(question, transit.expansion)) == case["expected"]["expanded"]


@pytest.mark.parametrize("case", cases("selection"))
def test_selection(case: dict[str, Any], transit: Profile) -> None:
    ids, given = Ids(), case["input"]
    ranked = [
        ScopedPassage(ids.number(row["chunk"]), row["scope"], row["section"], row["text"], row["score"])
        for row in given["ranked"]
    ]
    chosen = select(
        given["question"],
        ranked,
        [(ids.number(chunk), score) for chunk, score in given["ranked_by_topic"]],
        profile=transit,
        aliases=given["aliases"],
        limit=given["limit"],
    )
    assert_same([[ids.name(passage.chunk_id), passage.score] for passage in chosen], case["expected"])
