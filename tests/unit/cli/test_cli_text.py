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
