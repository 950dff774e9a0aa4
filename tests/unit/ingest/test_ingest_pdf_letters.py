"""The letters of PDF pages and where they stand, and bookmarks."""

from collections.abc import Callable
from pathlib import Path

import pytest
from ingest_helpers import lines_pdf, make_pdf

from desktop.domain.records import OutlineEntry, ReadDocument
from desktop.ingest.pdf_letters import outline, page_letters
from desktop.ingest.pdf_pages import render_page
from desktop.ingest.refusals import RefusedError

Read = Callable[[Path], ReadDocument]
TURNS = ["", "/Rotate 90", "/Rotate 180", "/CropBox[30 100 380 290]", "/Rotate 270/CropBox[30 100 380 290]"]


@pytest.mark.parametrize("extra", TURNS)
def test_letters_stand_where_their_mark_is(extra: str, tmp_path: Path, read: Read) -> None:
    path = make_pdf(tmp_path / "a.pdf", [lines_pdf("alpha beta gamma", "delta", "omega")], extra=extra)
    letters = page_letters(path, 1)
    assert letters.text == read(path).text
    assert len(letters.boxes) == len(letters.text)
    start = letters.text.index("delta")
    image = render_page(path, 1, width=2000, start=start, end=start + 5, page_start=0)
    (mark,) = image.marks
    for box in letters.boxes[start : start + 5]:
        assert box is not None
        across, down = (box[0] + box[2]) / 2 * image.width, (box[1] + box[3]) / 2 * image.height
        assert mark.left <= across <= mark.left + mark.width
        assert mark.top <= down <= mark.top + mark.height


def test_the_letters_of_a_real_page_are_its_stored_text(sample_library: Path, read: Read) -> None:
    path = sample_library / "annual-report-2025.pdf"
    document = read(path)
    for page in (1, 3):
        stored = " ".join(document.text[p.start : p.end] for p in document.parts if p.page == page)
        letters = page_letters(path, page)
        assert letters.text.split() == stored.split()
        real = [box for box, char in zip(letters.boxes, letters.text, strict=True) if not char.isspace()]
        assert sum(box is not None for box in real) > 0.99 * len(real)
        assert all(0 <= side <= 1 for box in real if box is not None for side in box)


def test_bookmarks_of_a_real_document(sample_library: Path) -> None:
    found = outline(sample_library / "annual-report-2025.pdf")
    assert found
    assert found[0].level == 1
    assert all(isinstance(entry, OutlineEntry) and entry.title and entry.page for entry in found)
    pages = [entry.page or 0 for entry in found]
    assert pages == sorted(pages)


def test_a_document_without_bookmarks_and_a_page_that_is_not_there(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "a.pdf", [lines_pdf("One page.")])
    assert outline(path) == []
    with pytest.raises(RefusedError):
        page_letters(path, 2)
