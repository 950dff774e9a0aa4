"""A real window over a real library, as the tests of the library column and of the reader need it."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.domain.records import Document, DocumentState
from desktop.ui.main_window import MainWindow

SLOW = 60_000  # milliseconds; reader processes start
_BUSY = {DocumentState.WAITING, DocumentState.READING}


def shown(window: MainWindow) -> list[Document]:
    """Return the documents of the list that are loaded."""
    return window.library.model.loaded(0, window.library.model.rowCount())


def opened(window: MainWindow, qtbot: QtBot, count: int) -> list[Document]:
    """Wait until the list shows this many documents, none of which is still to be read; return them."""
    qtbot.waitUntil(
        lambda: len(shown(window)) == count and not _BUSY & {d.state for d in shown(window)}, timeout=SLOW
    )
    return shown(window)


def listed(window: MainWindow, qtbot: QtBot, names: list[str]) -> None:
    """Wait until the list shows these files and no others; a failure tells what it shows instead."""

    def check() -> None:
        found = [(Path(d.path).name, d.state, d.reason) for d in shown(window)]
        assert [name for name, _, _ in found] == names, found

    qtbot.waitUntil(check, timeout=SLOW)


def choose(window: MainWindow, name: str) -> tuple[Document, ...]:
    """Select the document of a file and return the selection."""
    row = next(n for n, d in enumerate(shown(window)) if Path(d.path).name == name)
    window.library.list.selectRow(row)
    return window.library.list.selected


def act(window: MainWindow, text: str) -> None:
    """Choose an entry of the menu of the selected documents."""
    menu = window.library.actions_on.menu(window.library.list.selected)
    next(action for action in menu.actions() if action.text() == text).trigger()
