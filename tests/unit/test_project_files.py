"""What must never stand in a file of the project: addresses of package indexes, and this machine's paths."""

import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
LARGEST = 2_000_000  # bytes of a text file; larger files are not ours to write by hand
INDEX_ADDRESS = re.compile(
    r"https?://[^\s\"'<>]*(?:pypi\.|pythonhosted|/simple/?(?:[\s\"'<>]|$))|--(?:extra-)?index-url|--find-links",
    re.IGNORECASE,
)


def local_folders() -> list[Path]:
    """Return the folders of this machine that nothing may name: this checkout, its neighbours, the home."""
    beside = REPOSITORY.parent.iterdir() if REPOSITORY.parent != Path(tempfile.gettempdir()) else ()
    return [REPOSITORY, Path.home(), *(path for path in beside if path.is_dir())]


def local_path(folders: Iterable[Path]) -> re.Pattern[str]:
    """Return what finds an absolute path of one of the folders."""
    return re.compile("|".join(rf"(?<![\w.~<-]){re.escape(str(folder))}(?![\w-])" for folder in folders))


def project_files() -> list[Path]:
    """Return the files under version control."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [REPOSITORY / name for name in listed.stdout.split("\0") if name]


def texts() -> dict[str, str]:
    """Return name and text of every text file of the project but this one."""
    found = {}
    for path in project_files():
        if path == Path(__file__) or not path.is_file() or path.stat().st_size > LARGEST:
            continue
        data = path.read_bytes()
        if b"\0" not in data:
            found[str(path.relative_to(REPOSITORY))] = data.decode("utf-8", errors="replace")
    return found


@pytest.mark.parametrize(
    "pattern", [INDEX_ADDRESS, local_path(local_folders())], ids=["index address", "local path"]
)
def test_nothing_of_the_kind_stands_in_the_project(pattern: re.Pattern[str]) -> None:
    found = [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in texts().items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]
    assert found == []


def test_lock_files_hold_no_address_at_all() -> None:
    for path in (REPOSITORY / "packaging").glob("*.lock"):
        assert "://" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "bad", ["https://pypi.org/simple", "see https://files.pythonhosted.org/x", "--index-url x"]
)
def test_index_addresses_are_seen(bad: str) -> None:
    assert INDEX_ADDRESS.search(bad)


@pytest.mark.parametrize("bad", ["/home/ann", '"/home/ann/x"', "file:///home/ann/x"])
def test_local_paths_are_seen(bad: str) -> None:
    assert local_path([Path("/home/ann")]).search(bad)


@pytest.mark.parametrize("good", ["/home/anna", "x/home/ann", "</home/ann>", "~/home/ann", "/home/bob"])
def test_other_paths_are_left_alone(good: str) -> None:
    assert not local_path([Path("/home/ann")]).search(good)


def test_packaging_is_not_a_package() -> None:
    assert not (REPOSITORY / "packaging" / "__init__.py").exists()
