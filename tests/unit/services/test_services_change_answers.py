"""When something changed, from what dated documents say."""

import os
from pathlib import Path

import pytest
from service_fakes import Desk, ScriptedGenerator

from desktop.retrieval.change_questions import asks_for_change

PRICES = {
    "price-2020.txt": "Date: 2020-01-10\n\nThe price of a season card is 8 pounds.",
    "price-2022.txt": "Date: 2022-03-01\n\nThe price of a season card is 10 pounds.",
    "price-2024.txt": "Date: 2024-05-01\n\nThe price of a season card is 14 pounds.",
}


@pytest.mark.parametrize(
    "question",
    [
        "When did it change?",
        "How has the price changed since 2020?",
        "What changed?",
        "¿Cuándo cambió el precio?",
        "Wann hat sich der Preis geändert?",
    ],
)
def test_a_question_for_a_change_is_one(question: str) -> None:
    assert asks_for_change(question)


@pytest.mark.parametrize(
    "question", ["When does the museum open?", "What is the price?", "Who may change the rules?"]
)
def test_other_questions_are_none(question: str) -> None:
    assert not asks_for_change(question)


@pytest.mark.parametrize("use_model", [True, False])
def test_both_statements_are_cited_with_their_dates(desk: Desk, use_model: bool) -> None:
    """P099: the times of the files say the opposite."""
    documents = desk.add(PRICES)
    for age, name in enumerate(sorted(PRICES)):
        os.utime(desk.folder / name, (1_700_000_000 - age * 86_400,) * 2)
    desk.host.the_generator = ScriptedGenerator()
    answer = desk.ask("When did the price of a season card change?", use_model=use_model)
    assert answer.outcome == "quoted"
    assert "14 pounds" in answer.text
    assert "earlier, on 2022-03-01: “The price of a season card is 10 pounds.”" in answer.text
    assert "So it changed after 2022-03-01 and by 2024-05-01." in answer.text
    cited = [Path(source.document.path).name for source in answer.sources]
    assert cited == ["price-2024.txt", "price-2022.txt"]
    assert all(sentence.supported for sentence in answer.sentences)
    assert {source.document.id for source in answer.sources} <= {d.id for d in documents.values()}


def test_without_dates_it_is_a_question_like_any_other(desk: Desk) -> None:
    desk.add({name: text.split("\n\n")[1] for name, text in PRICES.items()} | {"x.txt": "Cats sleep."})
    desk.host.the_generator = ScriptedGenerator(verdicts={"": -9.0})
    answer = desk.ask("When did the price of a season card change?")
    assert "So it changed" not in answer.text


def test_a_follow_up_says_what_changed(desk: Desk) -> None:
    """P099: as a conversation."""
    desk.add(PRICES)
    desk.host.the_generator = ScriptedGenerator(
        answers={"14 pounds": "The price of a season card is 14 pounds."}
    )
    first = desk.ask("What is the price of a season card?")
    answer = desk.ask("When did it change?", conversation_id=first.conversation_id)
    assert "season card" in answer.standalone_question, answer.standalone_question
    assert len({source.document.id for source in answer.sources}) == 2
    assert "So it changed after 2022-03-01 and by 2024-05-01." in answer.text
