"""Presses keys where the keyboard is, as a person does who has no mouse."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def back_to(window: QWidget, qtbot: QtBot) -> None:
    """Make the window active after a dialog or menu, as every window manager does."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None, "nothing has the keyboard"
    return widget


def press(key: Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QApplication.processEvents()  # a person sees what is there before pressing
    QTest.keyClick(focused(), key, modifiers)


def tab_until(there: Callable[[QWidget], bool], key: Key = Key.Key_Tab) -> QWidget:
    passed = []
    for _ in range(60):
        press(key)
        if there(focused()):
            return focused()
        passed.append(f"{type(focused()).__name__} “{focused().accessibleName()}”")
    raise AssertionError(f"Tab does not come there but to {passed}")


def in_the_menu(downs: int) -> None:
    """Choose an entry of the menu that is about to open, which waits in a loop of its own."""

    def choose() -> None:
        menu = QApplication.activePopupWidget()
        if not isinstance(menu, QMenu):
            QTimer.singleShot(20, choose)
            return
        for _ in range(downs):
            QTest.keyClick(menu, Key.Key_Down)
        QTest.keyClick(menu, Key.Key_Return)

    QTimer.singleShot(20, choose)


def in_the_file_dialog(path: Path) -> None:
    """Type a path into the file dialog that is about to open, and press Enter."""

    def choose() -> None:
        dialog = QApplication.activeModalWidget()
        field = QApplication.focusWidget()
        if not isinstance(dialog, QFileDialog) or not isinstance(field, QLineEdit):
            QTimer.singleShot(20, choose)
            return
        field.selectAll()
        QTest.keyClicks(field, str(path))
        QTest.keyClick(field, Key.Key_Return)

    QTimer.singleShot(20, choose)


def menu_key(widget: QWidget) -> QContextMenuEvent:
    """Return the event that the menu key makes."""
    at = widget.rect().center()
    return QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, widget.mapToGlobal(at))
