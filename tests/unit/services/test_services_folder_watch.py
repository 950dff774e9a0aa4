"""Word of changes in a folder: gathered, and never lost for long."""

import queue
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.services import folder_watch
from desktop.services.folder_watch import LONGEST, MOST_PATHS, QUIET, FolderWatch, Gathering

PATIENCE = 30.0  # seconds: an upper bound for a slow machine, not a measurement


class TestGathering:
    def test_nothing_is_due_before_it_is_quiet(self) -> None:
        gathering = Gathering()
        assert gathering.due(0.0) == (False, None)
        gathering.add([Path("/a")], 0.0)
        gathering.add([Path("/b"), Path("/a")], 0.5)
        assert gathering.due(QUIET) == (False, None)
        assert gathering.due(0.5 + QUIET) == (True, [Path("/a"), Path("/b")])
        assert gathering.due(100.0) == (False, None)

    def test_a_file_that_is_written_all_the_time_is_passed_on_in_the_end(self) -> None:
        """X08: appended every 50 ms for longer than anybody waits."""
        gathering = Gathering()
        now = 0.0
        while not gathering.due(now)[0]:
            gathering.add([Path("/log.txt")], now)
            now += 0.05
        assert LONGEST <= now < LONGEST + 1

    def test_very_many_changes_are_one_look_at_everything(self) -> None:
        gathering = Gathering()
        for number in range(MOST_PATHS + 5000):
            gathering.add([Path(f"/{number}")], 0.0)
        assert gathering.due(QUIET) == (True, None)
        gathering.add([Path("/a")], 10.0)
        assert gathering.due(12.0) == (True, [Path("/a")])

    @given(st.lists(st.tuples(st.integers(0, 2 * MOST_PATHS), st.floats(0.0, 3.0)), max_size=40))
    def test_every_change_is_passed_on(self, steps: Sequence[tuple[int, float]]) -> None:
        gathering = Gathering()
        now, added, passed, everything = 0.0, set(), set(), False
        for path, pause in steps:
            gathering.add([Path(f"/{path}")], now)
            added.add(Path(f"/{path}"))
            now += pause
            due, paths = gathering.due(now)
            everything = everything or (due and paths is None)
            passed.update(paths or ())
        _, paths = gathering.due(now + LONGEST)
        passed.update(paths or ())
        assert everything or passed == added


class Told:
    """What a watch said, one after the other."""

    def __init__(self) -> None:
        self._said: queue.Queue[Sequence[Path] | None] = queue.Queue()

    def __call__(self, paths: Sequence[Path] | None) -> None:
        self._said.put(paths)

    def next(self) -> Sequence[Path] | None:
        return self._said.get(timeout=PATIENCE)

    def until(self, path: Path) -> None:
        """Wait until this path, or everything, was said to have changed."""
        while (paths := self.next()) is not None and path not in paths:
            pass


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("QUIET", 0.1), ("_TICK", 0.02), ("_ROOT_EVERY", 0.05)):
        monkeypatch.setattr(folder_watch, name, seconds)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "parent" / "shelf"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def watch(quick: None, folder: Path, told: Told) -> Iterator[FolderWatch]:
    watch = FolderWatch(folder, told)
    watch.start()
    yield watch
    watch.stop(PATIENCE)


@pytest.mark.usefixtures("watch")
class TestFolderWatch:
    def test_it_begins_with_everything_then_tells_what_changed(self, folder: Path, told: Told) -> None:
        assert told.next() is None
        path = folder / "a.txt"
        path.write_text("one")
        told.until(path)
        (folder / "deep").mkdir()
        told.until(folder / "deep")
        path.rename(folder / "deep" / "b.txt")
        told.until(folder / "deep" / "b.txt")
        (folder / "deep" / "b.txt").unlink()
        told.until(folder / "deep" / "b.txt")

    def test_that_the_folder_goes_and_comes_is_told(self, folder: Path, told: Told) -> None:
        """P057: its parent is renamed, so that the folder itself has no event."""
        assert told.next() is None
        away = folder.parent.rename(folder.parent.with_name("away"))
        assert told.next() is None
        away.rename(folder.parent)
        assert told.next() is None
        path = folder / "a.txt"
        path.write_text("one")
        told.until(path)


@pytest.mark.usefixtures("quick")
def test_without_events_the_folder_is_looked_at_again_and_again(
    folder: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a network disk, and where the system has no watches left."""
    monkeypatch.setattr(folder_watch, "POLL_EVERY", 0.1)

    class NoneLeft:
        def schedule(self, *_arguments: object, **_options: object) -> None:
            raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(folder_watch, "Observer", NoneLeft)
    for polling in (True, False):
        watch = FolderWatch(folder, told, polling=polling)
        watch.start()
        assert [told.next(), told.next(), told.next()] == [None, None, None]
        watch.stop(PATIENCE)


@pytest.mark.usefixtures("quick")
def test_a_folder_that_is_not_there_yet_is_waited_for(folder: Path, told: Told) -> None:
    folder.rmdir()
    watch = FolderWatch(folder, told)
    watch.start()
    assert told.next() is None
    folder.mkdir()
    assert told.next() is None
    watch.stop(PATIENCE)
