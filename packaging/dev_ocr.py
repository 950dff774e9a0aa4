"""Reading text in pictures and scans: the optional pack, without the GPL library in its Linux package."""

from __future__ import annotations  # so that an old Python reaches the sentence about its age

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

import dev_environment
from dev_environment import pip
from dev_steps import LOCKS, VENV, SetUpError, digest, finish, is_current, run_quietly

LOCK = "requirements-ocr"
STUB = LOCKS / "no_jbig.c"
SPANISH = "6f2e04d02774a18f01bed44b1111f2cd7f3ba7ac9dc4373cd3f898a40ea6b464"  # of tessdata_fast 4.1.0
SYSTEM_DATA = Path("/usr/share/tesseract-ocr")
LEFT_OUT = "left out: Carrel names pages without text instead of reading them"
COMPILERS = ("cc", "gcc", "clang", "c++", "g++", "clang++")


def install(*, again: bool) -> str:
    """Install the pack or leave it out whole; return what was done in words.

    Where it could not be had it is tried `again` only on request, so that a start takes no time for it.
    """
    stamp, key = VENV / "stamps" / "ocr", digest((LOCKS / f"{LOCK}.lock").read_bytes(), STUB.read_bytes())
    left_out = VENV / "stamps" / "ocr-left-out"
    if is_current(stamp, key):
        return "present"
    if is_current(left_out, key) and not again:
        return LEFT_OUT
    try:
        dev_environment.install(LOCK)
        for library in gpl_libraries(VENV):
            replace(library)
    except SetUpError:
        run_quietly(pip("uninstall", "-y", "tesserocr"), lambda _line: None)
        (VENV / "stamps" / LOCK).unlink(missing_ok=True)
        finish(left_out, key)
        return LEFT_OUT
    languages = add_spanish(VENV / "share" / "tessdata", SYSTEM_DATA.glob("*/tessdata/spa.traineddata"))
    finish(stamp, key)
    return f"installed for {languages}"


def gpl_libraries(folder: Path) -> list[Path]:
    """Return the copies of libjbig that came with the package."""
    return sorted(folder.glob("**/tesserocr.libs/libjbig-*.so*"))


def replace(library: Path) -> None:
    """Put a stub of the same name in place of the library; SetUpError when there is no compiler."""
    compiler = next(filter(shutil.which, [os.environ.get("CC", ""), *COMPILERS]), None)
    if compiler is None:
        raise SetUpError("There is no C compiler.")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, library.name)
        name = f"-Wl,-soname,{library.name}"
        run_quietly(
            [compiler, "-x", "c", "-O2", "-shared", "-fPIC", name, "-o", str(made), str(STUB)],
            lambda _line: None,
        )
        library.unlink()  # another program may have it open
        shutil.copy(made, library)


def add_spanish(target: Path, candidates: Iterable[Path]) -> str:
    """Copy the data of the Spanish language from the system's package; return the languages in words."""
    for file in candidates:
        if hashlib.sha256(file.read_bytes()).hexdigest() == SPANISH:
            shutil.copy(file, target)
            return "English, German and Spanish"
    return "English and German"
