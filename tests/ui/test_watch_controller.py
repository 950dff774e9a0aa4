"""The window and its watched folders."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from watch_fakes import FakeWatching

from desktop.jobs.runner import JobRunner
from desktop.services.views import Reconciled, WatchedFolder
from desktop.ui.messages import Messages
from desktop.ui.notices import NoticeArea
from desktop.ui.theme import Theme
from desktop.ui.watch_controller import WatchController
from desktop.ui.watch_line import WatchLine

if TYPE_CHECKING:
    from desktop.services.bundle import Services

SHELF = WatchedFolder(1, "Shelf", "/home/ada/Shelf")


@pytest.fixture
def watching(services: "Services") -> FakeWatching:
    found = services.watching
    assert isinstance(found, FakeWatching)
    return found


@pytest.fixture
def area(theme: Theme, qtbot: QtBot) -> NoticeArea:
    area = NoticeArea(theme)
    qtbot.addWidget(area)
    return area


@pytest.fixture
def controller(services: "Services", runner: JobRunner, area: NoticeArea) -> WatchController:
    return WatchController(services, runner, Messages(area, area))


def rest(qtbot: QtBot, runner: JobRunner) -> None:
    qtbot.waitUntil(lambda: runner.idle)


def test_every_watched_folder_is_followed_and_let_go(
    controller: WatchController, watching: FakeWatching, runner: JobRunner, qtbot: QtBot
) -> None:
    watching.shown = [SHELF]
    with qtbot.waitSignal(controller.folders_changed) as shown:
        controller.refresh()
    assert shown.args == [(SHELF,)]
    assert [watch.started for watch in watching.watches] == [True]
    controller.refresh()
    rest(qtbot, runner)
    assert len(watching.watches) == 1
    with qtbot.waitSignal(controller.library_changed):
        controller.unwatch(1)
    rest(qtbot, runner)
    assert watching.watches[0].stopped


def test_what_a_watch_says_is_compared_once_at_a_time(
    controller: WatchController, watching: FakeWatching, runner: JobRunner, qtbot: QtBot
) -> None:
    watching.shown = [SHELF]
    controller.refresh()
    rest(qtbot, runner)
    a, b = Path("/home/ada/Shelf/a"), Path("/home/ada/Shelf/b")
    watching.finds = [Reconciled("Shelf", SHELF.folder, added=1)]
    with qtbot.waitSignals([controller.library_changed, controller.queued]):
        watching.watches[0].on_dirty([a])
        watching.watches[0].on_dirty([b])
        watching.watches[0].on_dirty([a])
    rest(qtbot, runner)
    assert watching.compared == [(1, [a]), (1, [a, b])]
    watching.watches[0].on_dirty([a])
    watching.watches[0].on_dirty(None)
    watching.watches[0].on_dirty([b])
    qtbot.waitUntil(lambda: len(watching.compared) == 4)
    assert watching.compared[2:] == [(1, [a]), (1, None)]


def test_many_changes_reach_the_window_as_few_signals(
    controller: WatchController, watching: FakeWatching, runner: JobRunner, qtbot: QtBot
) -> None:
    """P159: a checkout of thousands of files."""
    watching.shown = [SHELF]
    controller.refresh()
    rest(qtbot, runner)
    changes: list[object] = []
    controller.library_changed.connect(changes.append)
    watching.finds = [Reconciled("Shelf", SHELF.folder, added=5000)]
    for number in range(5000):
        watching.watches[0].on_dirty([Path(f"/home/ada/Shelf/{number}")])
    qtbot.waitUntil(lambda: bool(changes))
    rest(qtbot, runner)
    assert len(watching.compared) <= 3
    assert len(changes) == 1


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            Reconciled("Shelf", "/home/ada/Shelf", removed=("/home/ada/Shelf/a.txt",)),
            "1 document deleted from /home/ada/Shelf left the library.",
        ),
        (
            Reconciled("Shelf", "/home/ada/Shelf", offline=20, away=True),
            "/home/ada/Shelf cannot be reached. Its 20 documents stay",
        ),
        (Reconciled("Shelf", "/home/ada/Shelf", back=20), "/home/ada/Shelf is back, with 20 documents."),
    ],
)
def test_what_a_person_should_know_is_said(
    controller: WatchController,
    watching: FakeWatching,
    area: NoticeArea,
    qtbot: QtBot,
    found: Reconciled,
    words: str,
) -> None:
    watching.shown = [SHELF]
    watching.finds = [found]
    controller.refresh()
    qtbot.waitUntil(lambda: bool(watching.watches))
    watching.watches[0].on_dirty(None)
    qtbot.waitUntil(lambda: bool(area.notices))
    assert words in area.notices[0].news.text
    assert area.notices[0].news.details == "\n".join(found.removed)


def test_a_folder_that_another_process_watches_is_followed_too(
    controller: WatchController, watching: FakeWatching, qtbot: QtBot
) -> None:
    controller._clock.setInterval(10)
    controller.start()
    watching.shown = [SHELF]
    qtbot.waitUntil(lambda: len(watching.watches) == 1)
    controller.stop()
    assert watching.watches[0].stopped


def test_what_left_with_its_files_can_be_brought_back(
    controller: WatchController, watching: FakeWatching, area: NoticeArea, qtbot: QtBot
) -> None:
    watching.shown = [SHELF]
    watching.finds = [Reconciled("Shelf", SHELF.folder, removed=("/home/ada/Shelf/a.txt",))]
    controller.refresh()
    qtbot.waitUntil(lambda: bool(watching.watches))
    watching.watches[0].on_dirty(None)
    qtbot.waitUntil(lambda: bool(area.notices))
    with qtbot.waitSignals([controller.library_changed, controller.queued]):
        area.notices[0].news.actions[0].run()
    qtbot.waitUntil(lambda: "2 documents are back" in area.notices[0].news.text)


def test_patterns_are_kept_and_everything_compared(
    controller: WatchController, watching: FakeWatching, qtbot: QtBot
) -> None:
    watching.shown = [SHELF]
    with qtbot.waitSignal(controller.folders_changed):
        controller.set_ignored(1, ["*.log"])
    qtbot.waitUntil(lambda: watching.compared == [(1, None)])
    assert watching.shown[0].ignored == ("*.log",)


class TestLine:
    @pytest.fixture
    def line(self, theme: Theme, area: NoticeArea, qtbot: QtBot) -> WatchLine:
        ground = QWidget()
        qtbot.addWidget(ground)
        line = WatchLine(theme, Messages(ground, area), ground)
        ground.show()
        return line

    @pytest.mark.parametrize(
        ("folder", "words"),
        [
            (SHELF, "Watching /home/ada/Shelf"),
            (WatchedFolder(1, "Shelf", "/x", offline=True, waiting=3), "Offline: /x"),
            (WatchedFolder(1, "Shelf", "/x", waiting=1), "1 change being read"),
            (WatchedFolder(1, "Shelf", "/x", waiting=12), "12 changes being read"),
        ],
    )
    def test_it_says_how_the_folder_is(self, line: WatchLine, folder: WatchedFolder, words: str) -> None:
        assert line.isHidden()
        line.set_folders((folder,))
        assert line.isHidden()
        line.choose(1)
        assert (line.isVisible(), line.text.text()) == (True, words)
        line.choose(2)
        assert line.isHidden()

    def test_patterns_and_stopping_are_asked_for(self, line: WatchLine, qtbot: QtBot) -> None:
        line.set_folders((WatchedFolder(1, "Shelf", "/x", ("*.log",)),))
        line.choose(1)
        line.open_patterns()
        dialog = dialog_of(line, "PatternsDialog")
        assert dialog.field.toPlainText() == "*.log"
        dialog.field.setPlainText("*.log\ndrafts/")
        with qtbot.waitSignal(line.patterns_given) as given:
            dialog.accept()
        assert given.args == [1, ["*.log", "drafts/"]]
        line.ask_unwatch()
        with qtbot.waitSignal(line.unwatch_requested) as stopped:
            dialog_of(line, "ConfirmDialog").accept()
        assert stopped.args == [1]


def dialog_of(line: WatchLine, kind: str) -> Any:
    """Return the open dialog of a kind."""
    found = line.window().findChildren(QWidget)
    return next(widget for widget in found if type(widget).__name__ == kind and widget.isVisible())
