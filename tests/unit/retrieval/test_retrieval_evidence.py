"""Words that are the writer's own, and sentences that say nothing new."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.evidence import own_words, says_nothing_new

PASSAGE = "Colonialism exploits the assets of a nation; Galileo identified a universal force."


@pytest.mark.parametrize(
    ("sentence", "own"),
    [
        ("Galileo identifies the force.", ()),  # another form of a word of the passage
        ("Imperialism exploits assets.", ()),  # a word of the question
        ("Imperialism involves assets.", ("involves",)),
        ("The nation was oppressed.", ("oppressed",)),
        ("", ()),
    ],
)
def test_words_that_no_text_has_are_the_writers_own(sentence: str, own: tuple[str, ...]) -> None:
    assert own_words(sentence, [PASSAGE, "What does imperialism do?"]) == own


@given(st.text(max_size=80))
def test_a_text_has_no_words_of_its_own_against_itself(text: str) -> None:
    assert own_words(text, [text]) == ()


def test_what_only_repeats_the_question_says_nothing_new() -> None:
    assert says_nothing_new("Galileo identified the force.", "Who identified the force, Galileo?")
    assert not says_nothing_new("Newton identified the force.", "Who identified the force, Galileo?")
