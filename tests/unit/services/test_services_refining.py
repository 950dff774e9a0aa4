"""Reranking: who compares the passages, who is passed over, and what never leaves the list."""

import math
from pathlib import Path

import pytest
from service_fakes import Desk, ScriptedReranker, start_up

from desktop.domain.answers import Retrieved, SearchRequest, SearchResult
from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken, Progress
from desktop.services.refining import STAGE

FERRIES = {f"ferry{n}.txt": f"The ferry number {n} serves route {n}." for n in range(10)}
QUESTION = "Which ferry serves the islands?"


@pytest.fixture
def ferries(desk: Desk) -> Desk:
    desk.add(FERRIES)
    return desk


def _names(result: SearchResult) -> list[str]:
    return [Path(hit.document.path).name for hit in result.hits]


class TestWhoCompares:
    def test_an_installed_cross_encoder_goes_first(self, ferries: Desk) -> None:
        ferries.host.the_reranker = ScriptedReranker({"route 7": 5.0, "route 3": 4.0})
        result = ferries.search(QUESTION, rerank=True, limit=5)
        assert _names(result)[:2] == ["ferry7.txt", "ferry3.txt"]
        assert any("by the reranker Scripted reranker: 5.00" in reason for reason in result.hits[0].why)
        assert result.notices == ()
        assert ferries.host.the_generator is not None
        assert ferries.host.the_generator.prompts == []
        assert "rerank" in result.timings_ms

    def test_nothing_happens_unless_it_is_chosen(self, ferries: Desk) -> None:
        ferries.host.the_reranker = ScriptedReranker({"route 7": 5.0})
        assert "rerank" not in ferries.search(QUESTION, limit=5).timings_ms
        assert ferries.host.the_reranker.read == []

    def test_without_one_the_chat_model_judges_each_passage(self, ferries: Desk) -> None:
        generator = ferries.host.generator()
        generator.verdicts = start_up(6.0, -6.0) | {"route 5": 4.0, "route": -3.0}
        result = ferries.search(QUESTION, rerank=True, limit=5)
        assert _names(result)[0] == "ferry5.txt"
        assert any("by the chat model Scripted model: 4.00" in reason for reason in result.hits[0].why)

    def test_a_chat_model_whose_yes_says_nothing_gives_marks(self, ferries: Desk) -> None:
        generator = ferries.host.generator()
        generator.verdicts = {"": 1.0}
        generator.answers = start_up('{"i": 0, "score": 9}', '{"i": 0, "score": 0}') | {
            "route 4": '{"i": 0, "score": 8}',
            "route": '{"i": 0, "score": 2}',
        }
        result = ferries.search(QUESTION, rerank=True, limit=5)
        assert _names(result)[0] == "ferry4.txt"
        assert "cannot tell a fitting passage from another" in result.notices[0]

    @pytest.mark.parametrize("scores", [{"": 1.0}, {"ferry": 2.0, "Sourdough": 1.0}, {"": math.nan}])
    def test_a_broken_reranker_is_switched_off_with_a_message(
        self, ferries: Desk, scores: dict[str, float]
    ) -> None:
        """P189: a reranker that says the same of everything, or likes one passage always, orders nothing."""
        broken = ScriptedReranker(scores)
        ferries.host.the_reranker = broken
        ferries.host.generator().verdicts = start_up(6.0, -6.0) | {"route 5": 4.0, "route": -3.0}
        for _ in range(2):
            result = ferries.search(QUESTION, rerank=True, limit=5)
            assert _names(result)[0] == "ferry5.txt"
            assert result.notices[0].startswith(
                "The reranker Scripted reranker could not compare the passages."
            )
        assert len(broken.read) <= 4  # the pairs of the start-up, once

    def test_a_reranker_that_ends_the_process_is_passed_over(self, ferries: Desk) -> None:
        ferries.host.the_reranker = ScriptedReranker({"route": UserError("Stopped", "It ended.", "")})
        ferries.host.generator().verdicts = start_up(6.0, -6.0) | {"route 5": 4.0, "route": -3.0}
        result = ferries.search(QUESTION, rerank=True, limit=5)
        assert _names(result)[0] == "ferry5.txt"
        assert "It ended." in result.notices[0]

    @pytest.mark.parametrize("missing", [True, False])
    def test_without_models_closeness_in_meaning_orders(self, ferries: Desk, missing: bool) -> None:
        if missing:
            ferries.host.the_generator = None
        result = ferries.search("ferry route 9", rerank=True, limit=5, use_model=missing)
        cosines = [hit.cosine for hit in result.hits]
        assert cosines == sorted(cosines, reverse=True)
        assert _names(result)[0] == "ferry9.txt"
        assert "closeness in meaning" in result.notices[0]

    def test_without_vectors_the_order_stays(self, ferries: Desk) -> None:
        ferries.host.the_generator = None
        plain = ferries.search(QUESTION, mode="lexical", limit=5)
        result = ferries.search(QUESTION, mode="lexical", rerank=True, limit=5)
        assert _names(result) == _names(plain)
        assert "kept their order" in result.notices[0]


class TestWhatStays:
    def test_fewer_passages_than_wanted_stay_untouched(self, desk: Desk) -> None:
        desk.add({name: text for name, text in FERRIES.items() if name < "ferry3"})
        desk.host.the_reranker = ScriptedReranker({"route 1": 5.0})
        result = desk.search(QUESTION, rerank=True, limit=10)
        assert _names(result) == _names(desk.search(QUESTION, limit=10))
        assert "were not compared again" in result.notices[0]

    @pytest.mark.parametrize("question", ["REACT", "react gmbh", "What does ORD-0417 say?"])
    def test_an_exact_hit_is_never_removed(self, ferries: Desk, question: str) -> None:
        """P091: a reranker that dislikes the one passage with the very words cannot take it away."""
        ferries.add({"calls.txt": "Call with REACT GmbH about renewal of ORD-0417."})
        ferries.host.the_reranker = ScriptedReranker({"REACT": -9.0, "route": 1.0})
        result = ferries.search(question, rerank=True, limit=3)
        assert _names(ferries.search(question, limit=3))[0] == "calls.txt"
        assert "calls.txt" in _names(result)
        assert any("-9.00" in reason for reason in result.hits[_names(result).index("calls.txt")].why)

    def test_scores_order_and_the_gate_does_not_move(self, ferries: Desk) -> None:
        ferries.host.the_reranker = ScriptedReranker({"route 7": 5.0})
        plain, reranked = (ferries.search(QUESTION, rerank=rerank, limit=5) for rerank in (False, True))
        assert reranked.confidence == plain.confidence
        scores = [hit.score for hit in reranked.hits]
        assert scores == sorted(scores, reverse=True)
        assert _names(reranked) != _names(plain)

    def test_tiers_follow_the_new_order(self, ferries: Desk) -> None:
        ferries.host.the_reranker = ScriptedReranker({"route 7": 5.0})
        result = ferries.search("ferry serves route 1", rerank=True, limit=5)
        tiers = result.tiers.suggested or result.tiers.maybe_try
        assert Path(tiers[0].path).name == "ferry7.txt"


def test_progress_is_told_and_a_cancel_is_heard(ferries: Desk) -> None:
    ferries.host.the_reranker = ScriptedReranker({"route 7": 5.0})
    seen: list[Progress] = []
    request = SearchRequest(QUESTION, rerank=True, limit=5)
    ferries.search_service.search(request, CancelToken(), seen.append)
    assert [(p.stage, p.done, p.total) for p in seen] == [(STAGE, 0, 10), (STAGE, 5, 10)]
    token = CancelToken()
    with pytest.raises(Cancelled):
        ferries.search_service.search(request, token, lambda _progress: token.cancel())


def test_a_question_tells_the_step_and_answers_from_the_new_order(ferries: Desk) -> None:
    ferries.host.the_reranker = ScriptedReranker({"route 7": 5.0})
    answer = ferries.ask("Which route does ferry number 7 serve?", rerank=True)
    assert answer.steps[0] == STAGE
    retrieved = next(event for event in ferries.events if isinstance(event, Retrieved))
    assert Path(retrieved.result.hits[0].document.path).name == "ferry7.txt"
