"""Questions that compare two named things."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.comparisons import compared, joined, speaks_of, without


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who is the oldest, Sid Haig or Vic Darchinyan?", ("Sid Haig", "Vic Darchinyan")),
        ("Which band was formed first The Exies or Circus Diablo ?", ("The Exies", "Circus Diablo")),
        ("Which plant is larger, the Pterocarya or the Cotula?", ("Pterocarya", "Cotula")),
        ("Are Medici and Senet both board games?", ("Medici", "Senet")),
        (
            "Which came first, the founding of Lamp House or the birth of Ada Brun?",
            ("Lamp House", "Ada Brun"),
        ),
        ("¿Quién es mayor, Ana Ruiz o Luis Gil?", ("Ana Ruiz", "Luis Gil")),
        ("Sind Ulm und Kiel beide Hafenstädte?", ("Ulm", "Kiel")),
        ("Are Ulm and Ulm both towns?", None),
        ("Who led Spain and Portugal?", None),  # one thing about both
        ("When does the ferry or the bus leave?", None),  # no names
        ("Is it A or B?", None),
        ("", None),
        ("Are Ulm and Kiel both ports? " * 20, None),  # whole pages are pasted too
    ],
)
def test_two_names_are_compared(question: str, names: tuple[str, str] | None) -> None:
    assert compared(question) == names


@pytest.mark.parametrize("name", ["Ulm", "Kiel"])
def test_one_of_the_two_is_asked_about(name: str) -> None:
    other = {"Ulm": "Kiel", "Kiel": "Ulm"}[name]
    assert without("Which is larger, Ulm or Kiel?", other) == f"Which is larger, {name}?"


def test_a_name_is_a_whole_word_whatever_its_accents() -> None:
    assert speaks_of("Señor Peña, of Ulm.", "Pena")
    assert not speaks_of("Ulmer", "Ulm")


@given(st.text(max_size=120))
def test_any_question_can_be_looked_at(question: str) -> None:
    names = compared(question)
    assert names is None or all(name in question for name in names)


@pytest.mark.parametrize(
    ("question", "names", "joint"),
    [
        ("Are Ulm and Kiel both ports?", ("Ulm", "Kiel"), "and"),
        ("Is Ulm or the city of Kiel older?", ("Ulm", "Kiel"), "or"),
        ("Are both magazines, the Ulmer and the Kieler, old?", ("Ulmer", "Kieler"), "and"),
        ("Which is oldest, Bonn, Ulm or Kiel?", ("Ulm", "Kiel"), None),  # of three
        ("Are Bonn, Ulm and Kiel both ports?", ("Ulm", "Kiel"), None),
        ("Ulm, Kiel?", ("Ulm", "Kiel"), None),
    ],
)
def test_what_joins_two_names(question: str, names: tuple[str, str], joint: str | None) -> None:
    assert joined(question, names) == joint


def test_a_name_may_be_broken_over_two_lines() -> None:
    assert speaks_of("by Mr Bob\nJones, clerk", "Bob Jones")
