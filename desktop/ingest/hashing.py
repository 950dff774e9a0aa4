"""The identity of a file: by its content, and by what the system says of it without reading it."""

import hashlib
import os
from pathlib import Path

_BLOCK = 1 << 20
_RESTED = 2.0  # seconds: the coarsest clock of a file system in use (FAT)


def content_hash(path: Path) -> str:
    """Return the SHA-256 of the file as hex text; OSError when it cannot be read."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def fingerprint(status: os.stat_result) -> str:
    """Return what changes whenever a file is written: size, time of change, and time of change of its entry.

    The last one cannot be set back by a program, except on Windows, where it is the time of creation.
    """
    return f"{status.st_size}-{status.st_mtime_ns}-{status.st_ctime_ns}"


def rested(status: os.stat_result, now: float) -> bool:
    """Tell whether the file is older than the clock of its file system is coarse.

    A younger one, or one from the future, may be written again without its times changing: its fingerprint
    proves nothing. `now` is a Unix time.
    """
    return max(status.st_mtime, status.st_ctime) < now - _RESTED
