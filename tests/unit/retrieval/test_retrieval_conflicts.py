"""Sentences that say the same with other facts."""

import pytest

from desktop.retrieval.conflicts import conflicting


@pytest.mark.parametrize(
    ("said", "other", "question"),
    [
        ("The depot is in Ulm.", "The depot is in Kiel.", "Where is the depot?"),
        (
            "The price of a season card is 14 pounds.",
            "The price of a season card is 10 pounds.",
            "What is the price of a season card?",
        ),
    ],
)
def test_other_facts_in_the_same_words(said: str, other: str, question: str) -> None:
    assert conflicting(said, other, question)
    assert conflicting(other, said, question)


@pytest.mark.parametrize(
    ("said", "other", "question"),
    [
        ("City Bessing has code 2027.", "City Arvold has code 1017.", "What is the code of Bessing?"),
        ("Pump A must not be used with acid.", "Pump B may be used with acid.", "Which pump must not?"),
        ("The depot is in Ulm.", "The depot is in Ulm.", "Where is the depot?"),
        ("The depot is in Ulm.", "The harbour master lives in Kiel.", "Where is the depot?"),
        ("The fee is 5 pounds.", "The fee is 5 pounds a day.", "What is the fee?"),
        ("", "", ""),
    ],
)
def test_no_conflict(said: str, other: str, question: str) -> None:
    assert not conflicting(said, other, question)
