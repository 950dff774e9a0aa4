"""The right answers of confidence, references, multi-hop and rerank scores."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from vectors import assert_same, cases

from desktop.retrieval.confidence import lexical_confidence, statistics, term_coverage
from desktop.retrieval.multihop import HopHit, follow
from desktop.retrieval.profile import Profile, read_profile
from desktop.retrieval.references import references
from desktop.retrieval.rerank import parse_scores

PROFILES = Path(__file__).parents[2] / "resources" / "profiles"


@pytest.fixture(scope="module")
def transit() -> Profile:
    return read_profile((PROFILES / "transit.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", cases("confidence"))
def test_confidence(case: dict[str, Any], transit: Profile) -> None:
    given = case["input"]
    mean, deviation = statistics(given["background"])
    found = lexical_confidence(
        mean=mean,
        deviation=deviation,
        scores=given["results"],
        coverage=term_coverage(given["question"], given["top_text"], transit.expansion),
        z_threshold=given["z_threshold"],
        coverage_floor=given["coverage_floor"],
    )
    names = ("z_score", "margin", "term_coverage", "confident")
    assert_same({name: getattr(found, name) for name in names}, case["expected"])


@pytest.mark.parametrize("case", cases("references"))
def test_references(case: dict[str, Any]) -> None:
    assert list(references(case["input"]["text"])) == case["expected"]


@pytest.mark.parametrize("case", cases("multihop"))
def test_multihop(case: dict[str, Any]) -> None:
    given = case["input"]

    def search(queries: Sequence[str]) -> list[HopHit]:
        sources = dict.fromkeys(source for query in queries for source in given["found"].get(query, []))
        entries = [given["entries"][source] for source in sources]
        return [HopHit(row["source"], row["snippet"], row["vectorScore"]) for row in entries]

    hits = follow(search(given["queries"]), search, depth=given["depth"], per_hop=given["per_hop"])
    assert_same([[hit.source, hit.score] for hit in hits], case["expected"])


@pytest.mark.parametrize("case", cases("rerank-scores"))
def test_rerank_scores(case: dict[str, Any]) -> None:
    scores = parse_scores(case["input"]["response"])
    named = None if scores is None else {f"{number:g}": score for number, score in scores.items()}
    assert_same(named, case["expected"])
