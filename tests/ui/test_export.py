from dataclasses import replace
from pathlib import Path

import pytest
from asking import ANSWERED, DEFLECTED, DOUBTFUL, LEASE, LEASE_QUOTE, QUOTED, source
from markdown_it import MarkdownIt
from pytestqt.qtbot import QtBot

from desktop.domain.errors import UserError
from desktop.ui import export

TURNS = (ANSWERED, DOUBTFUL, QUOTED, DEFLECTED)
HOSTILE = "![x](http://evil.example/a.png) <script>alert(1)</script> [link](http://evil.example)"


def test_markdown_holds_questions_answers_and_places() -> None:
    text = export.to_markdown(TURNS, "My lease")
    assert text.startswith("# My lease\n")
    assert "## Who won the 1998 World Cup?" in text
    assert "[1] Lease of the harbour house, page 3" in text
    assert "not supported by the documents" in text
    assert "Closest, but does not answer this" in text
    assert text.count("In the documents' own words") == 1


def test_nothing_of_a_document_acts_as_markup() -> None:
    answer = replace(ANSWERED, text=HOSTILE + " [1]", sentences=(), sources=(source(1, LEASE, HOSTILE, 0),))
    rendered = MarkdownIt("commonmark").render(export.to_markdown((answer,), HOSTILE))
    assert "<img" not in rendered
    assert "<script" not in rendered
    assert "<a " not in rendered
    page = export.to_html((answer,), HOSTILE)
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page


def test_the_clipboard_gets_the_sources() -> None:
    text = export.to_plain(ANSWERED)
    assert ANSWERED.text in text
    assert f"[1] Lease of the harbour house, page 3: “{LEASE_QUOTE}”" in text
    assert "not supported" in export.to_plain(DOUBTFUL)
    assert "own words" in export.to_plain(QUOTED)


def test_a_refusal_leaves_without_numbers() -> None:
    for text in (
        export.to_plain(DEFLECTED),
        export.to_markdown((DEFLECTED,), "t"),
        export.to_html((DEFLECTED,), "t"),
    ):
        assert "[1]" not in text
        assert "[0]" not in text
        assert "Deposit of 1,850 euros" in text


@pytest.mark.parametrize("suffix", [".md", ".html", ".pdf"])
def test_files_are_written_whole(suffix: str, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / f"lease{suffix}"
    export.write(path, TURNS, "My lease")
    content = path.read_bytes()
    assert content.startswith(b"%PDF") if suffix == ".pdf" else b"My lease" in content
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".carrel")] == []


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        export.write(tmp_path / "gone" / "x.md", TURNS, "t")
    assert "could not be written" in caught.value.detail


def test_interruptions_and_notices_are_kept() -> None:
    answer = replace(ANSWERED, interrupted=True, notices=("Something was left out.",))
    assert "interrupted" in export.to_markdown((answer,), "t")
    assert "Something was left out." in export.to_html((answer,), "t")


def test_what_was_searched_for_a_follow_up_is_kept() -> None:
    answer = replace(ANSWERED, question="And how?")
    for text in (export.to_markdown((answer,), "t"), export.to_html((answer,), "t")):
        assert f"Searched for: {ANSWERED.standalone_question}" in text
    assert "Searched for" not in export.to_markdown((ANSWERED,), "t")
