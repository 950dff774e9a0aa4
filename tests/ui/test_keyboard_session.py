"""P161: a whole session with nothing but keys, from adding a file to quitting."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from asking import LEASE, QUESTION, RULES
from keys import (
    ALT,
    CONTROL,
    Key,
    back_to,
    focused,
    in_the_file_dialog,
    in_the_menu,
    menu_key,
    press,
    tab_until,
)
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from whole_window import whole_services

from desktop.config.settings import SettingsFile
from desktop.jobs.runner import JobRunner
from desktop.ui.flow_text import FlowText
from desktop.ui.main_window import MainWindow
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


@pytest.fixture
def services(tmp_path: Path) -> "Services":
    return whole_services(tmp_path)


@pytest.fixture
def window(
    services: "Services", runner: JobRunner, settings: SettingsFile, theme: Theme, qtbot: QtBot
) -> Iterator[MainWindow]:
    settings.change(tour_offered=True)
    window = MainWindow(services, runner, settings, theme)
    qtbot.addWidget(window)
    window.resize(1024, 600)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: runner.idle and window.isActiveWindow())
    yield window
    runner.shutdown(5)


def test_add_wait_ask_open_next_back_export_and_quit(
    window: MainWindow,
    services: "Services",
    runner: JobRunner,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "tide-table.txt"
    file.write_text("High water at seven.", "utf-8")
    in_the_file_dialog(file)
    press(Key.Key_O, CONTROL)
    qtbot.waitUntil(lambda: any("tide-table" in row.path for row in services.library.rows))  # type: ignore[attr-defined]
    back_to(window, qtbot)
    services.indexing.steps.release(9)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: runner.idle and not window.indexing.status.running)

    press(Key.Key_L, CONTROL)
    assert focused() is window.ask.composer.field
    QTest.keyClicks(focused(), QUESTION)
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: runner.idle and bool(window.ask.conversation.answers))
    assert focused() is window.ask.composer.field

    answer = tab_until(lambda w: isinstance(w, FlowText), Key.Key_Backtab)
    assert isinstance(answer, FlowText)
    while answer.textCursor().selectedText() != "[1]":
        press(Key.Key_Backtab)
        assert focused() is answer
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: window.reader.document is not None and runner.idle)
    assert window.reader.document is not None
    assert window.reader.document.id == LEASE.id
    assert window.reader.isAncestorOf(focused())

    press(Key.Key_Right, ALT)
    qtbot.waitUntil(lambda: window.reader.document is not None and window.reader.document.id == RULES.id)
    assert window.reader.head.citation.text() == "2 of 2"
    press(Key.Key_Escape)
    assert not window.side.reading
    assert focused() is window.ask.composer.field

    tab_until(lambda w: w is window.ask.export_menu, Key.Key_Backtab)
    in_the_menu(1)
    in_the_file_dialog(tmp_path / "answer.md")
    press(Key.Key_Space)
    qtbot.waitUntil(lambda: (tmp_path / "answer.md").is_file() and runner.idle)
    assert QUESTION in (tmp_path / "answer.md").read_text("utf-8")

    back_to(window, qtbot)
    press(Key.Key_Q, CONTROL)
    assert not window.isVisible()


def test_a_document_has_its_menu_by_key_and_opens_with_enter(
    window: MainWindow, qtbot: QtBot, runner: JobRunner
) -> None:
    press(Key.Key_F, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert focused() is window.library.filter
    QTest.keyClicks(focused(), "house rules")
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: window.library.model.rowCount() == 1)
    assert focused() is window.library.list
    press(Key.Key_Space)
    assert [d.id for d in window.library.list.selected] == [RULES.id]
    with qtbot.waitSignal(window.library.list.menu_requested):
        QApplication.postEvent(focused(), menu_key(focused()))
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    QTest.keyClick(menu, Key.Key_Escape)
    back_to(window, qtbot)
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: window.reader.document is not None and runner.idle)
    assert window.reader.document is not None
    assert window.reader.document.id == RULES.id


def test_the_search_opens_a_passage(window: MainWindow, qtbot: QtBot, runner: JobRunner) -> None:
    """P158."""
    press(Key.Key_K, CONTROL)
    QTest.keyClicks(focused(), "notice")
    qtbot.waitUntil(lambda: window.quick_search.model.rowCount() == 3)
    press(Key.Key_Down)
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: window.reader.document is not None and runner.idle)
    assert window.reader.document is not None
    assert window.reader.document.id == RULES.id
    assert window.reader.text.extraSelections()
