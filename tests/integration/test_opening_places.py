"""From a passage that was found to its place in the open document, marked."""

import sys
from pathlib import Path

import pytest
from library_column import SLOW, opened
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.app import App
from desktop.ui.main_window import MainWindow

sys.path.append(str(Path(__file__).resolve().parents[1] / "unit" / "ingest"))

from ingest_helpers import lines_pdf, make_docx, make_pdf
from office_helpers import make_pptx, shape

LABELS = "/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>"
FACTS = ("lanternfish", "halyard", "bollard", "capstan", "dinghy", "fathom", "gunwale", "jetsam", "keelson")


def folder_of_facts(folder: Path) -> None:
    """Write a PDF of nine pages whose labels differ from their numbers, and one file of each other kind."""
    pages = [lines_pdf(f"The word of this page is {fact}.", "Nothing else is said here.") for fact in FACTS]
    make_pdf(folder / "words.pdf", pages, catalog=LABELS, extra="/MediaBox[0 0 400 900]")
    heading = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Rigging</w:t></w:r></w:p>'
    styles = (
        '<w:styles SPACE><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>'
        "</w:style></w:styles>"
    )
    body = "<w:p><w:r><w:t>The topsail is reefed at force six.</w:t></w:r></w:p>"
    make_docx(folder / "rig.docx", heading + body, styles=styles)
    make_pptx(folder / "talk.pptx", [shape("Welcome"), shape("Moorings", "A mooring costs eighteen pounds.")])
    (folder / "notes.md").write_text("# Notes\n\n## Paint\n\nThe hull is painted ultramarine.\n", "utf-8")


def open_by_search(window: MainWindow, qtbot: QtBot, words: str) -> None:
    """Type words into the quick search and open the first passage with Enter."""
    search = window.quick_search
    search.open_search()
    search.field.setText(words)
    qtbot.waitUntil(lambda: search.model.rowCount() > 0 and "passage" in search.note.text(), timeout=SLOW)
    qtbot.keyClick(search.field, Qt.Key.Key_Return)


def marked(window: MainWindow) -> str:
    """Return the text that the reader marks."""
    reader = window.reader
    opened, passage = reader._open, reader._passage
    return "" if opened is None or passage is None else opened.text[passage[0] : passage[1]]


def marks_on(window: MainWindow, page: int) -> int:
    """Return how many rectangles are marked on a page that is shown."""
    picture = window.reader.pages._pictures.get(page)
    return len(picture[1]) if picture is not None else 0


def place(window: MainWindow) -> str:
    """Return what stands above the document about where one is."""
    head = window.reader.head
    return f"{head.page.text()} {head.place.text()}" if window.reader._open.sizes else head.place.text()


@pytest.mark.parametrize(
    ("words", "name", "where", "page"),
    [
        ("halyard", "words.pdf", "ii", 2),
        ("keelson", "words.pdf", "7", 9),
        ("topsail", "rig.docx", "Rigging", 0),
        ("mooring costs", "talk.pptx", "slide 2", 0),
        ("ultramarine", "notes.md", "Paint", 0),
    ],
)
def test_a_passage_opens_at_its_place(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, words: str, name: str, where: str, page: int
) -> None:
    """P125: pages as printed and as counted, headings, slides."""
    folder = tmp_path / "facts"
    folder.mkdir()
    folder_of_facts(folder)
    window.adding.add([folder])
    opened(window, qtbot, 4)
    open_by_search(window, qtbot, words)
    reader = window.reader
    qtbot.waitUntil(lambda: reader.document is not None and name in reader.document.path, timeout=SLOW)
    qtbot.waitUntil(lambda: where in place(window) and str(page or "") in place(window), timeout=SLOW)
    assert words.split(maxsplit=1)[0] in marked(window)
    if page:
        qtbot.waitUntil(lambda: marks_on(window, page) > 0, timeout=SLOW)
    else:
        assert reader.text.extraSelections()


def test_evidence_with_breaks_hyphens_and_blanks_is_marked(
    app: App, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """P126: what is marked is known from indexing, whatever stands between the words on the page."""
    page = lines_pdf(
        "The harbour master   keeps",
        "the keys of the north",
        "gate. Boats over twelve me-",
        "tres pay dou-",
        "ble.  The crane  is in-",
        "spected in March. Dogs are",
        "kept on a  lead. The ferry",
        "sails at nine.",
    )
    make_pdf(tmp_path / "rules.pdf", [page])
    window.adding.add([tmp_path / "rules.pdf"])
    (document,) = opened(window, qtbot, 1)
    text = app.services.library.text(document.id).text
    ends = {
        "harbour master": "gate",
        "Boats over": "pay",
        "crane": "March",
        "Dogs": "lead",
        "ferry": "nine",
    }
    for first, last in ends.items():
        passage = (text.index(first), text.index(last) + len(last))
        window.open_document(document.ref, *passage)
        qtbot.waitUntil(lambda p=passage: window.reader._passage == p, timeout=SLOW)
        qtbot.waitUntil(lambda: marks_on(window, 1) > 0, timeout=SLOW)
        assert marked(window).startswith(first)
