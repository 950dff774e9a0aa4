"""Conversations in the window of a program that was killed, and of one with another model."""

from pathlib import Path

import msgspec
from library_column import SLOW
from pytestqt.qtbot import QtBot

from desktop.app import App, build
from desktop.domain.answers import Answer
from desktop.jobs.runner import JobRunner
from desktop.store import history
from desktop.ui.main_window import MainWindow
from desktop.ui.theme import Theme

QUESTIONS = ("When does the ferry leave?", "And on Sunday?", "And in winter?")


def told(app: App) -> None:
    """Keep a conversation whose third answer was still being written."""
    number: int | None = None
    for question in QUESTIONS[:2]:
        answer = Answer(question, question, "answered", "At nine.")
        with app.library.write() as c:
            number, turn = history.start_turn(c, question, number)
            history.finish_turn(c, turn, text=answer.text, answer=msgspec.json.encode(answer).decode())
    with app.library.write() as c:
        number, turn = history.start_turn(c, QUESTIONS[2], number)
        history.append_text(c, turn, "In winter it leaves at")
    app.services.history.rename(conversation_id=number, title="Ferry times")


def test_a_conversation_survives_a_kill_with_the_words_that_had_come(
    app: App, data_folder: Path, tmp_path: Path, theme: Theme, qtbot: QtBot
) -> None:
    """P151, P152: the program starts again, with other models."""
    told(app)
    app.library.close()  # as a kill does: nothing is tidied up
    again = build(data=data_folder, models=tmp_path / "other models")
    runner = JobRunner()
    assert again.services.history.mark_interrupted() == 1
    window = MainWindow(again.services, runner, again.settings, theme)
    qtbot.addWidget(window)
    window.show()
    window.ask.shelf.click()
    popup = window.ask.shelf.popup
    qtbot.waitUntil(lambda: popup.isVisible() and popup.list.count() == 1, timeout=SLOW)
    assert popup.list.item(0).text() == "Ferry times"
    popup.list.itemActivated.emit(popup.list.item(0))
    qtbot.waitUntil(lambda: len(window.ask.conversation.turns) == 3, timeout=SLOW)
    last = window.ask.conversation.turns[-1]
    assert last.question == QUESTIONS[2]
    assert last.answer is not None
    assert last.answer.interrupted
    assert "In winter it leaves at" in last.answer.text
    window.ask.ask("And in spring?")
    qtbot.waitUntil(lambda: not window.ask.busy and len(window.ask.conversation.turns) == 4, timeout=SLOW)
    assert again.services.history.open(window.ask.conversation_id or 0).conversation.title == "Ferry times"
    window.close()
    assert runner.shutdown(10)
    again.close()
