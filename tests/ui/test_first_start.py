"""The welcome of an empty library: when it goes, and that the keyboard never comes to its sample unasked."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from library_fakes import FakeLibrary
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from whole_window import whole_services

from desktop.config.settings import SettingsFile
from desktop.jobs.runner import JobRunner
from desktop.services.changes import Changes
from desktop.ui.first_start import FirstStart
from desktop.ui.main_window import MainWindow
from desktop.ui.notices import Action
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


@pytest.fixture
def services(tmp_path: Path) -> "Services":
    services = whole_services(tmp_path)
    services.library.rows = []  # type: ignore[attr-defined]
    return services


@pytest.fixture
def library(services: "Services") -> FakeLibrary:
    return services.library  # type: ignore[return-value]


@pytest.fixture
def window(
    services: "Services", runner: JobRunner, settings: SettingsFile, theme: Theme, qtbot: QtBot
) -> Iterator[MainWindow]:
    window = MainWindow(services, runner, settings, theme)
    qtbot.addWidget(window)
    window.resize(1024, 600)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: runner.idle and window.isActiveWindow() and window.ask.composer.field.hasFocus())
    yield window
    runner.shutdown(5)


def note_of(window: MainWindow) -> FirstStart:
    assert window.first_start is not None
    assert window.first_start.isVisible()
    return window.first_start


def button(window: MainWindow, text: str) -> QPushButton:
    return next(b for b in window.findChildren(QPushButton) if b.text() == text and b.isVisible())


def test_it_goes_for_good_once_the_library_has_documents(
    window: MainWindow, settings: SettingsFile, tmp_path: Path, qtbot: QtBot
) -> None:
    note_of(window)
    window.adding.add([tmp_path / "ferry.txt"])
    qtbot.waitUntil(lambda: window.first_start is None, timeout=3000)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert window.findChild(FirstStart) is None
    assert settings.current.tour_offered


def test_it_does_not_come_to_a_library_with_documents(
    services: "Services",
    runner: JobRunner,
    settings: SettingsFile,
    theme: Theme,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    full = whole_services(tmp_path)
    window = MainWindow(full, runner, settings, theme)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.first_start is None and runner.idle)
    assert settings.current.tour_offered


def test_it_stays_while_the_library_is_empty(window: MainWindow, qtbot: QtBot) -> None:
    window.apply_changes(Changes(documents=True))
    qtbot.waitUntil(window._status_timer.isActive)
    qtbot.waitUntil(lambda: window._runner.idle and not window._status_timer.isActive(), timeout=3000)
    note_of(window)


def test_a_cross_closes_it(window: MainWindow, settings: SettingsFile, qtbot: QtBot) -> None:
    cross = note_of(window).close_button
    assert (cross.toolTip(), cross.accessibleName()) == ("Close", "Close")
    assert not cross.icon().isNull()
    qtbot.mouseClick(cross, Qt.MouseButton.LeftButton)
    assert window.first_start is None
    assert settings.current.tour_offered
    assert window.ask.composer.field.hasFocus()


def test_after_the_folder_dialog_the_keyboard_is_in_the_question(
    window: MainWindow, library: FakeLibrary, tmp_path: Path, qtbot: QtBot
) -> None:
    window.library.add_button.setFocus()
    assert window.library.add_button.hasFocus()
    window.library.paths_chosen.emit([tmp_path / "papers"], None)
    assert window.ask.composer.field.hasFocus()
    qtbot.waitUntil(lambda: any(call == "add" for call, _ in library.calls))


def test_after_a_watched_folder_was_chosen_the_keyboard_is_in_the_question(
    window: MainWindow, tmp_path: Path, runner: JobRunner, qtbot: QtBot
) -> None:
    window.library.add_button.setFocus()
    window.library.watch_requested.emit(tmp_path)
    assert window.ask.composer.field.hasFocus()
    qtbot.waitUntil(lambda: runner.idle)


def test_after_ask_and_undo_a_stray_space_adds_nothing(
    window: MainWindow, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    note_of(window)
    composer = window.ask.composer
    QTest.keyClicks(composer.field, "What does a child pay?")
    composer.button.setFocus()
    qtbot.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    assert composer.field.hasFocus()
    window.messages.notify(
        "Removed.", actions=(Action("Undo", lambda: window.messages.dismiss("r")),), key="r"
    )
    undo = button(window, "Undo")
    undo.setFocus()
    qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert composer.field.hasFocus()
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: runner.idle)
    assert not any(call == "add" for call, _ in library.calls)


def test_the_sample_is_no_default_and_not_where_a_lost_focus_goes(window: MainWindow) -> None:
    note = note_of(window)
    assert not note.sample.isDefault()
    assert not note.sample.autoDefault()
    note.models.setFocus()
    note.models.setEnabled(False)
    assert window.ask.composer.field.hasFocus()
    window.library.filter.setFocus()
    window.library.filter.hide()
    assert window.ask.composer.field.hasFocus()
