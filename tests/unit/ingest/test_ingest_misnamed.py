"""What is said of a file that is not what its name promises."""

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file, read_slices
from desktop.ingest.options import ReadOptions

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]

DATA_NOT_TEXT = bytes(range(256)) * 40


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("plan.docx", "Word document"),
        ("PLAN.DOC", "Word document"),
        ("fares.xlsx", "Excel workbook"),
        ("fares.xls", "Excel workbook"),
        ("talk.pptx", "PowerPoint presentation"),
        ("notes.odt", "OpenDocument file"),
        ("letter.rtf", "RTF document"),
        ("report.pdf", "PDF"),
        ("novel.epub", "e-book"),
    ],
)
def test_data_under_the_name_of_a_format_is_told_by_that_format(
    name: str, what: str, tmp_path: Path, refuse: Refuse
) -> None:
    path = tmp_path / name
    path.write_bytes(DATA_NOT_TEXT)
    found = refuse(path)
    suffix = path.suffix.lower()
    assert found.reason == f"The name ends in {suffix}, but this is no {what}; it may be damaged."
    assert found.code == "damaged"


def test_a_foreign_package_under_the_name_of_a_document_is_no_document(
    data: Path, tmp_path: Path, refuse: Refuse
) -> None:
    path = tmp_path / "plan.docx"
    path.write_bytes((data / "odd/archive.zip").read_bytes())
    assert "no Word document" in refuse(path).reason


def test_long_data_that_is_read_in_slices_is_told_so_too(tmp_path: Path) -> None:
    path = tmp_path / "plan.docx"
    path.write_bytes(DATA_NOT_TEXT)
    found, _ = read_slices(path, ReadOptions(), 1000, lambda _slice: None)
    assert isinstance(found, Refusal)
    assert "no Word document" in found.reason


@pytest.mark.parametrize("name", ["plan.bin", "plan.txt", "plan"])
def test_other_data_is_called_data(name: str, tmp_path: Path, refuse: Refuse) -> None:
    path = tmp_path / name
    path.write_bytes(DATA_NOT_TEXT)
    found = refuse(path)
    assert found == Refusal(
        "unsupported", "The file holds data that is not text, so there is nothing to read in it."
    )


def test_better_known_reasons_stay(tmp_path: Path, refuse: Refuse) -> None:
    path = tmp_path / "plan.docx"
    path.write_bytes(b"")
    assert refuse(path).code == "empty"
    path.write_bytes(b"\x7fELF" + DATA_NOT_TEXT)
    assert "program" in refuse(path).reason


def test_text_under_the_name_of_a_format_is_read(tmp_path: Path) -> None:
    path = tmp_path / "plan.doc"
    path.write_text("The pump is serviced in May.\n", "utf-8")
    found = read_file(path)
    assert isinstance(found, ReadDocument)
    assert "pump" in found.text
