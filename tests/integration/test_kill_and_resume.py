"""kill -9 in the middle: everything continues, nothing twice, nothing lost."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import psutil
import pytest

from desktop.app import App, build
from desktop.domain.answers import AskRequest, SearchRequest, StepStarted
from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken, no_report
from desktop.store import documents, lexical

pytestmark = pytest.mark.models
REPOSITORY = Path(__file__).resolve().parents[2]
FILES = 200
PATIENCE = 300  # seconds: an upper bound for a slow machine, not a measurement


def test_killing_the_window_loses_nothing(tmp_path: Path, data_folder: Path, models_folder: Path) -> None:
    """P063."""
    folder = tmp_path / "dropped"
    folder.mkdir()
    for number in range(FILES):
        text = f"Locker {number} belongs to reader {number * 7 + 1}.\n"
        (folder / f"locker-{number:03}.txt").write_text(text, "utf-8")
    app = build(data=data_folder, models=models_folder)
    app.services.library.add_documents(paths=[folder], token=CancelToken(), report=no_report)
    app.close()

    window = start_window(data_folder)
    wait_until(lambda: 20 <= ready(data_folder, models_folder) < FILES)
    kill_tree(window)
    before = ready(data_folder, models_folder)
    assert before < FILES

    app = build(data=data_folder, models=models_folder)
    try:
        app.services.indexing.work(token=CancelToken(), report=no_report, changed=lambda _changes: None)
        found = app.services.library.documents(limit=FILES * 2)
        assert Counter(d.state for d in found) == {DocumentState.READY: FILES}
        assert len({d.path for d in found}) == FILES
        with app.library.read() as c:
            chunks = [chunk for d in found for chunk in documents.chunks(c, d.id)]
        assert len({chunk.text for chunk in chunks}) == len(chunks) == FILES
        status = app.services.library.status()
        assert (status.vectors, status.pending, status.failed) == (FILES, 0, 0)
    finally:
        app.close()


def test_killing_the_window_in_a_long_text_leaves_no_half_of_it(
    tmp_path: Path, data_folder: Path, models_folder: Path
) -> None:
    """P027."""
    path = tmp_path / "long.txt"
    lines = (f"Locker {n} tells of reader {n * 7 % 1013}, hall {n % 31}.\n\n" for n in range(160_000))
    path.write_text("".join(lines) + "The vault code is 90210.\n", "utf-8")
    app = build(data=data_folder, models=models_folder)
    app.services.library.add_documents(paths=[path], token=CancelToken(), report=no_report)
    app.close()

    window = start_window(data_folder)
    wait_until(lambda: any(data_folder.rglob("*.slices")))
    kill_tree(window)

    app = build(data=data_folder, models=models_folder)
    try:
        assert app.services.search.search(SearchRequest("locker", mode="lexical"), CancelToken()).hits == ()
        assert app.services.library.status().chunks == 0
        token = CancelToken()
        with pytest.raises(Cancelled):
            app.services.indexing.work(
                token=token,
                report=lambda progress: token.cancel() if progress.stage == "embedding" else None,
                changed=lambda _changes: None,
            )
        (hit, *_) = app.services.search.search(
            SearchRequest("vault code", mode="lexical"), CancelToken()
        ).hits
        assert "90210" in hit.chunk.text
        (document,) = app.services.library.documents()
        assert document.state == DocumentState.TEXT_READY
        with app.library.read() as c:
            found = documents.chunks(c, document.id)
            assert lexical.check(c)
        assert len({chunk.position for chunk in found}) == len(found) == document.chunks
    finally:
        app.close()


def test_killing_the_writing_of_summaries_loses_nothing(
    tmp_path: Path, data_folder: Path, models_folder: Path
) -> None:
    for topic in ("harbour", "orchard", "railway"):
        parts = [
            f"# The {topic}, part {n}\n\nThe {topic} has a keeper for part {n} of the year. "
            + f"People who work at the {topic} meet on Fridays to plan the next week. " * 12
            for n in range(5)
        ]
        (tmp_path / f"{topic}.md").write_text("\n\n".join(parts), "utf-8")
    app = build(data=data_folder, models=models_folder)
    app.services.library.add_documents(
        paths=sorted(tmp_path.glob("*.md")), token=CancelToken(), report=no_report
    )
    app.services.indexing.work(token=CancelToken(), report=no_report, changed=lambda _changes: None)
    try:
        assert app.services.summaries.status().waiting == 3
        command = [sys.executable, "-m", "desktop", "--data-dir", str(data_folder), "summaries", "write"]
        writing = subprocess.Popen(command, cwd=REPOSITORY)
        wait_until(lambda: app.services.summaries.status().waiting < 3)
        kill_tree(writing)
        app.services.summaries.work(token=CancelToken(), report=no_report, asked=True)
        assert app.services.summaries.status().waiting == 0
        with app.library.read() as c:
            summaries = [
                [chunk.position for chunk in documents.chunks(c, d.id)].count(-1)
                for d in documents.listing(c)
            ]
            assert documents.statistics(c).pending == 0
        assert summaries == [1, 1, 1]
    finally:
        app.close()


def test_killing_the_model_process_costs_one_notice(sample_app: App) -> None:
    notices: list[str] = []
    sample_app.notices.subscribe(notices.append)
    ask = sample_app.services.ask
    question = AskRequest("Whose voice is it on the recorded version of the members' handbook?")
    killed = []

    def kill_once(event: object) -> None:
        if isinstance(event, StepStarted) and not killed:
            killed.append(sample_app.host.pid)
            os.kill(killed[0] or 0, signal.SIGKILL)

    try:
        first = ask.ask(question, token=CancelToken(), emit=kill_once)
    except UserError:
        pass  # the answer that was being formed may be lost, the notice says so
    else:
        assert first.sources
    assert killed
    assert len(notices) == 1
    second = ask.ask(question, token=CancelToken(), emit=lambda _event: None)
    assert "Ilse Varga" in second.text
    assert len(notices) == 1


def start_window(data_folder: Path) -> subprocess.Popen[bytes]:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "CARREL_DATA": str(data_folder)}
    return subprocess.Popen([sys.executable, "-m", "desktop"], cwd=REPOSITORY, env=environment)


def kill_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill the window alone; its children have to end by themselves."""
    children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    _gone, alive = psutil.wait_procs(children, timeout=20)
    assert not alive, alive


def ready(data_folder: Path, models_folder: Path) -> int:
    app = build(data=data_folder, models=models_folder)
    try:
        return app.services.library.count_documents(states=[DocumentState.READY])
    finally:
        app.close()


def wait_until(condition: object) -> None:
    assert callable(condition)
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.2)
