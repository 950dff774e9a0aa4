"""Whether SQLite, its extensions and a library file are sound."""

from collections.abc import Iterable
from pathlib import Path

import apsw
import numpy as np

from desktop.domain.errors import UserError
from desktop.store import lexical, migrations, names, vectors
from desktop.store.faults import user_errors
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection, connect
from desktop.store.query import column, value


def try_text_index() -> str:
    """Index a word and find it again; apsw.Error or UserError when that fails."""
    c = connect(":memory:")
    try:
        c.execute("create virtual table t using fts5 (body, content = '', contentless_delete = 1)")
        c.execute("insert into t (rowid, body) values (1, 'harbour ferry')")
        if value(c, "select rowid from t where t match '\"ferry\"'") != 1:
            raise UserError(
                "Text index does not work", "A stored word was not found.", "Install Carrel again."
            )
    finally:
        c.close()
    return "FTS5 found a word"


def try_vector_index() -> str:
    """Store two vectors and find the nearer one; apsw.Error or UserError when that fails."""
    c = connect(":memory:")
    try:
        c.execute("create virtual table t using vec0 (id integer primary key, e float[2])")
        c.executemany(
            "insert into t (id, e) values (?, ?)",
            [(n, np.array(row, np.float32).tobytes()) for n, row in enumerate([(1, 0), (0, 1)])],
        )
        query = np.array((0.1, 0.9), np.float32).tobytes()
        if value(c, "select id from t where e match ? and k = 1", (query,)) != 1:
            raise UserError(
                "Vector index does not work", "The wrong vector was found.", "Install Carrel again."
            )
        version = value(c, "select vec_version()")
    finally:
        c.close()
    return f"sqlite-vec {version} found the nearer of two vectors"


def check_file(c: Connection) -> None:
    """Look through a whole library; UserError that names what is wrong."""
    found = problems(c)
    if found:
        raise UserError(
            "Library is damaged",
            f"Found: {'; '.join(found)}.",
            "Repair the library, or restore a backup; the documents themselves are not affected.",
        )


def check_backup(path: Path) -> None:
    """Look through a backup; UserError when it is no library, damaged, or from a newer program."""
    with user_errors(path):
        migrations.check_source(path)
        c = connect(path, read_only=True)
        try:
            found = problems(c)
        finally:
            c.close()
    if found:
        raise UserError(
            "Backup is damaged", f"{path}: {'; '.join(found)}.", "Choose another backup; nothing was changed."
        )


def problems(c: Connection) -> list[str]:
    """Return what is wrong with a library in words, nothing when it is sound. Reads the whole file."""
    ordinary = "select name from pragma_table_list where schema = 'main' and type = 'table' order by name"
    said = ((table, _integrity(c, table)) for table in column(c, ordinary))
    found = [f"table {table}: {verdict}" for table, verdict in said if verdict != "ok"]
    if value(c, "select count(*) from pragma_foreign_key_check"):
        found.append("some rows belong to nothing")
    if not lexical.check(c):
        found.append("the text index does not agree with the stored texts")
    found.extend(
        f"the vectors of {model.name} do not agree with the stored texts"
        for model in vectors.models(c)
        if not vectors.agree(c, model)
    )
    return found


def _integrity(c: Connection, table: str) -> str:
    try:
        return str(c.pragma("integrity_check", table))
    except apsw.CorruptError as error:
        return str(error)


def repair(c: Connection, rows: Iterable[tuple[int, IndexText]]) -> list[str]:
    """Make anew what can be made from the stored texts; return what was, in words.

    `rows` are the tokens of all chunks, taken only when the text index needs them. Lost vectors count as
    missing, so that they are embedded again. Needs the writing connection.
    """
    done: list[str] = []
    if not lexical.check(c):
        lexical.rebuild(c, rows)
        names.rebuild(c)
        done.append("the text index was made anew from the stored texts")
    for model in vectors.models(c):
        if not vectors.agree(c, model):
            changed = vectors.repair(c, model)
            done.append(f"{changed} vectors of {model.name} were put in order")
    return done
