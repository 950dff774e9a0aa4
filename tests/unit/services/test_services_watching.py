"""A collection in step with its folder, whatever happens there."""

import os
import queue
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from service_fakes import Desk

from desktop.domain.errors import UserError
from desktop.domain.records import Collection, DocumentState
from desktop.domain.work import CancelToken, no_report
from desktop.ingest.ignoring import Ignored
from desktop.services.folder_look import scopes_within
from desktop.services.views import Reconciled
from desktop.services.watching import WatchService

LONG_AGO = 1_600_000_000


class Shelf:
    """A desk with one watched folder."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.folder = desk.folder / "shelf"
        self.folder.mkdir()
        self.service = WatchService(desk.file, lambda _: False)
        self.collection: Collection | None = None

    def write(self, name: str, text: str) -> Path:
        path = self.desk.write(f"shelf/{name}", text)
        os.utime(path, (LONG_AGO, LONG_AGO))
        return path

    def look(self, *paths: Path) -> Reconciled:
        """Reconcile, wholly or only these paths, and read what was queued."""
        if self.collection is None:
            self.collection = self.service.watch(folder=self.folder)
        found = self.service.reconcile(
            collection_id=self.collection.id, token=CancelToken(), report=no_report, paths=paths or None
        )
        self.desk.work()
        return found

    @property
    def names(self) -> list[str]:
        return sorted(
            Path(d.path).relative_to(self.folder).as_posix()
            for d in self.desk.library.documents(collection="shelf")
        )

    @property
    def embedded(self) -> int:
        """How many passages went through the model."""
        return len(self.desk.host.embedder().passages)


@pytest.fixture
def shelf(desk: Desk) -> Iterator[Shelf]:
    return Shelf(desk)


def test_the_files_of_a_watched_folder_come_in(shelf: Shelf) -> None:
    shelf.write("a.md", "The watchword is lanternfish.")
    shelf.write("deep/b.md", "The harbour opens at eight.")
    found = shelf.look()
    assert (found.added, bool(found)) == (2, True)
    assert shelf.names == ["a.md", "deep/b.md"]
    assert shelf.desk.found("lanternfish", mode="lexical") == ["a.md"]
    assert not shelf.look()


class TestChanges:
    def test_a_deleted_file_is_found_nowhere_any_more(self, shelf: Shelf) -> None:
        """P054: deleted on disk while the program runs."""
        gone = shelf.write("gone.md", "The watchword is lanternfish.")
        shelf.write("other.md", "The harbour opens at eight.")
        shelf.look()
        gone.unlink()
        found = shelf.look(gone)
        assert found.removed == (str(gone),)
        assert shelf.names == ["other.md"]
        for mode in ("hybrid", "lexical", "vector"):
            assert "gone.md" not in shelf.desk.found("lanternfish watchword", mode=mode)
        answer = shelf.desk.ask("What is the watchword lanternfish?")
        assert not answer.sources
        assert "gone" not in [d.title for d in (*answer.tiers.maybe_try, *answer.tiers.related)]

    def test_a_deleted_file_can_be_brought_back_as_text(self, shelf: Shelf) -> None:
        gone = shelf.write("gone.md", "# Words\n\nThe watchword is lanternfish.")
        shelf.look()
        before = shelf.desk.library.documents()[0]
        gone.unlink()
        shelf.look()
        (document_id,) = shelf.service.bring_back().document_ids
        shelf.desk.work()
        found = shelf.desk.library.document(document_id)
        assert (found.offline, found.state, found.collection) == (True, DocumentState.READY, "My documents")
        assert (found.title, found.content_hash) == (before.title, before.content_hash)
        assert shelf.desk.found("lanternfish", mode="lexical") == ["gone.md"]
        assert not shelf.look()
        assert shelf.service.bring_back().document_ids == ()

    def test_an_edited_file_gives_only_its_new_text(self, shelf: Shelf) -> None:
        """P054: edited on disk."""
        path = shelf.write("gone.md", "The watchword is lanternfish.")
        shelf.look()
        path.write_text("The watchword is sandpiper.", "utf-8")
        assert shelf.look(path).changed == 1
        assert shelf.desk.found("sandpiper", mode="lexical") == ["gone.md"]
        assert shelf.desk.hits("lanternfish", mode="lexical") == ()

    def test_an_edit_embeds_only_the_passages_that_changed(self, shelf: Shelf) -> None:
        sections = [f"# Part {n}\n\nValve {n} is turned by a quarter in week {n}.\n" for n in range(12)]
        path = shelf.write("manual.md", "\n".join(sections))
        shelf.look()
        before = shelf.embedded
        sections[5] = "# Part 5\n\nValve 5 is replaced.\n"
        path.write_text("\n".join(sections), "utf-8")
        shelf.look(path)
        assert shelf.embedded - before == 2  # the passage and the summary

    def test_a_renamed_folder_keeps_every_vector(self, shelf: Shelf) -> None:
        for number in range(5):
            shelf.write(f"old/{number}.md", f"Report {number} about harbour {number}.")
        shelf.look()
        ids = {d.id for d in shelf.desk.library.documents()}
        before = shelf.embedded
        (shelf.folder / "old").rename(shelf.folder / "new")
        found = shelf.look(shelf.folder / "old", shelf.folder / "new")
        assert (found.moved, found.added, found.removed) == (5, 0, ())
        assert shelf.names == [f"new/{number}.md" for number in range(5)]
        assert {d.id for d in shelf.desk.library.documents()} == ids
        assert shelf.embedded == before
        assert {d.state for d in shelf.desk.library.documents()} == {DocumentState.READY}

    def test_a_renamed_file_is_found_by_its_new_name(self, shelf: Shelf) -> None:
        path = shelf.write("draft.txt", "The harbour opens at eight.")
        shelf.look()
        path.rename(shelf.folder / "timetable.txt")
        assert shelf.look().moved == 1
        assert shelf.desk.library.documents()[0].title == "timetable"
        assert shelf.desk.found("timetable", mode="lexical") == ["timetable.txt"]
        assert shelf.desk.found("draft", mode="lexical") == []

    def test_a_save_by_renaming_is_an_edit(self, shelf: Shelf) -> None:
        """Editors write a new file and rename it over the old one."""
        path = shelf.write("a.txt", "The code is alpha.")
        shelf.look()
        document = shelf.desk.library.documents()[0].id
        temporary = shelf.write("a.txt.tmp", "The code is omega.")
        temporary.rename(path)
        shelf.look(temporary, path)
        assert [d.id for d in shelf.desk.library.documents()] == [document]
        assert shelf.desk.found("omega", mode="lexical") == ["a.txt"]

    @pytest.mark.parametrize("name", ["~$a.docx", ".a.txt.swp", "a.txt~", "4913.tmp", ".~lock.a.odt#"])
    def test_temporary_files_of_editors_are_nothing(self, shelf: Shelf, name: str) -> None:
        shelf.look()
        path = shelf.write(name, "half a text")
        assert not shelf.look(path)
        assert shelf.names == []

    def test_a_touched_file_is_not_read_again(self, shelf: Shelf) -> None:
        path = shelf.write("a.txt", "The harbour opens at eight.")
        shelf.look()
        os.utime(path)
        assert not shelf.look(path)

    def test_content_that_changed_with_size_and_time_set_back_is_found(self, shelf: Shelf) -> None:
        """X12: equal size and time but other content."""
        path = shelf.write("a.txt", "The code is alpha.")
        shelf.look()
        shelf.write("a.txt", "The code is omega.")
        assert path.stat().st_mtime == LONG_AGO
        assert shelf.look().changed == 1

    def test_a_file_that_cannot_be_read_for_a_while_is_kept(
        self, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """X09: a file whose content went back to the cloud stays searchable and is not fetched."""
        shelf.write("a.txt", "The harbour opens at eight.")
        shelf.look()
        with monkeypatch.context() as patch:
            patch.setattr("desktop.ingest.scan.online_only", lambda status: True)
            assert shelf.look().offline == 1
            assert shelf.desk.library.documents()[0].offline
        assert shelf.look().back == 1


def test_what_happens_on_disk_arrives_by_itself(shelf: Shelf) -> None:
    """P054: from the event of the system to what can be found."""
    gone = shelf.write("gone.md", "The watchword is lanternfish.")
    shelf.write("other.md", "The harbour opens at eight.")
    shelf.look()
    told: queue.Queue[object] = queue.Queue()
    watch = shelf.service.follow(str(shelf.folder), told.put)
    watch.start()
    try:
        assert told.get(timeout=30) is None
        gone.unlink()
        paths = told.get(timeout=30)
        assert isinstance(paths, list)
        assert gone in paths
    finally:
        watch.stop()
    assert shelf.look(*paths).removed == (str(gone),)


class TestOffline:
    def test_a_drive_that_goes_and_comes_back_costs_nothing(self, shelf: Shelf) -> None:
        """P057: twenty files, the parent renamed away and back."""
        for number in range(20):
            shelf.write(f"{number}.txt", f"Locker {number} belongs to reader {number * 7}.")
        shelf.look()
        before, ids = shelf.embedded, {d.id for d in shelf.desk.library.documents()}
        away = shelf.folder.rename(shelf.folder.with_name("away"))
        found = shelf.look()
        assert (found.offline, found.removed, found.away) == (20, (), True)
        assert all(d.offline for d in shelf.desk.library.documents())
        hits = shelf.desk.hits("Locker 7")
        assert hits
        assert all(hit.document.offline for hit in hits)
        assert not shelf.look()
        away.rename(shelf.folder)
        found = shelf.look()
        assert (found.back, found.added, found.changed) == (20, 0, 0)
        assert {d.id for d in shelf.desk.library.documents()} == ids
        assert not any(d.offline for d in shelf.desk.library.documents())
        assert shelf.embedded == before

    def test_a_drive_that_goes_before_its_files_are_read_is_read_when_it_is_back(self, shelf: Shelf) -> None:
        shelf.collection = shelf.service.watch(folder=shelf.folder)
        shelf.write("a.txt", "The harbour opens at eight.")
        shelf.service.reconcile(collection_id=shelf.collection.id, token=CancelToken(), report=no_report)
        away = shelf.folder.rename(shelf.folder.with_name("away"))
        shelf.look()
        assert shelf.desk.library.documents()[0].state is DocumentState.REFUSED
        away.rename(shelf.folder)
        shelf.look()
        assert shelf.desk.library.documents()[0].state is DocumentState.READY

    def test_the_empty_folder_an_unmounted_drive_leaves_is_no_deletion(self, shelf: Shelf) -> None:
        """P057: the mount point is still there, without the files."""
        shelf.write("a.txt", "The harbour opens at eight.")
        shelf.look()
        shelf.folder.rename(shelf.folder.with_name("away"))
        shelf.folder.mkdir()
        found = shelf.look()
        assert (found.offline, found.removed) == (1, ())

    def test_the_last_file_of_a_folder_can_be_deleted(self, shelf: Shelf) -> None:
        path = shelf.write("a.txt", "The harbour opens at eight.")
        shelf.look()
        path.unlink()
        assert shelf.look().removed == (str(path),)

    def test_a_drive_mounted_inside_the_folder_is_not_emptied_by_unmounting(
        self, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shelf.write("stick/a.txt", "The harbour opens at eight.")
        shelf.write("b.txt", "The ferry leaves at nine.")
        shelf.look()
        monkeypatch.setattr("desktop.services.folder_look._device", lambda _: 1)
        collection = shelf.collection
        assert collection is not None
        with shelf.desk.file.write() as c:
            c.execute("update document set elsewhere = 1 where path like '%stick%'")
        shutil.rmtree(shelf.folder / "stick")
        (shelf.folder / "b.txt").unlink()
        monkeypatch.setattr(
            "desktop.services.folder_look.identity_of", lambda folder: (f"{folder.stat().st_ino}", 1)
        )
        with shelf.desk.file.write() as c:
            c.execute("update collection set folder_identity = ?", (str(shelf.folder.stat().st_ino),))
        found = shelf.look()
        assert (found.offline, [Path(path).name for path in found.removed]) == (1, ["b.txt"])


def test_a_file_in_no_watched_folder_that_is_gone_is_said_to_be_missing(shelf: Shelf) -> None:
    """P054: hits of a file that cannot be reached say so; nothing of it is lost."""
    path = shelf.write("a.txt", "The watchword is lanternfish.")
    shelf.desk.drop(path)
    shelf.desk.work()
    assert not shelf.service.look_for_files(token=CancelToken()).documents
    away = path.rename(shelf.desk.folder.parent / "a.txt")
    assert shelf.service.look_for_files(token=CancelToken()).documents
    assert [hit.document.offline for hit in shelf.desk.hits("lanternfish", mode="lexical")] == [True]
    away.rename(path)
    assert shelf.service.look_for_files(token=CancelToken()).documents
    assert [hit.document.offline for hit in shelf.desk.hits("lanternfish", mode="lexical")] == [False]


class TestPatterns:
    def test_what_a_new_pattern_leaves_out_leaves_the_library(self, shelf: Shelf) -> None:
        shelf.write("a.txt", "The harbour opens at eight.")
        shelf.write("old/b.txt", "The ferry leaves at nine.")
        shelf.look()
        assert shelf.collection is not None
        shelf.service.set_ignored(collection_id=shelf.collection.id, patterns=["old/", " "])
        assert len(shelf.look().removed) == 1
        assert shelf.names == ["a.txt"]
        assert shelf.service.folders()[0].ignored == ("old/",)
        shelf.service.set_ignored(collection_id=shelf.collection.id, patterns=[])
        assert shelf.look().added == 1

    def test_a_changed_file_that_is_left_out_is_not_even_looked_at(self, shelf: Shelf) -> None:
        shelf.write("a.log", "noise")
        shelf.collection = shelf.service.watch(folder=shelf.folder, ignored=["*.log"])
        assert not shelf.look(shelf.folder / "a.log")
        assert not shelf.look()

    def test_scopes_are_the_topmost_places_that_matter(self, tmp_path: Path) -> None:
        paths = [tmp_path / name for name in ("x/a.txt", "x", ".git/objects/ab", "b.log", "y/c.txt", "c.tmp")]
        assert scopes_within(tmp_path, paths, Ignored(["*.log"])) == [tmp_path / "x", tmp_path / "y/c.txt"]
        assert scopes_within(tmp_path, [tmp_path], Ignored([])) is None
        assert scopes_within(tmp_path, [tmp_path.parent], Ignored([])) is None


class TestWatchedCollections:
    def test_a_collection_is_made_with_the_name_of_the_folder(self, shelf: Shelf) -> None:
        shelf.desk.library.create_collection(name="Shelf")
        made = shelf.service.watch(folder=shelf.folder)
        assert made.name == "shelf 2"
        assert shelf.service.watch(folder=shelf.folder).id == made.id

    def test_folders_inside_one_another_are_refused(self, shelf: Shelf) -> None:
        (shelf.folder / "inner").mkdir()
        shelf.service.watch(folder=shelf.folder)
        for folder in (shelf.folder / "inner", shelf.folder.parent):
            with pytest.raises(UserError, match="watched already"):
                shelf.service.watch(folder=folder)
        with pytest.raises(UserError, match="not found"):
            shelf.service.watch(folder=shelf.folder / "missing")

    def test_documents_added_before_are_taken_over_without_a_model(self, shelf: Shelf) -> None:
        shelf.write("a.txt", "The harbour opens at eight.")
        outside = shelf.desk.write("copy.txt", "The harbour opens at eight.")
        shelf.write("b.txt", "The ferry leaves at nine.")
        shelf.desk.drop(shelf.folder, outside)
        shelf.desk.work()
        before = shelf.embedded
        shelf.look()
        assert shelf.names == ["a.txt", "b.txt"]
        assert {d.state for d in shelf.desk.library.documents()} == {DocumentState.READY}
        assert len(shelf.desk.library.documents()) == 3
        assert shelf.embedded == before
        quotes = [source.quote for source in shelf.desk.ask("When does the harbour open?").sources]
        assert len(quotes) == len(set(quotes))

    def test_a_file_dropped_from_a_watched_folder_goes_to_its_collection(self, shelf: Shelf) -> None:
        shelf.look()
        path = shelf.write("a.txt", "The harbour opens at eight.")
        shelf.desk.drop(path)
        shelf.desk.work()
        assert shelf.desk.document(path).collection == "shelf"
        assert not shelf.look()

    def test_other_documents_of_the_collection_are_left_alone(self, shelf: Shelf) -> None:
        shelf.write("a.txt", "The harbour opens at eight.")
        shelf.look()
        shelf.desk.add({"elsewhere.txt": "The ferry leaves at nine."}, collection="shelf")
        assert not shelf.look()
        assert len(shelf.desk.library.documents()) == 2

    def test_a_folder_no_longer_watched_keeps_its_documents(self, shelf: Shelf) -> None:
        path = shelf.write("a.txt", "The harbour opens at eight.")
        shelf.look()
        group = shelf.service.folder(str(shelf.folder))
        assert group == shelf.service.folder("shelf")
        shelf.service.unwatch(collection_id=group.id)
        path.unlink()
        assert not shelf.look()
        assert len(shelf.desk.library.documents()) == 1
        with pytest.raises(UserError, match="not watched"):
            shelf.service.folder("shelf")
