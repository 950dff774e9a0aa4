"""Facts of a sentence are found in a passage in any notation, and only when they are there."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop.retrieval.quantities import dates, numbers
from desktop.retrieval.support import facts, unrivalled, unsupported


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("It costs 1,250.50 euros.", "Der Preis beträgt 1.250,50 Euro."),
        ("It costs $1250.50.", "Price: 1 250,50"),
        ("It has 3.5 million readers.", "Readers: 3,500,000"),
        ("It took 25 years.", "It took twenty-five years."),
        ("It took twenty-five years.", "Es dauerte fünfundzwanzig Jahre."),
        ("Costó 25 euros.", "Costó veinticinco euros."),
        ("There are 1,250 seats.", "Sitze: 1.250"),
        ("It was signed on May 1, 2024.", "Unterzeichnet am 1. Mai 2024."),
        ("It was signed on 1 May 2024.", "signed 2024-05-01"),
        ("Se firmó el 1 de mayo de 2024.", "Signed: 01/05/2024"),
        ("It opened in May 2024.", "Opening 2024-05-17"),
        ("It opened in 2024.", "Opening 2024-05-17"),
        ("The order ORD-0417 left.", "ord-0417 Ship by rail"),
        ("Release v2.21 fixes it.", "in V2.21 fixed"),
        ("Written by Jiří Østerby.", "Author: Jiri Osterby"),
        ("He met Tesla's brother in Prague.", "Tesla; Prague"),
        ("The lamp uses 20% less.", "20 % less"),
        ("It is 5 km away.", "distance 5 km"),
        ("It fell by 3 percent.", "-3 percent"),
    ],
)
def test_a_fact_is_found_in_another_notation(claim: str, passage: str) -> None:
    assert unsupported(claim, [passage]) == ()


@pytest.mark.parametrize(
    ("claim", "passage", "missing"),
    [
        ("It costs 1,250.50 euros.", "It costs 1,250.05 euros.", "1,250.50"),
        ("Release 3.10 fixes it.", "Release 3.1 fixes it.", "3.10"),
        ("It was signed on May 1, 2024.", "Signed on May 2, 2024.", "May 1, 2024"),
        ("It was signed on May 1, 2024.", "Signed on May 1, 2023.", "May 1, 2024"),
        ("The order ORD-0417 left.", "ORD-0418 left", "ORD-0417"),
        ("He met Edison there.", "He met Tesla there.", "Edison"),
        ("It took twenty-five years.", "It took twenty years and five days.", "twenty-five"),
        ("It has 3.5 million readers.", "It has 3.5 thousand readers.", "3.5 million"),
        ("The server 10.0.0.1 answers.", "10.0.0.2 answers", "10.0.0.1"),
        ("NASA paid.", "ESA paid.", "NASA"),
    ],
)
def test_a_missing_fact_is_named(claim: str, passage: str, missing: str) -> None:
    assert [fact.text for fact in unsupported(claim, [passage])] == [missing]


def test_one_of_several_passages_suffices() -> None:
    assert unsupported("It costs 5 euros.", ["no number", "5 euros"]) == ()


def test_names_of_the_question_need_no_proof_but_its_numbers_do() -> None:
    sentence = "The pump of Alpha has 3 bar."
    assert [fact.text for fact in unsupported(sentence, ["it"], question="Has Alpha 3 bar?")] == ["3"]


def test_markers_and_first_words_are_no_facts() -> None:
    assert facts("Salt dissolves in water [1] [12].") == ()


def test_german_nouns_are_not_names() -> None:
    found = facts("Die Miete ist im Voraus zu zahlen.")
    assert found == ()


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("1.250", {"1250", "1.250"}), ("1,250,000", {"1250000"}), ("two hundred", {"200"}),
        ("3.10", {"3.10"}),
        ("three and four", {"3", "4"}), ("0.5", {"0.5"}),
    ],
)  # fmt: skip
def test_readings_of_numbers(text: str, readings: set[str]) -> None:
    assert numbers(text) == readings


def test_a_short_date_is_read_both_ways() -> None:
    assert {"2024-04-03", "2024-03-04"} <= dates("03/04/2024")


@given(text=st.text(st.characters(exclude_categories=()), max_size=60))
@example("0=0'A")
@settings(max_examples=200, deadline=None)
def test_any_text_supports_itself(text: str) -> None:
    assert unsupported(text, [text]) == ()


@pytest.mark.parametrize(
    ("sentence", "passage", "supported"),
    [
        ("It has 100–150 species.", "There are 100–150 species.", True),
        ("It has 100–151 species.", "There are 100–150 species.", False),
        ("6–10 million years ago", "between six and 10 million years ago", True),
        ("6–11 million years ago", "between six and 10 million years ago", False),
        ("The plague of 1628–31", "from 1628 to 1631", True),
        ("The plague of 1628–31", "The plague of 1628–31 took many.", True),
        ("The plague of 1628–32", "from 1628 to 1631", False),
        ("pages 5-7", "pages 5-7", True),
    ],
)
def test_both_ends_of_a_range_are_facts(sentence: str, passage: str, supported: bool) -> None:
    assert (not unsupported(sentence, [passage])) == supported


CREATED = "When was the department created?"
ONE_YEAR = "In 1977 the department was created."


@pytest.mark.parametrize(
    ("sentence", "proof", "question", "alone"),
    [
        ("It was created in 1977.", ONE_YEAR, CREATED, True),
        ("It was created in 1975.", f"The reserve began in 1975. {ONE_YEAR}", CREATED, False),  # which year?
        ("It was created in 1977.", f"{ONE_YEAR} Ada Brun led it.", CREATED, True),  # a name is no year
        ("It was created in 1975.", ONE_YEAR, CREATED, False),  # not in the text at all
        ("It was created.", ONE_YEAR, CREATED, False),  # brings no fact
        ("It cost 30 pounds in 1977.", "In 1977 it cost 30 pounds.", "What did it cost in 1977?", True),
    ],
)
def test_a_fact_without_another_of_its_kind_has_no_rival(
    sentence: str, proof: str, question: str, alone: bool
) -> None:
    assert unrivalled(sentence, proof, question) is alone


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=30))
def test_what_has_no_rival_is_supported(sentence: str, proof: str, question: str) -> None:
    if unrivalled(sentence, proof, question):
        assert not unsupported(sentence, [proof], question=question)
