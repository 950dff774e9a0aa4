import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from desktop.domain.records import Part
from desktop.ui.paragraphs import cut
from desktop.ui.text_styles import shown
from desktop.ui.text_view import MOST, TextView
from desktop.ui.theme import Theme


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> Iterator[TextView]:
    view = TextView(theme)
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    return view


def long_text(paragraphs: int) -> str:
    return "".join(
        f"Paragraph {i} of the report: {'the harbour has a crane. ' * 5}\n" for i in range(paragraphs)
    )


def settled(qtbot: QtBot, view: TextView) -> None:
    qtbot.waitUntil(lambda: not view._builder.isActive())


def assert_consistent(view: TextView) -> None:
    first, last = view.built
    document = view.document()
    assert document.blockCount() == last - first
    for index in {first, (first + last) // 2, last - 1}:
        paragraph = view._paragraphs[index]
        assert document.findBlockByNumber(index - first).text() == shown(
            view._text[paragraph.start : paragraph.end]
        )


def test_a_document_of_ordinary_length_is_built_whole(qtbot: QtBot, view: TextView) -> None:
    text = long_text(400)
    view.show_text(text, cut(text, ()), None)
    assert view.built[1] < 400
    settled(qtbot, view)
    assert view.built == (0, 400)
    assert_consistent(view)


def test_a_long_document_opens_at_its_passage_with_a_window_around(qtbot: QtBot, view: TextView) -> None:
    text = long_text(20_000)
    at = text.index("Paragraph 15000 ")
    view.show_text(text, cut(text, ()), (at, at + 15))
    settled(qtbot, view)
    first, last = view.built
    assert first < 15_000 < last
    assert last - first < 3000
    assert view.extraSelections()[0].cursor.selectedText() == "Paragraph 15000"  # type: ignore[attr-defined]
    assert 0 < view.cursorRect().top() < view.viewport().height()
    assert_consistent(view)


def test_the_window_moves_with_the_reader(qtbot: QtBot, view: TextView) -> None:
    text = long_text(20_000)
    view.show_text(text, cut(text, ()), None)
    settled(qtbot, view)
    bar = view.verticalScrollBar()
    for _ in range(12):
        before = view.built
        bar.setValue(bar.maximum())
        qtbot.waitUntil(lambda before=before: view.built[1] > before[1])
        assert_consistent(view)
    assert view.built[0] > 0
    assert view._built_characters() < MOST + 20_000
    for _ in range(8):
        before = view.built
        bar.setValue(0)
        qtbot.waitUntil(lambda before=before: view.built[0] < before[0])
        assert_consistent(view)


def test_a_long_document_with_empty_lines_is_scrolled_to_its_end(qtbot: QtBot, view: TextView) -> None:
    text = "\n\n\n".join(f"Paragraph {i:05} of the register" for i in range(8000))
    view.show_text(text, cut(text, ()), None)
    settled(qtbot, view)
    bar = view.verticalScrollBar()
    for _ in range(80):
        if view.built[1] == 8000:
            break
        before = view.built
        bar.setValue(bar.maximum())
        qtbot.waitUntil(lambda before=before: view.built != before)
        assert_consistent(view)
    bar.setValue(bar.maximum())
    assert view.toPlainText().endswith("Paragraph 07999 of the register")


def test_jumping_anywhere_marks_the_right_words(qtbot: QtBot, view: TextView) -> None:
    text = long_text(8000)
    paragraphs = cut(text, ())
    view.show_text(text, paragraphs, None)
    for _ in range(6):
        number = random.randrange(8000)
        at = text.index(f"Paragraph {number} of")
        view.show_passage((at, at + len(f"Paragraph {number} of")))
        assert view.extraSelections()[0].cursor.selectedText() == f"Paragraph {number} of"  # type: ignore[attr-defined]


def test_marks_are_right_after_characters_beyond_the_first_plane(view: TextView) -> None:
    text = "😀😀 first\nsecond 😀 here\x85still the line"
    at = text.index("here")
    view.show_text(text, cut(text, ()), (at, at + 4))
    assert view.extraSelections()[0].cursor.selectedText() == "here"  # type: ignore[attr-defined]


def test_the_text_is_made_larger_and_smaller_in_place(qtbot: QtBot, view: TextView) -> None:
    text = long_text(3000)
    at = text.index("Paragraph 2000 ")
    view.show_text(text, cut(text, ()), (at, at + 5))
    settled(qtbot, view)

    def points() -> float:
        cursor = QTextCursor(view.document())
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        return cursor.charFormat().font().pointSizeF()

    before = points()
    view.zoom(1)
    view.zoom(1)
    assert points() > before * 1.2
    settled(qtbot, view)
    assert view.built[0] <= 2000 < view.built[1]
    assert_consistent(view)
    view.zoom(-1)
    view.zoom(0)
    assert points() == before
    for _ in range(40):
        view.zoom(1)
    assert points() < before * 4


def test_all_is_the_whole_document_when_it_is_copied(qtbot: QtBot, view: TextView) -> None:
    text = long_text(3000)
    view.show_text(text, cut(text, ()), None)
    settled(qtbot, view)
    assert view.built[1] < 3000
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == text
    cursor = view.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(9, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.copy()
    assert QGuiApplication.clipboard().text() == "Paragraph"


def test_a_list_is_set_in_from_the_side_where_its_text_begins(qtbot: QtBot, view: TextView) -> None:
    text = "عربي\nfirst\n"
    parts = (Part(0, 5, "list"), Part(5, len(text), "list"))
    view.show_text(text, cut(text, parts), None)
    settled(qtbot, view)
    right, left = view.document().firstBlock(), view.document().lastBlock()
    assert right.textDirection() is Qt.LayoutDirection.RightToLeft
    line = right.layout().lineAt(0).naturalTextRect().translated(right.layout().position())
    assert line.right() < view.document().size().width() - 20
    assert left.layout().lineAt(0).naturalTextRect().translated(left.layout().position()).left() > 20


def test_text_is_never_markup(view: TextView) -> None:
    text = "<h1>Big</h1> <img src='http://evil.example/x.png'>"
    view.show_text(text, cut(text, ()), None)
    assert view.toPlainText() == text
    assert view.loadResource(2, "http://evil.example/x.png") is None


def test_an_empty_document_is_shown(view: TextView) -> None:
    view.show_text("", (), None)
    view.show_finds((), None)
    assert view.toPlainText() == ""


def test_the_theme_changes_in_place(qtbot: QtBot, view: TextView, theme: Theme) -> None:
    text = long_text(3000)
    at = text.index("Paragraph 2000 ")
    view.show_text(text, cut(text, ()), (at, at + 5))
    settled(qtbot, view)
    theme.set_appearance("dark")
    settled(qtbot, view)
    assert view.built[0] <= 2000 < view.built[1]
    assert_consistent(view)
