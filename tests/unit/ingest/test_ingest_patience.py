"""Long scans: every page has its time, the person sees which one is at work, a reader that hangs ends."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from ingest_helpers import DATA

from desktop.domain.records import ReadDocument, Refusal
from desktop.domain.work import CancelToken
from desktop.ingest import ocr, reader_pool, reading
from desktop.ingest.patience import Patience, nobody
from desktop.ingest.progress import note, noted, noted_in
from desktop.ingest.reader_pool import ReaderPool
from desktop.ingest.reading import FileToRead


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[ReaderPool]:
    readers = ReaderPool(tmp_path / "temp", recognise=lambda: True)
    yield readers
    readers.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still until it is set."""
    now = [0.0]
    monkeypatch.setattr("desktop.ingest.patience.time.monotonic", lambda: now[0])
    return now


def test_time_runs_only_while_the_task_does(tmp_path: Path, clock: list[float]) -> None:
    patience = Patience(10, tmp_path / "page")
    clock[0] = 100.0
    assert not patience.over(running=False, on_page=nobody)
    assert not patience.over(running=True, on_page=nobody)
    clock[0] = 111.0
    assert patience.over(running=True, on_page=nobody)


def test_every_page_brings_time_and_is_told_once(tmp_path: Path, clock: list[float]) -> None:
    patience = Patience(10, tmp_path / "page")
    told: list[tuple[int, int]] = []
    for page in (1, 2):
        (tmp_path / "page").write_text(f"{page} 9 {page}")
        for _ in range(2):
            assert not patience.over(running=True, on_page=lambda *page: told.append(page))
            clock[0] += 25.0
    assert told == [(1, 9), (2, 9)]
    clock[0] += 20.0
    assert patience.over(running=True, on_page=nobody)


def test_what_is_noted_is_gone_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "page"
    note(1, 2)
    with noted_in(file):
        assert noted(file) is None
        note(3, 7)
        first = noted(file)
        note(3, 7)
        second = noted(file)
        assert first is not None
        assert second is not None
        assert first[:2] == second[:2] == (3, 7)
        assert first != second
        file.write_text("3")
        assert noted(file) is None
    assert not file.exists()


read_files = reading.read_files


def endless_pages(files: list[FileToRead], folder: str, name: str) -> None:
    """Stands for a reader that hangs on the second page of a scan, as long as it recognises text."""
    if not files[0].options.recognise:
        read_files(files, folder, name)
        return
    with noted_in(reading.progress_beside(Path(folder, name))):
        note(2, 3)
        threading.Event().wait()


def test_a_reader_that_hangs_on_a_page_goes_on_without_recognition(
    pool: ReaderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "read_files", endless_pages)
    monkeypatch.setattr(reader_pool, "_SECONDS", 0.5)
    monkeypatch.setattr("desktop.ingest.patience.SCAN_SECONDS", 1.0)
    pages: list[tuple[int, int]] = []
    pending = pool.begin([FileToRead(str(DATA / "pdf/scan.pdf"))])
    (found,) = pending.result(CancelToken(), lambda *page: pages.append(page))
    assert isinstance(found.outcome, Refusal)
    assert found.outcome.code == "no_text"
    assert set(pages) == {(2, 3)}


@pytest.mark.skipif(not ocr.languages(), reason="the pack for recognition is not installed")
def test_a_scan_is_recognised_in_a_reader_process(pool: ReaderPool) -> None:
    found = pool.read(DATA / "pdf/scan.pdf", CancelToken())
    assert isinstance(found, ReadDocument)
    assert "Invoice 7731" in found.text
    start = found.text.index("412.50")
    part = next(part for part in found.parts if part.page == 2)
    image = pool.page_image(
        DATA / "pdf/scan.pdf", 2, width=300, start=start, end=start + 6, page_start=part.start
    )
    assert len(image.marks) == 1


@pytest.mark.skipif(not ocr.languages(), reason="the pack for recognition is not installed")
def test_recognition_can_be_tried(pool: ReaderPool) -> None:
    assert "English" in pool.check_recognition()
