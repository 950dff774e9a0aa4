"""What is done with a model file whatever it is: hashing, remembering that it was verified, room for it."""

import contextlib
import hashlib
import os
import shutil
import threading
from pathlib import Path

import msgspec

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress, Report

STAMP_FILE = "verified.json"
Stamp = tuple[int, int, str]  # size, modification time in nanoseconds and SHA-256 of a verified file
_BLOCK = 1 << 20


class VerifiedFiles:
    """The files whose SHA-256 was found right, remembered in `folder` until they change. Thread-safe."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / STAMP_FILE
        self._lock = threading.Lock()
        self._known: dict[str, Stamp] = {}

    def holds(self, path: Path, sha256: str) -> bool:
        """Whether `path`, as it is now, is known to have this SHA-256."""
        stamp = _stamp(path, sha256)
        with self._lock:
            if self._known.get(str(path)) != stamp:
                self._known |= self._read()
            return self._known.get(str(path)) == stamp

    def remember(self, path: Path, sha256: str) -> None:
        """Record that `path`, as it is now, has this SHA-256."""
        with self._lock:
            self._known = self._known | self._read() | {str(path): _stamp(path, sha256)}
            there = {known: stamp for known, stamp in self._known.items() if Path(known).exists()}
            with contextlib.suppress(OSError):  # a read-only folder costs one reading of the file a start
                write_whole(self._path, msgspec.json.encode(there))

    def _read(self) -> dict[str, Stamp]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Stamp])
        except (OSError, msgspec.MsgspecError):
            return {}  # the files are read once more


def _stamp(path: Path, sha256: str) -> Stamp:
    status = path.stat()
    return status.st_size, status.st_mtime_ns, sha256


def hash_file(path: Path, token: CancelToken, report: Report, *, stage: str) -> str:
    """Return the SHA-256 of a file in hexadecimal, reporting bytes done."""
    digest = hashlib.sha256()
    total = path.stat().st_size
    done = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            token.check()
            digest.update(block)
            done += len(block)
            report(Progress(stage, done, total))
    return digest.hexdigest()


def need_space(folder: Path, name: str, size: int) -> None:
    """Raise UserError when the disk of `folder` has less than `size` bytes left for the model `name`."""
    free = shutil.disk_usage(folder).free
    if free < size:
        raise UserError(
            "Not enough space",
            f"{name} needs {size / 1e9:.1f} GB in {folder}, where {free / 1e9:.1f} GB are left.",
            "Free some space and try again.",
        )


def write_whole(path: Path, content: bytes) -> None:
    """Write a small file so that readers see the old content or the new, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    partial.write_bytes(content)
    partial.replace(path)
