"""One consistent state of every file, whoever is writing to it."""

import os
import threading
import time
from pathlib import Path

import pytest

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest import extract, hashing, reading
from desktop.ingest.options import ReadOptions
from desktop.ingest.reading import FileToRead, load, read_files, read_one

LONG_AGO = 1_600_000_000


def old(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def test_what_was_read_comes_back_as_it_was(tmp_path: Path, data: Path) -> None:
    files = [data / "docx/parts.docx", data / "txt/utf8.txt", data / "odd/photo.jpg", tmp_path / "gone.txt"]
    read_files([FileToRead(str(file)) for file in files], str(tmp_path), "out.jsonl")
    found = load(tmp_path / "out.jsonl")
    assert [one.outcome for one in found] == [extract.read_file(file) for file in files]
    assert found[0].content_hash == hashing.content_hash(files[0])
    assert (found[0].size, found[0].modified) == (files[0].stat().st_size, files[0].stat().st_mtime)


def test_known_content_is_not_read_again(tmp_path: Path, data: Path) -> None:
    path = data / "txt/utf8.txt"
    files = [
        FileToRead(str(path), known=("other", hashing.content_hash(path))),
        FileToRead(str(path), known=("other",)),
    ]
    read_files(files, str(tmp_path), "out.jsonl")
    known, unknown = load(tmp_path / "out.jsonl")
    assert known.outcome is None
    assert known.content_hash == unknown.content_hash
    assert isinstance(unknown.outcome, ReadDocument)


def test_what_was_being_written_at_the_end_is_left_out(tmp_path: Path, data: Path) -> None:
    read_files([FileToRead(str(data / "txt/utf8.txt"))] * 2, str(tmp_path), "out.jsonl")
    out = tmp_path / "out.jsonl"
    out.write_bytes(out.read_bytes()[:-20])
    assert len(load(out)) == 1
    assert load(tmp_path / "nothing.jsonl") == []


def test_a_file_that_changes_meanwhile_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old(tmp_path / "a.txt", "The first version.")
    whole = extract.read_in_detail
    times = []

    def changing(file: Path, options: ReadOptions) -> tuple[ReadDocument | Refusal, str]:
        found = whole(file, options)
        if not times:
            times.append(1)
            path.write_text("The second version, which is longer.", "utf-8")
        return found

    monkeypatch.setattr(extract, "read_in_detail", changing)
    found = read_one(FileToRead(str(path)), tmp_path, tmp_path / "slices")
    assert isinstance(found.outcome, ReadDocument)
    assert found.outcome.text == "The second version, which is longer."
    assert found.content_hash == hashing.content_hash(path)
    assert not found.restless


def test_a_file_that_is_written_all_the_time_is_read_in_one_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """X08: appended every few milliseconds; text and hash belong to one and the same state of the file."""
    path = old(tmp_path / "log.txt", "Line 0.\n")
    monkeypatch.setattr(reading, "_PAUSE", 0.0)
    whole = extract.read_in_detail

    def slowly(file: Path, options: ReadOptions) -> tuple[ReadDocument | Refusal, str]:
        if file == path:
            append(path, lines=1)
        return whole(file, options)

    monkeypatch.setattr(extract, "read_in_detail", slowly)
    stop = threading.Event()
    writer = threading.Thread(target=lambda: [append(path, lines=1) for _ in iter(stop.is_set, True)])
    writer.start()
    try:
        found = read_one(FileToRead(str(path)), tmp_path, tmp_path / "slices")
    finally:
        stop.set()
        writer.join()
    assert found.restless
    assert found.fingerprint == ""
    assert isinstance(found.outcome, ReadDocument)
    assert found.outcome.title == "log"
    lines = found.outcome.text.split("\n")
    assert lines == ["Line 0.", *["Line."] * (len(lines) - 1)]
    assert list(tmp_path.iterdir()) == [path]


def append(path: Path, *, lines: int) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write("Line.\n" * lines)


class TestFingerprint:
    def test_it_changes_although_size_and_time_are_set_back(self, tmp_path: Path) -> None:
        """X12: equal size and time, other content."""
        path = old(tmp_path / "a.txt", "alpha")
        before = path.stat()
        time.sleep(0.02)
        old(path, "omega")
        assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
        assert hashing.fingerprint(path.stat()) != hashing.fingerprint(before)

    def test_it_proves_nothing_of_a_file_just_written(self, tmp_path: Path) -> None:
        path = old(tmp_path / "a.txt", "alpha")
        changed = path.stat().st_ctime
        assert not hashing.rested(path.stat(), changed + 1)
        assert hashing.rested(path.stat(), changed + 3)

    def test_it_proves_nothing_of_a_file_from_the_future(self, tmp_path: Path) -> None:
        """X12: file times in the future."""
        path = old(tmp_path / "a.txt", "alpha")
        future = time.time() + 10_000
        os.utime(path, (future, future))
        assert not hashing.rested(path.stat(), time.time() + 100)
