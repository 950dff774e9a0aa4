"""Days that count from the day a document was written."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.relative_dates import relative_dates

THURSDAY = date(2024, 5, 30)


@pytest.mark.parametrize(
    ("text", "phrase", "day"),
    [
        ("The audit is next Friday.", "next Friday", date(2024, 6, 7)),
        ("We meet in two weeks.", "in two weeks", date(2024, 6, 13)),
        ("It broke three days ago.", "three days ago", date(2024, 5, 27)),
        ("Come the day after tomorrow.", "the day after tomorrow", date(2024, 6, 1)),
        ("Nos vemos dentro de 3 días.", "dentro de 3 días", date(2024, 6, 2)),
        ("Nächsten Montag ist frei.", "Nächsten Montag", date(2024, 6, 3)),
        ("Das war vor zwei Wochen.", "vor zwei Wochen", date(2024, 5, 16)),
    ],
)
def test_phrases_that_mean_one_day(text: str, phrase: str, day: date) -> None:
    found = relative_dates(text, THURSDAY)
    assert [(each.phrase, each.day) for each in found] == [(phrase, day)]


@pytest.mark.parametrize(
    "text", ["this Friday", "last Tuesday", "in several days", "in 99999 days", "on Friday"]
)
def test_phrases_that_may_mean_several(text: str) -> None:
    assert relative_dates(text, THURSDAY) == ()


@given(st.text(max_size=200), st.dates())
def test_any_text(text: str, written: date) -> None:
    assert all(found.phrase in text for found in relative_dates(text, written))
