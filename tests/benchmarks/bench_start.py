"""How soon the window can be used on a large library; run by hand:

    python tests/benchmarks/bench_start.py [DOCUMENTS] [--keep FOLDER]

Makes the library through the store, which takes minutes for 50,000 documents; --keep keeps it for the next
time. Then starts the program several times in processes of its own, the first one cold. Prints milliseconds
from the start of the process to a window that shows its list and takes a question. Asserts nothing.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests" / "tools")]

RUNS = 4
EMBEDDER = "multilingual-e5-small"


def show(*words: object) -> None:
    """Print a line at once."""
    print(*words, flush=True)  # noqa: T201 - the output of a script


def make(folder: Path, count: int) -> None:
    """Make the library and settings of a person who has used the program before."""
    from many_documents import embed, fill

    from desktop.config.settings import SettingsFile
    from desktop.store.library_file import LibraryFile

    folder.mkdir(parents=True, exist_ok=True)
    library = LibraryFile(folder / "library.carrel")
    fill(library, count)
    embed(library, EMBEDDER)
    library.close()
    SettingsFile(folder / "settings.json").change(tour_offered=True)


def start(folder: Path, began: float) -> None:
    """Start the window as the program does, and print when it could be used and when it came to rest."""
    from desktop import window as starting

    application = starting._application()
    imported = time.time()
    app = starting.build(data=folder)
    built = time.time()
    runner, window = starting._open(application, app)
    window.show()
    made = time.time()
    usable = False
    while not usable:
        application.processEvents()
        usable = bool(window.library.model.loaded(0, 0)) and window.ask.composer.field.isEnabled()
    ready, busy = time.time(), time.process_time()
    while not runner.idle:
        application.processEvents()
        time.sleep(0.002)
    marks = (imported, built, made, ready, time.time())
    loaded = len(window.library.model.loaded(0, window.library.model.rowCount()))
    show(*(round((mark - began) * 1000) for mark in marks), round(busy * 1000), loaded)
    starting._close(runner, window, app)


def main() -> None:
    """Make the library and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("documents", type=int, nargs="?", default=50_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.began:
        start(arguments.keep, arguments.began)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        if not (folder / "library.carrel").exists():
            make(folder, arguments.documents)
        show("ms to: imported, services built, window made, usable, at rest; processor ms; documents loaded")
        for _ in range(RUNS):
            environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
            began = str(time.time())
            command = [sys.executable, __file__, "--keep", str(folder), "--began", began]
            subprocess.run(command, env=environment, check=True, cwd=REPOSITORY)


if __name__ == "__main__":
    main()
