"""The virtual environment: made once, filled from the lock files."""

from __future__ import annotations  # so that an old Python reaches the sentence about its age

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from dev_steps import LOCKS, VENV, SetUpError, digest, finish, is_current, run_quietly, say, venv_python

OLDEST_PYTHON = (3, 11)


def pip(*arguments: str | Path) -> list[str]:
    """Return a command for the virtual environment's pip."""
    quiet = ("--disable-pip-version-check", "--no-input", "--no-color")
    return [str(venv_python()), "-m", "pip", *quiet, *map(str, arguments)]


def check_python(version: tuple[int, ...]) -> None:
    """Raise SetUpError when this Python is too old for Carrel."""
    if version < OLDEST_PYTHON:
        raise SetUpError("Carrel needs Python 3.11 or newer. Start this with a newer python3.")


def make() -> str:
    """Make .venv when it is not there or does not run; return what was done in words."""
    if _works(venv_python()):
        return "present"
    if VENV.exists():
        say("    .venv does not work here and is made anew")
        shutil.rmtree(VENV)
    say(f"    making .venv with Python {sys.version.split()[0]}")
    run_quietly([sys.executable, "-m", "venv", str(VENV)], lambda _line: None)
    return "made"


def install(*locks: str) -> str:
    """Install the named lock files; return what was done in words."""
    todo = [name for name in locks if not is_current(_stamp(name), _key(name))]
    for name in todo:
        lock = LOCKS / f"{name}.lock"
        command = pip("install", "--require-hashes", "--no-deps", "--only-binary=:all:", "-r", lock)
        run_quietly(command, counting(name, pinned(lock.read_text(encoding="utf-8"))))
        finish(_stamp(name), _key(name))
    return "installed" if todo else "present"


def pinned(lock: str) -> dict[str, str]:
    """Return name and version of every package a lock file pins."""
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)", lock, flags=re.MULTILINE))


def counting(name: str, packages: dict[str, str]) -> Callable[[str], str | None]:
    """Return a function that makes 'name: package, n of m' of pip's lines."""
    seen: set[str] = set()

    def progress(line: str) -> str | None:
        found = re.match(r"\s*(?:Collecting|Requirement already satisfied:)\s+([A-Za-z0-9_.-]+)", line)
        if found:
            seen.add(found[1])
            return f"{name}: {found[1]}, {len(seen)} of {len(packages)}"
        if line.startswith("Installing collected packages"):
            return f"{name}: unpacking {len(packages)} packages"
        return None

    return progress


def _works(python: Path) -> bool:
    if not python.exists():
        return False
    code = f"import sys; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    return subprocess.run([python, "-c", code], check=False, capture_output=True).returncode == 0


def _stamp(name: str) -> Path:
    return VENV / "stamps" / name


def _key(name: str) -> str:
    return digest((LOCKS / f"{name}.lock").read_bytes())
