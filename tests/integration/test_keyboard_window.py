"""P161: a whole session by keys alone, with real services and models: from adding a file to quitting."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import App, build
from desktop.domain.records import DocumentState
from desktop.jobs.runner import JobRunner
from desktop.ui.flow_text import FlowText
from desktop.ui.main_window import MainWindow
from desktop.ui.quotation import Quotation
from desktop.ui.theme import Theme

sys.path.append(str(Path(__file__).resolve().parents[1] / "ui"))

from keys import ALT, CONTROL, Key, back_to, focused, in_the_file_dialog, in_the_menu, press, tab_until

pytestmark = pytest.mark.models
SLOW = 240_000  # milliseconds: an upper bound for a slow machine
QUESTION = "Who took over the workshop bench in September?"


@pytest.fixture
def started(data_folder: Path, models_folder: Path, theme: Theme, qtbot: QtBot) -> Iterator[MainWindow]:
    """Yield the window of an empty library with the real models."""
    gc.disable()
    app: App = build(data=data_folder, models=models_folder)
    app.settings.change(tour_offered=True)
    runner = JobRunner()
    window = MainWindow(app.services, runner, app.settings, theme)
    qtbot.addWidget(window)
    window.resize(1200, 780)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: runner.idle and window.isActiveWindow(), timeout=SLOW)
    yield window
    window.close()
    assert runner.shutdown(10)
    app.close()
    gc.enable()


def test_a_session_by_keys_alone(
    started: MainWindow, sample_library: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window, runner = started, started._runner
    in_the_file_dialog(sample_library / "annual-report-2025.pdf")
    press(Key.Key_O, CONTROL)
    qtbot.waitUntil(lambda: window.library.model.rowCount() == 1, timeout=SLOW)
    back_to(window, qtbot)

    def ready() -> bool:
        document = window.library.model.document(window.library.model.index(0))
        done = document is not None and document.state is DocumentState.READY
        return done and not window.indexing.status.running

    qtbot.waitUntil(ready, timeout=SLOW)
    press(Key.Key_L, CONTROL)
    QTest.keyClicks(focused(), QUESTION)
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: bool(window.ask.conversation.answers), timeout=SLOW)
    answer = window.ask.conversation.answers[0]
    assert answer.sources, answer.text

    place = tab_until(lambda w: isinstance(w, FlowText | Quotation), Key.Key_Backtab)
    while isinstance(place, FlowText) and not place.textCursor().selectedText().startswith("["):
        press(Key.Key_Backtab)
    press(Key.Key_Return)
    reader = window.reader
    qtbot.waitUntil(lambda: reader.document is not None and bool(reader.pages._pictures), timeout=SLOW)
    page = reader.pages.page
    qtbot.waitUntil(lambda: bool(reader.pages._pictures.get(page, ("", ()))[1]), timeout=SLOW)

    press(Key.Key_A, CONTROL)
    qtbot.waitUntil(lambda: bool(reader.pages.selection.text()), timeout=SLOW)
    press(Key.Key_C, CONTROL)
    words = answer.sources[0].quote.split()[:3]
    assert all(word in QGuiApplication.clipboard().text() for word in words)
    press(Key.Key_G, CONTROL)
    QTest.keyClicks(focused(), "1")
    press(Key.Key_Return)
    assert reader.pages.page == 1
    press(Key.Key_Right, ALT)
    press(Key.Key_Escape)
    assert not window.side.reading

    tab_until(lambda w: w is window.ask.export_menu, Key.Key_Backtab)
    in_the_menu(1)
    in_the_file_dialog(tmp_path / "answer.md")
    press(Key.Key_Space)
    qtbot.waitUntil(lambda: (tmp_path / "answer.md").is_file() and runner.idle, timeout=SLOW)
    assert QUESTION in (tmp_path / "answer.md").read_text("utf-8")
    back_to(window, qtbot)
    press(Key.Key_Q, CONTROL)
    assert not window.isVisible()
    assert QApplication.activeModalWidget() is None
