"""What people read at the end of a pipe: where a passage stands."""

import pytest

from desktop.cli.text import place
from desktop.domain.records import Chunk


@pytest.mark.parametrize(
    ("where", "page", "label", "heading", "text"),
    [
        ("page iv", 4, "iv", "Opening hours", "page iv, Opening hours"),
        ("slide 3", 3, None, "Results", "slide 3, Results"),
        ("Costs!B4:D9", None, None, "Costs", "Costs!B4:D9, Costs"),
        ("", 4, "iv", "", "page iv"),
        ("", 4, None, "", "page 4"),
        ("", None, None, "", ""),
    ],
)
def test_where_a_passage_stands(
    where: str, page: int | None, label: str | None, heading: str, text: str
) -> None:
    chunk = Chunk(1, 1, 0, "words", heading, page, label, where)
    assert place(chunk) == text


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("Ferry fares", "line 3"),
        ("Ferry  FARES › Children", "line 3, Children"),
        ("Children › Ferry fares", "line 3, Children › Ferry fares"),
        ("Ferry fares of 2025", "line 3, Ferry fares of 2025"),
    ],
)
def test_the_title_is_not_repeated_in_the_headings(heading: str, text: str) -> None:
    assert place(Chunk(1, 1, 0, "words", heading, place="line 3"), "Ferry fares") == text
