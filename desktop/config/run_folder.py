"""A folder for temporary files of one run, so that several runs with one data folder do not meet."""

import shutil
import tempfile
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

_PREFIX = "run-"
_LOCK = ".lock"


class RunFolder:
    """Makes the folder and holds a lock beside it as long as the run lasts.

    The lock is the system's and falls with its holder: folders whose run has died are removed.
    """

    def __init__(self, temporary: Path) -> None:
        temporary.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(temporary)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=temporary))
        self._lock = _lock(self.path)
        self._lock.acquire(timeout=0)

    def close(self) -> None:
        """Remove the folder with what is in it."""
        _remove(self.path, self._lock)


def _lock(folder: Path) -> BaseFileLock:
    return FileLock(folder.with_suffix(_LOCK), thread_local=False)  # the run may end on another thread


def _remove(folder: Path, lock: BaseFileLock) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    lock.release()
    Path(lock.lock_file).unlink(missing_ok=True)


def _remove_leftovers(temporary: Path) -> None:
    for left in temporary.glob(f"{_PREFIX}*{_LOCK}"):
        lock = _lock(left)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            continue  # still running
        _remove(left.with_suffix(""), lock)
