"""Bring a library file to the newest schema: numbered steps, one transaction each, a backup first."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import apsw

from desktop.domain.errors import UserError

APPLICATION_ID = 0x4361726C  # "Carl", tells library files from other SQLite files
_FILE_NAME = re.compile(r"(\d{4})_\w+\.sql")


@dataclass(frozen=True, slots=True)
class Step:
    """One schema change: the version it leads to and its SQL script."""

    version: int
    script: str


def steps() -> tuple[Step, ...]:
    """Return the steps of this program's schema folder in order."""
    folder = resources.files("desktop.store").joinpath("schema")
    found = [
        Step(int(match[1]), file.read_text("utf-8"))
        for file in folder.iterdir()
        if (match := _FILE_NAME.fullmatch(file.name))
    ]
    return tuple(sorted(found, key=lambda step: step.version))


def version(c: apsw.Connection) -> int:
    """Return the schema version of the file, 0 for an empty one."""
    return int(c.pragma("user_version"))


def migrate(c: apsw.Connection, path: Path, wanted: Sequence[Step] | None = None) -> None:
    """Run the missing steps; a failing step leaves the file as the step before left it.

    A file that held something is first copied to `NAME.before-NNNN`, NNNN being the first new version.
    Raises UserError for a file of a newer program and for a file of another one.
    """
    wanted = steps() if wanted is None else wanted
    _refuse_strangers(c, path, newest=wanted[-1].version)
    held = version(c)
    for step in wanted:
        if version(c) >= step.version:
            continue
        c.execute("begin immediate")
        try:
            _run(c, path, step, held=held)
        except BaseException:
            if c.in_transaction:
                c.execute("rollback")
            raise
        c.execute("commit")


def _run(c: apsw.Connection, path: Path, step: Step, *, held: int) -> None:
    """Run one step inside the transaction that keeps other processes out.

    `held` is the version the file had at first: only that state is worth a backup.
    """
    before = version(c)
    if before >= step.version:  # another process was faster
        return
    if before == held > 0:
        copy(path, backup_path(path, step.version))
    if before == 0:
        c.pragma("application_id", APPLICATION_ID)
    c.execute(step.script)
    c.pragma("user_version", step.version)


def _refuse_strangers(c: apsw.Connection, path: Path, newest: int) -> None:
    found = version(c)
    tables = c.execute("select count(*) from sqlite_schema").get
    if tables and c.pragma("application_id") != APPLICATION_ID:
        raise UserError(
            "Not a Carrel library",
            f"{path} is a database of another program.",
            "Choose another file.",
        )
    if found > newest:
        raise UserError(
            "Library is from a newer Carrel",
            f"{path} was last used by a newer version of this program (its format is {found}, this program "
            f"knows {newest}). Nothing was changed.",
            "Install the newest version of Carrel and open the library again.",
        )


def check_source(path: Path) -> None:
    """Raise UserError unless a file is a library that this program can open."""
    if not path.is_file():
        raise UserError("File not found", f"{path} is not there.", "Choose the backup file again.")
    c = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        if not c.execute("select count(*) from sqlite_schema").get:
            raise UserError("Not a Carrel library", f"{path} is empty.", "Choose another file.")
        _refuse_strangers(c, path, newest=steps()[-1].version)
    finally:
        c.close()


def backup_path(path: Path, target: int) -> Path:
    """Return where the copy made before migrating to version `target` lies."""
    return path.with_name(f"{path.name}.before-{target:04}")


def copy(source: Path, target: Path) -> None:
    """Copy the committed state of a library to `target`, which appears whole or not at all."""
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    reader = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
    writer = apsw.Connection(str(partial))
    try:
        with writer.backup("main", reader, "main") as backup:
            backup.step()
        # The copy stands alone: no -wal file belongs to it.
        writer.pragma("journal_mode", "delete")
    finally:
        writer.close()
        reader.close()
    partial.replace(target)
