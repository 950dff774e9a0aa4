"""The system libraries Qt and the tests need on Debian and Ubuntu, which ship them apart."""

from __future__ import annotations  # so that an old Python reaches the sentence about its age

import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Sequence

from dev_steps import CACHE, digest, finish, is_current, say

RUN_PACKAGES = (
    "fonts-dejavu-core",
    "fonts-droid-fallback",  # Chinese, Japanese and Korean in 4 MB
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libgl1",
    "libglib2.0-0",
    "libgomp1",
    "libx11-xcb1",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-randr0",
    "libxcb-render-util0",
    "libxcb-shape0",
    "libxcb-xinerama0",
    "libxcb-xkb1",
    "libxkbcommon-x11-0",
    "libxkbcommon0",
    "tesseract-ocr-spa",  # the data of one language, without the program
)
TEST_PACKAGES = ("strace", "xdotool", "xvfb")


def wanted(for_tests: bool, has_compiler: bool, has_venv: bool) -> tuple[str, ...]:
    """Return the packages to have, sorted: libraries, test tools, and what builds llama.cpp or .venv."""
    packages = [*RUN_PACKAGES, *(TEST_PACKAGES if for_tests else ())]
    if not has_compiler:
        packages.append("g++")
    if not has_venv:
        packages.append("python3-venv")
    return tuple(sorted(packages))


def missing(packages: Sequence[str], installed: Collection[str]) -> list[str]:
    """Return the packages that are not installed; one renamed for 64-bit times counts as installed."""
    return [name for name in packages if name not in installed and f"{name}t64" not in installed]


def install_command(packages: Sequence[str]) -> list[str]:
    """Return the apt-get command that installs `packages`."""
    return ["apt-get", "install", "-y", "--no-install-recommends", *packages]


def prepare(for_tests: bool) -> str:
    """Install what is missing when root, else print the command; return what was done in words."""
    if shutil.which("dpkg-query") is None or shutil.which("apt-get") is None:
        return "left to you on this system"
    packages = wanted(for_tests, _has_compiler(), _has_venv())
    stamp, key = CACHE / "stamps" / f"debian-{'test' if for_tests else 'run'}", digest(*packages)
    if is_current(stamp, key):
        return "present"
    lacking = missing(packages, _installed())
    if lacking and not _install(lacking):
        return "not complete, going on"
    finish(stamp, key)
    return "installed" if lacking else "present"


def _install(packages: Sequence[str]) -> bool:
    if os.geteuid() != 0:
        say("    Some system packages are missing. Type:")
        say(f"      sudo {' '.join(install_command(packages))}")
        return False
    say(f"    installing {len(packages)}: {' '.join(packages)}")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-q"], env=environment, check=False, stdout=subprocess.DEVNULL)
    if _apt(packages, environment):
        return True
    failed = [name for name in packages if not _apt([name], environment)]
    if failed:
        say(f"    could not be installed: {' '.join(failed)}")
    return not failed


def _apt(packages: Sequence[str], environment: dict[str, str]) -> bool:
    done = subprocess.run(
        install_command(packages), env=environment, check=False, capture_output=True, stdin=subprocess.DEVNULL
    )
    return done.returncode == 0


def _installed() -> set[str]:
    listing = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\n"],
        capture_output=True,
        text=True,
        check=False,
    )
    rows = (line.split(" ", 1) for line in listing.stdout.splitlines())
    return {name for status, name in rows if status == "installed"}


def _has_compiler() -> bool:
    return any(shutil.which(name) for name in (os.environ.get("CXX", ""), "c++", "g++", "clang++") if name)


def _has_venv() -> bool:
    probe = subprocess.run([sys.executable, "-c", "import ensurepip, venv"], check=False, capture_output=True)
    return probe.returncode == 0
