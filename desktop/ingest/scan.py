"""Find the files in what a person dropped: folders walked, each file once, everything left out named."""

import os
import re
import stat
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop.domain.work import CancelToken
from desktop.ingest import hashing
from desktop.ingest.ignoring import Ignored
from desktop.ingest.wordlists import words

_SYSTEM_FOLDERS = words("node_modules __pycache__ __macosx $recycle.bin lost+found")
_SYSTEM_FILES = words("thumbs.db desktop.ini ehthumbs.db icon\r")
_LOCK_FILE = re.compile(r"~\$|\.~lock\.")
_TEMPORARY = re.compile(r".*(?:~|\.(?:tmp|temp|part|crdownload|download|swp|swo))", re.IGNORECASE | re.DOTALL)

_REASON_HIDDEN_FOLDER = "Hidden folders are left out."
_REASON_HIDDEN_FILE = "Hidden files are left out."
_REASON_SYSTEM_FOLDER = "This folder belongs to a program and holds no documents of yours."
_REASON_SYSTEM_FILE = "This file belongs to the system and is no document."
_REASON_LOCK = "This is a lock file that an open program left here, not a document."
_REASON_TEMPORARY = "This is a temporary file of a program."
_REASON_MISSING = "The file was not found; it may have been moved or deleted."
_REASON_DANGLING = "This is a link to something that is no longer there."
_REASON_SEEN_FILE = "This is a link to a file that is already among the files found."
_REASON_SEEN_FOLDER = "This is a link to a folder that is already among the folders searched."
_REASON_NO_FILE = "This is not a file that can be read."
_REASON_FORBIDDEN = "Permission to open this folder or file is missing."
_REASON_UNREADABLE = "The system cannot open this folder or file."
_REASON_ARCHIVE = "Archives inside a folder are left out; drop the archive itself to read what is in it."
_REASON_IGNORED = "A pattern of this watched folder leaves it out."
_REASON_ONLINE = "This file is online only: its content is not on this computer. Make it available offline."

# Windows: opening the file would fetch it. macOS: its data is elsewhere.
_RECALLED_ON_ACCESS = 0x0040_0000 | 0x0004_0000 | 0x0000_1000
_DATALESS = 0x4000_0000


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to read; `size` in bytes, `modified` a Unix time, `device` the number of its disk.

    `rested`: its `fingerprint` proves that it is unchanged (see `hashing`).
    """

    path: Path
    size: int
    modified: float
    fingerprint: str = ""
    rested: bool = False
    device: int = 0


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file or folder left out; `reason` is one plain sentence.

    `unreachable`: it is there, or was, but the system does not let it be read now.
    """

    path: Path
    reason: str
    unreachable: bool = False


Item = FoundFile | SkippedFile


NOTHING_IGNORED = Ignored(())


def scan(
    paths: Sequence[Path], token: CancelToken, *, ignored: Ignored = NOTHING_IGNORED, root: Path | None = None
) -> Iterator[Item]:
    """Yield every file under `paths` once, and what was left out with the reason; Cancelled on request.

    What the person named is taken even when hidden. Links come last, so that a file is known by its own
    path when that is found too. `ignored` patterns are relative to `root`.
    """
    yield from _Scan(token, ignored, root).run(paths)


def online_only(status: os.stat_result) -> bool:
    """Tell whether a file's content is only at a provider's, so that reading it would fetch it."""
    windows, mac = getattr(status, "st_file_attributes", 0), getattr(status, "st_flags", 0)
    return bool(windows & _RECALLED_ON_ACCESS or mac & _DATALESS)


class _Scan:
    """One walk; remembers what it has seen by device and file number."""

    def __init__(self, token: CancelToken, ignored: Ignored, root: Path | None) -> None:
        self._token = token
        self._ignored = ignored if root is not None else NOTHING_IGNORED
        self._root = root
        self._now = time.time()
        self._seen: set[tuple[int, int]] = set()
        self._links: list[Path] = []

    def run(self, paths: Sequence[Path]) -> Iterator[Item]:
        """Walk what was named, then follow the links met on the way."""
        for path in paths:
            absolute = Path(os.path.normpath(path.absolute()))
            if absolute.is_symlink():
                self._links.append(absolute)
            else:
                yield from self._entry(absolute)
        while self._links:
            yield from self._entry(self._links.pop(0), linked=True)

    def _entry(self, path: Path, *, linked: bool = False) -> Iterator[Item]:
        """A file or folder, by itself or reached through a link."""
        self._token.check()
        try:
            status = path.stat()
        except FileNotFoundError:
            yield SkippedFile(path, _REASON_DANGLING if linked else _REASON_MISSING)
            return
        except OSError as error:
            yield SkippedFile(path, _reason(error), unreachable=True)
            return
        identity = (status.st_dev, status.st_ino)
        folder = stat.S_ISDIR(status.st_mode)
        if identity in self._seen and status.st_ino:
            # The same path named twice needs no remark; a link does.
            if linked:
                yield SkippedFile(path, _REASON_SEEN_FOLDER if folder else _REASON_SEEN_FILE)
            return
        self._seen.add(identity)
        if folder:
            yield from self._folder(path)
        elif not stat.S_ISREG(status.st_mode):
            yield SkippedFile(path, _REASON_NO_FILE)
        elif online_only(status):
            yield SkippedFile(path, _REASON_ONLINE, unreachable=True)
        else:
            yield FoundFile(
                path,
                status.st_size,
                status.st_mtime,
                hashing.fingerprint(status),
                hashing.rested(status, self._now),
                status.st_dev,
            )

    def _folder(self, folder: Path) -> Iterator[Item]:
        """The entries of a folder by name, files before folders; deep trees need no deep stack."""
        waiting = [folder]
        while waiting:
            current = waiting.pop()
            try:
                with os.scandir(current) as entries:
                    found = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                yield SkippedFile(current, _reason(error), unreachable=True)
                continue
            folders: list[Path] = []
            for entry in found:
                self._token.check()
                path = Path(entry.path)
                if reason := _left_out(entry) or self._ignored_reason(entry):
                    yield _skipped(path, reason)
                elif entry.is_symlink():
                    self._links.append(path)
                elif entry.is_dir(follow_symlinks=False):
                    if self._first_visit(path):
                        folders.append(path)
                else:
                    yield from self._entry(path)
            waiting.extend(reversed(folders))

    def _ignored_reason(self, entry: os.DirEntry[str]) -> str:
        if not self._ignored or self._root is None:
            return ""
        relative = os.path.relpath(entry.path, self._root).replace(os.sep, "/")
        return _REASON_IGNORED if self._ignored.matches(relative, folder=_is_folder(entry)) else ""

    def _first_visit(self, folder: Path) -> bool:
        """Remember a folder; False when it was walked before, as through a junction to a parent."""
        try:
            status = folder.stat()
        except OSError:
            return True
        identity = (status.st_dev, status.st_ino)
        if identity in self._seen and status.st_ino:
            return False
        self._seen.add(identity)
        return True


def _skipped(path: Path, reason: str) -> SkippedFile:
    """A file left out by its name; a stand-in for one that is online only speaks for that one."""
    if reason == _REASON_ONLINE:
        return SkippedFile(path.with_name(path.name[1:].removesuffix(".icloud")), reason, unreachable=True)
    return SkippedFile(path, reason)


def _left_out(entry: os.DirEntry[str]) -> str:
    """Why an entry met in a folder is left out; "" when it is not."""
    folder = _is_folder(entry)
    if reason := left_out_by_name(entry.name, folder=folder):
        return reason
    # In a folder an archive is a copy or a download more often than a document.
    return _REASON_ARCHIVE if not folder and entry.name.lower().endswith(".zip") else ""


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def left_out_by_name(name: str, *, folder: bool) -> str:
    """Why a file or folder of this name is left out where it was not named itself; "" when it is not."""
    name = name.lower()
    if folder:
        if name in _SYSTEM_FOLDERS or name == "system volume information":
            return _REASON_SYSTEM_FOLDER
        return _REASON_HIDDEN_FOLDER if name.startswith(".") else ""
    if name.startswith(".") and name.endswith(".icloud"):
        return _REASON_ONLINE
    if _LOCK_FILE.match(name):
        return _REASON_LOCK
    if name in _SYSTEM_FILES:
        return _REASON_SYSTEM_FILE
    if _TEMPORARY.fullmatch(name):
        return _REASON_TEMPORARY
    return _REASON_HIDDEN_FILE if name.startswith(".") else ""


def _reason(error: OSError) -> str:
    return _REASON_FORBIDDEN if isinstance(error, PermissionError) else _REASON_UNREADABLE
