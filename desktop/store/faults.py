"""The one place where errors of SQLite become errors a person can act on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from desktop.domain.errors import DiskFullError, LibraryDamagedError, UserError


@contextmanager
def user_errors(path: Path) -> Iterator[None]:
    """Turn what the disk or another program causes into UserError; bugs pass unchanged."""
    try:
        yield
    except apsw.Error as error:
        known = explanation(error, path)
        if known is None:
            raise
        raise known from error


def explanation(error: apsw.Error, path: Path) -> UserError | None:
    """Return what to tell about `error`, or None when it is a bug."""
    for kinds, title, detail, advice in _EXPLANATIONS:
        if isinstance(error, kinds):
            kind = next((own for foreign, own in _KINDS.items() if isinstance(error, foreign)), UserError)
            return kind(title, detail.format(path=path), advice)
    return None


_KINDS: dict[type[apsw.Error], type[UserError]] = {
    apsw.FullError: DiskFullError,
    apsw.CorruptError: LibraryDamagedError,
}


_Explanation = tuple[tuple[type[apsw.Error], ...], str, str, str]

_EXPLANATIONS: tuple[_Explanation, ...] = (
    (
        (apsw.FullError,),
        "Disk full",
        "There is no room left to write to {path}; everything stored so far is safe.",
        "Free some space on that disk and carry on.",
    ),
    (
        (apsw.BusyError, apsw.LockedError),
        "Library in use",
        "Another program kept {path} locked for more than ten seconds.",
        "Let the other program finish, or close it, and try again.",
    ),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError),
        "Library cannot be changed",
        "{path} or its folder is read-only.",
        "Allow writing to the file and its folder, or copy the library to a place where you may write.",
    ),
    (
        (apsw.CantOpenError,),
        "Library cannot be opened",
        "{path} could not be opened or created.",
        "Check that its folder exists and that you may write there.",
    ),
    (
        (apsw.NotADBError,),
        "Not a Carrel library",
        "{path} is not a library file, or it is damaged beyond reading.",
        "Choose another file, or restore a backup of the library.",
    ),
    (
        (apsw.CorruptError,),
        "Library is damaged",
        "Parts of {path} can no longer be read.",
        "Check and repair the library, or restore a backup; the documents themselves are not affected.",
    ),
    (
        (apsw.IOError,),
        "Disk error",
        "The disk failed while {path} was read or written.",
        "Check that the disk is connected and healthy, then try again.",
    ),
    (
        (apsw.NoMemError,),
        "Not enough memory",
        "The computer ran out of memory while working on {path}.",
        "Close other programs and try again.",
    ),
)
