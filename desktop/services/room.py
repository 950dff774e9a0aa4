"""Whether the disk has room for what waits, and how much that needs."""

import shutil

from desktop.domain.errors import DiskFullError
from desktop.services.sizes import megabytes
from desktop.store import files
from desktop.store.library_file import LibraryFile

RESERVE = 64 * 1024 * 1024  # bytes that stay free: the write-ahead log, and everybody else's work
_TEXT_FACTOR = 2  # bytes stored per byte of a file, with its text index; measured 1.9 on plain text


def check_room(library: LibraryFile) -> None:
    """Raise DiskFullError, with the amount that is needed, before the disk of the library is full."""
    if shutil.disk_usage(library.path.parent).free < RESERVE:
        raise disk_full(library)


def disk_full(library: LibraryFile) -> DiskFullError:
    """Return the error that says how much is needed for all that waits."""
    with library.read() as c:
        count, size, vectors = files.outstanding(c)
    needed = RESERVE + _TEXT_FACTOR * size + vectors
    free = shutil.disk_usage(library.path.parent).free
    return DiskFullError(
        "Disk full",
        f"About {megabytes(needed)} are needed for the {count} documents that wait, {megabytes(free)} are "
        "free. What is stored so far is safe and can be searched.",
        f"Free some space on the disk of {library.path.parent}, then resume.",
    )
