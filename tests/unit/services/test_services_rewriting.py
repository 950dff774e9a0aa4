"""A follow-up is completed from its conversation; a question that stands alone is left alone."""

import pytest
from service_fakes import Desk, ScriptedGenerator

from desktop.domain.answers import NoticeGiven, StepStarted
from desktop.domain.errors import Cancelled
from desktop.domain.work import CancelToken
from desktop.services import turns
from desktop.services.rewriting import Exchange, Rewriter

ALPHA = "The Alpha pump has a pressure of 3 bar. The Alpha pump weighs 40 kg."
BETA = "The Beta pump has a pressure of 5 bar. The Beta pump weighs 60 kg."
BREAD = "Sourdough bread needs a long rest. The oven must be hot."
FIRST = "What pressure has the Alpha pump?"
WEIGHT = "How much does the Alpha pump weigh?"


@pytest.fixture
def pumps(desk: Desk) -> Desk:
    desk.add({"alpha.txt": ALPHA, "beta.txt": BETA, "bread.txt": BREAD})
    desk.host.the_generator = ScriptedGenerator(
        answers={
            "New question: How much does it weigh?": WEIGHT,
            f"Question: {FIRST}\n\n": "The Alpha pump has a pressure of 3 bar.",
            "Question: What pressure has the Beta pump?\n\n": "The Beta pump has a pressure of 5 bar.",
            f"Question: {WEIGHT}\n\n": "The Alpha pump weighs 40 kg.",
        }
    )
    return desk


def rewriting_prompts(desk: Desk) -> list[str]:
    return [prompt for prompt in desk.host.generator().prompts if "New question:" in prompt]


class TestConversation:
    def test_a_short_follow_up_is_answered_from_the_other_document(self, pumps: Desk) -> None:
        """P095."""
        first = pumps.ask(FIRST)
        second = pumps.ask("And Beta?", conversation_id=first.conversation_id)
        assert first.text == "The Alpha pump has a pressure of 3 bar. [1]"
        assert second.question == "And Beta?"
        assert second.standalone_question == "What pressure has the Beta pump?"
        assert second.text == "The Beta pump has a pressure of 5 bar. [1]"
        assert [source.document.title for source in second.sources] == ["beta"]
        assert rewriting_prompts(pumps) == []

    def test_a_chain_of_follow_ups_goes_on_from_the_completed_question(self, pumps: Desk) -> None:
        number = pumps.ask(FIRST).conversation_id
        pumps.ask("And Beta?", conversation_id=number)
        third = pumps.ask("And Gamma?", conversation_id=number, use_model=False)
        assert third.standalone_question == "What pressure has the Gamma pump?"

    def test_a_pronoun_is_resolved_by_the_model(self, pumps: Desk) -> None:
        number = pumps.ask(FIRST).conversation_id
        pumps.events.clear()
        answer = pumps.ask("How much does it weigh?", conversation_id=number)
        assert answer.standalone_question == WEIGHT
        assert answer.text == "The Alpha pump weighs 40 kg. [1]"
        assert pumps.events[0] == StepStarted("Looking back at the questions before")
        prompt = rewriting_prompts(pumps)[0]
        assert FIRST in prompt
        assert "The Alpha pump has a pressure of 3 bar.\n" in prompt
        assert "[1]" not in prompt

    @pytest.mark.parametrize("bad", ["", "What is the Gamma pump?", FIRST, "How much does it weigh?"])
    def test_a_bad_rewriting_gives_way_to_the_words_before(self, pumps: Desk, bad: str) -> None:
        number = pumps.ask(FIRST).conversation_id
        pumps.host.generator().answers = {"New question:": bad}
        answer = pumps.ask("How much does it weigh?", conversation_id=number)
        assert answer.standalone_question == "How much does it weigh? (pressure Alpha pump)"

    def test_without_a_model_the_words_before_are_added(self, pumps: Desk) -> None:
        number = pumps.ask(FIRST).conversation_id
        pumps.host.the_generator = None
        answer = pumps.ask("How much does it weigh?", conversation_id=number)
        assert answer.standalone_question == "How much does it weigh? (pressure Alpha pump)"

    @pytest.mark.parametrize(
        "question",
        [
            "Who won the 1998 World Cup?",
            "What does bread need?",
            "What is bread?",
            "oven",
            "What is the oven?",
        ],
    )
    def test_another_topic_is_asked_as_if_nothing_had_been(self, pumps: Desk, question: str) -> None:
        pumps.host.generator().answers["New question:"] = question  # the model sees nothing to complete
        alone = pumps.ask(question)
        number = pumps.ask(FIRST).conversation_id
        after = pumps.ask(question, conversation_id=number)
        assert after.standalone_question == question
        assert (after.outcome, after.text, after.sources) == (alone.outcome, alone.text, alone.sources)

    def test_a_question_edited_by_the_person_is_not_touched(self, pumps: Desk) -> None:
        number = pumps.ask(FIRST).conversation_id
        answer = pumps.ask("And Beta?", conversation_id=number, as_it_stands=True)
        assert answer.standalone_question == "And Beta?"

    def test_another_conversation_lends_nothing(self, pumps: Desk) -> None:
        pumps.ask(FIRST)
        assert pumps.ask("And Beta?").standalone_question == "And Beta?"
        assert pumps.ask("And Beta?", conversation_id=4711).standalone_question == "And Beta?"

    def test_asking_again_understands_the_same(self, pumps: Desk) -> None:
        number = pumps.ask(FIRST).conversation_id
        for _ in range(2):
            answer = pumps.ask("And Beta?", conversation_id=number)
            assert answer.standalone_question == "What pressure has the Beta pump?"

    def test_a_question_that_was_stopped_still_lends_its_frame(self, pumps: Desk) -> None:
        number = pumps.history.create()
        token = CancelToken()
        pumps.host.generator().on_word = token.cancel
        with pytest.raises(Cancelled):
            pumps.ask(FIRST, token, conversation_id=number)
        pumps.host.generator().on_word = lambda: None
        answer = pumps.ask("And Beta?", conversation_id=number)
        assert answer.standalone_question == "What pressure has the Beta pump?"

    def test_a_question_is_kept_before_anything_is_looked_for(
        self, pumps: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """P151: a program that dies while it searches has lost nothing."""

        def die(*_arguments: object) -> None:
            raise SystemExit

        monkeypatch.setattr(turns.Turn, "interrupt", lambda _turn: None)
        monkeypatch.setattr(pumps.search_service, "find", die)
        with pytest.raises(SystemExit):
            pumps.ask(FIRST)
        kept = pumps.history.open(pumps.history.conversations()[0].id).turns
        assert [(turn.question, turn.interrupted) for turn in kept] == [(FIRST, True)]


class TestBudget:
    HISTORY = (*(Exchange(f"What does part {n} weigh?", "It weighs a lot. " * 15) for n in range(3)),)

    class Told:
        def __init__(self) -> None:
            self.steps: list[str] = []
            self.notices: list[str] = []
            self.step, self.notice = self.steps.append, self.notices.append

    @pytest.mark.parametrize("context", [60, 200, 290, 340, 2048])
    def test_what_does_not_fit_is_left_out_oldest_first_and_said(self, desk: Desk, context: int) -> None:
        """P128."""
        generator = ScriptedGenerator(context=context)
        told = self.Told()
        rewriter = Rewriter(desk.paths.resource("prompts"))
        asked = rewriter.standalone("And its colour?", self.HISTORY, lambda: generator, told, CancelToken())
        assert asked == "And its colour? (part 2 weigh)"
        seen = [n for n in range(3) if any(f"part {n}" in prompt for prompt in generator.prompts)]
        assert seen == list(range(3 - len(seen), 3))
        assert bool(told.notices) == (len(seen) < 3)

    def test_a_long_text_is_no_follow_up(self, desk: Desk) -> None:
        rewriter = Rewriter(desk.paths.resource("prompts"))
        text = "And it? " * 200
        told = self.Told()
        generator = ScriptedGenerator()
        assert rewriter.standalone(text, self.HISTORY, lambda: generator, told, CancelToken()) == text
        assert (generator.prompts, told.steps, told.notices) == ([], [], [])


def test_notices_reach_the_answer(desk: Desk) -> None:
    desk.add({"alpha.txt": ALPHA})
    number = desk.ask(FIRST, use_model=False).conversation_id
    desk.host.the_generator = ScriptedGenerator(context=130)
    answer = desk.ask("And why?", conversation_id=number)
    assert any("did not fit" in notice for notice in answer.notices)
    assert any(isinstance(event, NoticeGiven) for event in desk.events)
