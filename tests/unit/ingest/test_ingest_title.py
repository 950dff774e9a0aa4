"""The title of a plain text: its file name, unless a heading stands at its very top."""

from pathlib import Path

from desktop.domain.records import ReadDocument
from desktop.ingest.extract import read_file


def title_of(folder: Path, text: str) -> str:
    file = folder / "minutes-may.txt"
    file.write_text(text, "utf-8")
    read = read_file(file)
    assert isinstance(read, ReadDocument)
    return read.title


def test_a_numbered_section_is_no_title(tmp_path: Path) -> None:
    text = (
        "Town Council\nMinutes of May\n\n41. The last meeting\n\nThe minutes were approved by all present.\n"
    )
    assert title_of(tmp_path, text) == "minutes-may"


def test_a_heading_at_the_top_is_the_title(tmp_path: Path) -> None:
    text = "MINUTES OF THE COUNCIL\n\nThe minutes were approved by all who were present.\n"
    assert title_of(tmp_path, text) == "MINUTES OF THE COUNCIL"
