"""P161: everything has a name, Tab reaches everything and shows where it is, what happens is told."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from asking import (
    ANSWERED,
    DEFLECTED,
    LEASE_SOURCE,
    QUESTION,
    QUOTED,
    RULES_SOURCE,
    FakeAsk,
)
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleValueChangeEvent,
)
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from screen_reader import described, go_round, left_out, things, unnamed
from whole_window import whole_services

from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError
from desktop.jobs.runner import JobRunner
from desktop.ui.details_dialog import DetailsDialog
from desktop.ui.dialogs import ConfirmDialog, CrashDialog, NameDialog, PatternsDialog
from desktop.ui.flow_text import FlowText
from desktop.ui.indexing_controller import IndexingStatus
from desktop.ui.main_window import MainWindow
from desktop.ui.reread_dialogs import EncodingDialog, PasswordDialog
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services

Prepare = Callable[[MainWindow, FakeAsk], object]


@pytest.fixture
def services(tmp_path: Path) -> "Services":
    return whole_services(tmp_path)


@pytest.fixture
def window(
    services: "Services",
    runner: JobRunner,
    settings: SettingsFile,
    theme: Theme,
    qtbot: QtBot,
    qapp: QApplication,
) -> Iterator[MainWindow]:
    flash = qapp.cursorFlashTime()
    qapp.setCursorFlashTime(0)
    settings.change(tour_offered=True)
    window = MainWindow(services, runner, settings, theme)
    qtbot.addWidget(window)
    window.resize(1240, 800)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: runner.idle and window.library.model.rowCount() > 0 and window.isActiveWindow())
    yield window
    qapp.setCursorFlashTime(flash)
    runner.shutdown(5)


def answered(window: MainWindow, _ask: FakeAsk) -> None:
    window.ask.ask(QUESTION)


def refused(window: MainWindow, ask: FakeAsk) -> None:
    ask.answer = DEFLECTED
    window.ask.ask(DEFLECTED.question)


def quoted(window: MainWindow, ask: FakeAsk) -> None:
    ask.answer = QUOTED
    window.ask.ask(QUESTION)


def failed(window: MainWindow, ask: FakeAsk) -> None:
    ask.error = UserError("The model stopped", "It ran out of memory.", "Try again.")
    window.ask.ask(QUESTION)


def read_text(window: MainWindow, ask: FakeAsk) -> None:
    window.open_source(RULES_SOURCE)
    window.reader.head.see_also.setChecked(True)


def read_pages(window: MainWindow, ask: FakeAsk) -> None:
    window.reader.set_citations(ANSWERED)
    window.open_source(LEASE_SOURCE)


def indexing(window: MainWindow, _ask: FakeAsk) -> None:
    window.status.show_indexing(IndexingStatus(running=True, stage="reading", done=3, total=9, label="a.txt"))
    window.messages.notify("Added 2 documents.", details="a.txt\nb.txt", stays=True)


def first_time(window: MainWindow, _ask: FakeAsk) -> None:
    window._services.library.rows = []  # type: ignore[attr-defined]  # it comes to an empty library
    window._offer_first_start()


STATES: dict[str, Prepare] = {
    "empty": lambda window, _ask: window.focusWidget(),
    "answered": answered,
    "refused": refused,
    "quoted": quoted,
    "failed": failed,
    "reading a text": read_text,
    "reading pages": read_pages,
    "indexing": indexing,
    "first start": first_time,
}


def settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window._runner.idle)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: window._runner.idle)


@pytest.mark.parametrize("state", STATES)
def test_the_window_can_be_used_without_seeing_or_a_mouse(
    window: MainWindow, services: "Services", qtbot: QtBot, state: str
) -> None:
    STATES[state](window, services.ask)  # type: ignore[arg-type]
    settle(qtbot, window)
    assert unnamed(window) == []
    seen = go_round(qtbot, window, window.library.filter)
    assert left_out(window, seen) == []
    assert window.ask.composer.field in seen, "Tab does not come to the question"
    back = go_round(qtbot, window, window.library.filter, Qt.Key.Key_Backtab)
    assert {described(w) for w in back} == {described(w) for w in seen}


def test_tab_goes_as_the_window_is_read(window: MainWindow, services: "Services", qtbot: QtBot) -> None:
    answered(window, services.ask)  # type: ignore[arg-type]
    settle(qtbot, window)
    seen = go_round(qtbot, window, window.library.add_button)
    columns: list[QWidget] = [window.library, window.ask, window.side, window.status]
    places = [next(i for i, c in enumerate(columns) if c.isAncestorOf(w)) for w in seen[:-1]]
    assert places == sorted(places)
    answer = next(w for w in seen if isinstance(w, FlowText))
    assert seen.index(answer) < seen.index(window.ask.composer.field)


def test_what_is_pushed_together_to_nothing_is_left_out_and_comes_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    left, middle, right = window.splitter.sizes()
    window.splitter.setSizes([0, left + middle, right])
    seen = go_round(qtbot, window, window.ask.composer.field)
    assert not any(window.library.isAncestorOf(w) for w in seen)
    qtbot.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert window.splitter.sizes()[0] > 0
    qtbot.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert not window.library.isVisible()
    window.toggle_side()
    window.open_source(RULES_SOURCE)
    assert window.reader.isVisible()


def test_a_key_goes_from_column_to_column(window: MainWindow, qtbot: QtBot) -> None:
    window.ask.focus_question()
    for column in (window.side, window.library, window.ask):
        qtbot.keyClick(window, Qt.Key.Key_F6)
        assert column.isAncestorOf(QApplication.focusWidget())
    assert QApplication.focusWidget() is window.ask.composer.field
    qtbot.keyClick(window, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert window.library.isAncestorOf(QApplication.focusWidget())


def test_every_page_of_the_settings(window: MainWindow, qtbot: QtBot) -> None:
    window.open_settings()
    dialog = window.settings_dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: len(dialog.models.cards) == 3)
    for tab in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(tab)
        settle(qtbot, window)
        assert unnamed(dialog) == []
        seen = go_round(qtbot, dialog, dialog.tabs.tabBar())
        assert left_out(dialog, seen) == []
    dialog.reject()


def make_dialogs(window: MainWindow) -> list[QDialog]:
    document = window._services.library.document(1)
    return [
        DetailsDialog(document, window),
        ConfirmDialog("Remove?", "It leaves the library.", "Remove", window),
        NameDialog("New collection", "Name", "", window),
        PatternsDialog("/home/ada", ["*.log"], window),
        CrashDialog("Traceback", window),
        PasswordDialog(document, window),
        EncodingDialog(document, window),
    ]


@pytest.mark.parametrize("number", range(7))
def test_every_dialog(window: MainWindow, qtbot: QtBot, number: int) -> None:
    dialog = make_dialogs(window)[number]
    dialog.open()
    QApplication.processEvents()
    assert unnamed(dialog) == []
    assert dialog.windowTitle()
    start = QApplication.focusWidget()
    assert start is not None
    assert dialog.isAncestorOf(start)
    assert left_out(dialog, go_round(qtbot, dialog, start)) == []
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_help_and_what_the_program_is_made_of(window: MainWindow, qtbot: QtBot) -> None:
    window.guide.open_help()
    guide = window.guide.help
    assert guide is not None
    qtbot.waitUntil(guide.isActiveWindow)
    assert unnamed(guide) == []
    assert left_out(guide, go_round(qtbot, guide, guide.search)) == []
    guide.close()
    window.guide.open_about()
    qtbot.waitUntil(lambda: window.guide.about is not None and window.guide.about.isActiveWindow())
    about = window.guide.about
    assert about is not None
    assert unnamed(about) == []
    start = QApplication.focusWidget()
    assert start is not None
    assert left_out(about, go_round(qtbot, about, start)) == []
    about.reject()


def test_the_list_of_conversations(window: MainWindow, services: "Services", qtbot: QtBot) -> None:
    answered(window, services.ask)  # type: ignore[arg-type]
    settle(qtbot, window)
    window.ask.shelf.setFocus()
    qtbot.keyClick(window.ask.shelf, Qt.Key.Key_Space)
    popup = window.ask.shelf.popup
    qtbot.waitUntil(popup.isVisible)
    assert unnamed(popup) == []
    assert left_out(popup, go_round(qtbot, popup, popup.new)) == []
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not popup.isVisible()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[QAccessibleEvent]:
    """Return what is told to screen readers from now on."""
    events: list[Any] = []

    def tell(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            events.append(("said", event.message()))
        elif isinstance(event, QAccessibleValueChangeEvent):
            events.append(("value", event.value()))
        else:
            events.append((event.type().name, event.object().accessibleName()))

    monkeypatch.setattr(QAccessible, "updateAccessibility", tell)
    return events


def test_progress_is_told_and_its_end(window: MainWindow, told: list[Any]) -> None:
    for done in (1, 2):
        window.status.show_indexing(IndexingStatus(running=True, stage="reading", done=done, total=3))
    assert [value for kind, value in told if kind == "value"] == [1, 2]
    window.status.show_indexing(IndexingStatus())
    assert ("said", "All documents have been read.") in told


def test_steps_and_the_answer_are_told(
    window: MainWindow, services: "Services", qtbot: QtBot, told: list[Any]
) -> None:
    answered(window, services.ask)  # type: ignore[arg-type]
    settle(qtbot, window)
    assert ("NameChanged", "Reading lease.pdf, page 3") in told
    assert [text for kind, text in told if kind == "said"] == [ANSWERED.text]
    shown = [
        thing.textInterface().text(0, thing.textInterface().characterCount())
        for _, thing in things(QAccessible.queryAccessibleInterface(window.ask))
        if isinstance(thing.object(), FlowText) and thing.textInterface() is not None
    ]
    assert any("three months to the end of a calendar month. [1]" in text for text in shown)


def test_a_failure_and_a_stop_are_told(
    window: MainWindow, services: "Services", qtbot: QtBot, told: list[Any]
) -> None:
    failed(window, services.ask)  # type: ignore[arg-type]
    settle(qtbot, window)
    assert ("said", "The model stopped. It ran out of memory. Try again.") in told


def test_news_is_told(window: MainWindow, told: list[Any]) -> None:
    window.messages.notify("Added 2 documents.")
    assert ("Alert", "Added 2 documents.") in told


def test_the_search_tells_what_is_chosen(window: MainWindow, qtbot: QtBot, told: list[Any]) -> None:
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    field = window.quick_search.field
    assert QApplication.focusWidget() is field
    assert unnamed(window.quick_search) == []
    qtbot.keyClicks(field, "notice")
    qtbot.waitUntil(lambda: window.quick_search.model.rowCount() == 3)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    said = [text for kind, text in told if kind == "said"]
    assert said[-2].startswith("3 passages")
    assert said[-1].startswith("House rules")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is window.ask.composer.field
