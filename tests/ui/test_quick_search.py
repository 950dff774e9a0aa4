import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from asking import HITS, LEASE, RULES, FakeServices, small_library
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from desktop.jobs.runner import JobRunner
from desktop.ui.hit_model import HIT_ROLE, HitModel
from desktop.ui.quick_search import QuickSearch
from desktop.ui.theme import Theme

Key = Qt.Key


@pytest.fixture
def served(tmp_path: Path) -> FakeServices:
    return small_library(tmp_path)


@pytest.fixture
def search(qtbot: QtBot, served: FakeServices, runner: JobRunner, theme: Theme) -> Iterator[QuickSearch]:
    window = QWidget()
    layout = QVBoxLayout(window)
    layout.addWidget(QLineEdit())
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.show()
    search = QuickSearch(served, runner, theme, window)  # type: ignore[arg-type]
    search.open_search()
    yield search
    if served.search.gate is not None:
        served.search.gate.set()


def found(qtbot: QtBot, search: QuickSearch, words: str = "notice") -> None:
    qtbot.keyClicks(search.field, words)
    qtbot.waitUntil(lambda: search.model.rowCount() == len(HITS))


def test_hits_appear_while_typing_and_enter_opens(qtbot: QtBot, search: QuickSearch) -> None:
    found(qtbot, search)
    qtbot.keyClick(search.field, Key.Key_Down)
    with qtbot.waitSignal(search.document_requested) as opened:
        qtbot.keyClick(search.field, Key.Key_Return)
    assert opened.args == [RULES, HITS[1].chunk.start, HITS[1].chunk.end]
    assert not search.isVisible()


def test_up_and_down_stay_within_the_list(qtbot: QtBot, search: QuickSearch) -> None:
    found(qtbot, search)
    qtbot.keyClick(search.field, Key.Key_Up)
    assert search.list.currentIndex().row() == 0
    for _ in range(9):
        qtbot.keyClick(search.field, Key.Key_Down)
    assert search.list.currentIndex().row() == len(HITS) - 1


def test_a_click_opens(qtbot: QtBot, search: QuickSearch) -> None:
    found(qtbot, search)
    place = search.list.visualRect(search.model.index(0)).center()
    with qtbot.waitSignal(search.document_requested) as opened:
        qtbot.mouseClick(search.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened.args is not None
    assert opened.args[0] == LEASE


def test_escape_closes_and_gives_the_keyboard_back(qtbot: QtBot, search: QuickSearch) -> None:
    with qtbot.waitSignal(search.closed):
        qtbot.keyClick(search.field, Key.Key_Escape)
    assert not search.isVisible()


def test_control_enter_asks(qtbot: QtBot, search: QuickSearch) -> None:
    found(qtbot, search)
    with qtbot.waitSignal(search.question_requested) as asked:
        qtbot.keyClick(search.field, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == ["notice"]


def test_only_the_newest_words_count(qtbot: QtBot, search: QuickSearch, served: FakeServices) -> None:
    served.search.gate = threading.Event()
    search.field.setText("notice")
    qtbot.waitUntil(lambda: served.search.questions == ["notice"])
    search.field.setText("nothing")
    qtbot.waitUntil(lambda: len(served.search.questions) == 2)
    served.search.gate.set()
    qtbot.waitUntil(lambda: search.note.text() == "Nothing found.")
    assert search.model.rowCount() == 0


def test_emptying_the_field_empties_the_list(qtbot: QtBot, search: QuickSearch) -> None:
    found(qtbot, search)
    search.field.clear()
    assert search.model.rowCount() == 0
    assert "Ctrl+Enter" in search.note.text()


def test_it_is_painted_in_both_themes(qtbot: QtBot, search: QuickSearch, theme: Theme) -> None:
    found(qtbot, search)
    theme.set_appearance("dark")
    assert not search.grab().isNull()


def test_the_model_keeps_the_rules_of_models(qtmodeltester: ModelTester) -> None:
    model = HitModel()
    model.set_hits(HITS, "notice")
    qtmodeltester.check(model)
    assert model.index(0).data(HIT_ROLE) == HITS[0]
    assert LEASE.title in model.index(0).data()
    assert "page 3" in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_tip_says_why_a_passage_is_there() -> None:
    model = HitModel()
    model.set_hits((replace(HITS[0], why=("1st by meaning.", "Score <0.5.")), HITS[1]), "notice")
    tip = Qt.ItemDataRole.ToolTipRole
    assert model.index(0).data(tip) == "<qt>1st by meaning.<br>Score &lt;0.5.</qt>"
    assert model.index(1).data(tip) is None


def test_the_panel_is_as_tall_as_what_it_shows(qtbot: QtBot, search: QuickSearch) -> None:
    search.open_search()
    small = search._panel.height()
    search.field.setText("notice")
    qtbot.waitUntil(lambda: search.model.rowCount() == 3)
    rows = 3 * search.list.sizeHintForRow(0)
    qtbot.waitUntil(lambda: search._panel.height() > small + rows - 8)
    assert search.list.verticalScrollBar().maximum() == 0
    search.field.setText("nothing")
    qtbot.waitUntil(lambda: search._panel.height() == small)
    assert not search.list.isVisible()
