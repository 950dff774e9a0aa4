"""The optional steps of a search: a supposed answer, references followed, and the library's defaults."""

import json
from pathlib import Path
from typing import Any

import pytest
from service_fakes import Desk, ScriptedReranker

from desktop.domain.answers import MOST_HOPS, SearchModes, SearchResult
from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken
from desktop.services.modes import ModeService
from desktop.services.profiles import ProfileService
from desktop.store import settings

ROOF = {
    "roof.txt": "Mending slates and gutters takes a carpenter a week.",
    "boat.txt": "The boat trip starts at the old pier.",
    "bread.txt": "Sourdough bread needs a long rest.",
}
SUPPOSED = "Mending slates and gutters is done by a carpenter."


def _names(result: SearchResult) -> list[str]:
    return [Path(hit.document.path).name for hit in result.hits]


class TestHypotheticalAnswer:
    def test_what_the_model_supposes_leads_to_the_passage(self, desk: Desk) -> None:
        desk.add(ROOF)
        desk.host.generator().answers = {"Who fixes the house top?": SUPPOSED}
        result = desk.search("Who fixes the house top?", mode="vector", hyde=True)
        assert _names(result)[0] == "roof.txt"
        assert desk.host.embedder().queries[-2:] == [
            "Who fixes the house top?",
            f"Who fixes the house top? {SUPPOSED}",
        ]
        assert result.notices == ()
        assert "hyde" in result.timings_ms

    def test_the_gate_goes_by_the_question_itself(self, desk: Desk) -> None:
        """What a model made up must not make the library look as if it answered."""
        desk.add(ROOF)
        question = "Who fixes the house top?"
        desk.host.generator().answers = {question: SUPPOSED}
        plain, supposed = (desk.search(question, mode="vector", hyde=hyde) for hyde in (False, True))
        own = {hit.chunk.id: hit.cosine for hit in plain.hits}
        assert {hit.chunk.id: hit.cosine for hit in supposed.hits} == pytest.approx(own, abs=1e-5)
        assert supposed.confidence == plain.confidence
        assert "1st by meaning of your question with a supposed answer." in supposed.hits[0].why

    @pytest.mark.parametrize(
        "answer", [UserError("Stopped", "It ended unexpectedly.", ""), RuntimeError("a bug"), ""]
    )
    def test_a_failure_leaves_the_question_alone_with_a_notice(self, desk: Desk, answer: Any) -> None:
        desk.add(ROOF)
        desk.host.generator().answers = {"boat": answer}
        result = desk.search("When does the boat trip start?", hyde=True)
        assert _names(result) == _names(desk.search("When does the boat trip start?"))
        assert "the question alone was searched" in result.notices[0]

    @pytest.mark.parametrize("use_model", [True, False])
    def test_without_a_chat_model_the_question_is_searched(self, desk: Desk, use_model: bool) -> None:
        desk.add(ROOF)
        if use_model:
            desk.host.the_generator = None
        result = desk.search("When does the boat trip start?", hyde=True, use_model=use_model)
        assert _names(result)[0] == "boat.txt"
        assert len(result.notices) == 1

    def test_a_search_by_words_alone_supposes_nothing(self, desk: Desk) -> None:
        desk.add(ROOF)
        assert desk.search("boat", mode="lexical", hyde=True).notices == ()
        assert desk.host.generator().prompts == []

    def test_a_cancel_is_heard_while_the_model_writes(self, desk: Desk) -> None:
        desk.add(ROOF)
        token = CancelToken()
        generator = desk.host.generator()
        generator.answers = {"boat": "The boat starts at the pier."}
        generator.on_word = token.cancel
        with pytest.raises(Cancelled):
            desk.ask("When does the boat trip start?", token=token, hyde=True)


CHAIN = {
    "start.md": "# Mooring\n\nMooring fees stand in [Tariff sheet](tariff.md).",
    "tariff.md": "# Tariff sheet\n\nAnnual sums are fixed by the council, see council.txt.",
    "council.txt": "The councillors met in the town hall and voted.",
    "other.txt": "Sourdough bread needs a long rest.",
}


class TestHops:
    def test_a_reference_leads_on_and_says_so(self, desk: Desk) -> None:
        desk.add(CHAIN)
        result = desk.search("mooring", mode="lexical", multihop=1)
        assert _names(desk.search("mooring", mode="lexical")) == ["start.md"]
        assert _names(result) == ["start.md", "tariff.md"]
        assert any("the reference “Tariff sheet” in a passage found" in why for why in result.hits[1].why)
        assert "hop" in result.timings_ms
        assert not result.hits[1].name_hit  # the reference names it, the question does not
        assert not any("your question" in why.lower() for why in result.hits[1].why)

    def test_an_address_leads_nowhere_when_no_passage_has_it(self, desk: Desk) -> None:
        desk.add(
            {
                "start.md": "Mooring fees: https://fees.example/berths.",
                "other.txt": "Sourdough bread needs a long rest.",
            }
        )
        assert _names(desk.search("mooring", multihop=1))[0] == "start.md"
        assert not any("Reached" in why for hit in desk.search("mooring", multihop=1).hits for why in hit.why)

    def test_each_hop_goes_one_reference_further_for_less(self, desk: Desk) -> None:
        desk.add(CHAIN)
        result = desk.search("mooring", mode="lexical", multihop=2)
        assert _names(result) == ["start.md", "tariff.md", "council.txt"]
        assert any("2 hops away" in why for why in result.hits[2].why)
        scores = [hit.score for hit in result.hits]
        assert scores == sorted(scores, reverse=True)
        assert scores[2] < scores[1] * 0.8

    def test_hops_stay_in_the_scope(self, desk: Desk) -> None:
        desk.add({"start.md": CHAIN["start.md"]}, collection="Harbour")
        desk.add({"tariff.md": CHAIN["tariff.md"]}, collection="Elsewhere")
        assert _names(desk.search("mooring", mode="lexical", multihop=1)) == ["start.md", "tariff.md"]
        inside = desk.search("mooring", mode="lexical", multihop=1, scopes=("Harbour",))
        assert _names(inside) == ["start.md"]
        earlier = desk.search("mooring", mode="lexical", multihop=1, until="1900-01-01")
        assert earlier.hits == ()

    def test_the_gate_and_the_cosines_are_those_of_the_question(self, desk: Desk) -> None:
        desk.add(CHAIN)
        question = "What does mooring cost?"
        plain, hopped = (desk.search(question, multihop=depth) for depth in (0, 1))
        assert hopped.confidence == plain.confidence
        known = {hit.chunk.id: hit.cosine for hit in plain.hits}
        assert {hit.chunk.id: hit.cosine for hit in hopped.hits} == pytest.approx(known, abs=1e-5)

    def test_a_limit_holds_and_nothing_comes_twice(self, desk: Desk) -> None:
        desk.add(CHAIN)
        assert len(desk.search("mooring", multihop=2, limit=2).hits) == 2
        hits = desk.search("mooring", multihop=3).hits
        assert len({hit.chunk.id for hit in hits}) == len(hits)

    def test_the_order_of_a_reranker_is_kept(self, desk: Desk) -> None:
        desk.add({**CHAIN, **{f"pier{n}.txt": f"Mooring at pier {n} is calm." for n in range(10)}})
        desk.host.the_reranker = ScriptedReranker({"pier 6": 5.0, "pier 2": 4.0})
        result = desk.search("mooring", rerank=True, multihop=1, limit=5)
        piers = [name for name in _names(result) if name.startswith("pier")]
        assert piers[:2] == ["pier6.txt", "pier2.txt"]


class TestSelection:
    """The optional steps come after scopes and companions, and take nothing of theirs away."""

    @pytest.fixture
    def agencies(self, desk: Desk) -> Desk:
        for agency in ("MST", "Yolobus"):
            fares = {f"{agency}/fare{n}.md": f"# Fares\n\nThe fare {n} is {n} dollars." for n in range(8)}
            fares |= {f"{agency}/children.md": "# Children\n\nChildren under six ride free with an adult."}
            desk.add(fares, collection=agency)
        ProfileService(desk.file, desk.paths).use(name="transit")
        desk.host.the_reranker = ScriptedReranker({"fare": 2.0, "Children": -5.0})
        return desk

    def test_no_scope_named_is_crowded_out(self, agencies: Desk) -> None:
        result = agencies.search("What are the fares of MST and Yolobus?", rerank=True, multihop=1, limit=6)
        shares = [hit.document.collection for hit in result.hits]
        assert shares.count("MST") == shares.count("Yolobus") == 3
        assert any("the reranker" in reason for reason in result.hits[0].why)

    def test_a_companion_stays(self, agencies: Desk) -> None:
        question = "What is the fare for children on MST?"
        plain, reranked = (agencies.search(question, rerank=rerank, limit=4) for rerank in (False, True))
        assert "children.md" in _names(plain)
        assert "children.md" in _names(reranked)


class TestDefaults:
    def test_a_library_keeps_its_defaults(self, desk: Desk) -> None:
        modes = ModeService(desk.file)
        assert modes.defaults() == SearchModes()
        modes.set_defaults(SearchModes(rerank=True, hyde=True, multihop=99))
        assert modes.defaults() == SearchModes(rerank=True, hyde=True, multihop=MOST_HOPS)

    def test_a_question_that_chooses_nothing_uses_them(self, desk: Desk) -> None:
        desk.add(CHAIN)
        ModeService(desk.file).set_defaults(SearchModes(multihop=1))
        assert _names(desk.search("mooring", mode="lexical")) == ["start.md", "tariff.md"]
        assert _names(desk.search("mooring", mode="lexical", multihop=0)) == ["start.md"]

    @pytest.mark.parametrize("stored", ['"on"', '{"rerank": 1, "multihop": true}', "[]", "null"])
    def test_a_setting_that_makes_no_sense_is_off(self, desk: Desk, stored: str) -> None:
        with desk.file.write() as c:
            settings.put(c, "search_modes", json.loads(stored))
        assert ModeService(desk.file).defaults() == SearchModes()
