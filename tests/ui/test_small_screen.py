"""P154: a small screen, large text, long names, wide tables: everything can be reached and read."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from asking import ANSWERED, LEASE_SOURCE, QUESTION
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QDialog,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot
from whole_window import whole_services

from desktop.config.settings import SettingsFile
from desktop.domain.records import Collection
from desktop.jobs.runner import JobRunner
from desktop.ui.code_box import CodeBox
from desktop.ui.details_dialog import DetailsDialog
from desktop.ui.dialogs import ConfirmDialog, CrashDialog, NameDialog, PatternsDialog
from desktop.ui.main_window import MainWindow
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services

SCREEN = (1024, 600)
LONG_NAME = "Correspondence of the harbour association with the council about the northern quays, " * 2
LONG_NAME = LONG_NAME[:120]
TABLE = "\n".join("|" + "|".join(f"column {row}.{i:02}" for i in range(40)) + "|" for row in range(4))
CODE = "```\nfor berth in harbour:\n    print(berth.name)\n```"


@pytest.fixture
def services(tmp_path: Path) -> "Services":
    services = whole_services(tmp_path)
    services.library.groups = [  # type: ignore[attr-defined]
        Collection(number, f"{number:02} {LONG_NAME}"[:120]) for number in range(1, 31)
    ]
    services.ask.answer = replace(  # type: ignore[attr-defined]
        ANSWERED, text=f"{ANSWERED.text}\n\n{TABLE}\n\n{CODE}\n", sentences=()
    )
    return services


@pytest.fixture(params=[100, 150])
def window(
    request: pytest.FixtureRequest,
    services: "Services",
    runner: JobRunner,
    settings: SettingsFile,
    theme: Theme,
    qtbot: QtBot,
) -> Iterator[MainWindow]:
    settings.change(tour_offered=True)
    theme.set_text_size(request.param)
    window = MainWindow(services, runner, settings, theme)
    qtbot.addWidget(window)
    window.resize(*SCREEN)
    window.show()
    qtbot.waitUntil(lambda: runner.idle and window.library.collections.selector.count() == 31)
    yield window
    runner.shutdown(5)


def cut_off(window: QWidget) -> list[str]:
    """Return what sticks out of the window, or out of what it stands in without a way to scroll there."""
    found = []
    for widget in window.findChildren(QWidget):
        parent = widget.parentWidget()
        if not widget.isVisible() or widget.isWindow() or parent is None:
            continue
        if isinstance(parent, QAbstractScrollArea) or isinstance(parent.parentWidget(), QAbstractScrollArea):
            continue
        if not parent.rect().adjusted(-1, -1, 1, 1).contains(widget.geometry()):
            found.append(
                f"{type(widget).__name__} “{widget.accessibleName()}” {widget.geometry().getRect()}"
                f" in {type(parent).__name__} {parent.size().toTuple()}"
            )
    return found


def wide_areas(window: QWidget) -> list[str]:
    """Return the scroll areas that hide something sideways without a scroll bar for it."""
    off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return [
        f"{type(area).__name__} “{area.accessibleName()}”"
        for area in window.findChildren(QScrollArea)
        if area.isVisible()
        and area.horizontalScrollBarPolicy() == off
        and area.widget() is not None
        and area.widget().width() > area.viewport().width()
    ]


def assert_whole(window: QWidget, qtbot: QtBot) -> None:
    """Texts find their height in a few rounds of the layout."""

    def whole() -> None:
        assert cut_off(window) == wide_areas(window) == []

    qtbot.waitUntil(whole)


def test_nothing_is_cut_off(window: MainWindow, qtbot: QtBot, runner: JobRunner) -> None:
    assert (window.width(), window.height()) == SCREEN
    assert window.minimumSizeHint().width() <= SCREEN[0]
    assert window.minimumSizeHint().height() <= SCREEN[1]
    assert cut_off(window) == wide_areas(window) == []
    window.ask.ask(QUESTION)
    qtbot.waitUntil(lambda: runner.idle and bool(window.ask.conversation.answers))
    assert_whole(window, qtbot)
    window.open_source(LEASE_SOURCE)
    qtbot.waitUntil(lambda: runner.idle and window.reader.document is not None)
    assert_whole(window, qtbot)


def test_long_names_are_cut_with_an_ellipsis_and_told_whole(window: MainWindow) -> None:
    selector = window.library.collections.selector
    selector.setCurrentIndex(7)
    assert LONG_NAME[:60] in selector.toolTip()
    assert selector.width() <= window.library.width()
    window.ask.composer.scope.choose([f"07 {LONG_NAME}"[:120]])
    chip = next(c for c in window.ask.composer.findChildren(QPushButton) if "✕" in c.text())
    assert "…" in chip.text()
    assert LONG_NAME[:60] in chip.toolTip()
    assert LONG_NAME[:60] in chip.accessibleName()


def test_a_wide_table_scrolls_inside_and_code_follows_the_size_of_text(
    window: MainWindow, qtbot: QtBot, runner: JobRunner, theme: Theme
) -> None:
    window.ask.ask(QUESTION)
    qtbot.waitUntil(lambda: runner.idle and bool(window.ask.conversation.answers))
    table, code = window.ask.conversation.turns[0].findChildren(CodeBox)
    assert window.ask.conversation.horizontalScrollBar().maximum() == 0
    bar = table.horizontalScrollBar()
    assert bar.maximum() > 0
    assert code.horizontalScrollBar().maximum() == 0
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Right)
    assert bar.value() > 0
    qtbot.keyClick(table, Qt.Key.Key_Left)
    assert bar.value() == 0
    height, size = code.height(), code.fontInfo().pointSizeF()
    before = theme.text_size
    theme.set_text_size(before + 40)
    assert code.fontInfo().pointSizeF() == pytest.approx(size * (before + 40) / before, rel=0.1)
    assert code.height() > height
    assert table.document().size().height() * table.fontMetrics().lineSpacing() < table.height()


def dialogs(window: MainWindow) -> list[QDialog]:
    document = replace(
        window._services.library.document(1), parts_not_read=tuple(f"page {i}" for i in range(90))
    )
    return [
        DetailsDialog(document, window),
        ConfirmDialog("Remove the collection?", LONG_NAME, "Remove", window),
        NameDialog("Rename collection", "Name", LONG_NAME, window),
        PatternsDialog(f"/home/ada/{LONG_NAME}", ["*.log"] * 60, window),
        CrashDialog("Traceback\n" * 200, window),
    ]


@pytest.mark.parametrize("number", range(5))
def test_every_dialog_fits_the_screen(window: MainWindow, number: int) -> None:
    dialog = dialogs(window)[number]
    dialog.open()
    QApplication.processEvents()
    assert dialog.width() <= SCREEN[0]
    assert dialog.height() <= SCREEN[1] - 40
    assert cut_off(dialog) == wide_areas(dialog) == []
    for button in dialog.findChildren(QPushButton):
        assert dialog.rect().contains(QRect(button.mapTo(dialog, QPoint(0, 0)), button.size()))
    dialog.reject()


def test_every_page_of_the_settings_fits_or_scrolls(
    window: MainWindow, qtbot: QtBot, runner: JobRunner
) -> None:
    window.open_settings()
    dialog = window.settings_dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: runner.idle)
    assert dialog.height() <= SCREEN[1] - 40
    dialog.resize(dialog.width(), 420)
    for tab in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(tab)
        qtbot.waitUntil(lambda: runner.idle)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        assert wide_areas(dialog) == [], dialog.tabs.tabText(tab)
        area = dialog.tabs.currentWidget()
        assert isinstance(area, QScrollArea)
        labels = [label for label in area.widget().findChildren(QLabel) if label.isVisible()]
        assert all(label.height() >= label.heightForWidth(label.width()) - 1 for label in labels)
    dialog.reject()
