"""The version of SQLite that comes with apsw."""

import apsw

from desktop.domain.errors import UserError

OLDEST = (3, 45, 0)  # contentless-delete text indexes and checks of virtual tables


def sqlite_version() -> str:
    """Return the version of SQLite; UserError when it is too old for a library."""
    found = apsw.sqlite_lib_version()
    if tuple(int(part) for part in found.split(".")) < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        raise UserError(
            "SQLite is too old", f"{found} is installed, {wanted} is needed.", "Install Carrel again."
        )
    return f"SQLite {found}"
