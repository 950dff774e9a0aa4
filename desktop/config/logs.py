"""Where a run writes what happened: a rotating log file and a trace of native crashes."""

import faulthandler
import logging
import logging.handlers
from pathlib import Path
from typing import TextIO

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_crash_files: list[TextIO] = []  # faulthandler needs its file open for the life of the process


def start_logging(folder: Path, *, name: str = "carrel") -> Path:
    """Log to `folder/NAME.log` (5 files of 1 MB) and send native crash traces to `NAME-crash.txt`.

    A crash trace left by the run before is kept as `NAME-crash-last.txt`. Returns the log file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    log_file = folder / f"{name}.log"
    handler = logging.handlers.RotatingFileHandler(
        log_file, maxBytes=1_000_000, backupCount=4, encoding="utf-8"
    )
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(handler)
    crash = folder / f"{name}-crash.txt"
    if crash.exists() and crash.stat().st_size:
        crash.replace(folder / f"{name}-crash-last.txt")
    stream = crash.open("w", encoding="utf-8")
    _crash_files.append(stream)
    faulthandler.enable(stream)
    return log_file
