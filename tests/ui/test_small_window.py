"""A small screen with large text: everything can be reached, and nothing is cut without a way to see it."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from asking import ANSWERED, FakeAsk, FakeModes
from library_fakes import FakeLibrary
from PySide6.QtWidgets import QPlainTextEdit, QScrollArea
from pytestqt.qtbot import QtBot

from desktop.config.settings import SettingsFile
from desktop.domain.records import Collection
from desktop.jobs.runner import JobRunner
from desktop.ui.main_window import MainWindow
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services

LONG_NAME = (
    "Papers of the harbour users' association, with all its minutes, letters and leases since " + "1" * 40
)
CODE = "def opens(card, today):\n    return card.paid and today <= card.until"
WIDE = (
    "The fares are these: [1]\n\n"
     "| " + " | ".join(f"Berth {n}" for n in range(1, 41)) + " |\n|" + "---|" * 40
    + "\n| " + " | ".join(f"{n} EUR" for n in range(1, 41)) + " |\n\n"
    + f"The gate follows this rule: [2]\n\n```python\n{CODE}\n```\n"
)  # fmt: skip


@pytest.fixture
def window(
    services: "Services",
    library: FakeLibrary,
    runner: JobRunner,
    settings: SettingsFile,
    theme: Theme,
    qtbot: QtBot,
) -> MainWindow:
    """Return a window of 1024 by 600 with text of one and a half times the size."""
    settings.change(tour_offered=True)
    theme.set_text_size(150)
    library.groups += [Collection(n, f"Collection {n}") for n in range(10, 39)]
    library.groups.append(Collection(99, LONG_NAME))
    services.ask = FakeAsk(answer=replace(ANSWERED, text=WIDE, sentences=()))  # type: ignore[misc, assignment]
    services.modes = FakeModes()  # type: ignore[misc, assignment]
    window = MainWindow(services, runner, settings, theme)
    qtbot.addWidget(window)
    window.resize(1024, 600)
    window.show()
    qtbot.waitUntil(lambda: window.library.collections.selector.count() > 30 and runner.idle)
    return window


def test_a_long_name_is_cut_and_told(window: MainWindow) -> None:
    """P154: thirty collections, one with a name of 120 letters."""
    selector = window.library.collections.selector
    row = next(n for n in range(selector.count()) if selector.itemText(n).startswith(LONG_NAME[:20]))
    selector.setCurrentIndex(row)
    assert LONG_NAME[-40:] in selector.toolTip()
    assert selector.width() <= window.library.width()
    assert window.library.width() < 400
    assert selector.maxVisibleItems() < selector.count()  # the list scrolls


def test_wide_tables_scroll_inside_and_code_follows_the_text_size(
    window: MainWindow, theme: Theme, qtbot: QtBot
) -> None:
    """P154: an answer with code and a table of forty columns."""
    window.ask.ask("What are the fares?")
    qtbot.waitUntil(lambda: len(window.ask.conversation.findChildren(QPlainTextEdit)) == 2)
    boxes = window.ask.conversation.findChildren(QPlainTextEdit)
    table = next(box for box in boxes if "Berth 40" in box.toPlainText())
    code = next(box for box in boxes if "def opens" in box.toPlainText())
    column = window.ask.conversation
    qtbot.waitUntil(lambda: table.isVisible() and table.width() <= column.viewport().width())
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() > 0)
    assert column.horizontalScrollBar().maximum() == 0
    assert code.font().pointSizeF() == pytest.approx(theme.font().pointSizeF(), abs=0.1)
    qtbot.waitUntil(lambda: column.verticalScrollBar().maximum() > 0)


def test_every_page_of_the_settings_can_be_read_to_its_end(
    window: MainWindow, runner: JobRunner, qtbot: QtBot
) -> None:
    """P154: dialogs scroll on small screens."""
    window.open_settings()
    dialog = window.settings_dialog
    assert dialog is not None
    dialog.resize(dialog.minimumSizeHint().expandedTo(dialog.size()).boundedTo(window.size()))
    qtbot.waitUntil(lambda: runner.idle)
    assert dialog.minimumSizeHint().height() <= window.height()
    assert dialog.minimumSizeHint().width() <= window.width()
    for number in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(number)
        area = dialog.tabs.currentWidget()
        assert isinstance(area, QScrollArea)
        page = area.widget()
        qtbot.waitUntil(lambda a=area, p=page: p.width() <= a.viewport().width())
        assert page.height() <= area.viewport().height() or area.verticalScrollBar().maximum() > 0
    dialog.reject()
