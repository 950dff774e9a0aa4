"""Fusion, language, recency, versions, weights of the lists and the gate."""

import math
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.evidence import question_weights, rank_sentences, word_share
from desktop.retrieval.fitness import CosineSpread, list_weights
from desktop.retrieval.fusion import convex_mix, prefer_language, reciprocal_rank_fusion, weighted_mix
from desktop.retrieval.gate import Floors, LogisticGate, Signals, decide
from desktop.retrieval.hits import RankedHit
from desktop.retrieval.names import plain_names
from desktop.retrieval.recency import DEFAULT_WEIGHT, age_days, boost_recent
from desktop.retrieval.tiers import assign_tiers

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def hit(number: int, **values: object) -> RankedHit:
    plain = RankedHit(number, number, 0, f"{number:03}.txt", f"Title {number}")
    return replace(plain, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize("k", [0, -1])
def test_fusion_refuses_a_k_that_is_not_positive(k: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        reciprocal_rank_fusion([], [], k=k)


def test_fusion_refuses_negative_weights() -> None:
    with pytest.raises(ValueError, match="negative"):
        reciprocal_rank_fusion([], [], vector_weight=-1)


def test_fusion_says_the_ranks() -> None:
    fused = reciprocal_rank_fusion([hit(1, cosine=0.9), hit(2, cosine=0.8)], [hit(2), hit(3, name_hit=True)])
    assert [(found.chunk_id, found.vector_rank, found.lexical_rank) for found in fused] == [
        (2, 2, 1), (1, 1, None), (3, None, 2),
    ]  # fmt: skip
    assert (fused[0].cosine, fused[0].lexical, fused[2].name_hit) == (0.8, True, True)


@given(vector=st.lists(st.integers(0, 9)), lexical=st.lists(st.integers(0, 9)))
def test_fusion_keeps_every_chunk_once(vector: list[int], lexical: list[int]) -> None:
    fused = reciprocal_rank_fusion([hit(n) for n in vector], [hit(n) for n in lexical])
    assert sorted(found.chunk_id for found in fused) == sorted({*vector, *lexical})
    assert [found.score for found in fused] == sorted((found.score for found in fused), reverse=True)


def test_the_weighted_mix_follows_its_formula() -> None:
    mixed = weighted_mix([hit(1, cosine=0.5), hit(2, cosine=0.9)], [hit(1, score=4.0)], weight=0.25)
    scores = {found.chunk_id: found.score for found in mixed}
    assert scores == {1: pytest.approx(0.75 * 4 + 0.25 * 0.5 * 4), 2: pytest.approx(0.25 * 0.9 * 4)}
    with pytest.raises(ValueError, match="between 0 and 1"):
        weighted_mix([], [], weight=2)


class TestConvexMix:
    def mix(self, vector: list[RankedHit], lexical: list[RankedHit], **options: float) -> list[RankedHit]:
        weights = {"vector_weight": 0.6, "lexical_weight": 0.4, "typical_cosine": 0.5}
        return convex_mix(vector, lexical, **(weights | options))

    def test_the_best_of_both_lists_has_the_score_of_two_first_places(self) -> None:
        best = self.mix([hit(1, cosine=0.9)], [hit(1, score=7.0)])[0]
        assert best.score == pytest.approx(2 / 61)
        assert (best.vector_rank, best.lexical_rank, best.lexical) == (1, 1, True)

    def test_scores_count_not_ranks(self) -> None:
        vector = [hit(1, cosine=0.9), hit(2, cosine=0.899), hit(3, cosine=0.6)]
        lexical = [hit(3, score=5.0), hit(2, score=4.9), hit(1, score=0.1)]
        assert [found.chunk_id for found in self.mix(vector, lexical)] == [2, 1, 3]

    def test_a_weight_of_nothing_leaves_the_other_list(self) -> None:
        vector, lexical = [hit(1, cosine=0.9), hit(2, cosine=0.6)], [hit(2, score=5.0), hit(1, score=1.0)]
        assert self.mix(vector, lexical, lexical_weight=0)[0].chunk_id == 1
        assert self.mix(vector, lexical, vector_weight=0)[0].chunk_id == 2

    def test_what_the_vector_list_does_not_hold_is_as_near_as_its_last(self) -> None:
        vector = [hit(1, cosine=0.9), hit(2, cosine=0.7)]
        found = {h.chunk_id: h.score for h in self.mix(vector, [hit(3, score=5.0), hit(2, score=5.0)])}
        assert found[3] == pytest.approx(found[2])

    def test_a_named_document_counts_as_the_best_by_words(self) -> None:
        found = self.mix([], [hit(1, name_hit=True), hit(2, score=5.0)])
        assert found[0].score == pytest.approx(found[1].score)

    def test_cosines_that_are_all_alike_do_no_harm(self) -> None:
        vector = [hit(1, cosine=0.5), hit(2, cosine=0.5)]
        assert len(self.mix(vector, [])) == 2
        assert self.mix([], []) == []

    @pytest.mark.parametrize("weights", [(0.0, 0.0), (-1.0, 2.0)])
    def test_weights_that_make_no_sense(self, weights: tuple[float, float]) -> None:
        with pytest.raises(ValueError, match="negative"):
            self.mix([], [], vector_weight=weights[0], lexical_weight=weights[1])

    def test_the_full_boost_of_recency_is_under_a_third_of_the_gap(self) -> None:
        vector = [hit(1, cosine=0.9), hit(2, cosine=0.85)]
        answers, resembles = self.mix(vector, [hit(1, score=5.0)])
        assert answers.score - resembles.score > 3 * DEFAULT_WEIGHT


def test_the_question_language_is_mildly_preferred() -> None:
    hits = [hit(1, score=1.0, language="de"), hit(2, score=0.99, language="en")]
    assert [found.chunk_id for found in prefer_language(hits, "en")] == [2, 1]
    assert prefer_language(hits, None) == hits


def test_recency_edges() -> None:
    dated = [hit(1, score=1.0, created_at="2027-01-01"), hit(2, score=1.0, created_at="never")]
    boosted = boost_recent(dated, now=NOW)
    assert boosted[0].score == pytest.approx(1.0 + DEFAULT_WEIGHT)
    assert boosted[1].score == 1.0
    assert boost_recent(dated, now=NOW, weight=0) == dated
    assert age_days("2025-12-31", NOW) == 1
    with pytest.raises(ValueError, match="positive"):
        boost_recent(dated, now=NOW, half_life_days=0)


def test_the_full_boost_is_under_a_third_of_the_gap_between_answering_and_resembling() -> None:
    answers = reciprocal_rank_fusion([hit(1)], [hit(1)])[0].score
    resembles = reciprocal_rank_fusion([hit(1), hit(2)], [])[1].score
    gap = answers - resembles
    assert gap > 3 * DEFAULT_WEIGHT


def test_a_refusal_offers_each_title_once() -> None:
    hits = [hit(1, score=2.0, title="Same"), hit(2, score=1.0, title="Same")]
    tiers = assign_tiers(hits, floor=0.9)
    assert (tiers.cited, tiers.maybe_try) == ((), ("Same",))


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("what does report_2023.pdf say about staff", ("report2023",)),
        ("In “Annual Plan Review”, who signs?", ("annualplanreview",)),
        ("staff in site_plan and a/b_c", ("siteplan",)),
        ('the "quoted" word', ()), ("what does the report say", ()), ("go to example.org now", ("example",)),
    ],
)  # fmt: skip
def test_plain_names_of_documents(question: str, names: tuple[str, ...]) -> None:
    assert plain_names(question) == names


def test_words_of_the_question_weigh_by_rarity() -> None:
    weights = question_weights("pressure of the pump", {"pressure": 1, "pump": 50}, 100)
    assert weights["pressure"] > weights["pump"] > 0
    assert set(weights) == {"pressure", "pump"}
    assert word_share("pressure of the pump", ["pumps", "pressures"], weights) == 1.0


def test_an_unknown_identifier_is_not_found_by_its_parts() -> None:
    known = {"ord": 9, "0417": 1, "ord-0417": 1}
    weights = question_weights("ORD-9999", known, 100)
    assert weights["ord-9999"] == max(question_weights("zxqv", known, 100).values())
    assert word_share("ORD-9999", ["ORD-0417 Ship by rail"], weights) == 0.0
    assert word_share("ORD-0417", ["ORD 0417"], question_weights("ORD-0417", known, 100)) == 1.0


def test_sentences_are_ranked_by_meaning_and_words() -> None:
    weights = question_weights("alpha pump", {"alpha": 1, "pump": 1}, 10)
    ranked = rank_sentences("alpha pump", ["beta", "alpha pump"], [0.80, 0.75], weights)
    assert [sentence.index for sentence in ranked] == [1, 0]
    assert ranked[0].score == pytest.approx(0.85)


@pytest.mark.parametrize("count", [20, 100, 400])
def test_a_passage_stands_out_as_much_in_a_small_library(count: int) -> None:
    cosines = [0.5 + 0.02 * (-1) ** n for n in range(count - 1)] + [0.62]
    mean = sum(cosines) / count
    deviation = math.sqrt(sum((cosine - mean) ** 2 for cosine in cosines) / count)
    assert CosineSpread(mean, deviation, count).z_score(0.62) == pytest.approx(6, rel=0.15)


def test_a_handful_of_passages_says_little() -> None:
    assert CosineSpread(0.5, 0.1, 2).z_score(0.6) == pytest.approx(2)


def test_cosines_that_are_all_alike_stand_out_by_nothing() -> None:
    assert CosineSpread(0.5, 0.0, 3).z_score(0.5) == 0


def test_a_keyword_list_without_the_words_counts_little() -> None:
    known = {"pump": 3, "alpha": 2}
    fit = list_weights("alpha pump", ["the alpha pump"], frequencies=known, chunk_count=100, z_score=4)
    unfit = list_weights("zxqv blorp pump", ["a pump"], frequencies=known, chunk_count=100, z_score=None)
    assert fit.lexical == pytest.approx(2 / 3)
    assert fit.vector == pytest.approx(0.25)
    assert unfit.lexical < 0.2
    assert unfit.vector == 1.0


@pytest.mark.parametrize(
    ("signals", "answerable", "band"),
    [
        (Signals(best_cosine=0.9), True, "strong"), (Signals(best_cosine=0.86), True, "fair"),
        (Signals(best_cosine=0.83, lexical_hit=True), True, "fair"),
        (Signals(best_cosine=0.83), False, "weak"),
        (Signals(best_cosine=0.7, lexical_hit=True), False, "weak"),
        (Signals(has_vectors=False, confident=True), True, "fair"),
        (Signals(has_vectors=False), False, "weak"),
    ],
)  # fmt: skip
def test_the_gate_with_floors(signals: Signals, answerable: bool, band: str) -> None:
    decision = decide(signals, Floors(answer=0.86, lexical_support=0.82))
    assert (decision.answerable, decision.band) == (answerable, band)
    assert decision.reason


def test_the_gate_without_calibration_uses_keyword_confidence() -> None:
    assert not decide(Signals(best_cosine=0.99), None).answerable
    assert decide(Signals(confident=True), None).answerable


def test_a_verdict_against_a_passage_outweighs_the_floors() -> None:
    floors = Floors(answer=0.86, lexical_support=0.82)
    assert decide(Signals(best_cosine=0.9, verdict=1.0), floors).answerable
    assert not decide(Signals(best_cosine=0.9, verdict=-1.0), floors).answerable


def test_floors_must_be_in_order() -> None:
    with pytest.raises(ValueError, match="must not be above"):
        Floors(answer=0.5, lexical_support=0.6)


@given(st.floats(-1, 1), st.floats(-1e6, 1e6))
def test_the_fitted_gate_gives_a_probability(cosine: float, weight: float) -> None:
    gate = LogisticGate(weights={"sentence_cosine": weight}, bias=0.0, means={"sentence_cosine": 0.8})
    decision = decide(Signals(best_cosine=cosine), None, gate)
    assert decision.probability is not None
    assert 0 <= decision.probability <= 1
    assert math.isfinite(decision.probability)
    assert decision.answerable is (decision.probability >= 0.5)
