"""The tests themselves: what one of them pressed is not held down in the next."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("again", [False, True])
def test_a_key_stroke_ends_with_its_test(qtbot: QtBot, again: bool) -> None:
    assert QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
    field = QLineEdit()
    qtbot.addWidget(field)
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.keyboardModifiers() == Qt.KeyboardModifier.ControlModifier
