"""The keys of the window, gathered from its commands and its buttons, so that no list can go out of date."""

import re

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QWidget

_TIP = re.compile(r"(?P<text>[^\n]+) \((?P<keys>[^()]+|[^()]*\+\+|[^()]*\+-)\)$")


def keys_of(window: QWidget) -> list[tuple[str, str]]:
    """Return what can be done and the keys for it: commands first, then buttons whose tip names a key."""
    found: dict[str, str] = {}
    for action in window.findChildren(QAction):
        if not action.shortcut().isEmpty() and action.text():
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            found.setdefault(action.text().replace("&", "").rstrip(".…"), keys)
    for button in window.findChildren(QAbstractButton):
        if tip := _TIP.match(button.toolTip()):
            found.setdefault(tip["text"], tip["keys"])
    return list(found.items())


def as_markdown(keys: list[tuple[str, str]], what: str, key: str) -> str:
    """Return a table with the two given headings."""
    rows = "".join(f"| {text.replace('|', ' ')} | {keys} |\n" for text, keys in keys)
    return f"| {what} | {key} |\n|---|---|\n{rows}"
