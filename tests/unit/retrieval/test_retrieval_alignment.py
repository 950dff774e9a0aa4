"""Sentences that follow their source, and those that turn it round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.retrieval.alignment import follows, mostly_foreign

REVERSED = (
    "The UK had been an ally of Israel, and Harold Wilson's government supported the Israelis during the "
    "Six-Day War. His successor, Ted Heath, reversed this policy in 1970, calling for Israel to withdraw to "
    "its borders."
)


@pytest.mark.parametrize(
    ("sentence", "source", "expected"),
    [
        ("Spain ceded Florida in 1763.", "Spain ceded Florida to the British in 1763 after the war.", True),
        ("Florida was ceded to Spain in 1763.", "Spain ceded Florida to the British in 1763.", False),
        ("Harold Wilson called for Israel to withdraw.", REVERSED, False),  # the successor did
        ("Ted Heath called for Israel to withdraw.", REVERSED, True),
        ("1763", "Spain ceded Florida in 1763.", True),
        ("违约金为百分之五。", "合同规定违约金为百分之五。", True),
        ("", "", True),
    ],
)
def test_words_stand_in_the_order_of_the_source(sentence: str, source: str, expected: bool) -> None:
    assert follows(sentence, source) is expected


def test_words_that_only_the_question_has_are_foreign() -> None:
    source = "This is usually taken to be the size of the input in bits."
    assert mostly_foreign("The measurement of the complexity of a problem is the size in bits.", source)
    assert not mostly_foreign("The size of the input is taken in bits.", source)
    assert not mostly_foreign("", source)


@given(st.text(max_size=200))
def test_a_text_follows_itself(text: str) -> None:
    assert follows(text, text)
    assert not mostly_foreign(text, text)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_can_be_compared(sentence: str, source: str) -> None:
    assert follows(sentence, source) in {True, False}
