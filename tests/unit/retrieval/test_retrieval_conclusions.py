"""What a comparison of two things wants concluded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.conclusions import (
    asks_for_order,
    asks_whether_both,
    in_order,
    question_of_one,
    question_of_value,
    shared_noun,
    stands_in,
)

NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Are Medici and Senet both board games?", True),
        ("Did Ada Brun and Ole Lind both live in Ulm?", True),
        ("Sind Ulm und Kiel beide Hafenstädte?", True),
        ("¿Son Ana Ruiz y Luis Gil ambos médicos?", True),
        ("Are Ulm and Kiel both in the same state?", False),  # nothing about one alone answers it
        ("Are Ulm and Kiel in different states?", False),
        ("Do Ann and Bob both live together?", False),
        ("Are Ulm and Kiel both not on the sea?", False),  # is a Yes a yes or a no?
        ("In which year were both Ulm and Kiel founded?", False),
        ("Which is older, Ulm or Kiel?", False),
    ],
)
def test_whether_both_are_so(question: str, *, asks: bool) -> None:
    assert asks_whether_both(question) is asks


@pytest.mark.parametrize(
    ("question", "other", "asked"),
    [
        ("Are Medici and Senet both board games?", "Senet", "Is Medici board games?"),
        ("Are Medici and Senet both board games?", "Medici", "Is Senet board games?"),
        ("Did Ada Brun and Ole Lind both live in Ulm?", "Ole Lind", "Did Ada Brun live in Ulm?"),
        ("Sind Ulm und Kiel beide Häfen?", "Ulm", "Ist Kiel Häfen?"),
    ],
)
def test_one_thing_is_asked_about_alone(question: str, other: str, asked: str) -> None:
    assert question_of_one(question, other) == asked


@pytest.mark.parametrize(
    ("question", "names", "asks"),
    [
        ("Who is older, Sid Haig or Vic Darchinyan?", ("Sid Haig", "Vic Darchinyan"), True),
        ("Which was published first, Guitar World or Science News?", ("Guitar World", "Science News"), True),
        ("Was wurde früher gegründet, Ulm oder Kiel?", ("Ulm", "Kiel"), True),
        ("Which plant is larger, the Pterocarya or the Cotula?", ("Pterocarya", "Cotula"), False),
        ("Which is longer, First Avenue or Second Avenue?", ("First Avenue", "Second Avenue"), False),
    ],
)
def test_order_in_time_is_asked_for(question: str, names: tuple[str, str], *, asks: bool) -> None:
    assert asks_for_order(question, names) is asks


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("Are Ann Gold and Jung Li members of the same band?", "band"),
        ("Were Ulm and Kiel both founded in the same Year?", "Year"),
        ("Who leads the same band?", None),
        ("Are Ulm and Kiel the same?", None),
        ("Have Ann and Bob never worked for the same company?", None),
        ("Are Ann and Bob of the same make and model?", None),  # two things
        ("Were Ann and Bob in the same year as Ulm?", None),
        ("Do Ann and Bob have the same roof colour?", "roof colour"),
    ],
)
def test_what_is_to_be_shared(question: str, noun: str | None) -> None:
    assert shared_noun(question) == noun


def test_what_is_shared_is_asked_with_what_they_do() -> None:
    asked = question_of_value("Did Ann and Bob die in the same city?", "Bob", "city")
    assert asked == "Which city? Did Ann die in which city?"


@pytest.mark.parametrize(
    ("value", "text", "stands"),
    [
        ("New York", "It lies in new york, USA.", True),
        ("Jiangsu", "Nantong (Jiangsu)", True),
        ("York", "It lies in Yorkshire.", False),
        ("New York", "It lies in New\nYork.", True),  # lines of a PDF
        ("St", "the band St. Vincent", False),  # a piece of a name
        ("It lies in New York, as everybody knows from school", "New York", False),
        ("", "text", False),
    ],
)
def test_a_short_answer_stands_in_its_text(value: str, text: str, *, stands: bool) -> None:
    assert stands_in(value, text) is stands


@pytest.mark.parametrize(
    ("question", "texts", "years"),
    [
        ("Which was founded first?", ("Founded in 1871.", "It was founded in May 1902."), (1871, 1902)),
        (
            "Which was founded first?",
            ("Founded in 1871; burnt in 1871.", "Founded in 1902."),
            (1871, 1902),
        ),
        ("Which was founded first?", ("Founded in 1871 and moved in 1902.", "Founded in 1902."), None),
        ("Which was founded first?", ("Founded in 1871.", "It burnt in 1902."), None),
        (
            "Which was founded first?",
            ("Founded in 1871 mostly by monks.", "Founded in 1902 in Ulm."),
            (1871, 1902),
        ),
        ("Which was founded first?", ("Founded in 1871 m.", "Founded in 1902."), None),
        ("Which was founded first?", ("Delivered in 2015.", "Delivered in 2018."), None),  # not what is asked
        ("Which expires first?", ("The lease was signed in 2019.", "The lease ends in 2026."), None),
        (
            "Which was delivered first?",
            ("Delivered 03.05.2015, mended in 2021.", "Delivered in 2018."),
            None,
        ),
        ("Which was restored first?", ("The mill of 1750 was restored in 1990.", "Restored in 1980."), None),
        ("Which was rebuilt first?", ("Rebuilt in 1200 BC.", "Rebuilt in 1600 BC."), None),
        ("Which was founded first?", ("Founded in 1500 rooms.", "Founded in 1871."), None),
        ("Which is older?", ("Delivered in 2015.", "Delivered in 2018."), (2015, 2018)),
        ("Which is older?", ("It cost 1850 EUR.", "It cost 1450 EUR."), None),
        (
            "Who is older?",
            ("Ann (July 14, 1939 – 2019) was an actor.", "Born in Ulm in 1976."),
            (1939, 1976),
        ),
        ("Who is older?", ("Ann (appointed 2019) was born in 1960.", "Bob was born in 1985."), (1960, 1985)),
        ("Who is older?", ("Ann joined in 2012.", "Bob was born in 1985."), None),
        ("Who joined first?", ("Ann (born 1920) joined.", "Bob (born 1930) joined."), None),
        ("Who died first?", ("Ann (born 1920) is dead.", "Bob died in 1990."), None),
        ("Who is older?", ("House Alder (restored in 1990) was built in 1750.", "Built in 1800."), None),
        ("Who is older?", ("", ""), None),
        ("Who is older?", ("Born in 1960.", "Born in 1960."), None),
    ],
)
def test_what_came_first(question: str, texts: tuple[str, str], years: tuple[int, int] | None) -> None:
    found = in_order(question, NAMES, texts)
    assert (found and (found[0].year, found[1].year)) == years


@given(st.text(), st.text())
def test_any_text_is_taken(question: str, text: str) -> None:
    assert isinstance(asks_whether_both(question), bool)
    assert isinstance(question_of_one(question, text), str)
    assert stands_in(text, question) in {True, False}
    found = in_order(question, (text, question), (text, question))
    assert found is None or all(1000 <= event.year < 2100 for event in found)


def test_a_long_text_without_an_end_is_looked_through_at_once() -> None:
    text = "a " * 50_000 + "1999"
    assert in_order("Which is older?", NAMES, (text, text)) is None
