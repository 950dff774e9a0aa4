"""Measure adding a folder.

Usage: python tests/benchmarks/bench_folder.py [--files 5000] [--size 1200] [--again] [--window]

Prints files a second until all of them are found by their words, the most memory of all processes together,
with --again the time of adding the same folder again, with --window the longest gap on the GUI thread, and
the rate of recollindex on the same files where it is installed. Run it on an otherwise idle machine; the
seconds of the processor tell more on a busy one.
"""

import argparse
import contextlib
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop.app import App
    from desktop.domain.work import Progress

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("CARREL_MODELS", str(REPOSITORY / ".cache" / "models"))

# Imports of the program stand inside functions: reader and model processes load this file when they start,
# as they load the program's, which imports nothing of it either.

_WORDS = re.findall(
    r"[a-z]+",
    "harbour ferry ticket council meeting minutes budget pump valve pressure inspection seal bearing "
    "report invoice total contract notice period tenant lease garden tomato lime compost library "
    "reader shelf member handbook window engine filter schedule timetable bus stop route fare "
    "concession permit licence renewal ",
)
_FOLDER_FILES = 100


def show(line: str) -> None:
    """Write one line of the report."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def write_files(folder: Path, count: int, size: int) -> None:
    """Write text files of about `size` bytes, different ones in sentences and paragraphs."""
    chance = random.Random(7)
    for number in range(count):
        target = folder / f"box-{number // _FOLDER_FILES:03}" / f"note-{number:05}.txt"
        target.parent.mkdir(exist_ok=True)
        text = f"Note {number} about the {chance.choice(_WORDS)}\n\n"
        while len(text) < size:
            words = [*chance.choices(_WORDS, k=chance.randint(6, 16)), f"item{chance.randrange(10_000)}"]
            end = "\n\n" if chance.random() < 0.2 else " "
            text += f"The {' '.join(words)} on day {chance.randint(1, 28)}.{end}"
        target.write_text(text, "utf-8")


def seconds_of_children() -> float:
    """Return the processor time of the children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Watch:
    """The most resident memory of this process and its children together in MB, and their processor time."""

    def __init__(self) -> None:
        self.most = 0.0
        self.seconds = 0.0
        self._begun = self._now()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def _now(self) -> float:
        import psutil

        total = time.process_time() + seconds_of_children()
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                total += sum(process.cpu_times()[:2])
        return total

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self.seconds = self._now() - self._begun

    def _watch(self) -> None:
        import psutil

        own = psutil.Process()
        while not self._stop.wait(0.2):
            total = 0
            for process in (own, *own.children(recursive=True)):
                try:
                    total += process.memory_info().rss
                except psutil.Error:
                    continue
            self.most = max(self.most, total / 1e6)


def bench_reading(app: "App", folder: Path, count: int) -> None:
    """Print how fast a folder becomes searchable by words."""
    from desktop.domain.errors import Cancelled
    from desktop.domain.work import CancelToken, no_report

    begin = time.perf_counter()
    with Watch() as watch:
        app.services.library.add_documents(paths=[folder], token=CancelToken(), report=no_report)
        scanned = time.perf_counter()
        token = CancelToken()

        def stop_at_vectors(progress: "Progress") -> None:
            if progress.stage == "embedding":
                token.cancel()

        with contextlib.suppress(Cancelled):
            app.services.indexing.work(token=token, report=stop_at_vectors, changed=lambda _changes: None)
        seconds = time.perf_counter() - begin
    found = app.services.library.count_documents(text="note-")
    show(
        f"{found} of {count} files searchable in {seconds:.1f} s: {found / seconds:.0f} files/s "
        f"(queued after {scanned - begin:.1f} s), {watch.seconds:.1f} s of the processor, "
        f"at most {watch.most:.0f} MB in all processes"
    )


def bench_again(app: "App", folder: Path) -> None:
    """Print how long it takes to find that nothing in a folder has changed."""
    from desktop.domain.work import CancelToken, no_report

    begin = time.perf_counter()
    summary = app.services.library.add_documents(paths=[folder], token=CancelToken(), report=no_report)
    seconds = time.perf_counter() - begin
    show(f"second time: {len(summary.unchanged)} unchanged, {len(summary.queued)} queued in {seconds:.2f} s")


def bench_window(app: "App", folder: Path, count: int) -> None:
    """Print the longest gap of a 10 ms timer of the GUI thread while a folder is dropped and read."""
    from PySide6.QtCore import QTimer

    from desktop.window import _application, _close, _open

    application = _application()
    app.settings.change(tour_offered=True)
    runner, window = _open(application, app)
    gaps: list[float] = []
    last = time.perf_counter()

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        gaps.append(now - last)
        last = now
        status = window.indexing.status
        if status.stage == "embedding":
            application.quit()

    timer = QTimer()
    timer.setInterval(10)
    timer.timeout.connect(tick)
    window.show()
    QTimer.singleShot(1500, lambda: (gaps.clear(), window.adding.add([folder])))
    timer.start()
    begin = time.perf_counter()
    application.exec()
    seconds = time.perf_counter() - begin - 1.5
    gaps.sort()
    show(
        f"window: {count} files in {seconds:.1f} s, longest gap {gaps[-1] * 1000:.0f} ms, "
        f"99.9 % under {gaps[int(len(gaps) * 0.999)] * 1000:.0f} ms"
    )
    _close(runner, window, app)


def bench_recoll(folder: Path, count: int, scratch: Path) -> None:
    """Print how fast recollindex takes in the same files."""
    if shutil.which("recollindex") is None:
        show("recollindex is not installed")
        return
    config = scratch / "recoll"
    config.mkdir()
    (config / "recoll.conf").write_text(f"topdirs = {folder}\nfollowLinks = 0\nidxniceprio = 0\n", "utf-8")
    begin, used = time.perf_counter(), seconds_of_children()
    subprocess.run(["recollindex", "-c", str(config)], check=True, capture_output=True)
    seconds = time.perf_counter() - begin
    show(
        f"recollindex: {seconds:.1f} s, {count / seconds:.0f} files/s, "
        f"{seconds_of_children() - used:.1f} s of the processor"
    )


def main() -> None:
    """Make the files and run the chosen measurements."""
    from desktop.app import build

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--size", type=int, default=1200, help="bytes of a file")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--window", action="store_true")
    parser.add_argument("--recoll", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-folder-") as scratch:
        folder = Path(scratch) / "files"
        folder.mkdir()
        write_files(folder, options.files, options.size)
        if options.recoll:
            bench_recoll(folder, options.files, Path(scratch))
        if options.window:
            bench_window(build(data=Path(scratch) / "window"), folder, options.files)
            return
        app = build(data=Path(scratch) / "data")
        try:
            bench_reading(app, folder, options.files)
            if options.again:
                bench_again(app, folder)
        finally:
            app.close()


if __name__ == "__main__":
    main()
