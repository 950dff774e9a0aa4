from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from desktop.domain.records import Part
from desktop.ui.paragraphs import LONGEST, cut, index_at


def test_lines_take_style_and_place_from_their_part() -> None:
    text = "Title\nOne line.\n\nTwo.\nx = 1\n\ny = 2"
    parts = (
        Part(0, 6, "heading", "Title"),
        Part(6, 22, "body", "Title", place="line 2"),
        Part(22, len(text), "code", "Title"),
    )
    made = [(text[p.start : p.end], p.style) for p in cut(text, parts)]
    assert made == [
        ("Title", "heading"),
        ("One line.", "body"),
        ("Two.", "body"),
        ("x = 1", "fixed"),
        ("", "fixed"),
        ("y = 2", "fixed"),
    ]
    assert cut(text, parts)[0].level == 1
    assert cut(text, parts)[1].place == "line 2"


def test_very_long_lines_are_cut_at_blanks() -> None:
    text = "word " * 5000
    made = cut(text, ())
    assert max(p.end - p.start for p in made) <= LONGEST
    assert "".join(text[p.start : p.end] for p in made) == text


@given(
    st.text(alphabet="ab \r\n", max_size=200),
    st.lists(st.tuples(st.integers(0, 220), st.integers(0, 220)), max_size=5),
)
def test_any_parts_leave_no_word_out(text: str, spans: list[tuple[int, int]]) -> None:
    parts = [Part(a, min(b, len(text)), "code") for a, b in sorted(spans) if a <= len(text)]
    made = cut(text, parts)
    assert all(one.end <= other.start for one, other in pairwise(made))
    covered = "".join(text[p.start : p.end] for p in made)
    assert [c for c in covered if not c.isspace()] == [c for c in text if not c.isspace()]


def test_an_offset_is_found_in_its_paragraph() -> None:
    made = cut("aa\nbb\ncc", ())
    assert [index_at(made, offset) for offset in (0, 2, 3, 5, 6, 99)] == [0, 0, 1, 1, 2, 2]
    assert index_at((), 5) == 0
