"""What every command gets: its options, the running program, and where output goes."""

import argparse
import json
import sys
import time
from typing import Any

from desktop.app import App, build
from desktop.domain.work import CancelToken, Progress

_PROGRESS_INTERVAL = 0.2  # seconds between progress lines


class Context:
    """One run of one command. The program is built at first use, so that `--help` needs no library."""

    def __init__(self, options: argparse.Namespace, token: CancelToken, *, as_json: bool) -> None:
        self.options = options
        self.token = token
        self.as_json = as_json
        self.status = 0
        self._app: App | None = None
        self._last_progress = 0.0
        self._progress_width = 0

    @property
    def app(self) -> App:
        """The program on the chosen library."""
        if self._app is None:
            self._app = build(
                data=getattr(self.options, "data_dir", None), library=getattr(self.options, "library", None)
            )
            self._app.notices.subscribe(self.say)
            if advice := self._app.services.care.advice:
                self.say(advice)
        return self._app

    def close(self) -> None:
        """End what was started."""
        if self._app is not None:
            self._app.close()

    def print_json(self, value: dict[str, Any]) -> None:
        """Print the one JSON object of `--json`."""
        self._clear_progress()
        print(json.dumps(value, ensure_ascii=False))

    def print(self, text: str = "") -> None:
        """Print a line of the result for people."""
        self._clear_progress()
        print(text)

    def say(self, text: str) -> None:
        """Print a message beside the result, on standard error."""
        self._clear_progress()
        print(text, file=sys.stderr)

    def fail(self, text: str) -> None:
        """Say what went wrong; the command ends with status 1."""
        self.say(text)
        self.status = 1

    def report(self, progress: Progress) -> None:
        """Show progress on standard error: a rewritten line on a terminal, nothing in a pipe."""
        now = time.monotonic()
        if not sys.stderr.isatty() or now - self._last_progress < _PROGRESS_INTERVAL:
            return
        self._last_progress = now
        count = f"{progress.done} of {progress.total}" if progress.total is not None else str(progress.done)
        line = f"{progress.stage} {count} {progress.label}"[:100]
        print("\r" + line.ljust(self._progress_width), end="", file=sys.stderr, flush=True)
        self._progress_width = len(line)

    def _clear_progress(self) -> None:
        if self._progress_width:
            print("\r" + " " * self._progress_width + "\r", end="", file=sys.stderr, flush=True)
            self._progress_width = 0
