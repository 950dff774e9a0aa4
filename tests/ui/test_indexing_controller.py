from typing import TYPE_CHECKING, Any

import pytest
from library_fakes import FakeIndexing, FakeLibrary, make_document
from pytestqt.qtbot import QtBot

from desktop.domain.errors import UserError
from desktop.domain.records import DocumentState
from desktop.domain.work import Progress
from desktop.jobs.runner import JobRunner
from desktop.services.changes import Changes
from desktop.ui.indexing_controller import IndexingController, TimeLeft

if TYPE_CHECKING:
    from desktop.services.bundle import Services


def wait_in_queue(library: FakeLibrary, number: int) -> None:
    library.rows = [
        make_document(n, f"Paper {n}", f"paper-{n}.pdf", DocumentState.WAITING) for n in range(1, number + 1)
    ]
    library.pending = number


def states(library: FakeLibrary) -> list[DocumentState]:
    return [document.state for document in library.rows]


def test_starts_by_itself_when_something_waits(
    services: "Services", runner: JobRunner, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    wait_in_queue(library, 3)
    controller = IndexingController(services, runner)
    changes: list[Changes] = []
    controller.library_changed.connect(changes.append)
    indexing.steps.release(3)
    controller.start_if_pending()
    qtbot.waitUntil(lambda: library.pending == 0 and not controller.status.running)
    assert set(states(library)) == {DocumentState.READY}
    assert {i for change in changes for i in change.document_ids} == {1, 2, 3}


def test_stays_quiet_when_nothing_waits(
    services: "Services", runner: JobRunner, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    controller = IndexingController(services, runner)
    controller.start_if_pending()
    qtbot.waitUntil(lambda: runner.idle)
    assert indexing.runs == 0


def test_says_count_and_file(
    services: "Services", runner: JobRunner, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    wait_in_queue(library, 4)
    controller = IndexingController(services, runner)
    controller.start()
    qtbot.waitUntil(lambda: controller.status.label == "paper-1.pdf")
    assert (controller.status.done, controller.status.total) == (0, 4)
    indexing.steps.release()
    qtbot.waitUntil(lambda: controller.status.label == "paper-2.pdf")
    indexing.steps.release(3)
    qtbot.waitUntil(lambda: not controller.status.running)


def test_pause_keeps_the_queue_and_resume_goes_on(
    services: "Services", runner: JobRunner, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    wait_in_queue(library, 2)
    controller = IndexingController(services, runner)
    controller.start()
    qtbot.waitUntil(lambda: controller.status.total == 2)
    controller.pause()
    qtbot.waitUntil(lambda: runner.idle)
    assert controller.status.paused
    assert states(library) == [DocumentState.WAITING] * 2
    controller.start()  # a drop during the pause does not end it
    assert controller.status.paused
    indexing.steps.release(2)
    controller.resume()
    qtbot.waitUntil(lambda: library.pending == 0 and not controller.status.running)


def test_cancel_takes_the_rest_out(
    services: "Services", runner: JobRunner, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    wait_in_queue(library, 3)
    controller = IndexingController(services, runner)
    controller.start()
    indexing.steps.release()
    qtbot.waitUntil(lambda: controller.status.label == "paper-2.pdf")
    controller.cancel()
    qtbot.waitUntil(lambda: runner.idle)
    assert [document.title for document in library.rows] == ["Paper 1"]
    assert not controller.status.running


def test_looks_again_when_asked_while_running(
    services: "Services", runner: JobRunner, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    wait_in_queue(library, 1)
    controller = IndexingController(services, runner)
    controller.start()
    qtbot.waitUntil(lambda: controller.status.total == 1)
    controller.start()
    indexing.steps.release()
    qtbot.waitUntil(lambda: runner.idle and not controller.status.running)
    assert indexing.runs == 2


def test_trouble_ends_it_and_is_told(
    services: "Services", runner: JobRunner, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    def work(**named: object) -> None:
        indexing.runs += 1
        raise UserError("Disk full", "No space is left.")

    indexing.work = work  # type: ignore[method-assign, assignment]
    controller = IndexingController(services, runner)
    with qtbot.waitSignal(controller.failed):
        controller.start()
        controller.start()
    qtbot.waitUntil(lambda: runner.idle)
    assert indexing.runs == 1
    assert not controller.status.running


def test_what_was_dropped_while_it_failed_is_read(
    services: "Services",
    runner: JobRunner,
    library: FakeLibrary,
    indexing: FakeIndexing,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    succeeding = indexing.work
    failures = [UserError("No model", "There is no model for search by meaning.")]

    def work(**named: Any) -> None:
        if failures:
            wait_in_queue(library, 1)
            raise failures.pop()
        succeeding(**named)

    monkeypatch.setattr(indexing, "work", work)
    indexing.steps.release()
    controller = IndexingController(services, runner)
    controller.start()
    controller.start()
    qtbot.waitUntil(lambda: indexing.runs == 1 and not library.pending and not controller.status.running)


def test_time_left_follows_the_speed() -> None:
    now = [0.0]
    left = TimeLeft(lambda: now[0])
    assert left.update(Progress("reading", 0, 100)) is None
    now[0] = 10.0
    assert left.update(Progress("reading", 10, 100)) == 90.0
    now[0] = 20.0
    assert left.update(Progress("reading", 30, 100)) is not None
    assert left.update(Progress("embedding", 0, 100)) is None
    assert left.update(Progress("embedding", 5, None)) is None
