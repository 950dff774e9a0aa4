"""The commands of the window with their keys, and the menu that lists them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu


@dataclass(frozen=True, slots=True)
class Command:
    """A command; an empty text stands for a line between groups."""

    text: str = ""
    keys: str = ""
    run: Callable[[], object] | None = None


def add_commands(window: QMainWindow, menu: QMenu, commands: Sequence[Command]) -> dict[str, QAction]:
    """Make the commands work by key in the whole window and list them in `menu`; return them by text."""
    actions: dict[str, QAction] = {}
    for command in commands:
        if command.run is None:
            menu.addSeparator()
            continue
        action = QAction(command.text, window)
        action.setShortcut(QKeySequence(command.keys))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setShortcutVisibleInContextMenu(True)
        run = command.run
        action.triggered.connect(lambda _checked=False, run=run: run())
        window.addAction(action)
        menu.addAction(action)
        actions[command.text] = action
    return actions
