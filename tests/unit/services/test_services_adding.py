"""What becomes of dropped files: every one is counted, none is read in vain."""

import os
import time
from pathlib import Path

import pytest
from service_fakes import Desk

from desktop.domain.errors import UserError
from desktop.domain.records import DocumentState
from desktop.ingest import hashing
from desktop.services.reconciling import VERIFY_AFTER

FERRY = "The ferry leaves the harbour at nine. Tickets cost four pounds."
LONG_AGO = 1_600_000_000
KINDS = ("txt", "md", "qml", "py", "log", "ini", "json", "yaml", "tex", "org")


def old(path: Path) -> Path:
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def embedded(desk: Desk) -> int:
    return len(desk.host.embedder().passages)


def trust(desk: Desk, path: Path) -> None:
    """Let the looks of a file prove what it holds, as they do once it has rested for a while."""
    with desk.file.write() as c:
        c.execute(
            "update document set fingerprint = ?, verified = ?",
            (hashing.fingerprint(path.stat()), time.time()),
        )


class TestCounting:
    def test_every_file_of_a_tree_is_added_or_left_out_with_a_reason(self, desk: Desk) -> None:
        """P023: three levels, ten kinds, a hidden folder and one of a program."""
        for number, kind in enumerate(KINDS):
            folder = ("", "one/", "one/two/")[number % 3]
            desk.write(f"{folder}file-{number}.{kind}", '{"harbour": "opens at eight"}')
        desk.write(".hidden/secret.txt", FERRY)
        desk.write("node_modules/package.json", "{}")
        summary = desk.drop()
        assert len(summary.added) == len(KINDS)
        assert {Path(left.path).name: bool(left.reason) for left in summary.left_out} == {
            ".hidden": True,
            "node_modules": True,
        }
        desk.work()
        assert {d.state for d in desk.library.documents()} == {DocumentState.READY}

    def test_files_that_cannot_be_read_are_counted_too(self, desk: Desk) -> None:
        """P003: readable ones are searchable, the others are listed with their reasons."""
        for name in ("a.md", "b.txt", "noext"):
            desk.write(name, f"{FERRY} {name}")
        (desk.folder / "legacy.doc").write_bytes(bytes.fromhex("D0CF11E0A1B11AE1") + bytes(2000))
        (desk.folder / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 8)
        (desk.folder / "archive.zip").write_bytes(b"PK\x05\x06" + bytes(18))
        summary = desk.drop()
        assert len(summary.added) + len(summary.left_out) == 6
        desk.work()
        states = {Path(d.path).name: d for d in desk.library.documents()}
        readable = {name for name, d in states.items() if d.state is DocumentState.READY}
        assert readable == {"a.md", "b.txt", "noext"}
        assert all(states[name].reason for name in states.keys() - readable)


class TestSecondTime:
    def test_nothing_is_hashed_that_looks_as_it_did(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = old(desk.write("a.txt", FERRY))
        desk.drop()
        desk.work()
        trust(desk, path)
        monkeypatch.setattr("desktop.services.adding.hash_or_empty", None)
        assert len(desk.drop(path).unchanged) == 1

    def test_after_a_week_the_content_is_compared_anyway(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """X12: other content under the same size and times."""
        monkeypatch.setattr("desktop.ingest.hashing.fingerprint", lambda status: str(status.st_size))
        path = desk.write("a.txt", "The code is alpha.")
        desk.drop()
        desk.work()
        trust(desk, path)
        desk.write("a.txt", "The code is omega.")
        assert len(desk.drop().unchanged) == 1
        with desk.file.write() as c:
            c.execute("update document set verified = ?", (time.time() - VERIFY_AFTER - 1,))
        assert len(desk.drop().updated) == 1


class TestMoved:
    def test_a_moved_file_keeps_its_text_and_vectors(self, desk: Desk) -> None:
        document = desk.add({"draft.txt": FERRY})["draft.txt"]
        before = embedded(desk)
        (desk.folder / "draft.txt").rename(desk.folder / "timetable.txt")
        summary = desk.drop()
        assert (summary.moved, summary.unchanged, summary.queued) == ((document.id,), (document.id,), ())
        desk.work()
        assert embedded(desk) == before
        assert desk.found("timetable", mode="lexical") == ["timetable.txt"]

    def test_a_copy_is_added_and_shares_the_content(self, desk: Desk) -> None:
        """P026: the renamed copy is linked to the same content."""
        first = desk.add({"policy.txt": FERRY})["policy.txt"]
        before = embedded(desk)
        second = desk.add({"policy (1).txt": FERRY})["policy (1).txt"]
        assert second.same_as == first.id
        assert embedded(desk) == before

    def test_locating_a_file_keeps_everything(self, desk: Desk) -> None:
        document = desk.add({"a.txt": FERRY})["a.txt"]
        before = embedded(desk)
        target = (desk.folder / "a.txt").rename(desk.folder.parent / "b.txt")
        desk.library.relocate_document(document_id=document.id, path=target)
        desk.work()
        assert desk.library.document(document.id).path == str(target)
        assert desk.library.document(document.id).state is DocumentState.READY
        assert embedded(desk) == before

    def test_locating_a_file_with_other_content_reads_it(self, desk: Desk) -> None:
        document = desk.add({"a.txt": FERRY})["a.txt"]
        (desk.folder / "a.txt").unlink()
        target = desk.write("b.txt", "The watchword is sandpiper.")
        desk.library.relocate_document(document_id=document.id, path=target)
        desk.work()
        assert desk.library.document(document.id).path == str(target)
        assert desk.found("sandpiper", mode="lexical") == ["b.txt"]

    def test_what_is_no_file_or_another_document_cannot_be_located(self, desk: Desk) -> None:
        added = desk.add({"a.txt": FERRY, "b.txt": "The harbour opens at eight."})
        with pytest.raises(UserError, match="File not found"):
            desk.library.relocate_document(document_id=added["a.txt"].id, path=desk.folder / "missing.txt")
        with pytest.raises(UserError, match="Already in the library"):
            desk.library.relocate_document(document_id=added["a.txt"].id, path=desk.folder / "b.txt")
