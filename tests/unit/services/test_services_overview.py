"""Counts and lists over the library; the numbers come from the library and not from a model."""

import pytest
from service_fakes import Desk, ScriptedGenerator

from desktop.services.overview import LISTED

MONTHS = [f"{year}-{month:02}" for year in (2023, 2024) for month in range(1, 13)]


@pytest.fixture
def cards(desk: Desk) -> Desk:
    desk.add({f"card-{month}.txt": f"Month: {month}. Total: {month[-2:]}1.00" for month in MONTHS[:20]})
    desk.add({"garden.txt": "Water the beans in the evening."})
    return desk


class TestList:
    def test_every_document_has_its_line(self, cards: Desk) -> None:
        """P086."""
        answer = cards.ask("List the total of every month")
        assert answer.outcome == "answered"
        assert answer.text.startswith("20 documents have “total month”.")
        assert {source.document.title for source in answer.sources} == {f"card-{m}" for m in MONTHS[:20]}
        assert all("Total" in source.quote for source in answer.sources)
        assert len(answer.text.splitlines()) == 21

    def test_more_than_can_be_shown_is_said(self, cards: Desk) -> None:
        cards.add({f"card-{month}.txt": f"Month: {month}. Total: {month[-2:]}1.00" for month in MONTHS[20:]})
        answer = cards.ask("List the total of every month")
        assert answer.text.startswith(f"24 documents have “total month”; shown are {LISTED} of them.")
        assert len({source.document.id for source in answer.sources}) == LISTED
        assert len(answer.tiers.related) == 4

    def test_a_list_that_one_document_holds_is_read_as_any_question(self, cards: Desk) -> None:
        cards.add({"fees.txt": "All fees are due in May."})
        cards.host.the_generator = ScriptedGenerator(answers={"fees": "All fees are due in May."})
        assert len(cards.ask("List all fees").sources) == 1

    def test_a_scope_is_kept(self, cards: Desk) -> None:
        cards.add(
            {f"other-{n}.txt": f"Month {n}. The total is {n} pounds." for n in range(5)}, collection="Other"
        )
        answer = cards.ask("List the total of every month", scopes=("Other",))
        assert answer.text.startswith("5 documents have")


class TestCount:
    def test_all_documents(self, cards: Desk) -> None:
        answer = cards.ask("How many documents are there?")
        assert answer.text == "The library has 21 documents."
        assert answer.sentences[0].supported
        assert not answer.sources

    def test_documents_that_nobody_calls_so_are_all_counted(self, cards: Desk) -> None:
        """P086."""
        answer = cards.ask("How many statements are there?")
        assert answer.text == "The library has 21 documents. None of them has the word “statements”."

    def test_documents_about_something(self, cards: Desk) -> None:
        answer = cards.ask("How many documents are there about beans?")
        assert answer.text == "1 of 21 documents has “beans”."
        assert [document.title for document in answer.tiers.related] == ["garden"]
