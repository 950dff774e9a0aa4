from dataclasses import replace

import pytest
from asking import ANSWERED, DOUBTFUL, LEASE, source
from hypothesis import given
from hypothesis import strategies as st

from desktop.domain.answers import Answer, Sentence
from desktop.ui.answer_layout import cited_numbers, lay_out, source_numbered


def runs_of(answer: Answer) -> list[tuple[str, int | None, bool]]:
    return [(run.text, run.citation, run.supported) for block in lay_out(answer) for run in block.runs]


def test_markers_of_sources_become_citations() -> None:
    assert [c for _, c, _ in runs_of(ANSWERED) if c] == [1, 2]
    assert cited_numbers(ANSWERED) == (1, 2)
    assert "".join(text for text, _, _ in runs_of(ANSWERED)) == ANSWERED.text


def test_markers_without_a_source_stay_text() -> None:
    answer = replace(ANSWERED, text="See item [7] of the list. [1]", sentences=())
    assert runs_of(answer)[0] == ("See item [7] of the list. ", None, True)


def test_unsupported_sentences_are_set_apart() -> None:
    doubtful = [text for text, _, supported in runs_of(DOUBTFUL) if not supported]
    assert doubtful == ["The landlord usually agrees to a shorter period."]


def test_a_sentence_is_found_again_whatever_its_blanks_and_markers() -> None:
    answer = replace(
        ANSWERED,
        text="One is so.\nTwo [1] is   not.",
        sentences=(Sentence("One is so. [1]", (1,), supported=True), Sentence("Two is not.")),
    )
    assert [text for text, c, ok in runs_of(answer) if not ok and c is None] == ["Two ", " is   not."]


def test_without_a_text_the_sentences_are_joined_with_their_markers() -> None:
    answer = replace(ANSWERED, text="")
    assert [c for _, c, _ in runs_of(answer) if c] == [1, 2]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Before\n```python\nx = 1\n```\nafter", ["text", "code", "text"]),
        ("| a | b |\n| 1 | 2 |\n", ["code"]),
        ("only | one | line", ["text"]),
        ("```\nnever closed", ["code"]),
        ("  \n ", []),
    ],
)
def test_code_and_tables_are_blocks_of_their_own(text: str, kinds: list[str]) -> None:
    blocks = lay_out(replace(ANSWERED, text=text, sentences=()))
    assert [block.kind for block in blocks] == kinds


@given(st.text(alphabet="ab [123]\n|`.", min_size=1, max_size=120), st.text(max_size=20))
def test_any_text_keeps_its_characters(text: str, sentence: str) -> None:
    answer = Answer("q", "q", "answered", text, (Sentence(sentence),), (source(1, LEASE, "a", 0),))
    shown = "".join(block.text for block in lay_out(answer))
    kept = "".join(shown.split()).replace("`", "")
    assert kept in "".join(text.split()).replace("`", "") or "```" in text or "|" in text


def test_a_source_is_found_by_its_number() -> None:
    assert source_numbered(ANSWERED.sources, 2) is ANSWERED.sources[1]
    assert source_numbered(ANSWERED.sources, 9) is None
