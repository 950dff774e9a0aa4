import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.jobs.runner import JobRunner, Lane, UnexpectedError


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[JobRunner]:
    runner = JobRunner()
    yield runner
    assert runner.shutdown(5)


def waits_for_cancel(token: CancelToken, report: Report) -> str:
    token.wait(10)
    token.check()
    return "late"


def test_runs_off_the_gui_thread_and_answers_on_it(runner: JobRunner, qtbot: QtBot) -> None:
    gui = threading.current_thread()
    seen: list[tuple[threading.Thread, threading.Thread]] = []
    runner.submit(
        Lane.FREE,
        lambda token, report: threading.current_thread(),
        done=lambda worker: seen.append((worker, threading.current_thread())),
    )
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0][0] is not gui
    assert seen[0][1] is gui


def test_jobs_of_a_lane_keep_their_order(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[int] = []
    for number in range(20):
        runner.submit(Lane.LIBRARY, lambda token, report, n=number: n, done=seen.append)
    qtbot.waitUntil(lambda: runner.idle)
    assert seen == list(range(20))


def test_lanes_do_not_wait_for_one_another(runner: JobRunner, qtbot: QtBot) -> None:
    long = runner.submit(Lane.INDEXING, waits_for_cancel)
    seen: list[str] = []
    runner.submit(Lane.SEARCH, lambda token, report: "found", done=seen.append)
    qtbot.waitUntil(lambda: seen == ["found"])
    long.cancel()
    qtbot.waitUntil(lambda: runner.idle)


def test_cancel_is_not_an_error(runner: JobRunner, qtbot: QtBot) -> None:
    ends: list[str] = []
    job = runner.submit(
        Lane.ASK,
        waits_for_cancel,
        done=lambda _: ends.append("done"),
        failed=lambda _: ends.append("failed"),
        cancelled=lambda: ends.append("cancelled"),
        ended=lambda: ends.append("ended"),
    )
    job.cancel()
    qtbot.waitUntil(lambda: "ended" in ends)
    assert ends == ["cancelled", "ended"]


def test_a_waiting_job_that_is_cancelled_never_starts(runner: JobRunner, qtbot: QtBot) -> None:
    started: list[int] = []
    first = runner.submit(Lane.ASK, waits_for_cancel)
    second = runner.submit(Lane.ASK, lambda token, report: started.append(2))
    second.cancel()
    first.cancel()
    qtbot.waitUntil(lambda: runner.idle)
    assert started == []


def test_newest_wins_and_late_results_are_dropped(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[object] = []

    def stubborn(token: CancelToken, report: Report) -> str:
        token.wait(10)
        return "old"  # does not heed the token

    callbacks: dict[str, Callable[..., Any]] = {
        "done": seen.append,
        "cancelled": lambda: seen.append("cancelled"),
        "ended": lambda: seen.append("ended"),
    }
    runner.submit(Lane.SEARCH, stubborn, replace=True, **callbacks)
    runner.submit(Lane.SEARCH, lambda token, report: "middle", replace=True, **callbacks)
    runner.submit(Lane.SEARCH, lambda token, report: "new", replace=True, **callbacks)
    qtbot.waitUntil(lambda: runner.idle)
    assert seen == ["new", "ended"]


def test_replace_leaves_other_keys_alone(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[str] = []
    gate = threading.Event()

    def first(token: CancelToken, report: Report) -> str:
        gate.wait(10)
        token.check()
        return "list"

    runner.submit(Lane.SEARCH, first, done=seen.append, key="list")
    runner.submit(Lane.SEARCH, lambda token, report: "query", done=seen.append, replace=True)
    gate.set()
    qtbot.waitUntil(lambda: runner.idle)
    assert seen == ["list", "query"]


def test_events_keep_order_and_none_is_lost(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[int] = []
    at_end: list[int] = []

    def work(token: CancelToken, report: Report) -> None:
        for number in range(5000):
            runner.emit_event(number)

    runner.submit(Lane.ASK, work, event=seen.append, done=lambda _: at_end.append(len(seen)))
    qtbot.waitUntil(lambda: runner.idle)
    assert seen == list(range(5000))
    assert at_end == [5000]


def test_events_can_be_sent_by_the_handle(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[str] = []
    started, go = threading.Event(), threading.Event()

    def work(token: CancelToken, report: Report) -> None:
        started.set()
        go.wait(10)

    job = runner.submit(Lane.ASK, work, event=seen.append)
    job.emit_event("hello")
    go.set()
    qtbot.waitUntil(lambda: runner.idle)
    assert seen == ["hello"]


def test_progress_is_thinned_but_ends_with_the_newest(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[int] = []

    def work(token: CancelToken, report: Report) -> None:
        for number in range(20_000):
            report(Progress("reading", number, 20_000))

    runner.submit(Lane.INDEXING, work, progress=lambda p: seen.append(p.done))
    qtbot.waitUntil(lambda: runner.idle)
    assert seen[-1] == 19_999
    assert seen == sorted(seen)
    assert len(seen) < 1000


def test_user_errors_go_to_failed(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[UserError] = []
    error = UserError("Disk full", "There is no space left.")

    def work(token: CancelToken, report: Report) -> None:
        raise error

    runner.submit(Lane.LIBRARY, work, failed=seen.append)
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [error]


def test_bugs_are_reported_once_and_the_view_is_told(runner: JobRunner, qtbot: QtBot) -> None:
    seen: list[UserError] = []

    def work(token: CancelToken, report: Report) -> None:
        raise ZeroDivisionError("oh")

    with qtbot.waitSignal(runner.crashed) as crash:
        runner.submit(Lane.LIBRARY, work, failed=seen.append)
    assert crash.args is not None
    assert "ZeroDivisionError: oh" in crash.args[0]
    qtbot.waitUntil(lambda: bool(seen))
    assert isinstance(seen[0], UnexpectedError)


def test_a_bug_in_one_callback_costs_nobody_else(
    runner: JobRunner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooked: list[type[BaseException]] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, value, trace: hooked.append(kind))
    seen: list[str] = []

    def bad(result: object) -> None:
        raise LookupError

    runner.submit(Lane.LIBRARY, lambda token, report: None, done=bad, ended=lambda: seen.append("ended"))
    runner.submit(Lane.LIBRARY, lambda token, report: "next", done=seen.append)
    qtbot.waitUntil(lambda: runner.idle)
    assert hooked == [LookupError]
    assert seen == ["ended", "next"]


@pytest.mark.parametrize("bound", [(), ("first",)])
def test_a_deleted_receiver_is_not_called(runner: JobRunner, qtbot: QtBot, bound: tuple[str, ...]) -> None:
    calls: list[str] = []

    class Receiver(QObject):
        def on_done(self, *results: object) -> None:
            calls.append(self.objectName())

    receiver = Receiver()
    gate = threading.Event()
    done = partial(receiver.on_done, *bound) if bound else receiver.on_done
    runner.submit(Lane.FREE, lambda token, report: gate.wait(10), done=done)
    receiver.deleteLater()
    with qtbot.waitSignal(receiver.destroyed):
        pass
    gate.set()
    qtbot.waitUntil(lambda: runner.idle)
    assert calls == []


def test_shutdown_cancels_and_delivers_nothing(qtbot: QtBot) -> None:
    runner = JobRunner()
    seen: list[str] = []
    started = threading.Event()

    def work(token: CancelToken, report: Report) -> None:
        started.set()
        token.wait(10)
        raise Cancelled

    runner.submit(Lane.INDEXING, work, cancelled=lambda: seen.append("cancelled"))
    assert started.wait(5)
    assert runner.shutdown(5)
    late = runner.submit(Lane.FREE, lambda token, report: seen.append("ran"))
    assert late.token.cancelled
    qtbot.waitUntil(lambda: QThread.currentThread() is not None)
    assert seen == []


def test_shutdown_does_not_wait_for_the_deaf(qtbot: QtBot) -> None:
    runner = JobRunner()
    started, release = threading.Event(), threading.Event()

    def work(token: CancelToken, report: Report) -> None:
        started.set()
        release.wait(10)

    runner.submit(Lane.INDEXING, work)
    assert started.wait(5)
    assert not runner.shutdown(0.01)
    release.set()
