"""The installers of Windows and macOS. Written from the tools' manuals; not run yet, see README.md."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from build_freeze import FROZEN, version
from dev_steps import LOCKS, SetUpError, run_quietly


def program_name() -> str:
    """Return the name of the program for terminals."""
    return "carrel.exe" if sys.platform == "win32" else "carrel"


def build(folder: Path, products: Path) -> Path:
    """Make the installer of this system from a frozen folder and return it."""
    return _windows(folder, products) if sys.platform == "win32" else _mac(products)


def _windows(folder: Path, products: Path) -> Path:
    compiler = shutil.which("iscc")
    if compiler is None:
        raise SetUpError("Inno Setup 6 is missing, or its folder is not in PATH.")
    name = f"carrel-{version()}-setup"
    given = {"Version": version(), "Folder": str(folder), "Products": str(products), "Name": name}
    definitions = [f"/D{key}={value}" for key, value in given.items()]
    run_quietly([compiler, *definitions, str(LOCKS / "windows" / "carrel.iss")], _line)
    return products / f"{name}.exe"


def _mac(products: Path) -> Path:
    product = products / f"carrel-{version()}.dmg"
    script = str(LOCKS / "macos" / "make_dmg.sh")
    run_quietly(["bash", script, str(FROZEN.with_name("Carrel.app")), str(FROZEN), str(product)], _line)
    return product


def _line(line: str) -> str | None:
    return line.strip() or None
