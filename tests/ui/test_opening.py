"""P158: whatever names a passage opens the reader there, by a click and by Enter, and nothing else."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from asking import (
    ANSWERED,
    DEFLECTED,
    DEPOSIT,
    HITS,
    LEASE,
    LEASE_SOURCE,
    QUESTION,
    QUOTED,
    RULES,
    RULES_SOURCE,
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot
from whole_window import whole_services

from desktop.config.settings import SettingsFile
from desktop.domain.answers import Answer
from desktop.jobs.runner import JobRunner
from desktop.ui.flow_text import FlowText
from desktop.ui.main_window import MainWindow
from desktop.ui.panes import CITED, MAYBE_TRY, RELATED
from desktop.ui.quotation import Quotation
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services

Passage = tuple[int, int] | None
Place = tuple[QWidget, QPoint]
RULES_PASSAGE = (RULES_SOURCE.start, RULES_SOURCE.end)
LEASE_PASSAGE = (LEASE_SOURCE.start, LEASE_SOURCE.end)


@pytest.fixture
def window(
    tmp_path: Path,
    runner: JobRunner,
    settings: SettingsFile,
    theme: Theme,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[MainWindow]:
    def never(_url: object) -> bool:
        raise AssertionError("something was opened outside of the window")

    monkeypatch.setattr(QDesktopServices, "openUrl", never)
    settings.change(tour_offered=True)
    window = MainWindow(whole_services(tmp_path), runner, settings, theme)
    qtbot.addWidget(window)
    window.resize(1240, 800)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: runner.idle and window.isActiveWindow())
    yield window
    runner.shutdown(5)


def ask(window: MainWindow, qtbot: QtBot, answer: Answer) -> None:
    services: Services = window._services
    services.ask.answer = answer  # type: ignore[attr-defined]
    window.ask.ask(answer.question)
    qtbot.waitUntil(lambda: window._runner.idle and not window.ask.busy)


def middle(widget: QWidget) -> Place:
    return widget, widget.rect().center()


def marker(window: MainWindow, qtbot: QtBot) -> Place:
    ask(window, qtbot, ANSWERED)
    text = next(t for t in window.ask.conversation.turns[0].findChildren(FlowText) if t._chips)
    text.setFocus(Qt.FocusReason.TabFocusReason)
    while text.textCursor().selectedText() != "[2]":
        qtbot.keyClick(text, Qt.Key.Key_Tab)
    start, end, _ = text._chips[1]
    return text.viewport(), text.range_rect(start, end).center().toPoint()


def shown(window: MainWindow, qtbot: QtBot) -> list[Quotation]:
    def visible() -> list[Quotation]:
        found = window.ask.conversation.turns[0].findChildren(Quotation)
        return [quotation for quotation in found if quotation.isVisible()]

    qtbot.waitUntil(lambda: len(visible()) == 2)
    return visible()


def quotation(window: MainWindow, qtbot: QtBot) -> Place:
    ask(window, qtbot, QUOTED)
    return middle(shown(window, qtbot)[1])


def near_miss(window: MainWindow, qtbot: QtBot) -> Place:
    ask(window, qtbot, DEFLECTED)
    return middle(shown(window, qtbot)[1])


def suggested(window: MainWindow, qtbot: QtBot) -> Place:
    ask(window, qtbot, DEFLECTED)
    buttons = window.ask.conversation.turns[0].findChildren(QPushButton)
    return middle(next(b for b in buttons if b.accessibleName() == f"Open {RULES.title}"))


def cited(window: MainWindow, qtbot: QtBot) -> Place:
    ask(window, qtbot, ANSWERED)
    return middle(window.panes.columns[CITED].cards[1].rows[0])


def related(window: MainWindow, qtbot: QtBot) -> Place:
    ask(window, qtbot, ANSWERED)
    window.panes.tabs.setCurrentIndex(RELATED)
    return middle(window.panes.columns[RELATED].cards[0].rows[0])


def maybe_try(window: MainWindow, qtbot: QtBot) -> Place:
    ask(window, qtbot, DEFLECTED)
    window.panes.tabs.setCurrentIndex(MAYBE_TRY)
    return middle(window.panes.columns[MAYBE_TRY].cards[0].title_row)


def see_also(window: MainWindow, qtbot: QtBot) -> Place:
    window.open_document(DEPOSIT)
    window.reader.head.see_also.setChecked(True)
    qtbot.waitUntil(lambda: len(window.reader.see_also.cards) == 2 and window._runner.idle)
    return middle(window.reader.see_also.cards[1].rows[0])


KINDS: dict[str, tuple[Callable[[MainWindow, QtBot], Place], int, Passage]] = {
    "marker": (marker, RULES.id, RULES_PASSAGE),
    "quotation": (quotation, RULES.id, RULES_PASSAGE),
    "near miss": (near_miss, RULES.id, RULES_PASSAGE),
    "suggested title": (suggested, RULES.id, None),
    "cited": (cited, RULES.id, RULES_PASSAGE),
    "related": (related, DEPOSIT.id, (HITS[2].chunk.start, HITS[2].chunk.end)),
    "maybe try": (maybe_try, RULES.id, None),
    "see also": (see_also, RULES.id, RULES_PASSAGE),
}


@pytest.mark.parametrize("by_mouse", [True, False], ids=["click", "Enter"])
@pytest.mark.parametrize("kind", KINDS)
def test_it_opens_the_reader_at_the_passage(
    window: MainWindow, qtbot: QtBot, kind: str, by_mouse: bool
) -> None:
    find, document, passage = KINDS[kind]
    widget, place = find(window, qtbot)
    if by_mouse:
        qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)
    elif kind == "marker":
        qtbot.keyClick(widget.parentWidget(), Qt.Key.Key_Return)
    else:
        widget.setFocus()
        assert widget.hasFocus()
        qtbot.keyClick(widget, Qt.Key.Key_Return)
    reader = window.reader
    qtbot.waitUntil(lambda: reader.document is not None and reader.document.id == document)
    assert reader.isVisible()
    assert reader._passage == passage


@pytest.mark.parametrize("by_mouse", [True, False], ids=["click", "Enter"])
def test_a_hit_of_the_search_opens_there(window: MainWindow, qtbot: QtBot, by_mouse: bool) -> None:
    search = window.quick_search
    search.open_search()
    qtbot.keyClicks(search.field, QUESTION)
    qtbot.waitUntil(lambda: search.model.rowCount() == 3)
    if by_mouse:
        place = search.list.visualRect(search.model.index(0)).center()
        qtbot.mouseClick(search.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    else:
        qtbot.keyClick(search.field, Qt.Key.Key_Return)
    reader = window.reader
    qtbot.waitUntil(lambda: reader.document is not None and reader.document.id == LEASE.id)
    assert reader._passage == LEASE_PASSAGE


def test_a_document_of_the_list_opens(window: MainWindow, qtbot: QtBot) -> None:
    documents = window.library.list
    row = next(
        row
        for row in range(window.library.model.rowCount())
        if (d := window.library.model.document(window.library.model.index(row))) and d.id == RULES.id
    )
    documents.setCurrentIndex(window.library.model.index(row))
    documents.setFocus()
    qtbot.keyClick(documents, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.reader.document is not None and window.reader.document.id == RULES.id)


def test_a_question_that_is_stopped_leaves_what_is_related_in_front(window: MainWindow, qtbot: QtBot) -> None:
    services: Services = window._services
    services.ask.gate = threading.Event()  # type: ignore[attr-defined]
    with qtbot.waitSignal(window.ask.retrieved):
        window.ask.ask(ANSWERED.question)
    assert window.panes.tabs.currentIndex() == CITED
    window.ask.stop()
    qtbot.waitUntil(lambda: not window.ask.busy)
    assert window.panes.tabs.currentIndex() == RELATED
