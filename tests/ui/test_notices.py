from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.errors import UserError
from desktop.jobs.runner import UnexpectedError
from desktop.ui.messages import Messages
from desktop.ui.notices import SHOWN_AT_ONCE, Action, NoticeArea, Tone
from desktop.ui.theme import Theme


def make(qtbot: QtBot, theme: Theme) -> tuple[QWidget, NoticeArea, Messages]:
    window = QWidget()
    layout = QVBoxLayout(window)
    area = NoticeArea(theme)
    layout.addWidget(area)
    qtbot.addWidget(window)
    window.show()
    return window, area, Messages(window, area)


def test_details_open_on_request(qtbot: QtBot, theme: Theme) -> None:
    _, area, messages = make(qtbot, theme)
    messages.notify("Added 1 document. Left out 1 file.", tone=Tone.WARNING, details="a.tmp\n  temporary")
    notice = area.notices[0]
    assert area.isVisible()
    assert not notice.details.isVisible()
    qtbot.mouseClick(notice.more, Qt.MouseButton.LeftButton)
    assert notice.details.isVisible()
    assert "temporary" in notice.details.toPlainText()
    qtbot.mouseClick(notice.more, Qt.MouseButton.LeftButton)
    assert not notice.details.isVisible()


def test_closes_by_button_and_escape(qtbot: QtBot, theme: Theme) -> None:
    _, area, messages = make(qtbot, theme)
    messages.notify("One", stays=True)
    messages.notify("Two", stays=True)
    qtbot.mouseClick(area.notices[0].close_button, Qt.MouseButton.LeftButton)
    assert [n.news.text for n in area.notices] == ["Two"]
    qtbot.keyClick(area.notices[0], Qt.Key.Key_Escape)
    assert area.notices == []
    assert not area.isVisible()


def test_newest_few_are_kept_and_a_key_replaces(qtbot: QtBot, theme: Theme) -> None:
    _, area, messages = make(qtbot, theme)
    for number in range(SHOWN_AT_ONCE + 2):
        messages.notify(f"News {number}")
    assert [n.news.text for n in area.notices] == ["News 2", "News 3", "News 4"]
    messages.notify("A", key="added")
    messages.notify("B", key="added")
    assert [n.news.text for n in area.notices][-1] == "B"
    assert "A" not in [n.news.text for n in area.notices]


def test_actions_run(qtbot: QtBot, theme: Theme) -> None:
    _, area, messages = make(qtbot, theme)
    ran: list[str] = []
    messages.notify("Moved", actions=(Action("Locate", lambda: ran.append("x")),))
    button = next(b for b in area.notices[0].findChildren(type(area.notices[0].more)) if b.text() == "Locate")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert ran == ["x"]


def test_errors_say_what_to_do_and_bugs_are_not_shown_twice(qtbot: QtBot, theme: Theme) -> None:
    _, area, messages = make(qtbot, theme)
    messages.show_error(UserError("Disk full", "No space is left.", "Free some space."))
    messages.show_error(UnexpectedError())
    assert [n.news.text for n in area.notices] == ["Disk full. No space is left. Free some space."]
    assert area.notices[0].news.tone is Tone.DANGER


def test_confirm_runs_only_on_agreement(qtbot: QtBot, theme: Theme) -> None:
    _, _, messages = make(qtbot, theme)
    ran: list[str] = []
    dialog = messages.confirm("Remove?", "It leaves the library.", "Remove", lambda: ran.append("x"))
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert ran == []
    dialog = messages.confirm("Remove?", "It leaves the library.", "Remove", lambda: ran.append("x"))
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert ran == []
    dialog = messages.confirm("Remove?", "It leaves the library.", "Remove", lambda: ran.append("x"))
    qtbot.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    assert ran == ["x"]


def test_names_are_trimmed_and_never_empty(qtbot: QtBot, theme: Theme) -> None:
    _, _, messages = make(qtbot, theme)
    names: list[str] = []
    dialog = messages.ask_name("New collection", "Name", "", names.append)
    assert not dialog.save.isEnabled()
    qtbot.keyClicks(dialog.field, "  Papers ")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert names == ["Papers"]


def test_crash_details_can_be_copied(qtbot: QtBot, theme: Theme) -> None:
    _, _, messages = make(qtbot, theme)
    messages.show_crash("Traceback one")
    messages.show_crash("Traceback two")
    dialog = messages._crash
    assert dialog is not None
    qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert "Traceback one" in copied
    assert "Traceback two" in copied
    dialog.reject()
    assert messages._crash is None


def test_a_way_back_stays_in_view_longer_than_mere_news(qtbot: QtBot, theme: Theme) -> None:
    _, area, messages = make(qtbot, theme)
    undo = Action("Undo", lambda: None)
    messages.notify("Removed", actions=(undo,))
    for number in range(SHOWN_AT_ONCE + 1):
        messages.notify(f"News {number}")
    assert [n.news.text for n in area.notices] == ["Removed", "News 2", "News 3"]
    shown = [timer.interval() for n in area.notices for timer in n.findChildren(QTimer)]
    assert shown[0] >= 30_000 > shown[1]
    messages.notify("Moved", actions=(undo,))
    messages.notify("Sorted", actions=(undo,))
    messages.notify("Renamed", actions=(undo,))
    assert [n.news.text for n in area.notices] == ["Moved", "Sorted", "Renamed"]
