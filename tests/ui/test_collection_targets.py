"""Documents that are dragged onto a collection, or sent there from the menu."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from library_fakes import FakeLibrary
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDrag, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.records import Collection
from desktop.jobs.runner import JobRunner
from desktop.ui.collection_targets import document_ids, document_mime
from desktop.ui.library_view import LibraryView
from desktop.ui.messages import Messages
from desktop.ui.notices import NoticeArea
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class Column(QWidget):
    def __init__(self, services: "Services", runner: JobRunner, theme: Theme) -> None:
        super().__init__()
        self.area = NoticeArea(theme)
        self.view = LibraryView(services, runner, theme, Messages(self, self.area))
        layout = QVBoxLayout(self)
        layout.addWidget(self.view)
        layout.addWidget(self.area)
        self.resize(320, 640)


@pytest.fixture
def column(
    services: "Services", library: FakeLibrary, runner: JobRunner, theme: Theme, qtbot: QtBot
) -> Iterator[Column]:
    library.groups.append(Collection(3, "Watched", folder="/home/ada/watched"))
    column = Column(services, runner, theme)
    qtbot.addWidget(column)
    column.show()
    column.view.start()
    qtbot.waitUntil(lambda: runner.idle)
    yield column
    qtbot.waitUntil(lambda: runner.idle)


def drop(column: Column, row: int, *documents: int) -> bool:
    places = column.view.targets.places
    at = places.visualItemRect(places.item(row)).center()
    wanted = [d for d in column.view.model.loaded(0, 99) if d.id in documents]
    data = document_mime(wanted)
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(at), action, data, button, keys)
    QApplication.sendEvent(places.viewport(), enter)
    event = QDropEvent(QPointF(at), action, data, button, keys)
    QApplication.sendEvent(places.viewport(), event)
    return enter.isAccepted() and event.isAccepted()


def test_a_drag_offers_the_collections_and_a_drop_moves(
    column: Column, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    column.view.list.selectRow(0)
    seen: list[list[str]] = []

    def carry(drag: QDrag, _actions: Qt.DropAction) -> Qt.DropAction:
        places = column.view.targets.places
        assert column.view.targets.isVisible()
        seen.append([places.item(row).text() for row in range(places.count())])
        assert document_ids(drag.mimeData()) == (1,)
        assert [url.isLocalFile() for url in drag.mimeData().urls()] == [True]
        with qtbot.waitSignal(column.view.library_changed):
            assert drop(column, 1, 1)
        return Qt.DropAction.CopyAction

    monkeypatch.setattr(QDrag, "exec", carry)
    column.view.list.startDrag(Qt.DropAction.CopyAction)
    assert seen == [["Harbour library", "Work"]]  # what a watched folder decides is not offered
    assert not column.view.targets.isVisible()
    assert next(d for d in library.rows if d.id == 1).collection == "Work"


def test_a_move_can_be_undone(column: Column, library: FakeLibrary, qtbot: QtBot) -> None:
    with qtbot.waitSignal(column.view.library_changed):
        column.view.actions_on.move((1, 2), "Work")
    (notice,) = column.area.notices
    assert notice.news.text == "Moved 2 documents to “Work”."
    with qtbot.waitSignal(column.view.library_changed):
        notice.news.actions[0].run()
    assert {d.collection for d in library.rows if d.id in {1, 2}} == {"Harbour library"}


def test_files_from_outside_are_not_for_the_targets(column: Column) -> None:
    column.view.targets.show_below(column.view.collections, but=None)
    places = column.view.targets.places
    data = document_mime(column.view.model.loaded(0, 0))
    for kind in data.formats():
        if kind != "text/uri-list":
            data.removeFormat(kind)
    at = places.visualItemRect(places.item(0)).center()
    event = QDragEnterEvent(
        QPointF(at), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(places.viewport(), event)
    assert not event.isAccepted()


def test_the_menu_moves_by_keyboard(column: Column, library: FakeLibrary, qtbot: QtBot) -> None:
    documents = tuple(column.view.model.loaded(0, 0))
    menu = column.view.actions_on.menu(documents)
    targets = next(a.menu() for a in menu.actions() if a.text() == "Move to collection")
    assert [action.text() for action in targets.actions()] == ["Work"]  # type: ignore[union-attr]
    with qtbot.waitSignal(column.view.library_changed):
        targets.actions()[0].trigger()  # type: ignore[union-attr]
    assert ("move", ((1,), "Work")) in library.calls


def test_nothing_is_moved_out_of_a_watched_collection(column: Column) -> None:
    document = replace(column.view.model.loaded(0, 0)[0], collection="Watched")
    menu = column.view.actions_on.menu((document,))
    assert "Move to collection" not in [action.text() for action in menu.actions()]
