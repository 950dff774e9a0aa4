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


BOTH = "Are Medici and Senet both board games?"
MEDICI = "Medici is a board game in which players buy cards."
SENET = "Senet is a board game of ancient Egypt."


@pytest.mark.parametrize(
    ("medici", "senet", "said"),
    [
        (3.0, 2.0, "Yes, as far as these passages tell: they say so of both."),
        (3.0, -2.0, "No, as far as these passages tell: they say so of Medici, not of Senet."),
        (-1.0, 2.0, "No, as far as these passages tell: they say so of Senet, not of Medici."),
        (-1.0, -2.0, "No, as far as these passages tell: they say so of neither."),
        (3.0, 0.1, ""),  # undecided: the person reads and decides
    ],
)
def test_whether_both_are_so_is_concluded(desk: Desk, medici: float, senet: float, said: str) -> None:
    desk.add({"Medici.txt": MEDICI, "Senet.txt": SENET, "ferry.txt": OTHER})
    desk.host.the_generator = ScriptedGenerator(
        verdicts={"Is Medici board games?": medici, "Is Senet board games?": senet, "": -9.0}
    )
    answer = desk.ask(BOTH)
    assert answer.outcome == "quoted"
    assert [s.text for s in answer.sentences if not s.text.startswith("“")] == ([said] if said else [])
    assert {n for s in answer.sentences for n in s.citations} == {1, 2}
    if said:
        assert answer.sentences[0].text == said
        assert answer.sentences[0].citations == (1, 2)


def test_without_a_model_nothing_is_concluded_about_what_both_are(desk: Desk) -> None:
    desk.add({"Medici.txt": MEDICI, "Senet.txt": SENET, "ferry.txt": OTHER})
    answer = desk.ask(BOTH, use_model=False)
    assert answer.outcome == "quoted"
    assert all(sentence.text.startswith("“") for sentence in answer.sentences)


def test_which_came_first_follows_from_the_years(desk: Desk) -> None:
    desk.add({"haig.txt": HAIG, "boxer.txt": DARCHINYAN, "ferry.txt": OTHER})
    answer = desk.ask(QUESTION, use_model=False)
    first = answer.sentences[0]
    assert first.text == "By the years in these passages, Sid Haig (1939) comes before Vic Darchinyan (1976)."
    assert first.supported
    assert len(first.citations) == 2


def test_a_thing_is_called_by_its_whole_title(desk: Desk) -> None:
    desk.add(
        {
            "Frozen.txt": "Frozen is an animated film of 2013.",
            "Escape from the Dark.txt": "Escape from the Dark is a film of 1976 with real actors.",
            "ferry.txt": OTHER,
        }
    )
    desk.host.the_generator = ScriptedGenerator(
        verdicts={"Is Frozen animated": 3.0, "Is Escape from the Dark animated": -3.0, "": -9.0}
    )
    answer = desk.ask("Are Frozen and Escape from the Dark both animated features?")
    assert answer.sentences[0].text.endswith("they say so of Frozen, not of Escape from the Dark.")


SAME = "Are Ada Brun and Ole Lind members of the same band?"
ADA = "Ada Brun sings in the band Lamplight."
OLE = "Ole Lind plays drums in the band {band}."


@pytest.mark.parametrize(
    ("band", "worded", "said"),
    [
        ("Lamplight", "Lamplight", ["Yes, as far as these passages tell: Lamplight for both."]),
        (
            "Nordlys",
            "Nordlys",
            ["As far as these passages tell: Lamplight for Ada Brun, Nordlys for Ole Lind."],
        ),
        ("Nordlys", "Silverband", []),  # a name that the passage does not have
        ("Nordlys", "", []),
    ],
)
def test_whether_two_share_something_is_concluded(
    desk: Desk, band: str, worded: str, said: list[str]
) -> None:
    desk.add({"Ada Brun.txt": ADA, "Ole Lind.txt": OLE.format(band=band), "ferry.txt": OTHER})
    desk.host.the_generator = ScriptedGenerator(
        verdicts={"Which band?": 3.0, "": -9.0},
        answers={"Is Ada Brun members of which band?": "Lamplight", "Is Ole Lind members of which": worded},
    )
    answer = desk.ask(SAME)
    assert answer.outcome == "quoted"
    assert [s.text for s in answer.sentences if not s.text.startswith("“")] == said


def test_what_two_are_asked_about_is_not_compared(desk: Desk) -> None:
    desk.add({"Ulm.txt": "Ulm: both of them live here.", "Bonn.txt": "Bonn is far away.", "ferry.txt": OTHER})
    desk.host.the_generator = ScriptedGenerator(verdicts={"Reply with one word, Yes or No.": 3.0, "": -9.0})
    answer = desk.ask("Do Ada and Ole both live in Ulm or Bonn?")
    assert not any(sentence.text.startswith(("Yes", "No")) for sentence in answer.sentences)
