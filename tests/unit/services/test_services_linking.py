"""Answers that take two documents, one of which names the other."""

from service_fakes import Desk, ScriptedGenerator

HALL = "Toad Hall is a residential hall of the Australian National University."
UNIVERSITY = "The Australian National University lies in Canberra and was founded in 1946."
OTHER = "The ferry leaves the harbour at nine."
QUESTION = "In which city is the university that Toad Hall belongs to?"
LIBRARY = {"Toad Hall.txt": HALL, "Australian National University.txt": UNIVERSITY, "ferry.txt": OTHER}
BOTH = f"{HALL}\n\nAustralian National University\n{UNIVERSITY}"


def test_the_document_that_a_passage_names_answers(desk: Desk) -> None:
    desk.add(LIBRARY)
    desk.host.the_generator = ScriptedGenerator(verdicts={BOTH: 3.0, "": -2.0})
    answer = desk.ask(QUESTION)
    assert answer.outcome == "quoted"
    assert [source.document.title for source in answer.sources] == [
        "Toad Hall",
        "Australian National University",
    ]
    assert "Canberra" in answer.text


def test_a_wording_that_stops_half_way_gives_place(desk: Desk) -> None:
    desk.add(LIBRARY)
    desk.host.the_generator = ScriptedGenerator(
        verdicts={BOTH: 6.0, "": 3.0}, answers={QUESTION: "Australian National University"}
    )
    answer = desk.ask(QUESTION)
    assert answer.outcome == "quoted"
    assert "Canberra" in answer.text


def test_what_the_first_passage_answers_needs_no_second(desk: Desk) -> None:
    desk.add(LIBRARY)
    wording = "Toad Hall is a residential hall of the Australian National University."
    desk.host.the_generator = ScriptedGenerator(verdicts={"": 6.0}, answers={"Which university": wording})
    answer = desk.ask("Which university is Toad Hall a residential hall of?")
    assert answer.outcome == "answered"
    assert len(answer.sources) == 1


def test_what_neither_says_is_declined(desk: Desk) -> None:
    desk.add(LIBRARY)
    desk.host.the_generator = ScriptedGenerator(verdicts={"": -2.0})
    assert desk.ask("Who founded the university that Toad Hall belongs to?").outcome == "deflected"


def test_only_what_was_asked_about_is_looked_into(desk: Desk) -> None:
    ids = desk.add(LIBRARY)
    desk.host.the_generator = ScriptedGenerator(verdicts={BOTH: 3.0, "": -2.0})
    answer = desk.ask(QUESTION, documents=(ids["Toad Hall.txt"].id,))
    assert answer.outcome == "deflected"


def test_a_second_document_that_is_not_there_changes_nothing(desk: Desk) -> None:
    desk.add({"Toad Hall.txt": HALL, "ferry.txt": OTHER})
    desk.host.the_generator = ScriptedGenerator(verdicts={"": -2.0})
    answer = desk.ask(QUESTION)
    assert answer.outcome == "deflected"
