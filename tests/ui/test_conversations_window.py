"""Conversations in the window: what was searched, drafts, the list, finding, removing, exporting."""

import threading
from dataclasses import replace
from pathlib import Path

from ask_view_steps import ask
from asking import ANSWERED, QUESTION, FakeServices
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionFrame
from pytestqt.qtbot import QtBot

from desktop.services.views import Conversation, ConversationTurns
from desktop.ui.ask_view import AskView
from desktop.ui.flow_text import FlowText
from desktop.ui.searched_for import SearchedFor
from desktop.ui.turn_view import TurnView

Key = Qt.Key


def searched(turn: TurnView) -> SearchedFor:
    assert turn.searched is not None
    return turn.searched


def test_what_was_searched_is_shown_while_the_answer_is_formed(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.ask.gate = threading.Event()
    view.ask("And how?")
    turn = view.conversation.turns[0]
    qtbot.waitUntil(lambda: turn.searched is not None)
    texts = [text.toPlainText() for text in searched(turn).findChildren(FlowText)]
    assert texts == [f"Searched for: {QUESTION}"]


def test_a_question_searched_as_it_was_typed_needs_no_line(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    typed = QUESTION.replace(" notice", "\nnotice", 1)
    assert ask(qtbot, view, typed).searched is None


def test_what_was_searched_is_edited_and_asked_exactly_so(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    line = searched(ask(qtbot, view, "And how?"))
    qtbot.mouseClick(line.edit, Qt.MouseButton.LeftButton)
    assert line.field.text() == QUESTION
    assert line.field.hasFocus()
    qtbot.keyClicks(line.field, "How long is the notice?")
    with qtbot.waitSignal(view.answer_shown):
        qtbot.keyClick(line.field, Key.Key_Return)
    assert served.ask.requests[-1].question == "How long is the notice?"
    assert served.ask.requests[-1].as_it_stands
    assert served.ask.requests[-1].conversation_id == 1
    assert not line.editing
    assert not served.ask.requests[0].as_it_stands


def test_an_edit_is_left_with_escape_and_waits_while_another_question_is_answered(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    line = searched(ask(qtbot, view, "And how?"))
    served.ask.gate = threading.Event()
    view.ask(QUESTION)
    line.open_editor()
    qtbot.keyClicks(line.field, "Later")
    qtbot.keyClick(line.field, Key.Key_Return)
    assert line.editing
    assert len(served.ask.requests) <= 2
    qtbot.keyClick(line.field, Key.Key_Escape)
    assert not line.editing
    assert view.busy
    line.open_editor()
    line.field.setText(" ")
    assert not line.ask.isEnabled()
    qtbot.mouseClick(line.cancel, Qt.MouseButton.LeftButton)
    assert not line.editing


def test_drafts_are_kept_and_come_back(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    qtbot.keyClicks(view.composer.field, "half a question")
    qtbot.waitUntil(lambda: served.history.drafts.get(None) == "half a question")
    view.open_conversation(served.history.create())
    qtbot.waitUntil(lambda: view.conversation_id == 1)
    assert view.composer.text == ""
    view.new_conversation()
    qtbot.waitUntil(lambda: view.composer.text == "half a question")


def test_asking_clears_the_draft(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    served.history.drafts[None] = "old"
    qtbot.keyClicks(view.composer.field, "new")
    with qtbot.waitSignal(view.answer_shown):
        qtbot.keyClick(view.composer.field, Key.Key_Return)
    qtbot.waitUntil(lambda: served.history.drafts[None] == "")


def stored(number: int, turns: int) -> ConversationTurns:
    answers = tuple(replace(ANSWERED, question=f"Question {i}") for i in range(turns))
    return ConversationTurns(Conversation(number, f"Talk {number}", "2025-11-30T10:00:00", turns), answers)


def test_a_kept_conversation_opens_with_all_its_turns(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.history.kept[7] = stored(7, 12)
    with qtbot.waitSignal(view.answer_shown):
        view.open_conversation(7)
    qtbot.waitUntil(lambda: len(view.conversation.turns) == 12)
    assert [turn.question for turn in view.conversation.turns] == [f"Question {i}" for i in range(12)]
    assert view.title.text() == "Talk 7"
    ask(qtbot, view)
    assert served.ask.requests[-1].conversation_id == 7


def test_the_list_opens_renames_and_removes(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    served.history.kept = {1: stored(1, 1), 2: stored(2, 1)}
    popup = view.shelf.popup
    qtbot.mouseClick(view.shelf, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(popup.isVisible)
    popup.list.setCurrentRow(1)
    popup.list.item(1).setText("Renamed")
    qtbot.waitUntil(lambda: "rename 2 Renamed" in served.history.changes)
    qtbot.keyClick(popup.list, Key.Key_Delete)
    qtbot.waitUntil(lambda: "remove 2" in served.history.changes)
    assert popup.list.count() == 1
    popup.list.setCurrentRow(0)
    qtbot.keyClick(popup.list, Key.Key_Return)
    qtbot.waitUntil(lambda: view.conversation_id == 1)
    assert not popup.isVisible()


def test_a_title_is_whole_in_height_while_it_is_changed(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.history.kept = {1: stored(1, 1)}
    popup = view.shelf.popup
    qtbot.mouseClick(view.shelf, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(popup.isVisible)
    popup.list.setCurrentRow(0)
    qtbot.mouseClick(popup.rename, Qt.MouseButton.LeftButton)
    field = popup.list.findChild(QLineEdit)
    assert field is not None
    qtbot.waitUntil(field.isVisible)
    option = QStyleOptionFrame()
    field.initStyleOption(option)
    room = field.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, field)
    assert room.height() >= field.fontMetrics().height()
    popup.hide()


def test_removing_the_open_conversation_starts_a_new_one(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    ask(qtbot, view)
    with qtbot.waitSignal(view.conversation_changed):
        view.shelf.popup.remove_requested.emit(1, "Talk")
    assert view.conversation_id is None
    assert view.conversation.turns == ()


def test_a_removed_conversation_is_brought_back_and_shown_again(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.history.kept = {1: stored(1, 2), 2: stored(2, 1)}
    view.open_conversation(1)
    qtbot.waitUntil(lambda: view.conversation_id == 1)
    popup = view.shelf.popup
    qtbot.mouseClick(view.shelf, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(popup.isVisible)
    popup.list.setCurrentRow(0)
    assert not popup.undo.isVisible()
    qtbot.mouseClick(popup.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.conversation_id is None)
    assert "Talk 1" in popup.gone.text()
    qtbot.mouseClick(popup.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.conversation_id == 1)
    qtbot.waitUntil(lambda: popup.list.count() == 2)
    assert not popup.undo.isVisible()
    popup.list.setCurrentRow(0)
    qtbot.keyClick(popup.list, Key.Key_Delete)
    qtbot.keyClick(popup.list, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(
        lambda: served.history.changes.count("restore 2") + served.history.changes.count("restore 1") == 2
    )


def test_bringing_one_back_does_not_take_away_a_new_one(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    ask(qtbot, view)
    view.shelf.popup.remove_requested.emit(1, "Talk")
    qtbot.waitUntil(lambda: view.conversation_id is None)
    ask(qtbot, view, "Another")
    with qtbot.waitSignal(view.shelf.restored):
        view.shelf.restore(1)
    assert [turn.question for turn in view.conversation.turns] == ["Another"]


def test_conversations_are_found_by_typing(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    served.history.kept = {1: stored(1, 1), 12: stored(12, 1)}
    popup = view.shelf.popup
    qtbot.mouseClick(view.shelf, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClicks(popup.list, "t")
    qtbot.keyClicks(popup.search, "alk 12")
    qtbot.waitUntil(lambda: popup.list.count() == 1)
    qtbot.keyClicks(popup.search, "x")
    qtbot.waitUntil(popup.empty.isVisible)
    assert popup.empty.text() == "No conversation has these words."
    assert popup.search.isVisible()
    qtbot.keyClick(popup.search, Key.Key_Backspace)
    qtbot.waitUntil(lambda: popup.list.count() == 1)
    qtbot.keyClick(popup.search, Key.Key_Down)
    assert popup.list.currentRow() == 0
    popup.search.setFocus()
    qtbot.keyClick(popup.search, Key.Key_Return)
    qtbot.waitUntil(lambda: view.conversation_id == 12)
    qtbot.mouseClick(view.shelf, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(popup.isVisible)
    assert popup.search.text() == ""
    assert popup.list.count() == 2


def test_a_conversation_that_is_gone_is_said(qtbot: QtBot, view: AskView) -> None:
    with qtbot.waitSignal(view.failed) as failed:
        view.open_conversation(99)
    assert failed.args is not None
    assert failed.args[0].title == "Conversation not found"


def test_a_conversation_is_exported(qtbot: QtBot, view: AskView, tmp_path: Path) -> None:
    ask(qtbot, view)
    names: list[str] = []

    def choose(_parent: object, name: str, _filter: str) -> Path:
        names.append(name)
        return tmp_path / "talk"

    view.export_menu._choose_path = choose
    with qtbot.waitSignal(view.exported) as exported:
        view.export_menu.export(".md")
    assert exported.args == [tmp_path / "talk.md"]
    assert QUESTION in (tmp_path / "talk.md").read_text("utf-8")
    assert names[0].endswith(".md")
