"""Comparisons that no single passage answers."""

import pytest
from service_fakes import Desk, ScriptedGenerator

HAIG = "Sid Haig was an actor. He was born in California in 1939."
DARCHINYAN = "Vic Darchinyan was a boxer. He was born in Vanadzor in 1976."
OTHER = "The ferry leaves the harbour at nine."
QUESTION = "Which was born first, Sid Haig or Vic Darchinyan?"


@pytest.mark.parametrize("use_model", [True, False])
def test_each_of_the_two_is_quoted(desk: Desk, use_model: bool) -> None:
    desk.add({"haig.txt": HAIG, "boxer.txt": DARCHINYAN, "ferry.txt": OTHER})
    desk.host.the_generator = ScriptedGenerator(verdicts={"": -9.0})  # no passage answers it alone
    answer = desk.ask(QUESTION, use_model=use_model)
    assert answer.outcome == "quoted"
    quoted = " ".join(source.quote for source in answer.sources)
    assert "Haig" in quoted
    assert "Darchinyan" in quoted
    assert "ferry" not in quoted


def test_a_comparison_with_what_is_not_there_is_declined(desk: Desk) -> None:
    desk.add({"haig.txt": HAIG, "ferry.txt": OTHER})
    desk.host.the_generator = ScriptedGenerator(verdicts={"": -9.0})
    assert desk.ask(QUESTION).outcome == "deflected"


def test_a_worded_answer_stays(desk: Desk) -> None:
    desk.add({"both.txt": "Sid Haig was born in 1939, long before Vic Darchinyan.", "ferry.txt": OTHER})
    written = "Sid Haig was born in 1939, long before Vic Darchinyan."
    desk.host.the_generator = ScriptedGenerator(answers={QUESTION: written})
    assert desk.ask(QUESTION).outcome == "answered"


def test_of_two_titles_the_one_that_is_the_name_is_quoted(desk: Desk) -> None:
    desk.add(
        {
            "Cotula.txt": "Cotula is a small plant of wet ground.",
            "Cryptantha Pterocarya.txt": "Cryptantha Pterocarya is a plant of the larger borage family.",
            "Pterocarya.txt": "Pterocarya is a tree of up to forty metres.",
        }
    )
    desk.host.the_generator = ScriptedGenerator(verdicts={"": -9.0})
    answer = desk.ask("Which plant is larger, the Pterocarya or the Cotula?")
    assert {source.document.title for source in answer.sources} == {"Pterocarya", "Cotula"}
