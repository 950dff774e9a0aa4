"""What in a text may be the name of another document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.mentions import MOST_WORDS, mentions, names_title


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "Toad Hall belongs to the Australian National University, opened in 1974.",
            "Australian National University",
        ),
        ("It is set in “Neighbours”, a series.", "Neighbours"),
        ("He wrote for Carl Philipp Emanuel Bach.", "Carl Philipp Emanuel Bach"),
        ("She was born in Young, New South Wales, in 1961.", "Young, New South Wales"),
        ("The album by M. Ward is out.", "M. Ward"),
        ("see the Lease of the harbour house for that", "Lease of the harbour house"),
        ("2024 Budget plan", "2024 Budget plan"),
        ("يعمل في جامعة أستراليا", "جامعة أستراليا"),
    ],
)
def test_names_are_found(text: str, name: str) -> None:
    assert name in mentions(text)


def test_a_capital_by_its_place_is_no_name() -> None:
    assert "Notes" not in mentions("Notes are kept in the drawer.")
    assert "Notes" in mentions("It is said in Notes.")


def test_the_longer_name_comes_first() -> None:
    found = mentions("It was written by Emanuel Bach")
    assert found.index("Emanuel Bach") < found.index("Bach")


def test_names_do_not_cross_lines() -> None:
    assert not any("\n" in name or name == "Ada Brun" for name in mentions("by Ada\nBrun"))


@given(st.text())
def test_any_text_is_taken(text: str) -> None:
    for name in mentions(text):
        assert len(name.split()) <= MOST_WORDS


@pytest.mark.parametrize(
    ("text", "title", "has"),
    [
        ("Who made Neighbours?", "Neighbours (TV series)", True),
        ("Who made neighbours?", "Neighbours", True),
        ("Who are the neighbourspeople?", "Neighbours", False),
        ("¿Quién dirige la estación?", "Estacion", True),
    ],
)
def test_whether_a_title_is_in_a_question(text: str, title: str, *, has: bool) -> None:
    assert names_title(text, title) is has
