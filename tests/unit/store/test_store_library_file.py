"""The library file: transactions, snapshots, several threads and processes, errors people can act on."""

import errno
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest
from store_filling import embed, fill, store

from desktop.domain.errors import UserError
from desktop.store import diagnostics, documents, engine, faults, lexical, library_file, queue
from desktop.store.library_file import Connection, LibraryFile
from desktop.store.query import value

HERE = Path(__file__).parent


def run_child(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Start a process that may use the library and the helpers of these tests."""
    prelude = f"import sys; sys.path[:0] = [{str(HERE)!r}, {str(HERE.parents[2])!r}]\n"
    return subprocess.Popen(
        [sys.executable, "-c", prelude + code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_block_is_kept_whole_or_not_at_all(library: LibraryFile) -> None:
    with pytest.raises(ZeroDivisionError), library.write() as c:
        _fill_and_fail(c, "/a.txt")
    with library.read() as c:
        assert documents.statistics(c).documents == 0
    with library.write() as c:
        fill(c, "/b.txt", ["text"])
        with pytest.raises(ZeroDivisionError), library.write() as nested:
            _fill_and_fail(nested, "/c.txt")
        with library.write() as nested:
            fill(nested, "/d.txt", ["text"])
    with library.read() as c:
        assert [d.path for d in documents.listing(c)] == ["/b.txt", "/d.txt"]


def test_undone_vectors_leave_a_sound_library(library: LibraryFile) -> None:
    with library.write() as c:
        fill(c, "/a.txt", [f"passage {n}" for n in range(300)])
        with pytest.raises(ZeroDivisionError), library.write() as nested:
            _fill_and_fail(nested, "/b.txt")
        assert diagnostics.problems(c) == []
        assert embed(c) == 300
    with pytest.raises(ZeroDivisionError), library.write() as c:
        _remove_and_fail(c, 1)
    with library.read() as c:
        assert diagnostics.problems(c) == []
        assert documents.statistics(c) == documents.Statistics(1, 300, 300, 0, 0)


def _fill_and_fail(c: Connection, path: str) -> None:
    fill(c, path, ["text"])
    embed(c)
    raise ZeroDivisionError


def _remove_and_fail(c: Connection, document: int) -> None:
    documents.remove(c, [document])
    raise ZeroDivisionError


def test_a_reader_sees_one_state_while_the_writer_goes_on(library: LibraryFile) -> None:
    with library.write() as c:
        fill(c, "/a.txt", ["ferry"])
    with library.read() as reader:
        version = documents.content_version(reader)
        with ThreadPoolExecutor(1) as other:
            other.submit(_add, library, "/b.txt").result()
        with library.read() as nested:
            assert documents.statistics(nested).documents == 1
        assert documents.content_version(reader) == version
        assert len(lexical.search(reader, '"ferry"', limit=9)) == 1
    with library.read() as reader:
        assert documents.content_version(reader) > version
        assert len(lexical.search(reader, '"ferry"', limit=9)) == 2


def _add(library: LibraryFile, path: str) -> None:
    with library.write() as c:
        fill(c, path, ["ferry"])


def test_a_snapshot_that_fails_leaves_the_thread_able_to_read(library: LibraryFile) -> None:
    with library.read() as c:
        reader = c

    def busy(_cursor: apsw.Cursor, sql: str, _bindings: object) -> bool:
        if sql.startswith("select content_version"):
            raise apsw.BusyError("locked for recovery")
        return True

    reader.exec_trace = busy
    with pytest.raises(UserError, match="Library in use"), library.read() as c:
        documents.statistics(c)
    reader.exec_trace = None
    with library.read() as c:
        assert documents.statistics(c).documents == 0


def test_a_reader_cannot_write(library: LibraryFile) -> None:
    with pytest.raises(UserError, match="cannot be changed"), library.read() as c:
        c.execute("delete from document")
    with library.read() as c:
        assert documents.statistics(c).documents == 0


def test_readers_beside_a_writer_always_see_whole_documents(library: LibraryFile) -> None:
    stop = threading.Event()

    def look() -> int:
        looked = 0
        while not stop.is_set():
            with library.read() as c:
                found = [chunk for chunk, _ in lexical.search(c, '"ferry"', limit=999)]
                figures = documents.statistics(c)
                assert len(found) == figures.chunks == 3 * figures.documents
                assert len(documents.chunks_by_id(c, found)) == len(found)
            looked += 1
        return looked

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(look) for _ in range(2)]
        try:
            for n in range(60):
                with library.write() as c:
                    document = fill(c, f"/{n}.txt", [f"ferry {n} {i}" for i in range(3)])
                    store(c, document, [f"ferry {n} {i} again" for i in range(3)])
                    if n % 3 == 0:
                        documents.remove(c, [document])
        finally:
            stop.set()
        assert all(reader.result() > 0 for reader in readers)


def test_threads_that_end_leave_nothing_behind(library: LibraryFile) -> None:
    def read() -> int:
        with library.read() as c:
            return documents.statistics(c).documents

    for _ in range(5):
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()
    with library.read():
        assert len(library._readers) == 1


def test_the_write_ahead_log_stays_bounded(library: LibraryFile) -> None:
    for n in range(1000):
        with library.write() as c:
            fill(c, "/same.txt", [f"ferry {n} " + "word " * 200])
        if n % 50 == 0:
            with library.read() as c:
                documents.statistics(c)
    log = library.path.with_name(library.path.name + "-wal")
    assert log.stat().st_size < 16 * 1024 * 1024
    library.close()
    assert not log.exists()


def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    file = LibraryFile(tmp_path / "x.sqlite")
    with file.read():
        pass
    file.close()
    file.close()


WRITER = """
from pathlib import Path
from store_filling import fill, embed
from desktop.store.library_file import Connection, LibraryFile
library = LibraryFile(Path(sys.argv[1]))
for n in range(100_000):
    with library.write() as c:
        fill(c, f"/{n}.txt", [f"ferry {n} {i}" for i in range(4)])
        embed(c)
    print(n, flush=True)
"""


@pytest.mark.parametrize("after", [1, 7, 20])
def test_a_killed_writer_leaves_whole_documents(tmp_path: Path, after: int) -> None:
    path = tmp_path / "library.sqlite"
    child = run_child(WRITER, str(path))
    assert child.stdout is not None
    committed = [child.stdout.readline() for _ in range(after)]
    child.kill()
    with child:
        rest = child.stdout.read()  # what it printed before it died
    done = len(committed) + len(rest.split())
    file = LibraryFile(path)
    try:
        with file.write() as c:
            assert diagnostics.problems(c) == []
            figures = documents.statistics(c)
            assert figures.documents in (done, done + 1)
            assert figures.chunks == figures.vectors == 4 * figures.documents
            queue.reset_claims(c)
            fill(c, "/next.txt", ["goes on"])
    finally:
        file.close()


CLAIMER = """
from pathlib import Path
from desktop.store import queue
from desktop.store.library_file import Connection, LibraryFile
library = LibraryFile(Path(sys.argv[1]))
with library.write() as c:
    task = queue.claim(c)
print(task.document_id, flush=True)
sys.stdin.read()
"""


def test_a_document_being_read_at_a_kill_is_read_again(library: LibraryFile) -> None:
    with library.write() as c:
        first = fill(c, "/a.txt", ["x"])
        group = value(c, "select collection_id from document")
        documents.add_waiting(c, collection_id=group, path="/a.txt", title="a", size=1, modified=0)
    child = run_child(CLAIMER, str(library.path))
    with child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == str(first)
        child.kill()
    with library.write() as c:
        assert queue.claim(c) is None
        assert queue.reset_claims(c) == 1
        assert queue.claim(c) == queue.Task(first, "/a.txt", group, 2)


def test_another_process_may_write_at_the_same_time(library: LibraryFile) -> None:
    child = run_child(
        WRITER.replace("100_000", "20").replace('f"/{n}.txt"', 'f"/child{n}.txt"'), str(library.path)
    )
    with child:
        for n in range(20):
            with library.write() as c:
                fill(c, f"/parent{n}.txt", ["ferry"])
                embed(c)
        assert child.wait() == 0
    with library.read() as c:
        assert documents.statistics(c).documents == 40
        assert diagnostics.problems(c) == []


def test_a_lock_that_lasts_becomes_advice(library: LibraryFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_file, "BUSY_TIMEOUT", 20)
    second = LibraryFile(library.path)
    try:
        with library.write(), pytest.raises(UserError, match="in use"), second.write():
            pass
    finally:
        second.close()


def test_a_full_disk_becomes_advice_and_loses_nothing(library: LibraryFile) -> None:
    with library.write() as c:
        fill(c, "/a.txt", ["ferry"])
    library._writer.pragma("max_page_count", library._writer.pragma("page_count") + 20)
    with pytest.raises(UserError, match="Disk full") as caught, library.write() as c:
        fill(c, "/large.txt", ["word " * 50_000])
    assert "Free some space" in caught.value.advice
    library._writer.pragma("max_page_count", 2**30)
    with library.write() as c:
        assert diagnostics.problems(c) == []
        fill(c, "/large.txt", ["word " * 50_000])
        assert documents.statistics(c).documents == 2


@pytest.mark.parametrize(
    ("error", "title"),
    [
        (apsw.FullError(), "Disk full"),
        (apsw.BusyError(), "Library in use"),
        (apsw.LockedError(), "Library in use"),
        (apsw.ReadOnlyError(), "Library cannot be changed"),
        (apsw.CantOpenError(), "Library cannot be opened"),
        (apsw.NotADBError(), "Not a Carrel library"),
        (apsw.CorruptError(), "Library is damaged"),
        (apsw.IOError(), "Disk error"),
        (apsw.NoMemError(), "Not enough memory"),
    ],
)
def test_what_the_disk_causes_is_told_with_advice(error: apsw.Error, title: str) -> None:
    told = faults.explanation(error, Path("/data/library.sqlite"))
    assert told is not None
    assert told.title == title
    assert told.advice


@pytest.mark.parametrize("error", [apsw.SQLError(), apsw.ConstraintError(), apsw.MisuseError()])
def test_bugs_stay_bugs(error: apsw.Error) -> None:
    with pytest.raises(type(error)), faults.user_errors(Path("x")):
        raise error


def test_a_text_file_is_not_a_library(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("This is no database, only a text of some length.\n" * 50)
    with pytest.raises(UserError, match="Not a Carrel library"):
        LibraryFile(path)
    assert path.read_text().startswith("This is no database")


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    other = apsw.Connection(str(path))
    other.execute("create table bookmarks (url text)")
    other.close()
    with pytest.raises(UserError, match="another program"):
        LibraryFile(path)
    other = apsw.Connection(str(path))
    assert other.execute("select count(*) from sqlite_schema").get == 1
    other.close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="could not be made") as caught:
        LibraryFile(tmp_path / "file" / "library.sqlite")
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno in (errno.ENOTDIR, errno.EEXIST)


def test_a_new_library_makes_its_folder(tmp_path: Path) -> None:
    file = LibraryFile(tmp_path / "new" / "folder" / "library.sqlite")
    assert file.path.is_file()
    file.close()


def test_a_backup_is_whole_while_the_library_is_in_use(library: LibraryFile, tmp_path: Path) -> None:
    with library.write() as c:
        fill(c, "/a.txt", ["ferry"])
        embed(c)
    with library.write() as c:
        fill(c, "/unfinished.txt", ["ferry"])
        library.backup(tmp_path / "backup.sqlite")
    copy = LibraryFile(tmp_path / "backup.sqlite")
    try:
        with copy.read() as c:
            assert documents.statistics(c) == documents.Statistics(1, 1, 1, 0, 0)
            diagnostics.check_file(c)
    finally:
        copy.close()
    with pytest.raises(UserError):
        library.backup(tmp_path / "missing" / "backup.sqlite")


def test_the_parts_of_sqlite_that_are_needed_work() -> None:
    assert engine.sqlite_version().startswith("SQLite 3.")
    assert "found" in diagnostics.try_text_index()
    assert "sqlite-vec" in diagnostics.try_vector_index()


def test_an_old_sqlite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """P061: when a library is opened, not when a search fails."""
    monkeypatch.setattr(engine, "OLDEST", (99, 0, 0))
    with pytest.raises(UserError, match="too old"):
        LibraryFile(tmp_path / "x.carrel")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("delete from vectors_1_0 where chunk_id = 1", "vectors of model"),
        ("delete from chunk_index where rowid = 1", "text index"),
        ("update part set document_id = 99", "belong to nothing"),
    ],
)
def test_a_check_names_what_is_wrong(library: LibraryFile, damage: str, said: str) -> None:
    with library.write() as c:
        fill(c, "/a.txt", ["one", "two"])
        embed(c)
        diagnostics.check_file(c)
    library._writer.pragma("foreign_keys", False)
    with library.write() as c:
        c.execute(damage)
        with pytest.raises(UserError, match=said):
            diagnostics.check_file(c)


def test_a_missing_vector_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """P187."""
    monkeypatch.setattr(library_file.sqlite_vec, "loadable_path", lambda: str(tmp_path / "vec0"))
    with pytest.raises(UserError) as caught:
        LibraryFile(tmp_path / "library.sqlite")
    assert "sqlite-vec" in caught.value.detail
    assert "Install" in caught.value.advice
