"""Words that deny, and questions that "no" may answer."""

import pytest

from desktop.retrieval.polarity import agrees, asks_yes_or_no, denies


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


@pytest.mark.parametrize(
    ("sentence", "question", "proof"),
    [
        ("Pump B must not be used with acid.", "Which pump?", "Pump B may be used with acid."),
        ("Pump B", "Which pump must not be used with acid?", "Pump B may be used with acid."),
        ("Pump A", "Which pump may be used with acid?", "Pump A must not be used with acid."),
        ("Visitors", "Who may use the side entrance?", "The side entrance may not be used by visitors."),
        (
            "The keeper does not live in the tower, which was built of granite blocks from the north.",
            "Who lives in the tower?",
            "The keeper lives in the tower, which was built of granite blocks from the north.",
        ),
    ],
)
def test_what_differs_in_not(sentence: str, question: str, proof: str) -> None:
    assert not agrees(sentence, question, proof)


@pytest.mark.parametrize(
    ("sentence", "question", "proof"),
    [
        ("Pump A must not be used with acid.", "Which pump must not?", "Pump A must not be used with acid."),
        ("No.", "May pump A be used with acid?", "Pump A must not be used with acid."),
        ("In the shed.", "Where are the sandbags?", "Sandbags are in the shed, not in the hall."),
        ("Three weeks", "What is the loan period?", "A book may not be lent longer than three weeks."),
        ("Children go free.", "What do children pay?", "There is no fee for children."),
        (
            "The hall is used by choir and band.",
            "Who uses the hall?",
            "The hall is used not only by the choir but also by the band.",
        ),
        ("", "", ""),
    ],
)
def test_what_agrees(sentence: str, question: str, proof: str) -> None:
    assert agrees(sentence, question, proof)


def test_an_answer_is_compared_with_the_clause_of_the_passage_that_says_the_same() -> None:
    passage = "The old pump leaks oil every week. The new pump does not leak oil."
    nearest = "The old pump leaks oil every week."
    assert not agrees("The new pump does leak oil.", "Which pump?", nearest, passage)
    assert agrees("The new pump does not leak oil.", "Which pump?", nearest, passage)
