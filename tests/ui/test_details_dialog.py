"""The details of a document: how it was read and what was left out."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from library_fakes import make_document
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.domain.records import Document, DocumentState
from desktop.ui import wording
from desktop.ui.details_dialog import DetailsDialog, facts
from desktop.ui.theme import Theme


@pytest.fixture
def document() -> Document:
    """A document of which parts were not read."""
    return replace(
        make_document(4, "Handbook", "handbook.pdf", DocumentState.PARTLY_READ),
        pages=14,
        pages_without_text=3,
        parts_not_read=("Pages 3-5 are without readable text.", "The attachment plan.dwg was not read."),
        encoding="cp1252 (guessed)",
        language="de",
        date="2026-03-12",
        date_source="text",
        chunks=20,
        vectors=20,
        same_as=None,
    )


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    yield
    QLocale.setDefault(before)


def test_what_was_read_and_what_was_not_is_said(document: Document) -> None:
    """P005, P156: pages, pages without text, encoding and parts left out."""
    found = dict(facts(document))
    assert found["State"].startswith("Partly read.")
    assert found["Pages"] == "14, of which 3 are without readable text"
    assert found["Not read"].splitlines() == list(document.parts_not_read)
    assert found["Encoding"] == "cp1252 (guessed)"
    assert found["Language"] == "German"
    assert found["Passages"] == "20"
    assert found["Date"] == f"{wording.date('2026-03-12')}, found in the text"
    assert found["File"] == document.path


def test_nothing_is_said_that_is_not_known() -> None:
    bare = Document(1, "Papers", "/x/a.txt", "a", DocumentState.REFUSED, reason="The file is empty.")
    found = dict(facts(bare))
    assert set(found) == {"State", "Reason", "Size", "Collection", "File"}
    assert (found["State"], found["Reason"]) == ("Not read", "The file is empty.")


def test_vectors_that_are_still_to_come_and_copies_are_said(document: Document) -> None:
    found = dict(facts(replace(document, vectors=5, same_as=2, pages_without_text=0)))
    assert found["Passages"] == "20, of which 5 can be found by meaning so far"
    assert found["Copy"]
    assert found["Pages"] == "14, all of them read"


def test_it_scrolls_and_everything_can_be_copied(qtbot: QtBot, theme: Theme, document: Document) -> None:
    many = replace(document, parts_not_read=tuple(f"Page {n} was not read." for n in range(200)))
    dialog = DetailsDialog(many)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.height() <= 600
    assert dialog.area.verticalScrollBar().maximum() > 0
    values = [label for label in dialog.area.findChildren(QLabel) if label.accessibleName()]
    assert len(values) == len(dialog.facts)
    assert all(
        label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse for label in values
    )
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in values)
