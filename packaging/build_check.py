"""Tries a frozen program as a person has it: the doctor, then the tour, without Python and display."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dev_steps import SetUpError, say

PARTS = (
    "SQLite",
    "Text index",
    "Vector index",
    "Library",
    "Data folder",
    "Reader",
    "Text in pictures",
    "Embedding model",
    "Chat model",
    "Device",
    "Window",
)
KEPT = ("SYSTEMROOT", "WINDIR", "TEMP", "TMP", "LANG", "XDG_RUNTIME_DIR")  # nothing of a checkout
SECONDS = 900.0


def check(program: Path) -> None:
    """Run the doctor and the tour; SetUpError names what failed."""
    with tempfile.TemporaryDirectory(prefix="carrel-check-") as folder:
        environment = bare_environment(os.environ, Path(folder))
        wrong = problems_of_doctor(_run(program, environment, "doctor", "--json"))
        if wrong:
            raise SetUpError(f"The frozen program does not work. {' '.join(wrong)}")
        tour = _run(program, environment, "tour", "--json", "--output", str(Path(folder, "tour")))
        if not tour.get("ok"):
            raise SetUpError(f"The tour failed in the frozen program: {json.dumps(tour)[:2000]}")


def problems_of_doctor(found: Mapping[str, Any]) -> list[str]:
    """Return one sentence for each part that is missing or fails."""
    checks = {check["name"]: check for check in found.get("checks", [])}
    wrong = [f"{name} was not checked." for name in PARTS if name not in checks]
    wrong += [f"{name}: {check['detail']}" for name, check in checks.items() if not check["ok"]]
    recognition = checks.get("Text in pictures", {}).get("detail", "")
    if recognition.startswith("not installed"):
        wrong.append(f"Text in pictures: {recognition}")
    return wrong


def bare_environment(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return an environment in which nothing of the build machine helps."""
    kept = {name: environment[name] for name in KEPT if name in environment}
    path = environment.get("SYSTEMROOT", "") if os.name == "nt" else "/usr/bin:/bin"
    places = {"HOME": str(folder), "CARREL_DATA": str(folder / "data")}
    return kept | places | {"PATH": path, "QT_QPA_PLATFORM": "offscreen"}


def _run(program: Path, environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    """Run one command; SetUpError when it writes anything beside its JSON."""
    started = time.monotonic()
    done = subprocess.run(
        [program, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=SECONDS,
        check=False,
    )
    say(f"    carrel {arguments[0]}: status {done.returncode} after {time.monotonic() - started:.1f} s")
    try:
        found = json.loads(done.stdout)
    except ValueError:
        found = None
    if done.stderr.strip() or not isinstance(found, dict):
        raise SetUpError(f"carrel {arguments[0]} said: {done.stderr[-2000:]}{done.stdout[-2000:]}")
    return found
