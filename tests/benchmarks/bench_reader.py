"""The longest gaps on the GUI thread while the reader opens 10 MB of text and a PDF of 1,000 pages.

    python tests/benchmarks/bench_reader.py

Gaps are those of a 20 ms timer, over what the timer itself takes.
"""

import io
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from PySide6.QtCore import Qt, QTimer  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication, QScrollBar  # noqa: E402
from reportlab.pdfgen.canvas import Canvas  # noqa: E402

from desktop.app import App, build  # noqa: E402
from desktop.domain.work import CancelToken, no_report  # noqa: E402
from desktop.jobs.garbage import GarbageCollector  # noqa: E402
from desktop.jobs.runner import JobRunner  # noqa: E402
from desktop.ui.reader_view import ReaderView  # noqa: E402
from desktop.ui.theme import Theme  # noqa: E402

TICK_MS = 20
PAGES = 1000
MEGABYTES = 10


class Gaps:
    """The pauses between the ticks of a timer of the GUI thread."""

    def __init__(self) -> None:
        self._seen: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def start(self) -> None:
        """Forget what was measured."""
        self._seen, self._last = [], time.perf_counter()

    def longest(self) -> float:
        """Return the longest gap in milliseconds."""
        self._tick()
        return max(self._seen) * 1000 - TICK_MS

    def _tick(self) -> None:
        now = time.perf_counter()
        self._seen.append(now - self._last)
        self._last = now


def write_text(path: Path) -> None:
    """Write Markdown of ten megabytes with a heading every hundred lines."""
    line = "The harbour office keeps the register of berths and notes who came, when, and for how long. "
    with path.open("w", encoding="utf-8") as file:
        number = 0
        while file.tell() < MEGABYTES * 1_000_000:
            number += 1
            file.write(f"# Chapter {number}\n\n")
            file.writelines(f"{number}.{row} {line * 3}\n\n" for row in range(50))


def write_pdf(path: Path) -> None:
    """Write a PDF of a thousand pages of forty lines."""
    data = io.BytesIO()
    canvas = Canvas(data)
    for page in range(1, PAGES + 1):
        for row in range(40):
            canvas.drawString(72, 770 - 17 * row, f"Page {page}, line {row}: the register of berths goes on")
        canvas.showPage()
    canvas.save()
    path.write_bytes(data.getvalue())


def wait(until: Callable[[], bool], seconds: float = 60) -> None:
    """Let the window work until something has come true."""
    end = time.monotonic() + seconds
    while not until():
        if time.monotonic() > end:
            raise TimeoutError
        QTest.qWait(5)


def measure(app: App) -> Iterator[tuple[str, float, float]]:
    """Yield what was done, seconds it took and the longest gap in milliseconds."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    GarbageCollector(application)
    runner = JobRunner()
    reader = ReaderView(app.services, runner, Theme(application, "light"))
    reader.resize(700, 800)
    reader.show()
    QTest.qWait(300)
    gaps = Gaps()
    for what, act, done in steps(app, reader, runner):
        gaps.start()
        begun = time.monotonic()
        act()
        wait(done)
        seconds = time.monotonic() - begun
        QTest.qWait(200)
        yield what, seconds, gaps.longest()
    runner.shutdown(5)


def steps(
    app: App, reader: ReaderView, runner: JobRunner
) -> Iterator[tuple[str, Callable[[], object], Callable[[], bool]]]:
    """Yield what is done, how, and how to tell that it is done."""
    ids = {Path(d.path).suffix: d.id for d in app.services.library.documents(limit=10)}
    field, found = reader.find_bar.field, reader.find_bar.count
    pages = reader.pages.verticalScrollBar()

    def opened() -> bool:
        return reader.document is not None and runner.idle

    yield f"open {MEGABYTES} MB of text", lambda: reader.open(ids[".md"]), opened
    reader.open_find()
    yield "find words in it", lambda: field.setText("berths"), lambda: bool(found.text())
    yield "find what is not there", lambda: field.setText("zebra"), lambda: found.text() == "Not found"
    reader.find_bar.close_search()
    yield "scroll it", lambda: scroll(reader.text.verticalScrollBar(), 4000, 60), lambda: True
    yield f"open {PAGES} pages", lambda: reader.open(ids[".pdf"]), lambda: bool(reader.pages._pictures)
    yield "scroll through them", lambda: scroll(pages, pages.maximum() // 200, 200), lambda: runner.idle
    yield "zoom ten steps", lambda: [zoom(reader) for _ in range(10)], lambda: runner.idle


def scroll(bar: QScrollBar, by: int, times: int) -> None:
    """Scroll on and on, as a wheel does."""
    for _ in range(times):
        bar.setValue(bar.value() + by)
        QTest.qWait(15)


def zoom(reader: ReaderView) -> None:
    """Make the pages larger."""
    reader.pages.zoom_in()
    QTest.qWait(30)


def main() -> None:
    """Print one line for each thing done."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "files"
        folder.mkdir()
        write_text(folder / "register.md")
        write_pdf(folder / "register.pdf")
        app = build(data=Path(place) / "data", models=Path(place) / "no-models")
        try:
            app.services.library.add_documents(paths=[folder], token=CancelToken(), report=no_report)
            app.services.indexing.work(token=CancelToken(), report=no_report, changed=lambda _changes: None)
            for what, seconds, gap in measure(app):
                print(f"{what}: {seconds:.2f} s, longest gap {gap:.0f} ms", flush=True)  # noqa: T201
        finally:
            app.close()


if __name__ == "__main__":
    main()
