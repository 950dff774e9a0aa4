"""The right answers of question terms, fusion, recency and tiers."""

from datetime import datetime
from typing import Any

import pytest
from vectors import Ids, assert_same, cases

from desktop.retrieval.fusion import reciprocal_rank_fusion
from desktop.retrieval.hits import RankedHit
from desktop.retrieval.recency import boost_recent
from desktop.retrieval.terms import lexical_terms, name_terms
from desktop.retrieval.tiers import assign_tiers


def _hit(row: dict[str, Any], ids: Ids) -> RankedHit:
    return RankedHit(
        chunk_id=ids.number(row["chunk"]),
        document_id=ids.number(row["document"]),
        position=row["position"],
        path=row["path"],
        title=row["title"],
        created_at=row["created_at"],
        score=row["score"],
        cosine=row["cosine"],
        lexical=row["lexical"],
    )


def _rows(hits: list[RankedHit], ids: Ids) -> list[dict[str, Any]]:
    return [
        {"chunk": ids.name(hit.chunk_id), "score": hit.score, "cosine": hit.cosine, "lexical": hit.lexical}
        for hit in hits
    ]


@pytest.mark.parametrize("case", cases("question-terms"))
def test_question_terms(case: dict[str, Any]) -> None:
    question = case["input"]["question"]
    assert list(lexical_terms(question)) == case["expected"]["lexical"]
    assert list(name_terms(question)) == case["expected"]["name"]


@pytest.mark.parametrize("case", cases("fusion"))
def test_fusion(case: dict[str, Any]) -> None:
    ids, given = Ids(), case["input"]
    vector = [_hit(row, ids) for row in given["vector"]]
    lexical = [_hit(row, ids) for row in given["lexical"]]
    before = (list(vector), list(lexical))
    fused = reciprocal_rank_fusion(vector, lexical, k=given["k"])
    assert_same(_rows(fused, ids), case["expected"])
    assert (vector, lexical) == before


@pytest.mark.parametrize("case", cases("recency"))
def test_recency(case: dict[str, Any]) -> None:
    ids, given = Ids(), case["input"]
    boosted = boost_recent(
        [_hit(row, ids) for row in given["hits"]],
        now=datetime.fromisoformat(given["now"]),
        weight=given["weight"],
        half_life_days=given["half_life_days"],
    )
    assert_same(_rows(boosted, ids), case["expected"])


@pytest.mark.parametrize("case", cases("tiers"))
def test_tiers(case: dict[str, Any]) -> None:
    ids, given = Ids(), case["input"]
    tiers = assign_tiers(
        [_hit(row, ids) for row in given["hits"]],
        floor=given["floor"],
        limit=given["limit"],
        related_limit=given["related_limit"],
    )
    expected = case["expected"]
    for name in ("cited", "related_to_cited", "suggested", "related_to_suggested"):
        assert [ids.name(number) for number in getattr(tiers, name)] == expected[name]
    assert list(tiers.maybe_try) == expected["maybe_try"]
