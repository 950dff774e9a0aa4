"""What stands beside an answer: documents that say otherwise, and the day a phrase means."""

from service_fakes import Desk, ScriptedGenerator

DEPOTS = {name: f"The depot is in {town}." for name, town in (("a.txt", "Ulm"), ("b.txt", "Kiel"))}


def generator(**answers: str) -> ScriptedGenerator:
    return ScriptedGenerator(answers=answers)


def test_documents_that_disagree_are_both_shown(desk: Desk) -> None:
    desk.add(DEPOTS)
    desk.host.the_generator = generator(Ulm="The depot is in Ulm.", Kiel="The depot is in Kiel.")
    answer = desk.ask("Where is the depot?")
    assert {"Ulm", "Kiel"} <= set(answer.text.replace(".", " ").split())
    assert len(answer.sources) == 2
    assert any(sentence.text.startswith("But ") and sentence.citations for sentence in answer.sentences)


def test_an_older_version_is_named_with_its_date(desk: Desk) -> None:
    desk.add(
        {
            "price-2022.txt": "Date: 2022-03-01\n\nThe price of a season card is 10 pounds.",
            "price-2024.txt": "Date: 2024-05-01\n\nThe price of a season card is 14 pounds.",
        }
    )
    desk.host.the_generator = generator(
        **{"14 pounds": "The price is 14 pounds.", "10 pounds": "The price is 10 pounds."}
    )
    answer = desk.ask("What is the price of a season card?")
    aside = next(sentence for sentence in answer.sentences if sentence.text.startswith("That is as of"))
    assert "2024-05-01" in aside.text
    assert "2022-03-01" in aside.text
    assert len({source.document.id for source in answer.sources}) == 2


def test_a_relative_date_is_counted_from_the_date_of_the_document(desk: Desk) -> None:
    desk.add({"audit.txt": "Date: 2024-05-30\n\nThe audit of the accounts is next Friday."})
    desk.host.the_generator = generator(audit="The audit of the accounts is next Friday.")
    answer = desk.ask("When is the audit of the accounts?")
    assert answer.sentences[-1].text == (
        "“next Friday”, counted from the date of the document, 2024-05-30, is 2024-06-07."
    )
    assert answer.sentences[-1].citations == (1,)


def test_the_fact_of_another_thing_is_no_conflict(desk: Desk) -> None:
    desk.add({"a.txt": "City Bessing has code 2027.", "b.txt": "City Arvold has code 1017."})
    desk.host.the_generator = generator(Bessing="City Bessing has code 2027.")
    answer = desk.ask("What is the code of city Bessing?")
    assert [source.document.title for source in answer.sources] == ["a"]


def test_what_a_passage_denies_is_not_proved_by_it(desk: Desk) -> None:
    desk.add({"b.txt": "Pump B may be used with acid."})
    desk.host.the_generator = generator(Pump="Pump B must not be used with acid.")
    answer = desk.ask("Which pump must not be used with acid?")
    assert "must not" not in answer.text
