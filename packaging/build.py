"""Builds the frozen program and the installer of this system, and tries what it has built.

python3 packaging/build.py             everything: freeze, notices, self-test, installer, checksums
python3 packaging/build.py --native    llama.cpp for this processor only: quicker, and of no use to others
python3 packaging/build.py --folder    stop at the tried folder; no installer

Only the standard library is needed to start; everything else goes into an environment of its own. The
products are in dist/. What each system needs beforehand stands in README.md.
"""

from __future__ import annotations  # so that an old Python reaches the sentence about its age

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("CARREL_VENV", str(ROOT / ".cache" / "installer" / "venv"))

import build_check  # noqa: E402 - they read CARREL_VENV when they are imported
import build_deb  # noqa: E402
import build_freeze  # noqa: E402
import build_system  # noqa: E402
import dev  # noqa: E402
import dev_environment  # noqa: E402
from checksums import write_checksums  # noqa: E402
from dev_steps import SetUpError, say  # noqa: E402

PRODUCTS = ROOT / "dist"


def main(arguments: Sequence[str]) -> int:
    """Build what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--native", action="store_true")
    parser.add_argument("--folder", action="store_true")
    options = parser.parse_args(arguments)
    try:
        dev_environment.check_python(sys.version_info[:2])
        build(native=options.native, installer=not options.folder)
    except SetUpError as error:
        say(f"Stopped: {error}")
        return 1
    except KeyboardInterrupt:
        say("Interrupted. The same command goes on from here.")
        return 130
    return 0


def build(*, native: bool, installer: bool) -> None:
    """Do every step in order; SetUpError names the one that failed."""
    say("[1/5] environment")
    build_freeze.environment(native=native)
    say("[2/5] models")
    dev.models(dev.RUN_MODELS, required=True)
    say("[3/5] freezing")
    folder = build_freeze.freeze(dev.models_folder())
    say(f"    {megabytes(folder)} MB in {folder}")
    say("[4/5] self-test")
    build_check.check(folder / build_system.program_name())
    say("[5/5] installer")
    PRODUCTS.mkdir(exist_ok=True)
    made = [build_freeze.copy_sbom(folder, PRODUCTS)]
    if installer:
        made.append(build_installer(folder))
    write_checksums(PRODUCTS / "SHA256SUMS", made)
    for product in made:
        say(f"    {product.name}: {product.stat().st_size / 1e6:.0f} MB")


def build_installer(folder: Path) -> Path:
    """Make the installer of this system."""
    make = build_deb.build if sys.platform.startswith("linux") else build_system.build
    return make(folder, PRODUCTS)


def megabytes(folder: Path) -> int:
    """Return the size of a folder's files in MB."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return round(sum(path.stat().st_size for path in files) / 1e6)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
