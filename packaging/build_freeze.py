"""Freezing: the environment the program is built from, PyInstaller, and what is laid beside it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import build_vulkan
import dev_environment
import dev_llama
import dev_ocr
import licences
import sbom
from dev_steps import CACHE, ROOT, VENV, run_quietly, say, venv_environment, venv_python

WORK = CACHE / "installer"
FROZEN = WORK / "dist" / "carrel"
INSIDE = "_internal"  # PyInstaller's folder for everything but the programs
SBOM = "carrel.cdx.json"
# One library for each generation of processors, chosen when the program starts. Without the two folders the
# package's install step would leave those libraries out of the wheel.
PORTABLE = (
    "-DGGML_NATIVE=OFF",
    "-DGGML_BACKEND_DL=ON",
    "-DGGML_CPU_ALL_VARIANTS=ON",
    "-DCMAKE_INSTALL_BINDIR=llama_cpp/lib",
    "-DCMAKE_INSTALL_LIBDIR=llama_cpp/lib",
)


def version() -> str:
    """Return the version, which is written in desktop/__init__.py only."""
    text = (ROOT / "desktop" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, flags=re.MULTILINE)
    assert found is not None
    return found[1]


def environment(*, native: bool) -> None:
    """Have an environment with exactly what is shipped, and PyInstaller."""
    say(f"    {dev_environment.make()}, {dev_environment.install('requirements', 'requirements-installer')}")
    kind = "for this processor" if native else portable()
    say(f"    llama.cpp {kind}: {dev_llama.install()}")
    say(f"    text in pictures: {dev_ocr.install(again=True)}")


def portable() -> str:
    """Ask the build of llama.cpp for every processor and, where possible, for Vulkan; say so in words."""
    vulkan, words = build_vulkan.cmake_options()
    os.environ["CMAKE_ARGS"] = " ".join([*PORTABLE, *vulkan, os.environ.get("CMAKE_ARGS", "")]).strip()
    return f"for every processor, {words}"


def freeze(models: Path) -> Path:
    """Freeze the program and return its folder, complete with models and notices."""
    shutil.rmtree(FROZEN, ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    listing = WORK / "frozen.json"
    command = [str(venv_python()), "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--workpath", str(WORK / "work"), "--distpath", str(FROZEN.parent)]
    more = {"CARREL_FROZEN_LIST": str(listing), "CARREL_ICON": icon()}
    run_quietly([*command, str(ROOT / "packaging" / "carrel.spec")], _line, venv_environment(more))
    _strip(FROZEN / INSIDE)
    shipped = [Path(name) for name in json.loads(listing.read_text(encoding="utf-8"))]
    parts = licences.shipped_parts(shipped, _site_packages())
    licences.write(parts, FROZEN / "licences")
    found = [add_model(model, models, FROZEN / INSIDE / "resources" / "models") for model in shipped_models()]
    add_releases_page(FROZEN / INSIDE / "resources")
    sbom.write(FROZEN / SBOM, version(), parts, found)
    return FROZEN


def add_releases_page(resources: Path) -> None:
    """Write the address of the page of releases, where the build was told it, for the menu entry."""
    if address := os.environ.get("CARREL_RELEASES_PAGE", "").strip():
        (resources / "releases-page.txt").write_text(f"{address}\n", encoding="utf-8")


def shipped_models() -> list[sbom.Model]:
    """Return the models of the catalogue that an installer carries."""
    import tomllib  # from Python 3.11, which is checked by then

    with (ROOT / "resources" / "models.toml").open("rb") as file:
        entries = tomllib.load(file)["model"]
    return [
        sbom.Model(entry["name"], entry["file"], entry["licence"], entry["sha256"])
        for entry in entries
        if entry.get("default")
    ]


def add_model(model: sbom.Model, source: Path, target: Path) -> sbom.Model:
    """Lay a model file beside the catalogue, where the program looks; a link where the disk allows one."""
    target.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source / model.file, target / model.file)
    except OSError:
        shutil.copy2(source / model.file, target / model.file)
    return model


def copy_sbom(folder: Path, target: Path) -> Path:
    """Lay the bill of materials beside the installer too."""
    return Path(shutil.copy2(folder / SBOM, target / f"carrel-{version()}.cdx.json"))


def icon() -> str:
    """Return the icon file that this system wants, drawn from the drawing; none on Linux."""
    endings = {"win32": "ico", "darwin": "icns"}
    if sys.platform not in endings:
        return ""
    target = WORK / f"carrel.{endings[sys.platform]}"
    drawing = ROOT / "resources" / "icons" / "carrel.svg"
    command = [str(venv_python()), str(ROOT / "packaging" / "draw_icon.py"), str(drawing), str(target)]
    run_quietly(command, _line)
    return str(target)


def _strip(folder: Path) -> None:
    """Leave out the symbols of a Python that was built with them: three quarters of its library."""
    tool = shutil.which("strip")
    if tool is None or not sys.platform.startswith("linux"):
        return
    for library in folder.glob("libpython*.so*"):
        subprocess.run([tool, "--strip-unneeded", library], check=True)


def _site_packages() -> Path:
    return next(VENV.glob("[Ll]ib/site-packages"), None) or next(VENV.glob("lib/python3*/site-packages"))


def _line(line: str) -> str | None:
    return line.strip() or None
