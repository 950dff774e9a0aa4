"""The scan: each file once, everything else named."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from desktop.domain.errors import Cancelled
from desktop.domain.work import CancelToken
from desktop.ingest.hashing import content_hash, fingerprint
from desktop.ingest.ignoring import Ignored
from desktop.ingest.scan import FoundFile, SkippedFile, online_only, scan


def names(paths: list[Path], root: Path) -> tuple[list[str], dict[str, str]]:
    found: list[str] = []
    skipped: dict[str, str] = {}
    for item in scan(paths, CancelToken()):
        if isinstance(item, FoundFile):
            found.append(item.path.relative_to(root).as_posix())
        else:
            skipped[item.path.relative_to(root).as_posix()] = item.reason
    return found, skipped


def test_tree_with_links(tmp_path: Path) -> None:
    """P024."""
    (tmp_path / "dir" / "deep").mkdir(parents=True)
    (tmp_path / "dir" / "a.txt").write_text("a")
    (tmp_path / "dir" / "deep" / "b.txt").write_text("b")
    (tmp_path / "dir" / "loop").symlink_to(tmp_path / "dir")
    (tmp_path / "dir" / "0link.txt").symlink_to(tmp_path / "dir" / "a.txt")
    (tmp_path / "dir" / "dangling").symlink_to(tmp_path / "gone")
    found, skipped = names([tmp_path / "dir"], tmp_path)
    assert found == ["dir/a.txt", "dir/deep/b.txt"]
    assert sorted(skipped) == ["dir/0link.txt", "dir/dangling", "dir/loop"]
    assert len(set(skipped.values())) == 3


def test_link_to_elsewhere_is_followed_once(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "c.txt").write_text("c")
    (tmp_path / "dir").mkdir()
    (tmp_path / "dir" / "x").symlink_to(tmp_path / "other")
    (tmp_path / "dir" / "y").symlink_to(tmp_path / "other")
    found, skipped = names([tmp_path / "dir"], tmp_path)
    assert found == ["dir/x/c.txt"]
    assert list(skipped) == ["dir/y"]


def test_what_is_left_out(tmp_path: Path) -> None:
    for name in ("a.qml", "noext", "~$plan.docx", "b.tmp", ".hidden", "Thumbs.db"):
        (tmp_path / name).write_text("x")
    for folder in (".git", "node_modules"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "inside.txt").write_text("x")
    found, skipped = names([tmp_path], tmp_path)
    assert found == ["a.qml", "noext"]
    assert set(skipped) == {"~$plan.docx", "b.tmp", ".hidden", "Thumbs.db", ".git", "node_modules"}


def test_named_twice_and_missing(tmp_path: Path) -> None:
    path = tmp_path / ".named.txt"
    path.write_text("abc")
    items = list(scan([path, path, tmp_path / "gone.txt"], CancelToken()))
    status = path.stat()
    assert items[0] == FoundFile(
        path, 3, status.st_mtime, fingerprint(status), rested=False, device=status.st_dev
    )
    assert [type(item) for item in items[1:]] == [SkippedFile]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (item,) = scan([tmp_path], CancelToken())
    assert isinstance(item, SkippedFile)


def test_cancel(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        list(scan([tmp_path], token))


def test_content_hash(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    assert content_hash(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_patterns_of_a_watched_folder_leave_files_and_whole_folders_out(tmp_path: Path) -> None:
    for name in ("a.txt", "b.log", "old/c.txt", "new/old/d.txt", "new/e.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    items = list(scan([tmp_path], CancelToken(), ignored=Ignored(["*.log", "/old/"]), root=tmp_path))
    found = [item.path.relative_to(tmp_path).as_posix() for item in items if isinstance(item, FoundFile)]
    assert found == ["a.txt", "new/e.txt", "new/old/d.txt"]
    left_out = [item for item in items if isinstance(item, SkippedFile)]
    assert {item.path.name for item in left_out} == {"b.log", "old"}
    assert not any(item.unreachable for item in left_out)


class TestOnlineOnly:
    """X09: what a cloud client has not downloaded is listed, and nothing is fetched."""

    @pytest.mark.parametrize(
        ("field", "value", "online"),
        [
            ("st_file_attributes", 0x20, False),
            ("st_file_attributes", 0x40_0020, True),
            ("st_file_attributes", 0x1020, True),
            ("st_flags", 0, False),
            ("st_flags", 0x4000_0000, True),
        ],
    )
    def test_the_system_says_so(self, field: str, value: int, online: bool) -> None:
        assert online_only(cast("os.stat_result", SimpleNamespace(**{field: value}))) is online

    def test_a_stand_in_speaks_for_the_document(self, tmp_path: Path) -> None:
        (tmp_path / ".plan.pdf.icloud").write_bytes(b"bplist")
        item = next(scan([tmp_path], CancelToken()))
        assert isinstance(item, SkippedFile)
        assert item.path == tmp_path / "plan.pdf"
        assert item.unreachable
        assert "online only" in item.reason

    def test_such_a_file_is_never_opened(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "a.txt").write_text("x")
        monkeypatch.setattr("desktop.ingest.scan.online_only", lambda status: True)
        monkeypatch.setattr(Path, "open", None)
        items = list(scan([tmp_path], CancelToken()))
        assert [type(item) for item in items] == [SkippedFile]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_without_permission_is_unreachable(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    item = next(scan([tmp_path], CancelToken()))
    assert isinstance(item, SkippedFile)
    assert item.unreachable


def test_an_archive_in_a_folder_is_left_out_and_one_that_is_named_is_read(tmp_path: Path) -> None:
    """P003."""
    (tmp_path / "archive.zip").write_bytes(b"PK\x03\x04")
    inside = list(scan([tmp_path], CancelToken()))
    assert [(item.path.name, getattr(item, "reason", "")) for item in inside] == [
        (
            "archive.zip",
            "Archives inside a folder are left out; drop the archive itself to read what is in it.",
        )
    ]
    named = list(scan([tmp_path / "archive.zip"], CancelToken()))
    assert [type(item) for item in named] == [FoundFile]
