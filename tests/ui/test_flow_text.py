from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.flow_text import FlowText
from desktop.ui.theme import TextRole, Theme


def test_all_lines_are_in_view_at_every_width(theme: Theme, qtbot: QtBot) -> None:
    ground = QWidget()
    qtbot.addWidget(ground)
    text = FlowText(theme, TextRole.TITLE, line_height=112)
    text.set_plain("How long is the notice period, and how must notice be given to the other party?")
    column = QVBoxLayout(ground)
    column.addWidget(text)
    column.addStretch(1)
    ground.resize(700, 400)
    ground.show()
    for width in (700, 327, 500, 250, 700, 330):
        ground.resize(width, 400)
        qtbot.waitUntil(lambda width=width: text.width() > width - 40)
        assert text.viewport().height() == text.height() >= text.document().size().height() - 1 > 0
        assert text.verticalScrollBar().maximum() == 0
