"""Care for a library: backup, restore, check, repair, and giving space back."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from desktop.domain.errors import DiskFullError, UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.services.changes import Changes
from desktop.services.index_rows import stored_rows
from desktop.services.sizes import megabytes
from desktop.services.views import BackupMade, CheckedLibrary, Restored
from desktop.store import diagnostics, documents, lexical, names
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection, LibraryFile

_PATIENCE = 5.0  # seconds

REPAIRED = "The text index was damaged and has been made anew from the stored texts; nothing was lost."


class CareService:
    """Keeps a library safe and small. Every method may take long: call it off the GUI thread."""

    def __init__(self, library: LibraryFile, advice: str = "") -> None:
        self._library = library
        self.advice = advice  # what to tell about the disk the library lies on

    def backup(self, *, target: Path, token: CancelToken, report: Report) -> BackupMade:
        """Copy the library to a file, which appears whole or not at all; it may be in use meanwhile.

        UserError when the file exists already, or there is no room for it.
        """
        token.check()
        report(Progress("copying", 0, None, target.name))
        target = target.absolute()
        if target.exists():
            raise UserError(
                "File exists", f"{target} is there already.", "Choose another name for the backup."
            )
        if not target.parent.is_dir():
            raise UserError("Folder not found", f"{target.parent} is not there.", "Choose another place.")
        _need(target.parent, self._library.path.stat().st_size, "the backup")
        self._library.backup(target)
        return BackupMade(str(target), target.stat().st_size)

    def restore(self, *, source: Path, token: CancelToken, report: Report) -> Restored:
        """Replace the library by a backup, once that was found sound; the replaced one is kept as a file.

        UserError when the backup is no sound library, there is no room, or documents are being read.
        """
        source = source.absolute()
        if source == self._library.path.absolute():
            raise UserError("Same file", f"{source} is the library in use.", "Choose a backup of it.")
        report(Progress("checking", 0, None, source.name))
        diagnostics.check_backup(source)
        token.check()
        _need(
            self._library.path.parent, 2 * source.stat().st_size + self._library.path.stat().st_size, "this"
        )
        with self._nobody_indexing():
            kept = self._library.restore(source)
        with self._library.read() as c:
            return Restored(documents.count(c), str(kept))

    def check(self, *, repair: bool, token: CancelToken, report: Report) -> CheckedLibrary:
        """Look through the whole library; with `repair` make anew what can be, after a copy was kept."""
        report(Progress("checking", 0, None, self._library.path.name))
        with self._library.read() as c:
            found = diagnostics.problems(c)
        token.check()
        if not found or not repair:
            return CheckedLibrary(tuple(found))
        with self._nobody_indexing():
            kept = self._library.copy_aside()
            with self._library.write() as c:
                repaired = diagnostics.repair(c, _all_rows(c))
        with self._library.read() as c:
            left = diagnostics.problems(c)
        return CheckedLibrary(tuple(found), tuple(repaired), tuple(left), str(kept))

    def repair_text_index(self) -> str:
        """Make a damaged text index anew, keeping a copy; return what to tell, nothing if it is whole."""
        with self._library.read() as c:
            if lexical.check(c):
                return ""
        self._library.copy_aside()
        with self._library.write() as c:
            lexical.rebuild(c, _all_rows(c))
            names.rebuild(c)
        return REPAIRED

    @property
    def was_left_open(self) -> bool:
        """Whether the program was killed when it last used this library."""
        return self._library.left_open

    def compact(self, *, token: CancelToken, report: Report) -> tuple[int, int]:
        """Give unused space back to the disk; return the size in bytes before and after."""
        token.check()
        report(Progress("compacting", 0, None, self._library.path.name))
        _need(self._library.path.parent, self._library.path.stat().st_size, "this")
        with self._nobody_indexing():
            return self._library.compact()

    def changes(self) -> Changes:
        """Return what a restored or repaired library means for what is shown."""
        return Changes(documents=True, collections=True, conversations=True)

    @contextmanager
    def _nobody_indexing(self) -> Iterator[None]:
        """Keep the queue from being worked meanwhile; UserError while it is."""
        lock = FileLock(self._library.indexing_lock)
        try:
            lock.acquire(timeout=_PATIENCE)
        except Timeout:
            raise UserError(
                "Documents are being read",
                "The library cannot be replaced or changed as a whole meanwhile.",
                "Wait until they are read, or pause that.",
            ) from None
        try:
            yield
        finally:
            lock.release()


def _all_rows(c: Connection) -> Iterator[tuple[int, IndexText]]:
    """The tokens of all chunks, made again from the stored texts."""
    for document_id, path in documents.with_text(c):
        chunks = documents.chunks(c, document_id)
        yield from zip((k.id for k in chunks), stored_rows(c, document_id, Path(path)), strict=True)


def _need(folder: Path, size: int, what: str) -> None:
    free = shutil.disk_usage(folder).free
    if free < size:
        raise DiskFullError(
            "Disk full",
            f"{megabytes(size)} are needed in {folder} for {what}, and {megabytes(free)} are free.",
            "Free some space on that disk, or choose another one.",
        )
