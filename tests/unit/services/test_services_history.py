"""Conversations as they were, also after a crash."""

import time

import msgspec
import pytest
from service_fakes import Desk

from desktop.domain.answers import Answer, AskRequest, Confidence, Sentence, Source, Tiers
from desktop.domain.errors import UserError
from desktop.domain.records import DocumentRef
from desktop.domain.work import CancelToken
from desktop.services import turns
from desktop.services.turns import Turn, stored_answer
from desktop.store import history

DOCUMENT = DocumentRef(7, "Ferry", "/ferry.txt", "Boats", "2024-05-01")
SOURCE = Source(1, DOCUMENT, 3, "Größe 7", 10, 17, page=2, page_label="ii", heading="A › B", place="page ii")
ANSWER = Answer(
    question="How big?",
    standalone_question="How big is it?",
    outcome="answered",
    text="Größe 7 [1]",
    sentences=(Sentence("Größe 7", (1,), supported=True), Sentence("Perhaps.")),
    sources=(SOURCE,),
    closest=(SOURCE,),
    tiers=Tiers(cited=(DOCUMENT,), related=(DOCUMENT,), suggested=(DOCUMENT,), maybe_try=(DOCUMENT,)),
    confidence=Confidence(1.5, 0.2, 0.7, 0.9, answerable=True, band="strong", reason="near"),
    steps=("Reading Ferry",),
    notices=("The model was restarted.",),
    model="Model",
    timings_ms={"total": 12.5},
    conversation_id=1,
    message_id=2,
)


def test_an_answer_comes_back_as_it_was() -> None:
    assert stored_answer(msgspec.json.encode(ANSWER).decode()) == ANSWER


def test_an_answer_stored_by_an_older_program_opens() -> None:
    old = '{"question": "q", "standalone_question": "q", "outcome": "quoted", "text": "t", "gone": 1}'
    assert stored_answer(old).text == "t"


@pytest.mark.parametrize("stored", ['{"outcome": "prophesied"}', "{", '{"question": 1}'])
def test_an_answer_that_cannot_be_read_leaves_its_text_and_the_conversation(desk: Desk, stored: str) -> None:
    """P152."""
    turn = Turn(desk.file, AskRequest("How big?"))
    with desk.file.write() as c:
        history.finish_turn(c, turn.message_id, text="Size 7", answer=stored)
    kept = desk.history.open(turn.conversation_id).turns[0]
    assert (kept.question, kept.text, kept.interrupted) == ("How big?", "Size 7", False)
    assert "another version" in kept.notices[0]
    assert desk.ask("And Beta?", conversation_id=turn.conversation_id).outcome == "deflected"


class TestTurn:
    def test_a_crash_leaves_the_text_so_far(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(turns, "_STORE_INTERVAL", 0.0)
        turn = Turn(desk.file, AskRequest("How big?"))
        turn.add("It is ")
        turn.add("big")  # and then the program dies
        assert desk.history.mark_interrupted() == 1
        assert desk.history.mark_interrupted() == 0
        answer = desk.history.open(turn.conversation_id).turns[0]
        assert (answer.question, answer.text, answer.interrupted) == ("How big?", "It is big", True)

    def test_words_are_stored_at_most_twice_a_second(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = 100.0
        monkeypatch.setattr(time, "monotonic", lambda: now)
        turn = Turn(desk.file, AskRequest("How big?"))
        turn.add("one ")
        assert desk.history.open(turn.conversation_id).turns[0].text == ""
        now += turns._STORE_INTERVAL
        turn.add("two")
        assert desk.history.open(turn.conversation_id).turns[0].text == "one two"

    def test_the_answer_replaces_the_provisional_text(self, desk: Desk) -> None:
        turn = Turn(desk.file, AskRequest("How big?"))
        turn.add("provisional")
        turn.finish(ANSWER)
        assert desk.history.open(turn.conversation_id).turns == (ANSWER,)
        assert desk.history.mark_interrupted() == 0

    def test_an_interrupted_turn_keeps_every_word(self, desk: Desk) -> None:
        turn = Turn(desk.file, AskRequest("How big?"))
        turn.add("It is")
        turn.interrupt()
        answer = desk.history.open(turn.conversation_id).turns[0]
        assert (answer.text, answer.interrupted, answer.message_id) == ("It is", True, turn.message_id)


class TestConversations:
    def test_the_first_question_names_it_unless_a_person_did(self, desk: Desk) -> None:
        named = desk.history.create()
        desk.history.rename(conversation_id=named, title="  My   ferries ")
        unnamed = desk.history.create()
        assert desk.history.open(unnamed).conversation.title == "New conversation"
        for conversation in (named, unnamed):
            Turn(desk.file, AskRequest("How big is it?", conversation_id=conversation)).finish(ANSWER)
        assert desk.history.open(named).conversation.title == "My ferries"
        assert desk.history.open(unnamed).conversation.title == "How big is it?"
        assert {c.id: c.turns for c in desk.history.conversations()} == {named: 1, unnamed: 1}

    def test_a_blank_name_is_the_default(self, desk: Desk) -> None:
        conversation = desk.history.create()
        assert desk.history.rename(conversation_id=conversation, title="  ").conversations
        assert desk.history.open(conversation).conversation.title == "New conversation"

    def test_a_removed_one_is_gone(self, desk: Desk) -> None:
        conversation = desk.history.create()
        assert desk.history.remove(conversation_id=conversation).conversations
        assert desk.history.conversations() == []
        with pytest.raises(UserError):
            desk.history.open(conversation)

    def test_a_removed_one_comes_back_as_it_was(self, desk: Desk) -> None:
        turn = Turn(desk.file, AskRequest("How big?"))
        turn.finish(ANSWER)
        number = turn.conversation_id
        desk.history.rename(conversation_id=number, title="Sizes")
        desk.history.save_draft(conversation_id=number, text="and Beta?")
        before = desk.history.open(number)
        desk.history.remove(conversation_id=number)
        Turn(desk.file, AskRequest("Another?"))
        assert desk.history.restore(conversation_id=number).conversations
        assert desk.history.open(number) == before
        with pytest.raises(UserError):
            desk.history.restore(conversation_id=number)

    def test_one_removed_while_it_is_answered_stays_removed(self, desk: Desk) -> None:
        turn = Turn(desk.file, AskRequest("How big?"))
        desk.history.remove(conversation_id=turn.conversation_id)
        turn.finish(ANSWER)
        assert desk.history.conversations() == []

    @pytest.mark.parametrize(
        ("text", "titles"),
        [
            ("", {"Ferries", "How big is it?"}),
            ("ferr", {"Ferries"}),
            ("grosse", {"How big is it?"}),  # of the answer: Größe
            ("big 7", {"How big is it?"}),
            ("HOW  BIG", {"How big is it?"}),
            ("big ferries", set()),
        ],
    )
    def test_they_are_found_by_any_of_their_words(self, desk: Desk, text: str, titles: set[str]) -> None:
        ferries = desk.history.create()
        desk.history.rename(conversation_id=ferries, title="Ferries")
        Turn(desk.file, AskRequest("How big is it?")).finish(ANSWER)
        found = desk.history.find(text=text, token=CancelToken())
        assert {conversation.title for conversation in found} == titles

    def test_drafts_are_kept_for_each_and_for_a_new_one(self, desk: Desk) -> None:
        conversation = desk.history.create()
        assert desk.history.draft(None) == desk.history.draft(conversation) == ""
        desk.history.save_draft(conversation_id=None, text="new one")
        desk.history.save_draft(conversation_id=conversation, text="and Beta?")
        assert desk.history.draft(None) == "new one"
        assert desk.history.draft(conversation) == desk.history.open(conversation).draft == "and Beta?"
        Turn(desk.file, AskRequest("And Beta?", conversation_id=conversation))
        assert desk.history.draft(conversation) == ""
        assert desk.history.draft(4711) == ""
