"""What a comparison of two things wants concluded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.conclusions import (
    alike,
    asks_for_order,
    asks_whether_both,
    question_of_one,
    shared_noun,
    stands_in,
    telling_year,
)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Are Medici and Senet both board games?", True),
        ("Did Ada Brun and Ole Lind both live in Ulm?", True),
        ("Sind Ulm und Kiel beide Hafenstädte?", True),
        ("¿Son Ana Ruiz y Luis Gil ambos médicos?", True),
        ("Are Ulm and Kiel both in the same state?", False),  # nothing about one alone answers it
        ("Are Ulm and Kiel in different states?", False),
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
    ("question", "asks"),
    [
        ("Who is older, Sid Haig or Vic Darchinyan?", True),
        ("Which was published first, Guitar World or Science News?", True),
        ("Was wurde früher gegründet, Ulm oder Kiel?", True),
        ("Which plant is larger, the Pterocarya or the Cotula?", False),
    ],
)
def test_order_in_time_is_asked_for(question: str, *, asks: bool) -> None:
    assert asks_for_order(question) is asks


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("Are Ann Gold and Jung Li members of the same band?", "band"),
        ("Were Ulm and Kiel both founded in the same Year?", "Year"),
        ("Who leads the same band?", None),
        ("Are Ulm and Kiel the same?", None),
    ],
)
def test_what_is_to_be_shared(question: str, noun: str | None) -> None:
    assert shared_noun(question) == noun


@pytest.mark.parametrize(
    ("value", "text", "stands"),
    [
        ("New York", "It lies in new york, USA.", True),
        ("Jiangsu", "Nantong (Jiangsu)", True),
        ("York", "It lies in Yorkshire.", False),
        ("St", "the band St. Vincent", False),  # a piece of a name
        ("It lies in New York, as everybody knows from school", "New York", False),
        ("", "text", False),
    ],
)
def test_a_short_answer_stands_in_its_text(value: str, text: str, *, stands: bool) -> None:
    assert stands_in(value, text) is stands


@pytest.mark.parametrize(
    ("values", "texts", "same"),
    [
        (("Québec", "quebec"), ("", ""), True),
        (("Jiangsu", "Jiangxi"), ("in Jiangsu", "in Jiangxi"), False),
        (("Hong Kong duo", "Hong Kong Cantopop duo"), ("", ""), None),
        (("Soho", "London"), ("born in Soho, London", "born in London"), None),
    ],
)
def test_two_short_answers_are_alike(
    values: tuple[str, str], texts: tuple[str, str], *, same: bool | None
) -> None:
    assert alike(values, texts) is same


@pytest.mark.parametrize(
    ("question", "text", "year"),
    [
        ("Which was founded first?", "It was founded in 1871.", 1871),
        ("Which was founded first?", "It was founded in 1871 and, again in 1871, burnt.", 1871),
        ("Which was founded first?", "It was founded in 1871 and moved in 1902.", None),
        ("Which was founded first?", "It dates from 1871? No: it lists 12,1871 and 3.1415.", 1871),
        ("Which was founded first?", "The road is 1200 km long.", None),
        ("Which was founded first?", "The club has 1500 members.", None),
        ("Which was founded first?", "In 1987 members left for 1500 other seats.", 1987),
        ("Which came first?", "How to Eat is a 1998 book of 1200 pages.", 1998),
        ("Which came first?", "It holds 1450 people.", None),
        ("Who is older?", "Sid Haig (July 14, 1939 – 2019) was an actor.", 1939),
        ("Who is older?", "She was born in Ulm in 1902 and died in 1980.", 1902),
        ("Who is older?", "He won in 1990 and 1992.", None),
        ("Who is older?", "", None),
    ],
)
def test_the_year_that_counts(question: str, text: str, year: int | None) -> None:
    assert telling_year(question, text) == year


@given(st.text(), st.text())
def test_any_text_is_taken(question: str, text: str) -> None:
    assert isinstance(asks_whether_both(question), bool)
    assert isinstance(question_of_one(question, text), str)
    assert stands_in(text, question) in {True, False}
    assert alike((text, text), (question, question)) is True
    year = telling_year(question, text)
    assert year is None or 1000 <= year < 2100
