"""The licences of everything in a frozen program, from the metadata of what is installed."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sysconfig
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from dev_steps import LOCKS, ROOT, SetUpError

TEXTS = LOCKS / "licence-texts"
STARTER = "pyinstaller"  # its small starting program is part of every frozen one
_NAMES = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)


@dataclass(frozen=True)
class Part:
    """One thing that is shipped. `python` tells a Python package from what came inside one."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...] = ()
    source: str = ""
    python: bool = True


def shipped_parts(shipped: Iterable[Path], site_packages: Path) -> list[Part]:
    """Return the packages that shipped files come from, and what they bring along, sorted by name."""
    owners: dict[Path, str] = {}
    installed = list(distributions(path=[str(site_packages)]))
    for package in installed:
        owners |= dict.fromkeys(_files(package), package.name)
    names = {owners[path] for path in map(_plain, shipped) if path in owners} | {STARTER}
    parts = [_part(package) for package in installed if package.name in names]
    parts += [*_inside(names), _python()]
    return sorted(parts, key=lambda part: part.name.lower())


def write(parts: Sequence[Part], folder: Path) -> None:
    """Write the list of parts and every licence text; SetUpError when a part says nothing of its licence."""
    if silent := [part.name for part in parts if not part.licence]:
        raise SetUpError(f"No licence is known of {', '.join(silent)}: add it to {TEXTS.name}/parts.toml.")
    folder.mkdir(parents=True)
    lines = ["Carrel is licensed under the Apache License 2.0 (Carrel.txt). It contains:\n"]
    shutil.copy(ROOT / "LICENSE", folder / "Carrel.txt")
    for part in parts:
        place = folder / re.sub(r"[^\w.+-]+", "-", part.name)
        for number, text in enumerate(part.texts):
            place.mkdir(exist_ok=True)
            name = text.name if not (place / text.name).exists() else f"{number}-{text.name}"
            shutil.copy(text, place / name)
        origin = f"; its source is at {part.source}" if part.source else ""
        lines.append(f"{' '.join(filter(None, [part.name, part.version]))}: {part.licence}{origin}")
    (folder / "THIRD-PARTY.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def licence_of(package: Distribution) -> str:
    """Return the licence as a package states it, the exact forms first; empty when it says nothing."""

    def stated(field: str) -> list[str]:
        return package.metadata.get_all(field) or []

    exact = "".join(stated("License-Expression"))
    classified = [name.rsplit(" :: ", 1)[-1] for name in stated("Classifier") if "License ::" in name]
    return exact or " or ".join(classified) or "".join(stated("License")).strip().partition("\n")[0]


def _part(package: Distribution) -> Part:
    texts = sorted(path for path in _files(package) if _is_text(path) and path.is_file())
    licence = _described()["stated"].get(package.name, licence_of(package))
    return Part(package.name, package.version, licence, tuple(texts))


def _is_text(path: Path) -> bool:
    """Whether a file is a licence text: one in a package's folder of them, or named like one beside it."""
    folders = path.parts[:-1]
    described = any(name.endswith(".dist-info") for name in folders)
    return described and ("licenses" in folders or _NAMES.search(path.name) is not None)


def _described() -> dict[str, Any]:
    with (TEXTS / "parts.toml").open("rb") as file:
        return tomllib.load(file)


def _inside(names: set[str]) -> list[Part]:
    return [
        Part(
            entry["name"],
            "",
            entry["licence"],
            tuple(ROOT / text if text == "LICENSE" else TEXTS / text for text in entry["texts"]),
            entry.get("source", ""),
            python=False,
        )
        for entry in _described()["part"]
        if entry.get("inside") is None or entry["inside"] in names
    ]


def _python() -> Part:
    text = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    version = platform.python_version()
    return Part("Python", version, "PSF-2.0", (text,) if text.exists() else (), python=False)


def _files(package: Distribution) -> set[Path]:
    return {_plain(Path(str(package.locate_file(file)))) for file in package.files or ()}


def _plain(path: Path) -> Path:
    """Return a path without `..`, links left as they are: a virtual environment is full of them."""
    return Path(os.path.normpath(path))
