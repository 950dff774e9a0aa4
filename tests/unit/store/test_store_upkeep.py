"""What years of use do to a library: many edits, two programs, a kill in the middle of an upgrade."""

import gzip
import subprocess
import sys
from pathlib import Path

from store_filling import embed, fill

from desktop.store import collections, diagnostics, documents, files, migrations
from desktop.store.library_file import Connection, LibraryFile, connect
from desktop.store.query import value

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[2]
FIXTURES = REPOSITORY / "tests" / "data" / "store" / "libraries"
PATHS = f"import sys; sys.path[:0] = [{str(REPOSITORY)!r}, {str(HERE)!r}]\n"


def run_child(code: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PATHS + code, *arguments], stdout=subprocess.PIPE, text=True
    )


def test_hundreds_of_edits_leave_no_vector_behind_and_a_small_file(library: LibraryFile) -> None:
    """P056: 200 edits of a file of 20 passages."""
    sizes = []
    for number in range(200):
        changed = [number if n % 7 == number % 7 else 0 for n in range(20)]
        with library.write() as c:
            fill(c, "/manual.txt", [f"Step {n} turns the valve by {by}." for n, by in enumerate(changed)])
            embed(c)
            for table in ("vectors_1_0", "vector", "chunk"):
                assert value(c, f"select count(*) from {table}") == 20
        if number in {20, 199}:
            sizes.append(library.compact())
    (_, early), (before, after) = sizes
    assert after < early * 1.2
    assert before < early * 2  # without compacting, too
    with library.read() as c:
        assert value(c, "select count(*) from vectors_1_0_chunks") == 1  # what a search has to look through
    with library.read() as c:
        assert diagnostics.problems(c) == []


WRITER = """
from pathlib import Path
from store_filling import fill
from desktop.store.library_file import LibraryFile
library = LibraryFile(Path(sys.argv[1]))
for number in range(500):
    with library.write() as c:
        fill(c, "/child.txt", [f"ferry {number} " + "word " * 200])
    with library.read() as c:
        c.execute("select count(*) from document").fetchall()
library.close()
"""


def test_two_programs_that_write_keep_the_log_small(library: LibraryFile) -> None:
    """P070: a thousand writes of two processes that read as well."""
    with run_child(WRITER, str(library.path)) as child:
        for number in range(500):
            with library.write() as c:
                fill(c, "/parent.txt", [f"ferry {number} " + "word " * 200])
            with library.read() as c:
                documents.statistics(c)
        assert child.wait() == 0
    log = library.path.with_name(library.path.name + "-wal")
    assert log.stat().st_size < 16 * 1024 * 1024
    with library.read() as c:
        assert diagnostics.problems(c) == []


UPGRADE = """
from pathlib import Path
from desktop.store import migrations
from desktop.store.library_file import connect
wanted = migrations.steps()
slow = "with recursive r(i) as (select 1 union all select i + 1 from r) select max(i) from r"
endless = migrations.Step(wanted[-1].version + 1, f"update document set title = 'half done'; {slow}")
path = Path(sys.argv[1])
c = connect(path)
c.set_progress_handler(lambda: print("upgrading", flush=True), 5_000_000)
migrations.migrate(c, path, (*wanted, endless))
"""


def test_a_kill_in_the_middle_of_an_upgrade_loses_nothing(tmp_path: Path) -> None:
    """P068: the library opens as the step before left it, and the copy made before is there."""
    path = tmp_path / "library.carrel"
    path.write_bytes(gzip.decompress((FIXTURES / "v0001.sqlite.gz").read_bytes()))
    with run_child(UPGRADE, str(path)) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "upgrading\n"
        child.kill()
    newest = migrations.steps()[-1].version
    copy = migrations.backup_path(path, newest + 1)
    for file in (path, copy):
        library = LibraryFile(file)
        with library.read() as c:
            assert migrations.version(c) == newest
            assert "half done" not in {document.title for document in documents.listing(c)}
            assert diagnostics.problems(c) == []
        library.close()
    first = connect(migrations.backup_path(path, 2))
    assert migrations.version(first) == 1
    first.close()


def test_a_program_that_was_killed_is_noticed_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "library.carrel"
    library = LibraryFile(path)
    assert not library.left_open
    library.close()
    with run_child(WRITER.replace("library.close()", "import os; os._exit(9)"), str(path)) as child:
        assert child.wait() == 9
    again = LibraryFile(path)
    assert again.left_open
    again.close()
    last = LibraryFile(path)
    assert not last.left_open
    last.close()


class TestTransfer:
    """Documents that go to another collection keep what they share with nobody who stays."""

    def add(self, c: Connection, path: str, text: str, collection: str = "Papers") -> int:
        document = fill(c, path, [text], collection=collection, content_hash=text)
        embed(c)
        return document

    def target(self, c: Connection) -> int:
        return collections.ensure(c, "Shelf").id

    def test_a_document_of_its_own_keeps_its_text_and_vectors(self, c: Connection) -> None:
        document = self.add(c, "/a.txt", "one")
        chunks = documents.chunks(c, document)
        assert documents.transfer(c, [document], self.target(c)) == []
        assert documents.chunks(c, document) == chunks
        assert next(iter(files.by_path(c, ["/a.txt"])["/a.txt"])).collection_id == self.target(c)
        assert diagnostics.problems(c) == []

    def test_a_copy_and_its_original_part(self, c: Connection) -> None:
        original, copy = self.add(c, "/a.txt", "one"), fill(c, "/b.txt", ["x"])
        documents.link_duplicate(c, copy, original, "one")
        assert documents.transfer(c, [original], self.target(c)) == [original]
        assert documents.text(c, copy) == "one"
        assert documents.text(c, original) == ""
        assert documents.transfer(c, [copy], self.target(c)) == []
        assert diagnostics.problems(c) == []

    def test_a_path_that_is_known_there_stays(self, c: Connection) -> None:
        document = self.add(c, "/a.txt", "one")
        self.add(c, "/a.txt", "two", collection="Shelf")
        assert documents.transfer(c, [document], self.target(c)) == []
        found = documents.by_id(c, document)
        assert found is not None
        assert found.collection == "Papers"
