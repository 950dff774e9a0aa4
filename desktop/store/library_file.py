"""One library in one SQLite file: one writer at a time, any number of readers beside it."""

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import apsw
import sqlite_vec
from filelock import FileLock, Timeout

from desktop.domain.errors import UserError
from desktop.store import engine, migrations
from desktop.store.faults import user_errors

Connection = apsw.Connection

BUSY_TIMEOUT = 10_000  # milliseconds to wait for another process
_CACHE = -32 * 1024  # negative: KiB of page cache per connection
_LARGEST_IDLE_LOG = 32 * 1024 * 1024  # bytes kept of the write-ahead log once it has been copied back


def connect(path: Path | str, *, read_only: bool = False, log_ahead: bool = True) -> Connection:
    """Open a connection with vectors loaded and every pragma set.

    UserError when SQLite is too old. Without `log_ahead` changes go through a rollback journal: a write-ahead
    log needs memory shared between processes, which a network disk cannot give.
    """
    engine.sqlite_version()
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    c = Connection(str(path), flags=flags)
    try:
        c.set_busy_timeout(BUSY_TIMEOUT)
        c.enable_load_extension(True)
        _load_vectors(c)
        c.enable_load_extension(False)
        # A misspelt column in double quotes is an error, not a string.
        c.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
        c.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
        if not read_only:
            c.pragma("journal_mode", "wal" if log_ahead else "truncate")
        c.pragma("synchronous", "normal")
        c.pragma("foreign_keys", True)
        c.pragma("temp_store", "memory")  # the temporary folder may be smaller than the data disk
        c.pragma("cache_size", _CACHE)
        c.pragma("journal_size_limit", _LARGEST_IDLE_LOG)
    except BaseException:
        c.close()
        raise
    return c


def _load_vectors(c: Connection) -> None:
    try:
        c.load_extension(sqlite_vec.loadable_path())
    except apsw.ExtensionLoadingError as error:
        raise UserError(
            "Vector search is missing", f"sqlite-vec could not be loaded: {error}.", "Install Carrel again."
        ) from error


class _Reader(threading.local):
    """The read connection of one thread and how deep its `read()` blocks are nested."""

    connection: Connection | None = None
    depth = 0


class LibraryFile:
    """Creates or opens a library file and brings it to the newest schema.

    Safe to use from several threads; other processes may use the same file at once, but not on a `remote`
    disk, whose locks cannot be trusted. `left_open`: the last program that used it was killed. Raises
    UserError when the file cannot be opened, is no library, or was written by a newer program.
    """

    def __init__(self, path: Path, *, remote: bool = False) -> None:
        self.path = Path(path)
        self._remote = remote
        self._write_lock = threading.RLock()
        self._write_depth = 0
        self._closed = False
        self._reader = _Reader()
        self._readers: weakref.WeakSet[Connection] = weakref.WeakSet()
        _make_folder(self.path.parent)
        self.left_open = _size(self.path.with_name(f"{self.path.name}-wal")) > 0
        self._own_lock = _lock_alone(self.path) if remote else None
        with user_errors(self.path):
            self._writer = connect(self.path, log_ahead=not remote)
            try:
                migrations.migrate(self._writer, self.path)
            except BaseException:
                self._writer.close()
                raise

    @property
    def indexing_lock(self) -> str:
        """The file that whoever works the queue holds locked."""
        return f"{self.path}.indexing"

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Yield the writing connection in a transaction: committed at the end, undone by any exception.

        A nested block is part of the outer one; when only it fails, only its changes are undone.
        """
        with self._write_lock, user_errors(self.path):
            if self._write_depth:
                with self._writer:  # a savepoint
                    yield self._writer
                return
            self._writer.execute("begin immediate")
            self._write_depth += 1
            try:
                yield self._writer
                self._writer.execute("commit")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("rollback")
                raise
            finally:
                self._write_depth -= 1

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Yield this thread's read-only connection; all reads of a block see one state of the library.

        It never waits for the writer and does not see changes that are not committed yet.
        """
        with user_errors(self.path):
            reader = self._reader
            if reader.connection is None:
                reader.connection = connect(self.path, read_only=True)
                self._readers.add(reader.connection)
            c = reader.connection
            reader.depth += 1
            try:
                if reader.depth == 1:
                    c.execute("begin")
                    c.execute("select content_version from library").fetchall()  # the snapshot starts here
                yield c
            finally:
                reader.depth -= 1
                if reader.depth == 0 and c.in_transaction:
                    c.execute("rollback")

    def backup(self, target: Path) -> None:
        """Copy the library to `target` in one consistent state, while it may be in use."""
        with user_errors(target):
            migrations.copy(self.path, target)

    def restore(self, source: Path) -> Path:
        """Replace everything by what a backup holds; return where the replaced library was copied to.

        The change is one transaction: readers, also of other processes, see the old or the new library.
        Raises UserError, and changes nothing, for a file that is no library or is from a newer program.
        """
        with self._write_lock, user_errors(source):
            migrations.check_source(source)
            kept = self._copied_aside("replaced")
            before = self._version()
            _copy_into(source, self._writer)
            migrations.migrate(self._writer, self.path)
            with self.write() as c:
                # Whoever remembers results by this number must not take the new library for the old one.
                c.execute("update library set content_version = max(content_version, ?) + 1", (before,))
            self._checkpoint()
            return kept

    def copy_aside(self) -> Path:
        """Copy the library as it is, damage and all, to a new file beside it; return where."""
        with self._write_lock, user_errors(self.path):
            return self._copied_aside("damaged")

    def _copied_aside(self, why: str) -> Path:
        stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        kept = self.path.with_name(f"{self.path.name}.{why}-{stamp}")
        migrations.copy(self.path, kept)
        return kept

    def _version(self) -> int:
        row = self._writer.execute("select content_version from library").fetchone()
        return int(row[0]) if row else 0

    def compact(self) -> tuple[int, int]:
        """Give unused space back to the disk; return the size in bytes before and after.

        Needs as much free space as the library is large, for the time it takes.
        """
        with self._write_lock, user_errors(self.path):
            self._checkpoint()
            before = self.path.stat().st_size
            for table in ("chunk_index", "name_index"):
                # What was deleted still takes room in a text index until its parts are merged.
                self._writer.execute("insert into /*t*/ (/*t*/) values ('optimize')".replace("/*t*/", table))
            self._writer.execute("vacuum")
            self._checkpoint()
            return before, self.path.stat().st_size

    def close(self) -> None:
        """Close every connection; no thread may be inside `read()` or `write()`."""
        with self._write_lock:
            if self._closed:
                return
            self._closed = True
            for reader in list(self._readers):
                reader.close(True)
            self._checkpoint()
            self._writer.close()
            if self._own_lock is not None:
                self._own_lock.release()

    def _checkpoint(self) -> None:
        """Copy the write-ahead log into the file and empty it, unless another process is reading."""
        with suppress(apsw.BusyError):
            self._writer.pragma("wal_checkpoint", "truncate")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _lock_alone(path: Path) -> FileLock:
    """Keep every other process away; UserError when one is there already."""
    lock = FileLock(f"{path}.in-use")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise UserError(
            "Library in use",
            f"{path} lies on a network disk and is open in another Carrel.",
            "Close the other one, or move the library to a disk of this computer.",
        ) from None
    except (OSError, NotImplementedError) as error:
        raise UserError(
            "Library cannot be opened",
            f"The network disk of {path} keeps no locks.",
            "Move the library to a disk of this computer.",
        ) from error
    return lock


def _copy_into(source: Path, target: Connection) -> None:
    reader = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        with target.backup("main", reader, "main") as backup:
            backup.step()
    finally:
        reader.close()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            "Library cannot be opened",
            f"The folder {folder} could not be made: {error.strerror}.",
            "Choose another place for the library.",
        ) from error
