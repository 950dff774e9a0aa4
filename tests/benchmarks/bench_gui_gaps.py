"""The longest gaps of the GUI thread of the whole window; run by hand:

    python tests/benchmarks/bench_gui_gaps.py [--files N] [--seconds S]
        [--only adding|streaming|scrolling|reading]

While small files are added and read, while a fast answer streams, while a long PDF is scrolled, and while ten
megabytes of text are opened, searched and scrolled. A gap is
what passes between two ticks of a 20 ms timer beyond these 20 ms. Beside it stands how much the GUI thread
worked between two ticks, which is what counts where the machine has other things to do. Asserts nothing.
No models are used.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
REPOSITORY = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests" / "ui")]

from asking import ANSWERED, LEASE_SOURCE, RESULT, RULES_SOURCE  # noqa: E402
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer  # noqa: E402
from PySide6.QtGui import QWheelEvent  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from desktop.app import App, build  # noqa: E402
from desktop.domain.answers import (  # noqa: E402
    Answer,
    AnswerEvent,
    AskRequest,
    EvidenceSelected,
    Retrieved,
    TextStreamed,
)
from desktop.domain.errors import UserError  # noqa: E402
from desktop.domain.records import DocumentState  # noqa: E402
from desktop.domain.work import CancelToken, no_report  # noqa: E402
from desktop.jobs.garbage import GarbageCollector  # noqa: E402
from desktop.jobs.runner import JobRunner  # noqa: E402
from desktop.ui.main_window import MainWindow  # noqa: E402
from desktop.ui.theme import Theme  # noqa: E402

TICK_MS = 20
PAGES = 1000
TOKENS, TOKENS_A_SECOND = 3000, 300
SCROLLING = 12.0  # seconds
LONG_TEXT = 10_000_000  # characters


def show(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)  # noqa: T201 - the output of a script


class Gaps:
    """Ticks of a timer of the GUI thread: what passes between them, and how much the thread worked."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, float]] = []
        self._last = (time.perf_counter(), time.thread_time())
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = (time.perf_counter(), time.thread_time())
        self.seen.append(((now[0] - self._last[0]) * 1000 - TICK_MS, (now[1] - self._last[1]) * 1000))
        self._last = now

    def report(self, label: str) -> None:
        """Print the longest gap, the largest work between two ticks, and the last percents."""
        self._timer.stop()
        gaps, work = sorted(gap for gap, _ in self.seen), sorted(busy for _, busy in self.seen)
        at = int(len(gaps) * 0.99)
        show(
            f"{label:34} {len(gaps):6} ticks  longest gap {gaps[-1]:5.0f} ms, 99 % under"
            f" {max(0, gaps[at]):4.0f} ms;  most work {work[-1]:5.0f} ms, 99 % under {work[at]:4.0f} ms"
        )


class FastAnswer:
    """A chat model as fast as a good graphics processor."""

    def ask(self, request: AskRequest, *, token: CancelToken, emit: Callable[[AnswerEvent], None]) -> Answer:
        emit(Retrieved(RESULT))
        emit(EvidenceSelected((LEASE_SOURCE, RULES_SOURCE)))
        for number in range(TOKENS):
            token.check()
            emit(TextStreamed(f"word{number} " if number % 40 else "\n\nNext, "))
            time.sleep(1 / TOKENS_A_SECOND)
        return replace(ANSWERED, question=request.question, conversation_id=request.conversation_id)


def spin(until: Callable[[], bool], seconds: float) -> bool:
    """Run the event loop until something holds or the time is over; return whether it holds."""
    application, limit = QApplication.instance(), time.monotonic() + seconds
    assert application is not None
    timer = QTimer()
    timer.setInterval(50)
    timer.timeout.connect(lambda: application.quit() if until() or time.monotonic() > limit else None)
    timer.start()
    application.exec()
    return until()


def adding(app: App, window: MainWindow, folder: Path, count: int, seconds: float) -> None:
    """Drop a folder of small files and read them."""
    for number in range(count):
        (folder / f"note-{number:05}.txt").write_text(
            f"Note {number}. The ferry leaves at {number % 24}.\n" * 5
        )
    gaps = Gaps()
    window.adding.add([folder])
    busy = (DocumentState.WAITING, DocumentState.READING)
    started = time.monotonic()

    def done() -> bool:
        return not window.indexing.status.running and window.library.model.rowCount() == count

    finished = spin(done, seconds)
    left = app.services.library.count_documents(states=busy)
    gaps.report(f"adding {count - left:,} files" + ("" if finished else " (time over)"))
    show(f"{'':34} {time.monotonic() - started:.0f} s")


def streaming(window: MainWindow) -> None:
    """Let an answer stream."""
    gaps = Gaps()
    window.ask.ask("How long is the notice period?")
    spin(lambda: not window.ask.busy, 120)
    gaps.report(f"streaming {TOKENS:,} tokens")


def scrolling(app: App, window: MainWindow, folder: Path) -> None:
    """Scroll a long PDF, fast."""
    file = folder / "long.pdf"
    file.write_bytes(plain_pdf(PAGES))
    app.services.library.add_documents(paths=[file], token=CancelToken(), report=no_report)
    with suppress(UserError):  # there is no embedder
        app.services.indexing.work(token=CancelToken(), report=no_report, changed=lambda _changes: None)
    document = app.services.library.documents(text="long.pdf")[0]
    gaps = Gaps()
    window.open_document(document.ref)
    spin(lambda: window.reader.document is not None, 30)
    gaps.report(f"opening a PDF of {PAGES:,} pages")
    wheel = QTimer()
    wheel.setInterval(TICK_MS)
    wheel.timeout.connect(lambda: _turn_wheel(window))
    gaps = Gaps()
    wheel.start()
    spin(lambda: False, SCROLLING)
    wheel.stop()
    gaps.report(f"scrolling to page {window.reader.pages.page}")


def reading(app: App, window: MainWindow, folder: Path) -> None:
    """Open a very long text, find words in it, and scroll it."""
    chapter = "\n\n".join(["The harbour office notes who came, when, and for how long. " * 5] * 50)
    file = folder / "long.md"
    count = LONG_TEXT // len(chapter)
    file.write_text("".join(f"# Chapter {number}\n\n{chapter}\n\n" for number in range(count)), "utf-8")
    app.services.library.add_documents(paths=[file], token=CancelToken(), report=no_report)
    with suppress(UserError):  # there is no embedder
        app.services.indexing.work(token=CancelToken(), report=no_report, changed=lambda _changes: None)
    document = app.services.library.documents(text="long.md")[0]
    reader, found = window.reader, window.reader.find_bar.count
    gaps = Gaps()
    window.open_document(document.ref)
    spin(lambda: reader.document is not None and reader.document.id == document.id, 30)
    gaps.report(f"opening {LONG_TEXT / 1e6:.0f} MB of text")
    reader.open_find()
    for words in ("harbour", "zebra"):
        gaps = Gaps()
        reader.find_bar.field.setText(words)
        spin(lambda words=words: ("Not" in found.text()) == (words == "zebra") and bool(found.text()), 20)
        gaps.report(f"finding “{words}”")
    reader.find_bar.close_search()
    wheel = QTimer()
    wheel.setInterval(TICK_MS)
    bar = reader.text.verticalScrollBar()
    wheel.timeout.connect(lambda: bar.setValue(bar.value() + 400))
    gaps = Gaps()
    wheel.start()
    spin(lambda: False, SCROLLING / 2)
    wheel.stop()
    gaps.report(f"scrolling to paragraph {reader.text.built[0]:,}")


def plain_pdf(pages: int) -> bytes:
    """Return a PDF of pages of 45 lines."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>"
        % (pages, b" ".join(b"%d 0 R" % (4 + 2 * page) for page in range(pages))),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
    ]
    for page in range(pages):
        lines = b" T* ".join(
            b"(Page %d, line %d: the tenant keeps the rooms in order.) Tj" % (page + 1, line)
            for line in range(45)
        )
        text = b"BT /F1 12 Tf 60 790 Td 16 TL %s ET" % lines
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * page),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
        ]
    made, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n" % count
    foot = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (count, len(made))
    return made + head + table + foot


def _turn_wheel(window: MainWindow) -> None:
    view = window.reader.pages.viewport()
    at = QPointF(view.rect().center())
    event = QWheelEvent(
        at, view.mapToGlobal(at), QPoint(), QPoint(0, -360), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--only", choices=("adding", "streaming", "scrolling", "reading"))
    arguments = parser.parse_args()
    application = QApplication(sys.argv[:1])
    GarbageCollector(application)
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        app = build(data=place / "data", models=place / "no models")
        app.settings.change(tour_offered=True)
        runner = JobRunner()
        services = replace(app.services, ask=FastAnswer())  # type: ignore[arg-type]
        window = MainWindow(services, runner, app.settings, Theme(application, "light"))
        window.show()
        spin(lambda: runner.idle, 20)
        small = place / "small"
        small.mkdir()
        if arguments.only in {None, "adding"}:
            adding(app, window, small, arguments.files, arguments.seconds)
        if arguments.only in {None, "streaming"}:
            streaming(window)
        if arguments.only in {None, "scrolling"}:
            scrolling(app, window, place)
        if arguments.only in {None, "reading"}:
            reading(app, window, place)
        window.close()
        runner.shutdown(10)
        app.close()


if __name__ == "__main__":
    main()
