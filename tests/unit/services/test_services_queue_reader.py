"""The queue on a full disk, under files that are being written, and stopped half way."""

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from service_fakes import Desk

from desktop.domain.errors import Cancelled, DiskFullError
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken, no_report
from desktop.ingest.reader_pool import PendingFiles
from desktop.ingest.reading import FileToRead, ReadFile
from desktop.services import indexing
from desktop.services.changes import Changes
from desktop.store import diagnostics

FERRY = "The ferry leaves the harbour at nine. Tickets cost four pounds."


class TestDiskFull:
    """P067: a pause with the amount that is needed, what is done stays usable, it goes on afterwards."""

    def test_reading_stops_before_the_disk_is_full(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        for number in range(3):
            desk.add({f"{number}.txt": f"Report {number} about harbour {number}."})
        for number in range(3, 9):
            desk.write(f"{number}.txt", f"Report {number} about harbour {number}. " * 20_000)
        desk.drop()
        with monkeypatch.context() as patch:
            patch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1_000_000))
            with pytest.raises(
                DiskFullError, match=r"About 7\d MB are needed for the 6 documents.*1 MB are free"
            ):
                desk.work()
        assert len(desk.found("report", mode="lexical")) == 3
        assert desk.library.status().pending == 6
        desk.work()
        assert desk.library.status().pending == 0

    def test_a_disk_that_fills_up_in_a_transaction_harms_nothing(self, desk: Desk) -> None:
        desk.add({"a.txt": FERRY})
        desk.write("b.txt", "The harbour opens at eight. " * 5000)
        desk.drop()
        with desk.file.write() as c:
            pages = c.pragma("page_count")
            c.pragma("max_page_count", pages)
        with pytest.raises(DiskFullError, match="are needed for the 1 documents"):
            desk.work()
        assert desk.found("ferry", mode="lexical") == ["a.txt"]
        with desk.file.read() as c:
            assert diagnostics.problems(c) == []
        with desk.file.write() as c:
            c.pragma("max_page_count", 1_000_000)
        desk.work()
        assert {d.state for d in desk.library.documents()} == {DocumentState.READY}


class TestWrittenMeanwhile:
    def test_a_file_that_was_being_written_is_read_again_when_it_rests(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """X08: what was stored was one state of the file; its last one follows."""
        path = desk.write("log.txt", "The first line says lanternfish.")
        desk.drop()
        begin = desk.readers.begin

        class Restless:
            def __init__(self, pending: PendingFiles) -> None:
                self._pending = pending

            def result(self, token: CancelToken, *on_page: Any) -> list[ReadFile]:
                read = self._pending.result(token)
                found = [replace(file, restless=True, fingerprint="") for file in read]
                desk.write("log.txt", "The last line says sandpiper.")
                os.utime(path, (1_600_000_000, 1_600_000_000))
                return found

        class Readers:
            def begin(self, files: Sequence[FileToRead]) -> object:
                desk.indexing._reader._readers = desk.readers
                return Restless(begin(files))

        monkeypatch.setattr("desktop.ingest.hashing._RESTED", -1.0)
        monkeypatch.setattr(indexing, "_RESTLESS_POLL", 0.0)
        desk.indexing._reader._readers = Readers()
        desk.work()
        assert desk.found("sandpiper", mode="lexical") == ["log.txt"]
        assert desk.hits("lanternfish", mode="lexical") == ()

    def test_one_that_never_rests_is_not_waited_for(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = desk.write("log.txt", FERRY)
        desk.drop()
        monkeypatch.setattr(indexing, "_RESTLESS_SECONDS", 0.0)
        desk.indexing._reader.restless.add(desk.document(path).id)
        desk.work()
        assert desk.indexing._reader.restless == set()


class TestCancelOfMany:
    def test_what_is_done_stays_and_the_rest_goes_on_later(self, desk: Desk) -> None:
        """X11: hundreds of files in the queue."""
        for number in range(200):
            desk.write(f"{number}.txt", f"Locker {number} belongs to reader {number * 7}.")
        desk.drop()
        token = CancelToken()

        def stop(changes: Changes) -> None:
            token.cancel()

        with pytest.raises(Cancelled):
            desk.indexing.work(token=token, report=no_report, changed=stop)
        states = Counter(d.state for d in desk.library.documents(limit=500))
        assert states == {DocumentState.TEXT_READY: 128, DocumentState.WAITING: 72}
        desk.work()
        assert Counter(d.state for d in desk.library.documents(limit=500)) == {DocumentState.READY: 200}
        assert len(desk.host.embedder().passages) == 200
