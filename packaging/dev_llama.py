"""The llama-cpp-python wheel: built here from its source package, kept until something about it changes."""

from __future__ import annotations  # so that an old Python reaches the sentence about its age

import hashlib
import os
import platform
import re
import shutil
import tarfile
from pathlib import Path

import dev_environment
from dev_environment import pip
from dev_steps import (
    CACHE,
    LOCKS,
    VENV,
    SetUpError,
    digest,
    finish,
    is_current,
    run_quietly,
    say,
    venv_environment,
)

LOCK = LOCKS / "requirements-llama.lock"
WITHOUT_COMMON = LOCKS / "without_common.cmake"
OPTIONS = (
    "-DGGML_NATIVE=ON",
    "-DLLAVA_BUILD=OFF",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_BUILD_TOOLS=OFF",
    "-DLLAMA_BUILD_SERVER=OFF",
    "-DLLAMA_BUILD_APP=OFF",
    "-DLLAMA_OPENSSL=OFF",
)


def install() -> str:
    """Have the wheel built and installed; return what was done in words."""
    key = build_key(LOCK.read_text(encoding="utf-8"), options(), cpu_features())
    stamp = VENV / "stamps" / "llama"
    if is_current(stamp, key):
        return "present"
    wheel = _finished(key) or _build(key)
    command = pip("install", "--no-deps", "--no-index", "--force-reinstall", wheel)
    run_quietly(command, lambda _line: None)
    finish(stamp, key)
    return "installed"


def options() -> list[str]:
    """Return the CMake options; a person's own CMAKE_ARGS come last and win."""
    return [*OPTIONS, *os.environ.get("CMAKE_ARGS", "").split()]


def build_key(lock: str, cmake_options: list[str], cpu: str) -> str:
    """Return what a wheel is filed under. The Python version is not in it: the wheel fits every Python 3."""
    return digest(lock, WITHOUT_COMMON.read_bytes(), *cmake_options, platform.machine(), cpu)


def cpu_features() -> str:
    """Return what a native build may use of this processor, and therefore needs wherever it runs."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    found = re.search(r"^(?:flags|Features)\s*:\s*(.*)$", text, flags=re.MULTILINE)
    return " ".join(sorted(found[1].split())) if found else platform.processor()


def step_of_build(line: str) -> str | None:
    """Make 'compiling, n of m' of a line of the build."""
    found = re.search(r"\[(\d+)/(\d+)\]", line)
    return f"compiling llama.cpp, {found[1]} of {found[2]}" if found else None


def _finished(key: str) -> Path | None:
    return next(iter(sorted((CACHE / "wheels" / key).glob("llama_cpp_python-*.whl"))), None)


def _build(key: str) -> Path:
    """Build in folders that stay until the wheel is there, so that an interrupted build goes on."""
    dev_environment.install("requirements-build")
    work = CACHE / "llama-build" / key
    source = _unpacked(_source_package(), work)
    say("    building llama.cpp once; this takes some minutes")
    command = pip("wheel", "-v", "--no-deps", "--no-index", "--no-cache-dir", "--no-build-isolation")
    command += ["--config-settings", f"build-dir={work / 'build'}", "-w", str(work / "wheel"), str(source)]
    arguments = [*options(), f"-DCMAKE_PROJECT_llama.cpp_INCLUDE={WITHOUT_COMMON}"]
    run_quietly(command, step_of_build, venv_environment({"CMAKE_ARGS": " ".join(arguments)}))
    built = next((work / "wheel").glob("llama_cpp_python-*.whl"))
    target = CACHE / "wheels" / key / built.name
    target.parent.mkdir(parents=True, exist_ok=True)
    built.replace(target)
    shutil.rmtree(work)
    return target


def _source_package() -> Path:
    """Return the source package, downloaded once and checked against the lock."""
    folder = CACHE / "source-packages"
    wanted = re.findall(r"sha256:([0-9a-f]{64})", LOCK.read_text(encoding="utf-8"))
    if not any(_is_wanted(path, wanted) for path in folder.glob("llama_cpp_python-*.tar.gz")):
        say("    fetching the source package of llama.cpp, 77 MB")
        command = pip("download", "--no-deps", "--no-binary=:all:", "--no-build-isolation")
        command += ["--require-hashes", "-d", str(folder), "-r", str(LOCK)]
        run_quietly(command, lambda _line: None)
    for path in folder.glob("llama_cpp_python-*.tar.gz"):
        if _is_wanted(path, wanted):
            return path
    raise SetUpError("The source package of llama-cpp-python did not arrive. Try again.")


def _is_wanted(path: Path, hashes: list[str]) -> bool:
    return hashlib.sha256(path.read_bytes()).hexdigest() in hashes


def _unpacked(package: Path, work: Path) -> Path:
    """Return the folder of the unpacked sources; half of it from an interrupted attempt is not used."""
    target = work / "source"
    if not target.exists():
        half = work / "unpacking"
        shutil.rmtree(half, ignore_errors=True)
        with tarfile.open(package) as archive:
            if hasattr(tarfile, "data_filter"):  # from Python 3.11.4
                archive.extraction_filter = tarfile.data_filter
            archive.extractall(half)
        next(half.iterdir()).rename(target)
    return target
