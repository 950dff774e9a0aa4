"""What tests of the ask view do again and again."""

from asking import QUESTION
from pytestqt.qtbot import QtBot

from desktop.ui.ask_view import AskView
from desktop.ui.turn_view import TurnView


def ask(qtbot: QtBot, view: AskView, question: str = QUESTION) -> TurnView:
    """Ask and wait for the answer."""
    with qtbot.waitSignal(view.answer_shown):
        view.ask(question)
    return view.conversation.turns[-1]
