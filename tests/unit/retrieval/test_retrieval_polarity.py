"""Words that deny, and questions that "no" may answer."""

import pytest

from desktop.retrieval.polarity import asks_yes_or_no, denies


@pytest.mark.parametrize(
    "text",
    [
        "You can't go.",
        "It must not be used.",
        "Ohne Hund",
        "El perro no entra.",
        "All except Sunday",
        "ne pas",
    ],
)
def test_denials(text: str) -> None:
    assert denies(text)


@pytest.mark.parametrize("text", ["Children go free.", "A notice on the door", "Der Knie", "El norte", ""])
def test_affirmations(text: str) -> None:
    assert not denies(text)


def test_questions_of_yes_or_no() -> None:
    assert asks_yes_or_no("Is it open?")
    assert asks_yes_or_no("¿Puede entrar un perro?")
    assert not asks_yes_or_no("Which pump may be used?")
