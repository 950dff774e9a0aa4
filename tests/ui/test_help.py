"""The help: pages in both languages that link to one another, a search, the keys; what Carrel is made of."""

import re
from pathlib import Path

import pytest
from gallery_world import open_world
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.config.paths import resources_folder
from desktop.services.shipped import ShippedPart
from desktop.ui.about_dialog import AboutDialog
from desktop.ui.help_pages import linked_page, pages_with, read_pages, spans_of
from desktop.ui.help_window import HelpWindow
from desktop.ui.key_table import keys_of
from desktop.ui.theme import Theme

ROOT = resources_folder()
HELP = ROOT / "help"
LINK = re.compile(r"\]\(([^)]+)\)")


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> HelpWindow:
    made = HelpWindow(read_pages(HELP, "en"), ROOT, [("Search passages", "Ctrl+K")], theme)
    qtbot.addWidget(made)
    made.show()
    return made


def test_both_languages_have_the_same_pages_with_the_same_links() -> None:
    english, spanish = read_pages(HELP, "en"), read_pages(HELP, "es")
    assert [page.file.name for page in english] == [page.file.name for page in spanish]
    assert len(english) == 12
    for one, other in zip(english, spanish, strict=True):
        assert one.title != other.title
        assert LINK.findall(one.text) == LINK.findall(other.text), one.file.name
        assert one.text.count("\n|") == other.text.count("\n|"), one.file.name


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_link_leads_to_a_page(language: str) -> None:
    for page in read_pages(HELP, language):
        for link in LINK.findall(page.text):
            assert linked_page(link, page.file, ROOT), f"{page.file.name}: {link}"


def test_a_language_without_pages_gets_the_english_ones() -> None:
    assert read_pages(HELP, "de") == read_pages(HELP, "en")


def test_every_name_in_a_page_is_one_of_the_window() -> None:
    """*Names* of buttons and menus in the pages are those that the window shows, in both languages."""
    shown = {}
    for language, key in (("en", 0), ("es", 1)):
        text = (ROOT / "translations" / "carrel_es.ts").read_text("utf-8")
        pairs = re.findall(r"<source>([^<]+)</source>\s*<translation>([^<]*)</translation>", text)
        shown[language] = {pair[key].rstrip(".…:").replace("&quot;", '"') for pair in pairs}
        lowered = {name.casefold() for name in shown[language]}
        for page in read_pages(HELP, language):
            for name in re.findall(r"(?<![*\w])\*([^*\n]+(?:\n[^*\n]+)?)\*(?!\*)", page.text):
                wanted = " ".join(name.split()).rstrip(".…").casefold()
                assert any(wanted in known for known in lowered), f"{page.file.name}: {name}"


def test_links_out_of_the_program_are_not_followed(window: HelpWindow, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("# Outside", "utf-8")
    for link in (
        "https://example.org/x.md",
        "file:///etc/passwd",
        str(outside),
        "../../../LICENSE",
        "javascript:x",
    ):
        window.follow(link)
        assert window.page.file.name == "01-start.md", link


def test_a_link_opens_its_page_and_back_returns(qtbot: QtBot, window: HelpWindow) -> None:
    window.follow("03-answers.md")
    assert window.text.toPlainText().startswith("Where answers come from")
    assert window.contents.currentItem().text() == "Where answers come from"
    qtbot.keyClick(window.text, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.page.file.name == "01-start.md"


def test_the_search_lists_the_pages_with_all_words_and_marks_them(qtbot: QtBot, window: HelpWindow) -> None:
    qtbot.keyClicks(window.search, "password")
    assert "Why a file was not read" in window.listed
    assert len(window.listed) < 12
    assert window.text.extraSelections()
    window.search.clear()
    assert len(window.listed) == 12
    assert pages_with(read_pages(HELP, "es"), "BUSQUEDA rapida xyz") == []
    assert pages_with(read_pages(HELP, "es"), "BUSQUEDA"), "accents and case do not matter"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("rename", "Renaming", "undo", "remove", "removing", "removed", "delete", "Ctrl+Z")),
        ("es", ("renombrar", "deshacer", "quitar", "eliminar", "borrar", "Ctrl+Z")),
    ],
)
def test_how_to_rename_remove_and_undo_is_found(language: str, words: tuple[str, ...]) -> None:
    for word in words:
        files = [page.file.name for page in pages_with(read_pages(HELP, language), word)]
        assert "12-conversations.md" in files, word


def test_words_are_compared_from_their_beginning() -> None:
    assert spans_of("It was removed; réMOVAL, unmoved", "removing") == [(7, 14), (16, 23)]
    assert spans_of("a cat, cats and a concatenation", "cat") == [(2, 5), (7, 11)]
    assert spans_of("straße", "STRASSE") == []


def test_without_a_match_the_help_says_so_and_shows_no_page(qtbot: QtBot, window: HelpWindow) -> None:
    qtbot.keyClicks(window.search, "zeppelin")
    assert window.nothing.isVisible()
    assert not window.contents.isVisible()
    assert window.text.toPlainText() == ""
    assert window.text.extraSelections() == []
    window.search.clear()
    assert window.contents.isVisible()
    assert not window.nothing.isVisible()
    assert window.text.toPlainText().startswith(window.page.title)


def test_a_found_word_is_marked_in_each_of_its_forms(qtbot: QtBot, window: HelpWindow) -> None:
    qtbot.keyClicks(window.search, "undoing removals")
    marked = {mark.cursor.selectedText().casefold() for mark in window.text.extraSelections()}
    assert {"undoing", "removal", "removed"} <= marked


def test_the_keys_are_those_of_the_window(qtbot: QtBot, theme: Theme) -> None:
    world = open_world(theme, "empty", size=(1024, 600), welcome=False)
    try:
        keys = dict(keys_of(world.window))
        commands = [
            a for a in world.window.actions() if isinstance(a, QAction) and not a.shortcut().isEmpty()
        ]
        assert len(commands) > 8
        for action in commands:
            assert keys[action.text().rstrip(".…")] == action.shortcut().toString()
        assert keys["Find in this document"] == "Ctrl+F", "from the tip of a button"
        qtbot.keyClick(world.window, Qt.Key.Key_F1)
        shown = world.window.guide.help
        assert shown is not None
        shown.follow("10-keyboard.md")
        assert "Ctrl+Shift+B" in shown.text.toPlainText()
        shown.close()
    finally:
        world.close()


def test_the_about_page_shows_the_text_of_each_licence(qtbot: QtBot, theme: Theme) -> None:
    own = ShippedPart("Carrel", "", "Apache-2.0")
    parts = [ShippedPart("Qt", "", "LGPL-3.0-only", (), "https://download.qt.io/")]
    dialog = AboutDialog(own, parts, lambda part: f"text of {part.name}")
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.text.toPlainText() == "text of Carrel"
    dialog.list.setCurrentRow(1)
    assert dialog.text.toPlainText() == "text of Qt"
    assert "https://download.qt.io/" in dialog.facts.text()


def test_about_is_gathered_and_opened_from_the_menu(qtbot: QtBot, theme: Theme) -> None:
    world = open_world(theme, "empty", size=(1024, 600), welcome=False)
    try:
        world.window.guide.open_about()
        world.rest(lambda: world.window.guide.about is not None)
        about = world.window.guide.about
        assert about is not None
        names = [about.list.item(row).text() for row in range(about.list.count())]
        assert names[0] == "Carrel"
        assert "Qt" in names
        assert isinstance(about.list, QWidget)
        about.close()
    finally:
        world.close()
