"""PDF: sections, labels, positions checked by the pixels of the rendered page."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from ingest_helpers import lines_pdf, make_pdf

from desktop.domain.records import PageImage, ReadDocument, Rect
from desktop.ingest.pdf_pages import page_sizes, render_page
from desktop.ingest.refusals import RefusedError

Read = Callable[[Path], ReadDocument]


def pixels(image: PageImage) -> list[bytes]:
    """The rows of a PNG written without filters."""
    at, packed = 8, b""
    while at < len(image.png):
        (length,) = struct.unpack(">I", image.png[at : at + 4])
        if image.png[at + 4 : at + 8] == b"IDAT":
            packed += image.png[at + 8 : at + 8 + length]
        at += length + 12
    raw = zlib.decompress(packed)
    stride = len(raw) // image.height
    return [raw[row * stride + 1 : (row + 1) * stride] for row in range(image.height)]


def ink(image: PageImage) -> set[tuple[int, int]]:
    """The dark pixels."""
    rows = pixels(image)
    channels = len(rows[0]) // image.width
    return {
        (x, y)
        for y, row in enumerate(rows)
        for x in range(image.width)
        if min(row[x * channels : x * channels + 3]) < 128
    }


def inside(point: tuple[int, int], marks: tuple[Rect, ...]) -> bool:
    return any(
        m.left <= point[0] + 0.5 <= m.left + m.width and m.top <= point[1] + 0.5 <= m.top + m.height
        for m in marks
    )


TURNS = [
    "",
    "/Rotate 90",
    "/Rotate 180",
    "/Rotate 270",
    "/CropBox[30 100 380 290]",
    "/Rotate 90/CropBox[30 100 380 290]",
]


@pytest.mark.parametrize("extra", TURNS)
def test_all_ink_of_a_page_is_inside_its_marks(extra: str, tmp_path: Path, read: Read) -> None:
    path = make_pdf(
        tmp_path / "a.pdf", [lines_pdf("The north pump", "was inspected.", "Serial 77.")], extra=extra
    )
    document = read(path)
    image = render_page(path, 1, width=600, start=0, end=len(document.text), page_start=0)
    dark = ink(image)
    assert len(dark) > 200
    assert all(inside(point, image.marks) for point in dark)
    assert abs(image.width - 600) <= 1


@pytest.mark.parametrize("extra", TURNS)
def test_a_word_is_marked_alone(extra: str, tmp_path: Path, read: Read) -> None:
    path = make_pdf(tmp_path / "a.pdf", [lines_pdf("alpha beta gamma", "delta", "omega")], extra=extra)
    document = read(path)
    start = document.text.index("delta")
    image = render_page(path, 1, width=600, start=start, end=start + 5, page_start=0)
    assert len(image.marks) == 1
    marked = {point for point in ink(image) if inside(point, image.marks)}
    others = render_page(path, 1, width=600, start=0, end=start, page_start=0)
    assert marked
    assert not any(inside(point, others.marks) for point in marked)


def test_offsets_of_a_later_page(tmp_path: Path, read: Read) -> None:
    path = make_pdf(tmp_path / "a.pdf", [lines_pdf("First page."), lines_pdf("Second page.")])
    document = read(path)
    page_start = min(part.start for part in document.parts if part.page == 2)
    image = render_page(path, 2, width=400, start=page_start, end=len(document.text), page_start=page_start)
    assert all(inside(point, image.marks) for point in ink(image))
    assert page_sizes(path) == [(400.0, 300.0), (400.0, 300.0)]


@pytest.mark.parametrize(
    "name",
    ["two_columns", "arabic", "cjk_notembedded", "hyphens", "ligatures", "kerning", "nospaces", "cropbox"],
)
def test_made_pages(name: str, data: Path, read: Read) -> None:
    path = data / "pdf" / f"{name}.pdf"
    document = read(path)
    image = render_page(path, 1, width=700, start=0, end=len(document.text), page_start=0)
    dark = ink(image)
    assert sum(inside(point, image.marks) for point in dark) >= 0.99 * len(dark)


def test_page_labels_and_places(tmp_path: Path, read: Read) -> None:
    labels = "/PageLabels<</Nums[0<</S/r/St 4>>1<</S/D/P(A-)>>]>>"
    path = make_pdf(tmp_path / "a.pdf", [lines_pdf("One."), lines_pdf("Two.")], catalog=labels)
    parts = read(path).parts
    assert [(part.page, part.page_label, part.place) for part in parts] == [
        (1, "iv", "page iv"),
        (2, "A-1", "page A-1"),
    ]


def test_headings_by_size(tmp_path: Path, read: Read) -> None:
    def page(title: str, text: str) -> str:
        return (
            f"BT /F 20 Tf 40 250 Td ({title}) Tj /F 11 Tf 0 -40 Td ({text} is told here at some length.) Tj "
            f"0 -14 Td (It goes on for a second line of the text.) Tj ET"
        )

    path = make_pdf(tmp_path / "a.pdf", [page("Scope", "The scope"), page("Valves", "The valves")])
    headings = [(part.kind, part.heading) for part in read(path).parts]
    assert headings == [("heading", "Scope"), ("body", "Scope"), ("heading", "Valves"), ("body", "Valves")]


def test_blank_page_is_empty_and_a_lie_is_damaged(tmp_path: Path) -> None:
    blank = make_pdf(tmp_path / "blank.pdf", [""])
    with pytest.raises(RefusedError):
        render_page(blank, 9, width=100, start=None, end=None, page_start=0)
    assert render_page(blank, 1, width=100, start=None, end=None, page_start=0).marks == ()
