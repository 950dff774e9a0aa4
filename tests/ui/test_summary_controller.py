"""Summaries are written while the indexing rests, and their choice is kept."""

from typing import TYPE_CHECKING

import pytest
from library_fakes import FakeSummaries
from pytestqt.qtbot import QtBot

from desktop.jobs.runner import JobRunner
from desktop.ui.indexing_controller import IndexingStatus
from desktop.ui.messages import Messages
from desktop.ui.notices import NoticeArea
from desktop.ui.summary_choice import SummaryChoice
from desktop.ui.summary_controller import SummaryController
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services

AT_REST, BUSY, PAUSED = IndexingStatus(), IndexingStatus(running=True), IndexingStatus(paused=True)


@pytest.fixture
def summaries(services: "Services") -> FakeSummaries:
    found = services.summaries
    assert isinstance(found, FakeSummaries)
    found.waiting = 3
    return found


@pytest.fixture
def controller(services: "Services", runner: JobRunner) -> SummaryController:
    return SummaryController(services, runner)


def test_they_wait_until_the_indexing_rests(
    controller: SummaryController, summaries: FakeSummaries, runner: JobRunner, qtbot: QtBot
) -> None:
    for status in (BUSY, PAUSED):
        controller.follow(status)
    assert runner.idle
    seen: list[IndexingStatus] = []
    controller.status_changed.connect(seen.append)
    summaries.steps.release(3)
    controller.follow(AT_REST)
    qtbot.waitUntil(lambda: summaries.waiting == 0 and runner.idle)
    qtbot.waitUntil(lambda: seen[-1] == IndexingStatus())
    assert seen[0].running
    assert seen[0].stage == "summarising"


@pytest.mark.parametrize("status", [BUSY, PAUSED])
def test_they_stop_for_the_indexing_and_go_on_after_it(
    controller: SummaryController,
    summaries: FakeSummaries,
    runner: JobRunner,
    qtbot: QtBot,
    status: IndexingStatus,
) -> None:
    controller.follow(AT_REST)
    qtbot.waitUntil(lambda: summaries.runs == 1)
    controller.follow(status)
    qtbot.waitUntil(lambda: runner.idle)
    assert summaries.waiting == 3
    summaries.steps.release(3)
    controller.follow(AT_REST)
    qtbot.waitUntil(lambda: summaries.waiting == 0)


def test_cancelled_they_rest_until_the_choice_changes(
    controller: SummaryController, summaries: FakeSummaries, runner: JobRunner, qtbot: QtBot
) -> None:
    controller.follow(AT_REST)
    qtbot.waitUntil(lambda: summaries.runs == 1)
    controller.cancel()
    qtbot.waitUntil(lambda: runner.idle)
    controller.follow(AT_REST)
    assert runner.idle
    summaries.steps.release(3)
    controller.choice_changed()
    qtbot.waitUntil(lambda: summaries.waiting == 0)


def test_the_choice_shows_what_it_takes_and_is_kept(
    services: "Services", summaries: FakeSummaries, runner: JobRunner, theme: Theme, qtbot: QtBot
) -> None:
    summaries.waiting = 40
    area = NoticeArea(theme)
    qtbot.addWidget(area)
    choice = SummaryChoice(services, runner, Messages(area, area))
    qtbot.addWidget(choice)
    choice.refresh()
    qtbot.waitUntil(choice.isEnabled)
    assert choice.note.text().startswith("0 written, 40 to be written.")
    assert "1 h" in choice.note.text() or "60 min" in choice.note.text() or "hour" in choice.note.text()
    choice.box.setCurrentIndex(choice.box.findData("never"))
    with qtbot.waitSignal(choice.changed):
        choice.box.activated.emit(choice.box.currentIndex())
    assert summaries.choice == "never"
