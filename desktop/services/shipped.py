"""What Carrel is made of: every package and part with its version, licence and the texts of the licence."""

import re
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

_LINE = re.compile(
    r"(?P<name>.+?)(?: (?P<version>\d\S*))?: (?P<licence>.+?)(?:; its source is at (?P<source>.+))?"
)
_LOCKED = re.compile(r"^([A-Za-z0-9][\w.-]*)==", re.MULTILINE)
_TEXT = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
_LISTING = "THIRD-PARTY.txt"  # in the folder that the build lays beside the program
_OWN = "Carrel.txt"
_RELEASES = "releases-page.txt"  # laid beside the resources by a build that knows where it is published


@dataclass(frozen=True, slots=True)
class ShippedPart:
    """One thing the program consists of. `texts` are the files of its licence."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...] = ()
    source: str = ""


def licences_folder() -> Path | None:
    """Return the folder of licences beside a frozen program; None in a checkout."""
    frozen = getattr(sys, "_MEIPASS", None)
    folder = Path(frozen).parent / "licences" if frozen else None
    return folder if folder is not None and folder.is_dir() else None


def shipped_parts(checkout: Path, folder: Path | None = None) -> list[ShippedPart]:
    """Return everything that is shipped, by name: from the build's `folder`, else from the lock files."""
    if folder is not None:
        return _built(folder)
    packaging = checkout / "packaging"
    names: set[str] = set()
    for lock in ("requirements.lock", "requirements-ocr.lock", "requirements-llama.lock"):
        file = packaging / lock
        names.update(_LOCKED.findall(file.read_text("utf-8")) if file.is_file() else ())
    parts = [part for name in names if (part := _installed(name)) is not None]
    parts += _inside(packaging / "licence-texts", {_plain(part.name) for part in parts}, checkout)
    return sorted(parts, key=lambda part: part.name.casefold())


def own_licence(checkout: Path, folder: Path | None = None) -> Path:
    """Return the file of Carrel's own licence."""
    return folder / _OWN if folder is not None else checkout / "LICENSE"


def releases_page(resources: Path) -> str:
    """Return the https address of the page of releases; empty in a copy that was not made for one."""
    file = resources / _RELEASES
    address = file.read_text("utf-8").strip() if file.is_file() else ""
    return address if address.startswith("https://") else ""


def licence_text(part: ShippedPart) -> str:
    """Return the licence texts of a part, one after the other."""
    return "\n\n".join(text.read_text("utf-8", errors="replace").strip() for text in part.texts)


def _built(folder: Path) -> list[ShippedPart]:
    parts = []
    for line in (folder / _LISTING).read_text("utf-8").splitlines():
        match = _LINE.fullmatch(line)
        if match is None or line.startswith("Carrel is licensed"):
            continue
        place = folder / re.sub(r"[^\w.+-]+", "-", match["name"])
        texts = tuple(sorted(place.iterdir())) if place.is_dir() else ()
        parts.append(
            ShippedPart(match["name"], match["version"] or "", match["licence"], texts, match["source"] or "")
        )
    return parts


def _installed(name: str) -> ShippedPart | None:
    try:
        package = distribution(name)
    except PackageNotFoundError:
        return None  # a part for another system, or an optional one
    return ShippedPart(package.name, package.version, _stated_licence(package), tuple(_texts(package)))


def _texts(package: Distribution) -> Iterable[Path]:
    for file in sorted(package.files or (), key=str):
        described = any(part.endswith(".dist-info") for part in file.parts)
        place = Path(str(package.locate_file(file)))
        if described and ("licenses" in file.parts or _TEXT.search(file.name)) and place.is_file():
            yield place


def _stated_licence(package: Distribution) -> str:
    """Return the licence as a package states it, the exact form first."""

    def stated(field: str) -> list[str]:
        return package.metadata.get_all(field) or []

    classified = [name.rsplit(" :: ", 1)[-1] for name in stated("Classifier") if "License ::" in name]
    exact = "".join(stated("License-Expression"))
    return exact or " or ".join(classified) or "".join(stated("License")).strip().partition("\n")[0]


def _inside(texts: Path, packages: set[str], checkout: Path) -> Iterable[ShippedPart]:
    """Yield what came inside a package or without one, as the packaging describes it."""
    file = texts / "parts.toml"
    described: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["part"] if file.is_file() else []
    for entry in described:
        if "inside" not in entry or _plain(entry["inside"]) in packages:
            found = (checkout / text if text == "LICENSE" else texts / text for text in entry["texts"])
            yield ShippedPart(entry["name"], "", entry["licence"], tuple(found), entry.get("source", ""))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
