"""A long text in slices is the same text: nothing lost, nothing twice, the same headings and encoding."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file, read_slices
from desktop.ingest.options import ReadOptions
from desktop.ingest.refusals import EMPTY

USUAL = ReadOptions()
LINES = [
    "A sentence of some length that goes on.",
    "7. Keys",
    "",
    "x",
    "A well-known one.",
    "Ä ß 東京 ไทย",
    "\t",
]


def sliced(path: Path, most: int) -> tuple[ReadDocument | Refusal | None, list[ReadDocument]]:
    found: list[ReadDocument] = []
    whole, _ = read_slices(path, USUAL, most, found.append)
    return whole, found


@given(
    lines=st.lists(st.sampled_from(LINES), max_size=60),
    end=st.sampled_from(["\n", "\r\n"]),
    most=st.integers(40, 400),
)
@settings(max_examples=150, deadline=None)
def test_any_text_reads_the_same(
    lines: list[str], end: str, most: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("long") / "long.txt"
    path.write_bytes(end.join(lines).encode())
    whole, slices = sliced(path, most)
    expected = read_file(path)
    if isinstance(expected, Refusal):
        assert whole == expected
        return
    assert isinstance(whole, ReadDocument)
    assert "".join(piece.text for piece in slices).split() == expected.text.split()
    assert all(len(piece.text) <= most + 2 for piece in slices)
    for piece in slices:
        assert all(before.end <= after.start for before, after in pairwise(piece.parts))
        assert piece.parts[-1].end == len(piece.text)
    assert (whole.media_type, whole.encoding, whole.date_source) == (
        expected.media_type,
        expected.encoding,
        expected.date_source,
    )


def test_a_heading_goes_with_what_it_names(tmp_path: Path) -> None:
    filling = "Nothing to see here, only words that fill the page.\n\n" * 7
    path = tmp_path / "long.txt"
    path.write_text(f"{filling}8. The vault\n\nThe code is 90210.\n\n{filling}", "utf-8")
    for most in range(len(filling) + 4, len(filling) + 40, 4):
        _, slices = sliced(path, most)
        (vault,) = [piece for piece in slices if "90210" in piece.text]
        assert "8. The vault" in vault.text
        assert {part.heading for part in slices[-1].parts} == {"8. The vault"}


@pytest.mark.parametrize(
    ("encoding", "told"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("cp1252", "cp1252")],
)
def test_a_text_in_another_encoding_is_sliced_too(tmp_path: Path, encoding: str, told: str) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(("Die Schlüssel hängen im Flur über der Tür.\n\n" * 40).encode(encoding))
    whole, slices = sliced(path, 300)
    assert isinstance(whole, ReadDocument)
    assert whole.encoding.startswith(told)
    assert whole.language == "de"
    assert len(slices) > 4
    assert (
        "".join(piece.text for piece in slices).split()
        == path.read_bytes().decode(encoding).lstrip("\ufeff").split()
    )


def test_a_line_without_end_is_cut_at_blanks(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("word " * 500, "utf-8")
    _, slices = sliced(path, 203)
    assert "".join(piece.text for piece in slices).split() == ["word"] * 500


def test_other_kinds_are_not_sliced(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<!doctype html><p>Keys</p>", "utf-8")
    assert sliced(path, 100) == (None, [])


def test_blanks_alone_are_empty(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(" \n" * 500, "utf-8")
    assert sliced(path, 100) == (EMPTY, [])
