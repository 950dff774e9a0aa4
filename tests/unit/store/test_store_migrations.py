"""Migrations: from an empty file, from every older library, interrupted, and from the future."""

import gzip
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.domain.errors import UserError
from desktop.store import diagnostics, documents, history, lexical, migrations, queue, vectors
from desktop.store.library_file import LibraryFile, connect
from desktop.store.migrations import Step, backup_path, migrate, steps, version

FIXTURES = Path(__file__).parents[2] / "data" / "store" / "libraries"
CURRENT = steps()[-1].version


def schema(c: apsw.Connection) -> set[tuple[str, str]]:
    """Every table and index but those that vector tables bring along."""
    rows = c.execute(
        "select name, sql from sqlite_schema where sql is not null and name not like 'vectors_%'"
    )
    return {(str(name), str(sql)) for name, sql in rows}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite"


@pytest.fixture
def c(path: Path) -> Iterator[apsw.Connection]:
    connection = connect(path)
    yield connection
    connection.close()


FIRST = Step(1, "create table t (x); insert into t values (1);")
SECOND = Step(2, "alter table t add column y; update t set y = 2;")
KILLED = """
import os, sys
from pathlib import Path
from desktop.store.library_file import connect
from desktop.store.migrations import Step, migrate
path = Path(sys.argv[1])
c = connect(path)
c.create_scalar_function("die", lambda: os._exit(9))
migrate(c, path, [Step(1, ""), Step(2, "alter table t add column y; update t set y = 7; select die();")])
"""
BROKEN = Step(3, "update t set y = 3; create table t (x);")


def test_steps_are_numbered_without_gaps() -> None:
    assert [step.version for step in steps()] == list(range(1, CURRENT + 1))


def test_an_empty_file_gets_every_step_and_no_backup(c: apsw.Connection, path: Path) -> None:
    migrate(c, path)
    assert version(c) == CURRENT
    assert c.pragma("application_id") == migrations.APPLICATION_ID
    migrate(c, path)
    assert list(path.parent.glob("*before*")) == []


def test_a_backup_is_made_before_an_old_file_changes(c: apsw.Connection, path: Path) -> None:
    migrate(c, path, [FIRST])
    migrate(c, path, [FIRST, SECOND])
    assert c.execute("select x, y from t").fetchall() == [(1, 2)]
    backup = backup_path(path, 2)
    assert backup.name == "library.sqlite.before-0002"
    old = apsw.Connection(str(backup))
    assert version(old) == 1
    assert old.execute("select * from t").fetchall() == [(1,)]
    old.close()


def test_a_failing_step_leaves_the_step_before(c: apsw.Connection, path: Path) -> None:
    migrate(c, path, [FIRST])
    with pytest.raises(apsw.SQLError):
        migrate(c, path, [FIRST, SECOND, BROKEN])
    assert version(c) == 2
    assert c.execute("select y from t").fetchall() == [(2,)]
    assert not c.in_transaction
    migrate(c, path, [FIRST, SECOND, Step(3, "update t set y = 4")])
    assert c.execute("select y from t").fetchall() == [(4,)]


def test_a_kill_in_the_middle_of_a_step_leaves_the_library_as_it_was(path: Path) -> None:
    """P068: the step is made by the next start, and the copy from before it is there."""
    c = connect(path)
    migrate(c, path, [FIRST])
    c.close()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert killed.returncode == 9
    c = connect(path)
    assert (version(c), c.execute("select * from t").fetchall()) == (1, [(1,)])
    migrate(c, path, [FIRST, SECOND])
    assert (version(c), c.execute("select * from t").fetchall()) == (2, [(1, 2)])
    c.close()
    old = apsw.Connection(str(backup_path(path, 2)))
    assert (version(old), old.execute("select * from t").fetchall()) == (1, [(1,)])
    old.close()


def test_a_newer_file_is_refused_and_not_touched(path: Path) -> None:
    LibraryFile(path).close()
    newer = apsw.Connection(str(path))
    newer.pragma("user_version", CURRENT + 1)
    newer.close()
    with pytest.raises(UserError, match="newer Carrel") as caught:
        LibraryFile(path)
    assert "Install the newest version" in caught.value.advice
    same = apsw.Connection(str(path))
    assert version(same) == CURRENT + 1
    same.close()


def test_two_processes_may_migrate_at_once(c: apsw.Connection, path: Path) -> None:
    migrate(c, path, [FIRST])
    late = connect(path)
    seen: list[int] = []

    class Slow(Sequence[Step]):
        """Lets the other connection migrate after this one has looked at the version."""

        def __len__(self) -> int:
            return 2

        def __getitem__(self, index: object) -> Step:  # type: ignore[override]
            if index == 1 and not seen:
                seen.append(version(late))
                migrate(c, path, [FIRST, SECOND])
            return [FIRST, SECOND][index]  # type: ignore[call-overload,no-any-return]

    migrate(late, path, Slow())
    assert c.execute("select count(*) from t").get == 1
    assert version(late) == 2
    late.close()


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6))
def test_any_start_leads_to_the_same_schema(
    tmp_path_factory: pytest.TempPathFactory, count: int, start: int
) -> None:
    wanted = [Step(n, f"create table t{n} (x); insert into t{n} values ({n});") for n in range(1, count + 1)]
    path = tmp_path_factory.mktemp("migration") / "x.sqlite"
    connection = connect(path)
    migrate(connection, path, wanted[:start])
    migrate(connection, path, wanted)
    tables = {name for name, _ in schema(connection)}
    assert tables == {f"t{n}" for n in range(1, count + 1)}
    assert backup_path(path, start + 1).exists() == (start < count)
    connection.close()


def test_every_released_schema_has_a_library_to_open() -> None:
    assert [f.name for f in sorted(FIXTURES.iterdir())] == [
        f"v{n:04}.sqlite.gz" for n in range(1, CURRENT + 1)
    ]


@pytest.mark.parametrize("fixture", sorted(FIXTURES.glob("*.gz")), ids=lambda f: f.name)
def test_an_older_library_opens_and_works(fixture: Path, path: Path, tmp_path: Path) -> None:
    path.write_bytes(gzip.decompress(fixture.read_bytes()))
    fresh = LibraryFile(tmp_path / "fresh.sqlite")
    with fresh.read() as c:
        wanted = schema(c)
    fresh.close()
    library = LibraryFile(path)
    try:
        with library.write() as c:
            assert version(c) == CURRENT
            assert schema(c) == wanted
            assert diagnostics.problems(c) == []
            assert documents.statistics(c) == documents.Statistics(5, 5, 4, 2, 1)
            hits = lexical.search(c, '"ferry"', limit=9)
            assert len(hits) == 2
            query = vectors.vector_of(c, "model", [hits[0][0]])[hits[0][0]]
            assert vectors.nearest(c, "model", query, k=1) == [(hits[0][0], 1.0)]
            task = queue.claim(c)
            assert task is not None
            assert task.path == "/sample/waiting.txt"
            (conversation,) = history.conversations(c)
            assert [turn.state for turn in history.turns(c, conversation.id)] == ["done", "streaming"]
            documents.remove(c, [document.id for document in documents.listing(c)])
            assert diagnostics.problems(c) == []
    finally:
        library.close()
