"""Which letter is near a point, and what a stretch of letters covers."""

from hypothesis import given
from hypothesis import strategies as st

from desktop.domain.records import PageLetters
from desktop.ui.letter_map import Box, LetterMap


def lines(*rows: tuple[str, float, float]) -> LetterMap:
    """Set lines of text from the left and top given, letters 0.02 wide and 0.03 high."""
    text, boxes = "", []
    for words, left, top in rows:
        text += words + "\n"
        boxes += [(left + 0.02 * i, top, left + 0.02 * i + 0.02, top + 0.03) for i in range(len(words))]
        boxes.append(None)
    return LetterMap(PageLetters(text, tuple(boxes)), 1.4)


def test_the_nearest_letter_of_the_nearest_line() -> None:
    page = lines(("first line", 0.1, 0.1), ("second", 0.1, 0.2))
    assert page.nearest(0.1, 0.11) == 0
    assert page.nearest(0.119, 0.11) == 1
    assert page.nearest(0.9, 0.11) == 10
    assert page.text[page.nearest(0.0, 0.9) :] == "second\n"
    assert page.nearest(0.9, 0.9) == len("first line\nsecond")


def test_columns_are_kept_apart() -> None:
    page = lines(("left column", 0.1, 0.1), ("goes on", 0.1, 0.14), ("right column", 0.55, 0.11))
    assert page.text[page.nearest(0.565, 0.15) :].startswith("ight")
    assert page.text[page.nearest(0.1, 0.15) :].startswith("goes")


def test_a_stretch_covers_its_lines() -> None:
    page = lines(("first line", 0.1, 0.1), ("second", 0.1, 0.2))
    found = list(page.rectangles(6, 14))
    assert [tuple(round(side, 3) for side in box) for box in found] == [
        (0.22, 0.1, 0.3, 0.13),
        (0.1, 0.2, 0.16, 0.23),
    ]
    assert list(page.rectangles(4, 4)) == []


def test_words() -> None:
    page = lines(("one two, three", 0.1, 0.1))
    assert page.word(5) == (4, 7)
    assert page.word(4) == (4, 7)
    assert page.word(7) == (4, 7)
    assert page.text[slice(*page.word(12))] == "three"


def test_letters_that_run_to_the_left() -> None:
    text = "שלום"
    boxes = tuple((0.5 - 0.02 * i, 0.1, 0.52 - 0.02 * i, 0.13) for i in range(4))
    page = LetterMap(PageLetters(text, boxes), 1.4)
    assert page.nearest(0.9, 0.11) == 0
    assert page.nearest(0.1, 0.11) == 4


def test_a_page_without_letters() -> None:
    page = LetterMap(PageLetters("", ()), 1.4)
    assert page.nearest(0.5, 0.5) == 0
    assert page.word(0) == (0, 0)
    assert list(page.rectangles(0, 10)) == []


_SIDES = st.floats(0, 1)
_BOX = st.one_of(st.none(), st.tuples(_SIDES, _SIDES, _SIDES, _SIDES))


@given(st.lists(_BOX, max_size=30), _SIDES, _SIDES)
def test_any_letters_anywhere_give_an_offset_of_the_text(boxes: list[Box | None], x: float, y: float) -> None:
    page = LetterMap(PageLetters("x" * len(boxes), tuple(boxes)), 1.4)
    offset = page.nearest(x, y)
    assert 0 <= offset <= len(boxes)
    list(page.rectangles(0, offset))
