"""Backup, restore, check and repair, on real damage."""

from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest
from filelock import FileLock
from service_fakes import Desk

from desktop.domain.errors import DiskFullError, LibraryDamagedError, UserError
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken, no_report
from desktop.services.care import REPAIRED, CareService
from desktop.services.views import BackupMade, CheckedLibrary, Restored
from desktop.store import vectors
from desktop.store.library_file import LibraryFile

FERRY = "The ferry leaves the harbour at nine. Tickets cost four pounds."


class Ward:
    """A desk with a care service."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.care = CareService(desk.file)
        self.path = desk.file.path

    def backup(self, name: str = "backup.carrel") -> BackupMade:
        return self.care.backup(target=self.path.with_name(name), token=CancelToken(), report=no_report)

    def restore(self, path: Path) -> Restored:
        return self.care.restore(source=path, token=CancelToken(), report=no_report)

    def check(self, *, repair: bool = False) -> CheckedLibrary:
        return self.care.check(repair=repair, token=CancelToken(), report=no_report)

    def damage(self, sql: str) -> None:
        """Change the file behind the program's back."""
        c = apsw.Connection(str(self.path))
        c.execute(sql)
        c.close()


@pytest.fixture
def ward(desk: Desk) -> Ward:
    desk.add({"ferry.txt": FERRY, "bread.txt": "Bread needs a long rest."})
    return Ward(desk)


class TestBackup:
    def test_a_backup_brings_everything_back(self, ward: Ward) -> None:
        made = ward.backup()
        assert made.size == Path(made.path).stat().st_size
        documents = ward.desk.library.documents()
        ward.desk.library.remove_documents(document_ids=[d.id for d in documents])
        ward.desk.add({"new.txt": "The library closes at six."})
        restored = ward.restore(Path(made.path))
        assert restored.documents == 2
        assert ward.desk.library.documents() == documents
        assert ward.desk.found("harbour", mode="lexical") == ["ferry.txt"]
        assert ward.check().problems == ()
        # What was replaced is kept, and is a library itself.
        kept = LibraryFile(Path(restored.kept))
        with kept.read() as c:
            assert c.execute("select title from document").fetchall() == [("new",)]
        kept.close()

    def test_a_search_never_shows_what_was_before_the_restore(self, ward: Ward) -> None:
        made = ward.backup()
        ward.desk.add({"a.txt": "Lanternfish glow."})
        assert ward.desk.found("lanternfish", mode="lexical") == ["a.txt"]
        ward.restore(Path(made.path))
        ward.desk.add({"b.txt": "Sandpipers run."})
        assert ward.desk.found("lanternfish", mode="lexical") == []
        assert ward.desk.found("sandpipers", mode="lexical") == ["b.txt"]

    def test_nothing_is_overwritten(self, ward: Ward) -> None:
        ward.backup()
        with pytest.raises(UserError, match="File exists"):
            ward.backup()
        with pytest.raises(UserError, match="Folder not found"):
            ward.care.backup(target=ward.path / "x" / "y", token=CancelToken(), report=no_report)

    @pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + bytes(200)])
    def test_what_is_no_library_is_not_restored(self, ward: Ward, content: bytes) -> None:
        path = ward.path.with_name("other")
        path.write_bytes(content)
        self.refused(ward, path)

    def test_a_damaged_backup_is_not_restored(self, ward: Ward) -> None:
        path = Path(ward.backup().path)
        c = apsw.Connection(str(path))
        c.execute("delete from chunk_index_docsize")
        c.close()
        self.refused(ward, path)

    def test_a_backup_from_a_newer_program_is_not_restored(self, ward: Ward) -> None:
        path = Path(ward.backup().path)
        c = apsw.Connection(str(path))
        c.pragma("user_version", 9999)
        c.close()
        self.refused(ward, path)
        self.refused(ward, ward.path.with_name("missing"))
        self.refused(ward, ward.path)

    def refused(self, ward: Ward, path: Path) -> None:
        before = ward.desk.library.documents()
        with pytest.raises(UserError):
            ward.restore(path)
        assert ward.desk.library.documents() == before
        assert not list(ward.path.parent.glob("*.replaced-*"))

    def test_not_while_documents_are_read(self, ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
        path = Path(ward.backup().path)
        monkeypatch.setattr("desktop.services.care._PATIENCE", 0.0)
        with FileLock(ward.desk.file.indexing_lock), pytest.raises(UserError, match="being read"):
            ward.restore(path)
        ward.restore(path)

    def test_a_full_disk_is_told_before_anything_is_done(
        self, ward: Ward, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """P067: with the amount that is needed."""
        monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
        with pytest.raises(DiskFullError, match="1 MB are needed"):
            ward.backup()


class TestDamage:
    def test_a_sound_library_has_no_problems(self, ward: Ward) -> None:
        assert ward.check(repair=True) == CheckedLibrary()
        assert ward.care.repair_text_index() == ""
        assert not list(ward.path.parent.glob("*.damaged-*"))

    @pytest.mark.parametrize(
        "sql",
        [
            "update chunk_index_data set block = zeroblob(100) where id > 10",
            "delete from chunk_index_data where id = 10",
            "delete from chunk_index_docsize where id = 1",
            "delete from name_index_data where id > 10",
        ],
    )
    def test_a_damaged_text_index_is_made_anew_from_the_stored_texts(self, ward: Ward, sql: str) -> None:
        """P065: nothing is read or embedded again, removing works afterwards, the original is kept."""
        embedded = len(ward.desk.host.embedder().passages)
        ward.damage(sql)
        found = ward.check(repair=True)
        assert "the text index does not agree with the stored texts" in " ".join(found.problems)
        assert found.left == ()
        assert Path(found.kept).is_file()
        assert ward.desk.found("harbour", mode="lexical") == ["ferry.txt"]
        ferry = ward.desk.document(ward.desk.folder / "ferry.txt")
        ward.desk.library.remove_documents(document_ids=[ferry.id])
        assert ward.desk.found("harbour", mode="lexical") == []
        assert len(ward.desk.host.embedder().passages) == embedded
        assert ward.check().problems == ()

    def test_damage_met_in_use_is_named_as_such_and_repaired_in_one_line(self, ward: Ward) -> None:
        ward.damage("update chunk_index_data set block = zeroblob(100) where id > 10")
        with pytest.raises(LibraryDamagedError):
            ward.desk.found("harbour", mode="lexical")
        assert ward.care.repair_text_index() == REPAIRED
        assert ward.desk.found("harbour", mode="lexical") == ["ferry.txt"]

    def test_lost_vectors_are_made_again(self, ward: Ward) -> None:
        with ward.desk.file.write() as c:
            table = vectors.models(c)[0].table
            c.execute(f"delete from {table} where chunk_id = 1")
            c.execute(f"insert into {table} (chunk_id, cell, embedding) values (77, 0, zeroblob(1024))")
        found = ward.check(repair=True)
        assert found.repaired == ("2 vectors of Word embedder were put in order",)
        assert found.left == ()
        ward.desk.work()
        assert ward.desk.library.status().vectors == ward.desk.library.status().chunks == 2
        assert {d.state for d in ward.desk.library.documents()} == {DocumentState.READY}

    def test_an_unreadable_vector_table_is_made_anew(self, ward: Ward) -> None:
        with ward.desk.file.read() as c:
            table = vectors.models(c)[0].table
        ward.damage(f"delete from {table}_vector_chunks00")
        found = ward.check(repair=True)
        assert found.left == ()
        ward.desk.work()
        assert ward.desk.found("harbour", mode="vector")[0] == "ferry.txt"


def test_space_is_given_back(ward: Ward) -> None:
    for number in range(300):
        ward.desk.write(f"{number}.txt", f"Report {number}. " * 60)
    ward.desk.drop()
    ward.desk.work()
    ward.desk.library.remove_documents(document_ids=[d.id for d in ward.desk.library.documents(limit=1000)])
    before, after = ward.care.compact(token=CancelToken(), report=no_report)
    assert after < before / 3
    assert ward.path.stat().st_size == after
