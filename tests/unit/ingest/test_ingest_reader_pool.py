"""The reader processes: hostile files cost only themselves, nothing is left behind."""

import errno
import multiprocessing
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import ReadDocument, Refusal
from desktop.domain.work import CancelToken
from desktop.ingest import extract, reading
from desktop.ingest.reader_pool import ReaderPool
from desktop.ingest.reading import FileToRead


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[ReaderPool]:
    readers = ReaderPool(tmp_path / "temp")
    yield readers
    readers.close()


def abort(files: list[FileToRead], folder: str, name: str) -> None:
    """Stands for a native library that ends the process."""
    os.abort()


def hang(files: list[FileToRead], folder: str, name: str) -> None:
    """Stands for a parser that never returns; tells the test that it runs where there is a pipe for it."""
    pipe = Path(files[0].path).with_suffix(".pipe")
    if pipe.exists():
        pipe.write_text(str(os.getpid()))
    threading.Event().wait()


def fill_memory(files: list[FileToRead], folder: str, name: str) -> None:
    """Stands for a bomb."""
    bytearray(8 << 30)


def fail(files: list[FileToRead], folder: str, name: str) -> None:
    """Stands for a bug in a parser."""
    raise ZeroDivisionError


def die_at_killer(files: list[FileToRead], folder: str, name: str) -> None:
    """Stands for a reader that dies of the files called killer, and of an innocent one in bad company."""
    for file in files:
        if "killer" in file.path or ("weak" in file.path and len(files) > 1):
            reading_files(files[: files.index(file)], folder, name)
            os.abort()
    reading_files(files, folder, name)


def die_once(files: list[FileToRead], folder: str, name: str) -> None:
    """Stands for a process that an earlier file has left weak."""
    mark = Path(files[0].path).with_suffix(".died")
    if not mark.exists():
        mark.touch()
        os.abort()
    reading_files(files, folder, name)


reading_files = reading.read_files


def full_disk(files: list[FileToRead], folder: str, name: str) -> None:
    """Stands for a temporary folder without room."""
    raise OSError(errno.ENOSPC, "No space left on device")


def test_reads_and_refuses(pool: ReaderPool, data: Path) -> None:
    document = pool.read(data / "docx/parts.docx", CancelToken())
    assert isinstance(document, ReadDocument)
    assert document == extract.read_file(data / "docx/parts.docx")
    assert pool.read(data / "odd/photo.jpg", CancelToken()) == extract.read_file(data / "odd/photo.jpg")
    gone = pool.read(data / "gone.txt", CancelToken())
    assert isinstance(gone, Refusal)
    assert gone.code == "unreadable"


def test_bomb_is_refused(pool: ReaderPool, data: Path) -> None:
    found = pool.read(data / "docx/deep_tables.docx", CancelToken())
    assert isinstance(found, Refusal)


@pytest.mark.parametrize(
    ("function", "code"), [(abort, "damaged"), (fill_memory, "damaged"), (fail, "damaged"), (hang, "timeout")]
)
def test_bad_endings_cost_one_file(
    function: Any, code: str, pool: ReaderPool, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = data / "txt/utf8.txt"
    with monkeypatch.context() as patch:
        patch.setattr(reading, "read_files", function)
        patch.setattr("desktop.ingest.reader_pool._SECONDS", 3.0)
        found = pool.read(path, CancelToken())
    assert isinstance(found, Refusal)
    assert found.code == code
    assert isinstance(pool.read(path, CancelToken()), ReadDocument)


def test_among_many_files_only_the_one_a_reader_dies_of_is_lost(
    pool: ReaderPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["one.txt", "killer.txt", "two.txt", "weak.txt", "three.txt"]
    for name in names:
        (tmp_path / name).write_text(f"This is the file {name}.")
    monkeypatch.setattr(reading, "read_files", die_at_killer)
    found = pool.begin([FileToRead(str(tmp_path / name)) for name in names]).result(CancelToken())
    assert [
        one.outcome.text if isinstance(one.outcome, ReadDocument) else one.outcome.code for one in found
    ] == [
        "This is the file one.txt.",
        "damaged",
        "This is the file two.txt.",
        "This is the file weak.txt.",
        "This is the file three.txt.",
    ]


def test_a_file_is_not_blamed_for_the_state_its_reader_was_in(
    pool: ReaderPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("The watchword is lanternfish.")
    monkeypatch.setattr(reading, "read_files", die_once)
    assert isinstance(pool.read(path, CancelToken()), ReadDocument)


def test_a_full_disk_is_no_fault_of_the_file(
    pool: ReaderPool, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P067: the temporary folder is full; nothing is refused for it."""
    monkeypatch.setattr(reading, "read_files", full_disk)
    with pytest.raises(UserError, match="Disk full"):
        pool.read(data / "txt/utf8.txt", CancelToken())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_cancel_kills_the_reader(pool: ReaderPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "read_files", hang)
    path = tmp_path / "a.txt"
    path.write_text("Text.")
    pipe = path.with_suffix(".pipe")
    os.mkfifo(pipe)
    token = CancelToken()
    ended = threading.Event()

    def read() -> None:
        with pytest.raises(Cancelled):
            pool.read(path, token)
        ended.set()

    reader = threading.Thread(target=read)
    reader.start()
    worker = int(pipe.read_text())
    token.cancel()
    assert ended.wait(timeout=30)
    pool.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_pages(pool: ReaderPool, data: Path) -> None:
    image = pool.page_image(data / "pdf/kerning.pdf", 1, width=200, start=0, end=5)
    assert image.png.startswith(b"\x89PNG")
    assert image.marks
    assert len(pool.page_sizes(data / "pdf/leading_junk.pdf")) == 4
    with pytest.raises(UserError):
        pool.page_image(data / "pdf/user_abc_rc4.pdf", 1, width=200)
    with pytest.raises(UserError):
        pool.page_sizes(data / "txt/utf8.txt")


def test_close_leaves_nothing(tmp_path: Path, data: Path) -> None:
    before = set(multiprocessing.active_children())
    readers = ReaderPool(tmp_path / "temp")
    assert set(multiprocessing.active_children()) == before
    assert isinstance(readers.read(data / "txt/utf8.txt", CancelToken()), ReadDocument)
    readers.page_sizes(data / "pdf/kerning.pdf")
    readers.close()
    readers.close()
    assert set(multiprocessing.active_children()) == before
    assert list((tmp_path / "temp").iterdir()) == []
    with pytest.raises(Cancelled):
        readers.read(data / "txt/utf8.txt", CancelToken())
