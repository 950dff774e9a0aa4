"""The Debian package: /opt/carrel with everything, the command, the entry in menus and file managers."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from build_freeze import WORK, version
from dev_steps import LOCKS, ROOT, SetUpError, run_quietly

PROGRAM = "opt/carrel"
APPLICATION = "app.carrel.Carrel"
RECOMMENDED = "fonts-dejavu-core, fonts-noto-cjk | fonts-droid-fallback, libvulkan1, xdg-desktop-portal"
_OPTIONAL = "libggml-vulkan"  # is not loaded where the system has no graphics drivers
_ADVICE = "Type: apt-get install dpkg-dev libwayland-cursor0 libwayland-egl1"
_ELF = b"\x7fELF"


def build(folder: Path, products: Path) -> Path:
    """Make the package from a frozen folder and return it."""
    for tool in ("dpkg-deb", "dpkg-shlibdeps"):
        if shutil.which(tool) is None:
            raise SetUpError(f"{tool} is missing. {_ADVICE}")
    tree = WORK / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(folder, tree)
    architecture = _said("dpkg", "--print-architecture")
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    (tree / "DEBIAN").mkdir()
    text = control(version(), architecture, dependencies(folder), size // 1024)
    (tree / "DEBIAN" / "control").write_text(text, encoding="utf-8")
    (tree / "DEBIAN" / "md5sums").write_text("".join(sorted(sums(tree))), encoding="utf-8")
    _open_to_all(tree)
    product = products / f"carrel_{version()}_{architecture}.deb"
    product.unlink(missing_ok=True)
    # Models hardly compress; the quick method takes seconds where the usual one takes minutes.
    command = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z3", "--build", str(tree), str(product)]
    run_quietly(command, lambda _line: None)
    return product


def lay_out(folder: Path, tree: Path) -> None:
    """Lay every file where it belongs on the person's system; large ones are linked, not copied."""
    shutil.copytree(folder, tree / PROGRAM, copy_function=_linked, symlinks=True)
    share = tree / "usr" / "share"
    places = {
        LOCKS / "linux" / "carrel.desktop": share / "applications" / "carrel.desktop",
        LOCKS / "linux" / "metainfo.xml": share / "metainfo" / f"{APPLICATION}.metainfo.xml",
        ROOT / "resources" / "icons" / "carrel.svg": share / "icons/hicolor/scalable/apps/carrel.svg",
        LOCKS / "linux" / "copyright": share / "doc" / "carrel" / "copyright",
    }
    for source, target in places.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8").replace("@VERSION@", version())
        target.write_text(text.replace("@DATE@", today()), encoding="utf-8")
    changes = gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0)
    (share / "doc" / "carrel" / "changelog.gz").write_bytes(changes)
    (tree / "usr" / "bin").mkdir(parents=True)
    (tree / "usr" / "bin" / "carrel").symlink_to(f"/{PROGRAM}/carrel")


def sums(tree: Path) -> Iterator[str]:
    """Yield one line for each shipped file, from which `dpkg --verify` tells whether it is still whole."""
    for path in tree.rglob("*"):
        inside = path.relative_to(tree)
        if path.is_file() and not path.is_symlink() and inside.parts[0] != "DEBIAN":
            with path.open("rb") as file:
                yield f"{hashlib.file_digest(file, 'md5').hexdigest()}  {inside}\n"


def today() -> str:
    """Return the date of the release: SOURCE_DATE_EPOCH where it is set, else this day."""
    epoch = float(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    return datetime.fromtimestamp(epoch, UTC).date().isoformat()


def control(number: str, architecture: str, needed: str, kilobytes: int) -> str:
    """Return the control file of the package."""
    return f"""\
Package: carrel
Version: {number}
Architecture: {architecture}
Maintainer: The Carrel authors <carrel@carrel.invalid>
Installed-Size: {kilobytes}
Depends: {needed}
Recommends: {RECOMMENDED}
Section: text
Priority: optional
Description: your own documents answer questions, offline
 Carrel finds passages in your own documents by words and by meaning and
 answers questions with sentences that each show their source. Everything,
 the language models included, is on your own computer; nothing is sent.
"""


def dependencies(folder: Path) -> str:
    """Return what the libraries of a folder need of the system, with versions, as dpkg-shlibdeps finds it.

    The plug-ins that Qt opens while running are files of the folder too, so their needs are in it.
    """
    files = sorted(path for path in elf_files(folder) if not path.name.startswith(_OPTIONAL))
    own = sorted({str(path.parent) for path in files})
    with tempfile.TemporaryDirectory() as work:
        place = Path(work, "debian")
        place.mkdir()
        (place / "control").write_text("Source: carrel\n\nPackage: carrel\nArchitecture: any\n", "utf-8")
        command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0", "-xcarrel"]
        command += [f"-l{path}" for path in own] + [f"-e{path}" for path in files]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SetUpError(f"Libraries that Carrel needs are not on this system.\n{done.stderr}{_ADVICE}")
    return done.stdout.partition("shlibs:Depends=")[2].strip()


def elf_files(folder: Path) -> Iterator[Path]:
    """Yield the programs and libraries of a folder."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == _ELF:
                    yield path


def _linked(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _open_to_all(tree: Path) -> None:
    """Make everything readable for everybody, whatever the mask of the one who builds."""
    for path in [tree, *tree.rglob("*")]:
        if path.is_symlink():
            continue
        executable = path.is_dir() or path.stat().st_mode & 0o100
        path.chmod(0o755 if executable else 0o644)


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
