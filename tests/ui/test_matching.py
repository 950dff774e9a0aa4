import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.ui import plain
from desktop.ui.matching import excerpt, matching_ranges


def words(text: str, question: str) -> list[str]:
    return [text[a:b] for a, b in matching_ranges(text, question)]


@pytest.mark.parametrize(
    ("text", "question", "marked"),
    [
        ("Notice must be given.", "What is the notice period?", ["Notice"]),
        ("Kündigung der Wohnung", "kundigung", ["Kündigung"]),
        ("The tenants paid.", "Which tenant paid?", ["tenants", "paid"]),
        ("Pay 1,850 euros on 2023-03-01", "what was due 2023-03-01", ["2023-03-01"]),
        ("通知期間は三か月", "通知期間", ["通知期間"]),
        ("Of the and", "What is the end of it and the", []),
        ("", "anything", []),
    ],
)
def test_words_of_the_question_are_marked(text: str, question: str, marked: list[str]) -> None:
    assert words(text, question) == marked


@given(st.text(max_size=400), st.text(max_size=60))
def test_ranges_are_ordered_and_inside(text: str, question: str) -> None:
    at = 0
    for start, end in matching_ranges(text, question):
        assert at <= start < end <= len(text)
        at = end


@given(st.text(max_size=900), st.text(max_size=60))
def test_an_excerpt_is_short_and_its_marks_are_inside(text: str, question: str) -> None:
    shown, marks = excerpt(text, question, length=200)
    assert len(shown) <= 260
    assert all(0 <= a < b <= len(shown) for a, b in marks)


def test_an_excerpt_goes_where_the_matches_are() -> None:
    text = (
        "Nothing of interest here. " * 40 + "The notice period is three months. " + "More of nothing. " * 40
    )
    shown, marks = excerpt(text, "notice period")
    assert "notice period" in shown
    assert [shown[a:b] for a, b in marks] == ["notice", "period"]
    assert shown.startswith("… ")
    assert shown.endswith(" …")


def test_plain_text_stays_plain() -> None:
    assert plain.tip("<b>x</b>\n&") == "<qt>&lt;b&gt;x&lt;/b&gt;<br>&amp;</qt>"
    assert plain.tip("") == ""
    assert plain.label("Q&A") == "Q&&A"
    assert plain.one_line("a\n b" + "c" * 10, 8) == "a bcccc…"
    assert plain.units("a😀") == 3
    assert plain.is_right_to_left("12 مدة")
    assert not plain.is_right_to_left("abc مدة")
    assert not plain.is_right_to_left("123")
