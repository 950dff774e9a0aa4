"""The small documents of the test set: what must be found, what must not, and how the rest is refused."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from ingest_helpers import DATA, assert_sound
from manifest import Line, judge, read_manifest

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]


LINES = read_manifest(DATA)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.path)
def test_a_file_comes_out_as_its_line_expects(line: Line) -> None:
    found = read_file(DATA / line.path)
    verdict = judge(line, found)
    assert verdict.right, verdict
    if isinstance(found, ReadDocument):
        assert_sound(found)
    else:
        assert found.reason.endswith(".")
        assert not re.search(r"Error|Exception|\bNone\b|[{}<>_]", found.reason)


def test_every_small_document_has_its_line() -> None:
    files = {str(path.relative_to(DATA).as_posix()) for path in DATA.rglob("*") if path.is_file()}
    assert files - {"manifest.tsv"} == {line.path for line in LINES}


def test_every_cause_has_its_own_sentence(data: Path, refuse: Refuse) -> None:
    names = ["empty/blank.txt", "odd/notes.md", "odd/photo.jpg", "odd/legacy.doc", "odd/random.txt"]
    names += ["pdf/scan2.pdf", "pdf/user_abc_rc4.pdf", "pdf/selfref_only.pdf", "docx/entity_bomb.docx"]
    reasons = [refuse(data / name).reason for name in names]
    assert len(set(reasons)) == len(reasons)
    assert not any(re.search(r"Error|Exception|\bNone\b|[{}<>_]", reason) for reason in reasons)


@pytest.mark.parametrize(
    ("name", "ending", "fragment"),
    [("pdf/kerning.pdf", "page.html", "Lindenallee"), ("docx/word.docx", "x.txt", "Vermont")],
)
def test_content_decides_not_the_ending(
    name: str, ending: str, fragment: str, data: Path, tmp_path: Path, read: Read
) -> None:
    target = tmp_path / ending
    target.write_bytes((data / name).read_bytes())
    assert fragment in read(target).text


def test_missing_and_forbidden_files(tmp_path: Path, refuse: Refuse) -> None:
    assert refuse(tmp_path / "gone.txt").code == "unreadable"
    assert refuse(tmp_path).code == "unreadable"


def test_title_and_date_of_front_matter(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "x.md"
    path.write_text('---\ntitle: "Pump plan"\ndate: 2024-03-14\nauthor: Ann\n---\n# Other\nText.\n')
    document = read(path)
    assert (document.title, document.date, document.date_source) == (
        "Pump plan",
        "2024-03-14",
        "front matter",
    )
    assert document.author == "Ann"


def test_title_falls_back_to_heading_then_name(tmp_path: Path, read: Read) -> None:
    headed = tmp_path / "a.md"
    headed.write_text("Intro.\n\n# First heading\n\nText.\n")
    bare = tmp_path / "field notes.txt"
    bare.write_text("Only text.\n")
    assert read(headed).title == "First heading"
    assert read(bare).title == "field notes"


def test_pictures_pages_are_counted(data: Path, read: Read) -> None:
    document = read(data / "pdf/mixed_private_use.pdf")
    assert (document.pages, document.pages_without_text) == (3, 2)
    assert document.parts_not_read == ("Pages 2–3 are without readable text (text recognition is needed).",)


def test_places_of_word_parts(data: Path, read: Read) -> None:
    document = read(data / "docx/parts.docx")
    places = {document.text[part.start : part.end]: (part.kind, part.place) for part in document.parts}
    assert places["Gate code 8841"] == ("textbox", "text box 1")
    assert places["See annex K"] == ("footnote", "footnote 1")
    assert places["Endnote annex L"] == ("endnote", "endnote 1")
    assert places["Ask legal"] == ("comment", "comment 1")
    assert places["HEAD-2292"] == ("header", "header")
    assert places["DOC-2291"] == ("footer", "footer")
    assert (document.title, document.date) == ("Service contract", "2024-03-14T10:15:00Z")


def test_headings_of_markup(data: Path, read: Read) -> None:
    rst = read(data / "rst/good.rst")
    assert any(part.heading == "Safety manual › Scope › Valves" for part in rst.parts)
    org = read(data / "org/good.org")
    assert any(part.heading == "Spring › Seeds" for part in org.parts)
    tex = read(data / "tex/good.tex")
    assert any(part.heading == "Method › Results" for part in tex.parts)


def test_csv_rows_carry_their_header(data: Path, read: Read) -> None:
    assert "id: 00123 | name: Smith, John" in read(data / "csv/good.csv").text


def test_hidden_spelling_of_a_joined_word(data: Path, read: Read) -> None:
    document = read(data / "pdf/hyphens.pdf")
    for offset, spelling in document.spellings:
        assert document.text[offset:].startswith(spelling.replace("-", ""))
    assert "submit-ted" in [word for _, word in document.spellings]
