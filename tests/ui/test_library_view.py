from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from library_fakes import FakeLibrary, make_document
from PySide6.QtCore import QItemSelectionModel, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.records import Document, DocumentState
from desktop.jobs.runner import JobRunner
from desktop.ui.details_dialog import DetailsDialog
from desktop.ui.dialogs import ConfirmDialog, NameDialog
from desktop.ui.document_actions import MOST_UNDONE
from desktop.ui.elided_combo import ElidedComboBox
from desktop.ui.library_view import LibraryView
from desktop.ui.messages import Messages
from desktop.ui.notices import NoticeArea
from desktop.ui.reveal import reveal_command
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class Column(QWidget):
    """A library column with a place for notices."""

    def __init__(self, services: "Services", runner: JobRunner, theme: Theme) -> None:
        super().__init__()
        self.area = NoticeArea(theme)
        self.view = LibraryView(services, runner, theme, Messages(self, self.area))
        layout = QVBoxLayout(self)
        layout.addWidget(self.view)
        layout.addWidget(self.area)
        self.resize(320, 640)


@pytest.fixture
def column(services: "Services", runner: JobRunner, theme: Theme, qtbot: QtBot) -> Iterator[Column]:
    column = Column(services, runner, theme)
    qtbot.addWidget(column)
    column.show()
    column.view.start()
    qtbot.waitUntil(lambda: runner.idle)
    yield column
    qtbot.waitUntil(lambda: runner.idle)


def titles(view: LibraryView) -> list[str]:
    return [view.model.index(row).data() for row in range(view.model.rowCount())]


def settled(qtbot: QtBot, view: LibraryView, runner: JobRunner) -> None:
    qtbot.waitUntil(lambda: not view._typing.isActive() and not view._refreshing.isActive() and runner.idle)


def choose(view: LibraryView, *names: str) -> None:
    flag = QItemSelectionModel.SelectionFlag
    for row, title in enumerate(titles(view)):
        if title in names:
            view.list.selectionModel().setCurrentIndex(view.model.index(row), flag.Select)


def test_typing_filters_after_a_pause(column: Column, runner: JobRunner, qtbot: QtBot) -> None:
    qtbot.keyClicks(column.view.filter, "no such title")
    settled(qtbot, column.view, runner)
    assert titles(column.view) == []
    assert column.view.stack.currentWidget() is column.view.nothing
    column.view.filter.clear()
    qtbot.keyClicks(column.view.filter, "minutes")
    settled(qtbot, column.view, runner)
    assert len(titles(column.view)) == 2
    assert column.view.footer.text() == "2 documents"


def test_the_list_of_states_shows_every_state_whole(column: Column, theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    states = ElidedComboBox()
    line = QVBoxLayout(window)
    line.addWidget(states)
    line.addStretch()
    states.addItems([column.view.states.itemText(row) for row in range(column.view.states.count())])
    window.resize(300, 600)
    window.show()
    QApplication.processEvents()
    states.showPopup()
    view = states.view()
    qtbot.waitUntil(view.isVisible)
    QApplication.processEvents()  # the popup is laid out once more when it is shown
    last = view.visualRect(view.model().index(states.count() - 1, 0))
    assert last.bottom() <= view.viewport().rect().bottom()
    assert view.verticalScrollBar().maximum() == 0
    assert (states.itemText(0), states.itemText(4)) == ("All, read or not", "Not or partly read")
    states.hidePopup()


def test_states_can_be_singled_out(column: Column, runner: JobRunner, qtbot: QtBot) -> None:
    column.view.states.setCurrentIndex(4)
    settled(qtbot, column.view, runner)
    assert titles(column.view) == ["Handbook for members", "Lease of the boathouse", "Old scan"]


def test_sorting_by_size_starts_with_the_largest(column: Column, runner: JobRunner, qtbot: QtBot) -> None:
    column.view.sort_by("size")
    settled(qtbot, column.view, runner)
    assert titles(column.view)[0] == "Network runbook"
    column.view.descending_action.setChecked(False)
    settled(qtbot, column.view, runner)
    assert titles(column.view)[0] == "Annual report 2025"


def test_an_empty_library_invites(
    column: Column, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    library.rows = []
    column.view.start()
    settled(qtbot, column.view, runner)
    assert column.view.stack.currentWidget() is column.view.empty
    with qtbot.waitSignal(column.view.sample_requested):
        qtbot.mouseClick(column.view.empty.sample, Qt.MouseButton.LeftButton)


def test_enter_and_double_click_open(column: Column, qtbot: QtBot) -> None:
    view = column.view
    view.filter.setFocus()
    qtbot.keyClick(view.filter, Qt.Key.Key_Return)
    qtbot.waitUntil(view.list.hasFocus)
    with qtbot.waitSignal(view.open_requested) as opened:
        qtbot.keyClick(view.list, Qt.Key.Key_Return)
    assert opened.args is not None
    assert isinstance(opened.args[0], Document)
    assert opened.args[0].title == "Annual report 2025"
    where = view.list.visualRect(view.model.index(2)).center()
    qtbot.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=where)
    with qtbot.waitSignal(view.open_requested) as opened:
        qtbot.mouseDClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert opened.args is not None
    assert opened.args[0].title == "Ferry fares 2026"


def test_delete_removes_and_undo_brings_back(
    column: Column, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    choose(column.view, "Old scan")
    with qtbot.waitSignal(column.view.library_changed):
        qtbot.keyClick(column.view.list, Qt.Key.Key_Delete)
    assert 8 not in [d.id for d in library.rows]
    (notice,) = column.area.notices
    assert "“Old scan”" in notice.news.text
    with qtbot.waitSignal(column.view.reread_queued):
        notice.news.actions[0].run()
    assert 8 in [d.id for d in library.rows]
    assert column.area.notices == []
    qtbot.waitUntil(lambda: runner.idle)


def test_very_many_are_removed_only_after_a_question(
    column: Column, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    many = tuple(
        make_document(n, f"File {n}", f"{n}.txt", DocumentState.READY) for n in range(MOST_UNDONE + 1)
    )
    column.view.actions_on.remove(many)
    dialog = column.findChild(ConfirmDialog)
    assert dialog is not None
    assert "remove" not in [call for call, _ in library.calls]
    with qtbot.waitSignal(column.view.library_changed):
        qtbot.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    assert "remove" in [call for call, _ in library.calls]
    qtbot.waitUntil(lambda: runner.idle)


def test_the_menu_offers_everything(
    column: Column, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    choose(column.view, "Old scan")
    menu = column.view.actions_on.menu(column.view.list.selected)
    actions = {action.text(): action for action in menu.actions() if action.text()}
    assert list(actions) == [
        "Open in reader", "Open original", "Reveal in folder", "Details...", "Ask about this", "Read again",
        "Move to collection", "Remove from library",
    ]  # fmt: skip
    actions["Details..."].trigger()
    details = column.view.window().findChild(DetailsDialog)
    assert details is not None
    assert details.facts["Reason"] == library.rows[7].reason
    details.reject()
    with qtbot.waitSignal(column.view.ask_requested) as asked:
        actions["Ask about this"].trigger()
    assert asked.args is not None
    assert [d.title for d in asked.args[0]] == ["Old scan"]
    with qtbot.waitSignal(column.view.reread_queued):
        actions["Read again"].trigger()
    assert ("reread", (8,)) in library.calls
    assert next(d for d in library.rows if d.id == 8).state is DocumentState.WAITING
    choose(column.view, "Network runbook")
    both = column.view.actions_on.menu(column.view.list.selected)
    assert "Open in reader" not in [action.text() for action in both.actions()]


def test_the_menu_key_opens_the_menu(column: Column, qtbot: QtBot) -> None:
    choose(column.view, "Network runbook")
    menu = column.view.actions_on.open_menu(
        column.view.list.selected, column.mapToGlobal(column.rect().center())
    )
    assert menu.isVisible()
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert not menu.isVisible()


def test_a_file_that_has_moved_is_said(column: Column) -> None:
    choose(column.view, "Network runbook")
    document = column.view.list.selected[0]
    column.view.actions_on.reveal(document)
    assert "The file has moved" in column.area.notices[0].news.text


def test_the_original_opens_in_its_program(
    column: Column, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) is None)
    document = Document(1, "x", __file__, "This test", DocumentState.READY)
    column.view.actions_on.open_original(document)
    assert opened == [QUrl.fromLocalFile(__file__)]


def test_revealing_follows_the_system() -> None:
    windows = reveal_command(Path("a.pdf"), "win32")
    assert windows is not None
    assert windows[1] == "/select,a.pdf"
    mac = reveal_command(Path("a.pdf"), "darwin")
    assert mac is not None
    assert mac[1:] == ["-R", "a.pdf"]
    assert reveal_command(Path("a.pdf"), "linux") is None


def test_the_selection_follows_the_document(
    column: Column, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    choose(column.view, "Ferry fares 2026")
    library.rows += [make_document(100 + n, f"Aaa {n}", f"{n}.txt", DocumentState.READY) for n in range(3)]
    column.view.model.refresh()
    settled(qtbot, column.view, runner)
    assert [d.title for d in column.view.list.selected] == ["Ferry fares 2026"]


def test_collections_are_made_renamed_and_removed(
    column: Column, library: FakeLibrary, runner: JobRunner, qtbot: QtBot
) -> None:
    collections = column.view.collections
    collections.create_collection()
    dialog = column.findChild(NameDialog)
    assert dialog is not None
    qtbot.keyClicks(dialog.field, "Papers")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: column.view.collection == "Papers")
    settled(qtbot, column.view, runner)
    assert column.view.stack.currentWidget() is column.view.empty
    current = collections.current
    assert current is not None
    collections._change(lambda: library.rename_collection(collection_id=current.id, name="Articles"))
    qtbot.waitUntil(lambda: column.view.collection == "Articles")
    collections.remove_collection()
    confirm = column.findChild(ConfirmDialog)
    assert confirm is not None
    qtbot.mouseClick(confirm.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: column.view.collection is None)
    settled(qtbot, column.view, runner)
    assert len(titles(column.view)) == len(library.rows)


def test_a_taken_name_is_told_quietly(column: Column, qtbot: QtBot) -> None:
    column.view.collections._change(lambda: column.view._library.create_collection(name="Work"))
    qtbot.waitUntil(lambda: bool(column.area.notices))
    assert "Name taken" in column.area.notices[0].news.text


def test_nothing_of_this_reads_the_library_on_the_gui_thread(column: Column, library: FakeLibrary) -> None:
    assert library.threads
    assert "MainThread" not in library.threads
