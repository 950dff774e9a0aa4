"""What every step of the set-up shares: stamps, progress lines, running commands."""

from __future__ import annotations  # so that an old Python reaches the sentence about its age

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache"
VENV = Path(os.environ.get("CARREL_VENV") or ROOT / ".venv")
LOCKS = ROOT / "packaging"
BETWEEN_LINES = 2.0  # seconds between progress lines of one step


class SetUpError(Exception):
    """The set-up cannot go on; the text says why and what to do."""


def say(text: str) -> None:
    """Print one line at once."""
    print(text, flush=True)


def digest(*parts: str | bytes) -> str:
    """Return a short hash of the parts; different ways of cutting the same text differ."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        hashed.update(len(data).to_bytes(8, "big") + data)
    return hashed.hexdigest()[:16]


def is_current(stamp: Path, key: str) -> bool:
    """Whether the step that writes `stamp` was finished with this key."""
    try:
        return stamp.read_text(encoding="utf-8") == key
    except OSError:
        return False


def finish(stamp: Path, key: str) -> None:
    """Record that a step was finished with this key."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key, encoding="utf-8")


def venv_python(venv: Path = VENV) -> Path:
    """Return the interpreter of a virtual environment."""
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def venv_environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment for commands that should find the virtual environment's programs first."""
    path = os.pathsep.join([str(venv_python().parent), os.environ.get("PATH", "")])
    return os.environ | {"PATH": path, "PYTHONUNBUFFERED": "1"} | dict(more or {})


class Throttle:
    """Lets a progress line through at most every few seconds."""

    def __init__(self, seconds: float = BETWEEN_LINES, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._last = float("-inf")

    def due(self) -> bool:
        """Whether enough time has passed since the last line that was let through."""
        if self._clock() - self._last < self._seconds:
            return False
        self._last = self._clock()
        return True


def run_quietly(
    command: Sequence[str],
    progress: Callable[[str], str | None],
    environment: Mapping[str, str] | None = None,
) -> None:
    """Run a command; show what `progress` makes of its lines, and the end of its output when it fails."""
    lines: list[str] = []
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        env=environment or venv_environment(),
        cwd=ROOT,
        text=True,
        errors="replace",
    ) as process:
        try:
            _follow(process.stdout or (), lines, progress)
        except BaseException:
            process.terminate()
            raise
    if process.returncode != 0:
        say("".join(lines[-40:]))
        raise SetUpError(f"{Path(command[0]).name} {' '.join(command[1:4])} … failed, see above.")


def _follow(output: Iterable[str], lines: list[str], progress: Callable[[str], str | None]) -> None:
    throttle = Throttle()
    for line in output:
        lines.append(line)
        text = progress(line)
        if text and throttle.due():
            say(f"      {text}")
