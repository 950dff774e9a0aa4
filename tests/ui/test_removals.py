"""A removal can be undone by its notice, by the menu and by Ctrl+Z, which in a text field undoes typing."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from asking import FakeHistory
from library_fakes import FakeLibrary
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.config.settings import SettingsFile
from desktop.jobs.runner import JobRunner
from desktop.services.views import Conversation, ConversationTurns
from desktop.ui.main_window import MainWindow
from desktop.ui.removals import Removals
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(
    services: "Services", runner: JobRunner, settings: SettingsFile, theme: Theme, qtbot: QtBot
) -> Iterator[MainWindow]:
    settings.change(tour_offered=True)
    window = MainWindow(services, runner, settings, theme)
    qtbot.addWidget(window)
    window.resize(1024, 600)
    window.show()
    services.indexing.steps.release(99)  # type: ignore[attr-defined]  # what comes back is read again
    window.activateWindow()
    qtbot.waitUntil(lambda: runner.idle and window.isActiveWindow() and window.library.model.rowCount() > 0)
    yield window
    runner.shutdown(5)


def entry(window: MainWindow) -> QAction:
    menu = window.library.menu_button.menu()
    return next(action for action in menu.actions() if action.text() == "Undo the removal")


def ids(library: FakeLibrary) -> set[int]:
    return {row.id for row in library.rows}


def remove(window: MainWindow, library: FakeLibrary, number: int, qtbot: QtBot) -> None:
    window.library.list.setFocus()
    window.library.actions_on.remove((library.document(number),))
    qtbot.waitUntil(lambda: number not in ids(library) and entry(window).isEnabled())


def test_the_key_and_the_menu_bring_removals_back_newest_first(
    window: MainWindow, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    assert not entry(window).isEnabled()
    remove(window, library, 7, qtbot)
    remove(window, library, 8, qtbot)
    QTest.keyClick(window.library.list, Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: 8 in ids(library))
    assert 7 not in ids(library)
    entry(window).trigger()
    qtbot.waitUntil(lambda: 7 in ids(library))
    assert not entry(window).isEnabled()
    assert window.notices.notices == []
    qtbot.waitUntil(lambda: runner.idle)


def test_what_the_notice_brought_back_is_not_brought_back_again(
    window: MainWindow, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    remove(window, library, 8, qtbot)
    qtbot.waitUntil(lambda: bool(window.notices.notices))
    window.notices.notices[-1].news.actions[0].run()
    qtbot.waitUntil(lambda: 8 in ids(library))
    assert not entry(window).isEnabled()
    qtbot.waitUntil(lambda: runner.idle)


def test_in_the_question_the_key_undoes_typing_first(
    window: MainWindow, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    remove(window, library, 8, qtbot)
    field = window.ask.composer.field
    field.setFocus()
    QTest.keyClicks(field, "ferry")
    QTest.keyClick(field, Qt.Key.Key_Z, CONTROL)
    assert field.toPlainText() == ""
    assert 8 not in ids(library)
    QTest.keyClick(field, Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: 8 in ids(library))
    qtbot.waitUntil(lambda: runner.idle)


def test_in_the_filter_the_key_undoes_typing(
    window: MainWindow, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    remove(window, library, 8, qtbot)
    field = window.library.filter
    field.setFocus()
    QTest.keyClicks(field, "ferry")
    QTest.keyClick(field, Qt.Key.Key_Z, CONTROL)
    assert field.text() == ""
    qtbot.waitUntil(lambda: runner.idle)
    assert 8 not in ids(library)


def test_a_conversation_comes_back_by_the_same_key(
    window: MainWindow, services: "Services", qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = FakeHistory()
    history.removed[7] = ConversationTurns(Conversation(7, "Ferries", "2025-11-30T10:00:00", 0), ())
    monkeypatch.setattr(services, "history", history)
    window.ask.shelf.removed.emit(7, "Ferries")
    window.library.list.setFocus()
    with qtbot.waitSignal(window.ask.shelf.restored):
        QTest.keyClick(window.library.list, Qt.Key.Key_Z, CONTROL)
    assert window.notices.notices == []
    assert not entry(window).isEnabled()


def test_each_way_back_is_taken_once(qtbot: QtBot) -> None:
    removals, ran = Removals(), []
    told: list[bool] = []
    removals.changed.connect(told.append)
    removals.undo()
    removals.add("a", lambda: ran.append("a"))
    removals.add("b", lambda: ran.append("b"))
    removals.forget("a")
    removals.forget("a")
    removals.undo()
    removals.undo()
    assert ran == ["b"]
    assert told == [True, True, True, False]
