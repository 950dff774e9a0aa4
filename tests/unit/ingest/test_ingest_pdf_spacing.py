"""Letters set apart are one word; initials, columns and words keep their gaps."""

import pytest

from desktop.ingest.pdf_glyphs import Glyph, Role
from desktop.ingest.pdf_spacing import without_letter_spacing

SIZE = 10.0


def line(text: str, gap: float, word_gap: float | None = None) -> list[Glyph]:
    """Place the letters of a text; "_" is a wider gap."""
    glyphs: list[Glyph] = []
    left = 0.0
    for number, char in enumerate(text):
        if char == " ":
            glyphs.append(Glyph(number, " ", 0.0, 0.0, 0.0, 0.0, Role.SPACE))
            left += gap
        elif char == "_":
            glyphs.append(Glyph(number, " ", 0.0, 0.0, 0.0, 0.0, Role.SPACE))
            left += word_gap or gap
        else:
            glyphs.append(Glyph(number, char, left, 0.0, left + 5.0, SIZE, Role.REAL))
            left += 5.0
    return glyphs


def text(glyphs: list[Glyph]) -> str:
    return "".join(glyph.char for glyph in without_letter_spacing(glyphs))


def test_letters_set_apart_are_a_word() -> None:
    assert text(line("H A R B O U R S", 3.0)) == "HARBOURS"


@pytest.mark.parametrize(
    ("written", "gap"),
    [
        ("A B C D E F G H", 9.0),  # columns
        ("J R R T", 3.0),  # initials
        ("the harbour master is a man of few words", 3.0),
        ("a b c d e f g harbour", 3.0),
        ("", 3.0),
    ],
)
def test_other_blanks_stay(written: str, gap: float) -> None:
    assert text(line(written, gap)) == written


def test_an_uneven_gap_is_one_between_words() -> None:
    assert text(line("A B C D_E F G H", 1.0, word_gap=5.0)) == "A B C D E F G H"
