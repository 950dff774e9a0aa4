import threading
from dataclasses import replace

import pytest
from ask_view_steps import ask
from asking import (
    ANSWERED,
    CONCLUDED,
    DEFLECTED,
    DOUBTFUL,
    LEASE,
    LEASE_SOURCE,
    QUESTION,
    QUOTED,
    RESULT,
    RULES,
    RULES_SOURCE,
    FakeServices,
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop.domain.answers import NoticeGiven, Source, Tiers
from desktop.domain.errors import UserError
from desktop.services.changes import Changes
from desktop.ui.answer_body import AnswerBody
from desktop.ui.ask_view import AskView
from desktop.ui.deflection import Deflection
from desktop.ui.flow_text import FlowText
from desktop.ui.labels import PlainLabel
from desktop.ui.quotation import Quotation
from desktop.ui.theme import Theme
from desktop.ui.turn_view import TurnView

Key = Qt.Key


def body(turn: TurnView) -> FlowText:
    return next(text for text in turn.findChildren(FlowText) if text.accessibleName() == "Answer")


def labels(turn: TurnView) -> list[str]:
    return [label.text() for label in turn.findChildren(PlainLabel) if not label.isHidden()]


def button(turn: TurnView, text: str) -> QPushButton:
    return next(b for b in turn.findChildren(QPushButton) if b.text() == text)


def test_the_chat_model_gets_ready_once_while_a_question_is_typed(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    for word in ("Notice ", "period"):
        with qtbot.waitSignal(view.composer.draft_changed):
            qtbot.keyClicks(view.composer.field, word)
    qtbot.waitUntil(lambda: served.ask.warmed > 0)
    assert served.ask.warmed == 1


def test_the_question_is_typed_and_asked_with_enter(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    field = view.composer.field
    qtbot.keyClicks(field, "Notice")
    qtbot.keyClick(field, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(field, "period?")
    with qtbot.waitSignal(view.answer_shown):
        qtbot.keyClick(field, Key.Key_Return)
    assert served.ask.requests[0].question == "Notice\nperiod?"
    assert field.toPlainText() == ""
    assert view.conversation_id == 1


def test_tab_leaves_the_field(qtbot: QtBot, view: AskView) -> None:
    field = view.composer.field
    field.setFocus()
    qtbot.keyClicks(field, "x")
    qtbot.keyClick(field, Key.Key_Tab)
    assert field.toPlainText() == "x"
    assert not field.hasFocus()


def test_evidence_comes_first_then_words_then_the_checked_answer(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.ask.gate = threading.Event()
    with qtbot.waitSignal(view.retrieved) as retrieved:
        view.ask(QUESTION)
    assert retrieved.args == [RESULT]
    turn = view.conversation.turns[0]
    qtbot.waitUntil(lambda: any("is three months" in t.toPlainText() for t in turn.findChildren(FlowText)))
    assert len(turn.findChildren(Quotation)) == 2
    assert turn.steps.now.text() == "Reading lease.pdf, page 3"
    assert turn.steps.stop.isVisible()
    with qtbot.waitSignal(view.answer_shown):
        served.ask.gate.set()
    qtbot.waitUntil(lambda: not turn.findChildren(Quotation))
    assert body(turn).toPlainText() == ANSWERED.text
    assert not turn.steps.stop.isVisible()
    assert turn.steps.fold.text() == "2 steps"


def test_steps_unfold(qtbot: QtBot, view: AskView) -> None:
    turn = ask(qtbot, view)
    qtbot.mouseClick(turn.steps.fold, Qt.MouseButton.LeftButton)
    assert turn.steps.list.isVisible()
    assert turn.steps.list.text().splitlines() == list(ANSWERED.steps)


def test_a_marker_is_clicked(qtbot: QtBot, view: AskView) -> None:
    text = body(ask(qtbot, view))
    qtbot.waitUntil(lambda: text.height() > 20)
    start, end, number = text._chips[1]
    assert number == 2
    place = text.range_rect(start, end).center().toPoint()
    with qtbot.waitSignal(view.citation_requested) as asked:
        qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == [RULES_SOURCE]


def test_a_marker_is_reached_and_followed_by_keyboard(qtbot: QtBot, view: AskView) -> None:
    text = body(ask(qtbot, view))
    text.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(text, Key.Key_Tab)
    asked: list[Source] = []
    view.citation_requested.connect(asked.append)
    qtbot.keyClick(text, Key.Key_Return)
    assert len(asked) == 1
    assert asked[0] in {LEASE_SOURCE, RULES_SOURCE}


def test_unsupported_sentences_are_marked_in_words(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    served.ask.answer = DOUBTFUL
    turn = ask(qtbot, view)
    text = body(turn)
    assert "shorter period. (not supported)" in text.toPlainText()
    cursor = text.document().find("shorter")
    assert "No passage" in cursor.charFormat().toolTip()
    assert DOUBTFUL.notices[0] in labels(turn)


def test_quotations_are_labelled_and_open_the_reader(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.ask.answer = QUOTED
    turn = ask(qtbot, view)
    assert "In the documents' own words" in labels(turn)
    quotation = turn.findChildren(Quotation)[0]
    with qtbot.waitSignal(view.citation_requested) as asked:
        qtbot.keyClick(quotation, Key.Key_Return)
    assert asked.args == [LEASE_SOURCE]
    assert "Lease of the harbour house" in quotation.accessibleName()


def test_what_follows_from_quotations_is_said_above_them(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.ask.answer = CONCLUDED
    turn = ask(qtbot, view)
    text = body(turn)
    assert text.toPlainText().startswith(CONCLUDED.sentences[0].text)
    shown = turn.findChild(AnswerBody)
    assert isinstance(shown, AnswerBody)
    first, _second = shown.findChildren(Quotation)
    qtbot.waitUntil(lambda: text.mapTo(turn, QPoint()).y() < first.mapTo(turn, QPoint()).y())
    with qtbot.waitSignal(view.citation_requested) as asked:
        text.marker_activated.emit(2)
    assert asked.args == [RULES_SOURCE]


def test_a_refusal_has_its_own_page_without_numbers(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.ask.answer, served.ask.events = DEFLECTED, ()
    turn = ask(qtbot, view, DEFLECTED.question)
    page = turn.findChild(Deflection)
    assert isinstance(page, Deflection)
    assert body(turn).toPlainText() == DEFLECTED.text
    assert "Closest, but does not answer this" in labels(turn)
    assert all("[" not in text.toPlainText() for text in page.findChildren(FlowText))
    opened: list[object] = []
    view.document_requested.connect(opened.append)
    qtbot.mouseClick(button(turn, "Open"), Qt.MouseButton.LeftButton)
    assert opened == [RULES]
    with qtbot.waitSignal(view.answer_shown):
        qtbot.mouseClick(button(turn, "Ask about it"), Qt.MouseButton.LeftButton)
    assert served.ask.requests[-1].documents == (RULES.id,)
    assert served.ask.requests[-1].question == DEFLECTED.question


@pytest.mark.parametrize("fails", [True, False])
def test_a_question_that_fails_or_is_stopped_says_that_it_has_no_answer(
    qtbot: QtBot, view: AskView, served: FakeServices, fails: bool
) -> None:
    served.ask.gate = threading.Event()
    served.ask.error = UserError("No model", "It is gone.")
    with qtbot.waitSignal(view.retrieved):
        view.ask(QUESTION)
    with qtbot.waitSignal(view.unanswered):
        served.ask.gate.set() if fails else view.stop()
    assert not view.busy


def test_a_refusal_shows_what_came_closest_before_three_titles(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    titles = tuple(replace(RULES, id=n, title=f"Title {n}") for n in range(20, 26))
    served.ask.answer, served.ask.events = replace(DEFLECTED, tiers=Tiers(maybe_try=titles)), ()
    page = ask(qtbot, view, DEFLECTED.question).findChild(Deflection)
    assert isinstance(page, Deflection)
    headings = [label for label in page.findChildren(PlainLabel) if label.text()]
    qtbot.waitUntil(lambda: all(label.y() > 0 for label in headings))
    places = {label.text(): label.y() for label in page.findChildren(QLabel)}
    assert places["Closest, but does not answer this"] < places["Maybe try"]
    assert [text for text in places if text.startswith("Title")] == ["Title 20", "Title 21", "Title 22"]


def test_reading_further_is_offered_where_it_may_help(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.ask.answer, served.ask.events = replace(DEFLECTED, may_read_on=True), ()
    turn = ask(qtbot, view, DEFLECTED.question)
    button = next(b for b in turn.findChildren(QPushButton) if b.text() == "Read further")
    served.ask.answer = DEFLECTED
    with qtbot.waitSignal(view.answer_shown):
        button.click()
    assert served.ask.requests[-1] == replace(served.ask.requests[0], conversation_id=1, read=True)
    turn = view.conversation.turns[-1]
    assert not any(b.text() == "Read further" for b in turn.findChildren(QPushButton))


def test_escape_stops_and_what_came_stays(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    served.ask.gate = threading.Event()
    view.ask(QUESTION)
    turn = view.conversation.turns[0]
    qtbot.waitUntil(lambda: any("is three months" in t.toPlainText() for t in turn.findChildren(FlowText)))
    qtbot.keyClick(view.composer.field, Key.Key_Escape)
    qtbot.waitUntil(lambda: not view.busy)
    assert any("not checked" in text for text in labels(turn))
    assert any("is three months" in t.toPlainText() for t in turn.findChildren(FlowText))
    assert view.conversation_id == 1


def test_a_failure_says_what_to_do_and_can_be_retried(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    """P130."""
    served.ask.error = UserError("No model answered", "The process ended.", "Choose another model.")
    view.ask(QUESTION)
    turn = view.conversation.turns[0]
    qtbot.waitUntil(lambda: not view.busy)
    assert {"No model answered", "The process ended.", "Choose another model."} <= set(labels(turn))
    served.ask.error = None
    with qtbot.waitSignal(view.answer_shown):
        qtbot.mouseClick(button(turn, "Try again"), Qt.MouseButton.LeftButton)
    assert [r.question for r in served.ask.requests] == [QUESTION, QUESTION]


def test_notices_on_the_way_are_shown(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    served.ask.events = (NoticeGiven("The language model was restarted."),)
    served.ask.gate = threading.Event()
    view.ask(QUESTION)
    qtbot.waitUntil(lambda: "The language model was restarted." in labels(view.conversation.turns[0]))


def test_an_interrupted_turn_says_so(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    served.ask.answer = replace(ANSWERED, interrupted=True)
    assert any("interrupted" in text for text in labels(ask(qtbot, view)))


def test_copy_puts_answer_and_sources_on_the_clipboard(qtbot: QtBot, view: AskView) -> None:
    turn = ask(qtbot, view)
    qtbot.mouseClick(button(turn, "Copy with sources"), Qt.MouseButton.LeftButton)
    assert "[1] Lease of the harbour house, page 3" in QGuiApplication.clipboard().text()


def test_markup_in_answers_is_shown_and_not_obeyed(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    hostile = "<h1>Big</h1> <img src='http://evil.example/x.png'> [a](http://evil.example)"
    served.ask.answer = replace(ANSWERED, text=hostile, sentences=())
    text = body(ask(qtbot, view))
    assert text.toPlainText() == hostile
    assert text.loadResource(2, "http://evil.example/x.png") is None


def test_tables_keep_their_columns_and_scroll_inside(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    row = "| " + " | ".join(f"column {i}" for i in range(40)) + " |\n"
    served.ask.answer = replace(ANSWERED, text="Here it is.\n" + row * 3, sentences=())
    turn = ask(qtbot, view)
    box = next(b for b in turn.findChildren(QPlainTextEdit) if b.isReadOnly())
    assert box.lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap
    assert box.width() <= view.width()


def test_chosen_collections_and_documents_limit_the_question(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    menu = view.composer.scope.menu()
    assert menu.actions()[0].text() == "All documents"
    menu.actions()[2].trigger()
    assert view.composer.scope.scopes == ("Housing",)
    view.ask_about((LEASE,))
    assert view.composer.scope.scopes == ()
    ask(qtbot, view)
    assert served.ask.requests[-1].documents == (LEASE.id,)
    chip = next(b for b in view.composer.scope.findChildren(QPushButton) if "✕" in b.text())
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert view.composer.scope.documents == ()


def test_a_question_that_is_too_long_is_refused_before_it_is_asked(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    view.composer.field.setPlainText("x" * 6000)
    assert "6,000" in view.composer.hint.text()
    qtbot.keyClick(view.composer.field, Key.Key_Return)
    assert not served.ask.requests
    view.set_disabled_reason("Add documents first.")
    assert view.composer.hint.text() == "Add documents first."


def test_the_field_grows_with_its_lines(view: AskView) -> None:
    field = view.composer.field
    one = field.height()
    field.setPlainText("a\nb\nc")
    assert field.height() > 2 * one * 0.8
    field.setPlainText("a\n" * 30)
    assert field.height() < 12 * one


def test_leaving_while_an_answer_is_formed_drops_it(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.ask.gate = threading.Event()
    view.ask(QUESTION)
    view.new_conversation()
    assert not view.busy
    shown: list[object] = []
    view.answer_shown.connect(shown.append)
    served.ask.gate.set()
    qtbot.waitUntil(lambda: view._runner.idle)
    assert shown == []
    assert view.conversation_id is None


def test_examples_are_offered_and_asked(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    qtbot.waitUntil(lambda: len(view.empty.buttons) == 3)
    assert not view.empty.invitation.isVisible()
    with qtbot.waitSignal(view.answer_shown):
        qtbot.mouseClick(view.empty.buttons[0], Qt.MouseButton.LeftButton)
    assert served.ask.requests[0].question == served.examples.made[0]
    assert not view.empty.isVisible()


def test_an_empty_library_invites_to_drop_files(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    served.examples.made = ()
    view.apply_changes(Changes(documents=True))
    qtbot.waitUntil(view.empty.invitation.isVisible)
    link = view.empty.invitation.findChild(QPushButton)
    assert isinstance(link, QPushButton)
    with qtbot.waitSignal(view.add_requested):
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)


def test_right_to_left_answers_are_set_from_the_right(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.ask.answer = replace(
        ANSWERED, text="مدة الإشعار ثلاثة أشهر. [1]\nEnglish follows. [2]", sentences=()
    )
    document = body(ask(qtbot, view)).document()
    assert document.firstBlock().textDirection() is Qt.LayoutDirection.RightToLeft
    assert document.lastBlock().textDirection() is Qt.LayoutDirection.LeftToRight


def test_very_long_words_do_not_widen_the_column(qtbot: QtBot, view: AskView, served: FakeServices) -> None:
    served.ask.answer = replace(ANSWERED, text="Donaudampfschifffahrt" * 40, sentences=())
    turn = ask(qtbot, view, "Langeswort" * 60)
    assert turn.width() <= 720
    assert view.conversation.widget().width() <= view.width()


def test_the_newest_question_stays_in_view_until_the_person_scrolls(
    qtbot: QtBot, view: AskView, served: FakeServices
) -> None:
    served.ask.answer = replace(ANSWERED, text="Long. " * 1500, sentences=())
    ask(qtbot, view)
    ask(qtbot, view, "The second question")
    bar = view.conversation.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 500)
    second = view.conversation.turns[1]

    def in_view() -> bool:
        return 0 <= second.mapTo(view.conversation, QPoint(0, 0)).y() < view.conversation.height()

    qtbot.waitUntil(in_view)  # the column follows a moment after it has grown


def test_everything_that_takes_the_keyboard_has_a_name(qtbot: QtBot, view: AskView) -> None:
    from PySide6.QtGui import QAccessible
    from PySide6.QtWidgets import QWidget

    ask(qtbot, view)
    for widget in view.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            interface = QAccessible.queryAccessibleInterface(widget)
            assert interface.text(QAccessible.Text.Name), widget


def test_dark_and_light_follow_at_once(qtbot: QtBot, view: AskView, theme: Theme) -> None:
    text = body(ask(qtbot, view))
    before = text.document().firstBlock().begin().fragment().charFormat().foreground().color()
    theme.set_appearance("dark")
    after = text.document().firstBlock().begin().fragment().charFormat().foreground().color()
    assert before != after


@pytest.mark.parametrize("width", [340, 520, 1000])
def test_nothing_is_cut_off_in_a_narrow_window(
    qtbot: QtBot, view: AskView, served: FakeServices, width: int
) -> None:
    view.setMinimumWidth(0)
    view.resize(width, 560)
    qtbot.waitUntil(lambda: len(view.empty.buttons) == 3)
    qtbot.waitUntil(lambda: view.empty.widget().width() <= view.empty.viewport().width())
    served.ask.answer = DOUBTFUL
    ask(qtbot, view)
    served.ask.answer = DEFLECTED
    ask(qtbot, view, DEFLECTED.question)
    qtbot.waitUntil(lambda: view.conversation.widget().width() <= view.conversation.viewport().width())
    assert view.width() == width
