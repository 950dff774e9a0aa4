"""What the program says beside quotations."""

from dataclasses import replace

from asking import CONCLUDED, LEASE_QUOTE, LEASE_SOURCE, QUOTED, RULES_QUOTE, RULES_SOURCE

from desktop.domain.answers import Sentence
from desktop.ui import export
from desktop.ui.language import install_language
from desktop.ui.quoted_layout import QuotedPart, lay_out_quoted

YES = CONCLUDED.sentences[0].text
LEAD = "That is as of 2024-05-01; earlier, on 2022-11-12:"
DATED = replace(
    QUOTED,
    sentences=(
        Sentence(f"“{LEASE_QUOTE}”", (1,), supported=True),
        Sentence(f"{LEAD} “{RULES_QUOTE}”", (2,), supported=True),
        Sentence("So it changed after 2022-11-12 and by 2024-05-01.", (1,), supported=True),
    ),
)


def test_a_conclusion_comes_before_its_passages() -> None:
    layout = lay_out_quoted(CONCLUDED)
    assert layout.concluded == (QuotedPart(YES, citations=(1, 2)),)
    assert layout.parts == (QuotedPart(source=LEASE_SOURCE), QuotedPart(source=RULES_SOURCE))


def test_what_leads_over_to_a_passage_stands_before_it() -> None:
    lease, rules, changed = lay_out_quoted(DATED).parts
    assert lease == QuotedPart(source=LEASE_SOURCE)
    assert rules.source == RULES_SOURCE
    assert rules.words.startswith("That is as of")
    assert rules.words.endswith(":")
    assert RULES_QUOTE not in rules.words
    assert changed.words.startswith("So it changed after")
    assert changed.citations == (1,)


def test_quotations_without_sentences_are_all_shown() -> None:
    assert [part.source for part in lay_out_quoted(QUOTED).parts] == [LEASE_SOURCE, RULES_SOURCE]


def test_a_conclusion_is_told_in_the_language_of_the_window() -> None:
    install_language("es")
    assert lay_out_quoted(CONCLUDED).concluded[0].words.startswith("Sí")


def test_exports_hold_what_the_program_says() -> None:
    for text in (
        export.to_plain(CONCLUDED),
        export.to_markdown((CONCLUDED,), "t"),
        export.to_html((CONCLUDED,), "t"),
    ):
        assert f"{YES} [1] [2]" in text
        assert text.index(YES) < text.index("own words")
    assert export.to_plain(DATED).count(RULES_QUOTE) == 2  # in its place and among the sources
