"""watch, unwatch, backup, restore, check and compact, as a shell sees them."""

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from cli_running import Run

from desktop.services.care import REPAIRED

FERRY = "The ferry leaves the harbour at nine."
Write = Callable[[str, str], Path]


class TestWatch:
    def test_a_watched_folder_is_read_and_followed(self, carrel: Run, write: Write) -> None:
        path = write("ferry.txt", FERRY)
        write("noise.log", "noise")
        first = carrel("watch", path.parent, "--ignore", "*.log", "--json").json
        assert first == {
            "collection": "files",
            "folder": str(path.parent),
            "added": 1,
            "changed": 0,
            "moved": 0,
            "offline": 0,
            "back": 0,
            "removed": [],
            "ignored": ["*.log"],
            "documents": 1,
        }
        assert carrel("search", "harbour", "--json").json["hits"]
        collection = carrel("collections", "--json").json["collections"][0]
        assert (collection["folder"], collection["documents"]) == (str(path.parent), 1)
        path.rename(path.with_name("boat.txt"))
        assert carrel("watch", path.parent, "--json").json["moved"] == 1
        path.with_name("boat.txt").unlink()
        again = carrel("watch", path.parent, "--json").json
        assert again["removed"] == [str(path.with_name("boat.txt"))]
        assert again["ignored"] == ["*.log"]
        assert carrel("documents", "--json").json == {"documents": []}

    def test_for_people(self, carrel: Run, write: Write) -> None:
        path = write("ferry.txt", FERRY)
        ran = carrel("watch", path.parent)
        assert f"“files” follows {path.parent}: 1 document\n" in ran.out
        assert "1 added, 0 changed, 0 moved, 0 removed, 0 offline" in ran.out
        assert "follows" in carrel("unwatch", "files").out
        assert carrel("unwatch", path.parent).status == 1
        assert len(carrel("documents", "--json").json["documents"]) == 1

    def test_without_waiting_files_are_only_queued(self, carrel: Run, write: Write) -> None:
        path = write("ferry.txt", FERRY)
        assert carrel("watch", path.parent, "--no-wait", "--json").json["added"] == 1
        assert carrel("status", "--json").json["pending"] == 1

    def test_a_folder_that_is_not_there(self, carrel: Run, tmp_path: Path) -> None:
        ran = carrel("watch", tmp_path / "missing", "--json")
        assert ran.status == 1
        assert ran.json["error"]["title"] == "Folder not found"


class TestSafety:
    def test_backup_and_restore(self, carrel: Run, write: Write, tmp_path: Path) -> None:
        carrel("add", write("ferry.txt", FERRY))
        made = carrel("backup", tmp_path / "b.carrel", "--json").json
        assert made["size_bytes"] == (tmp_path / "b.carrel").stat().st_size
        carrel("remove", "ferry.txt")
        restored = carrel("restore", tmp_path / "b.carrel", "--json").json
        assert (restored["documents"], Path(restored["kept"]).is_file()) == (1, True)
        assert carrel("search", "harbour", "--json").json["hits"]

    def test_a_file_that_is_no_backup(self, carrel: Run, write: Write) -> None:
        ran = carrel("restore", write("ferry.txt", FERRY))
        assert ran.status == 1
        assert "Not a Carrel library" in ran.err

    def test_a_sound_library(self, carrel: Run) -> None:
        assert carrel("check").out == "The library is sound.\n"
        assert carrel("check", "--json").json == {
            "ok": True,
            "problems": [],
            "repaired": [],
            "left": [],
            "kept": "",
        }

    @pytest.fixture
    def damaged(self, carrel: Run, write: Write, data_folder: Path) -> None:
        carrel("add", write("ferry.txt", FERRY), write("bread.txt", "Bread needs a long rest."))
        c = apsw.Connection(str(data_folder / "library.carrel"))
        c.execute("update chunk_index_data set block = zeroblob(100) where id > 10")
        c.close()

    @pytest.mark.usefixtures("damaged")
    def test_damage_is_told_and_repaired_when_asked(self, carrel: Run) -> None:
        found = carrel("check", "--json")
        assert (found.status, found.json["ok"], found.json["repaired"]) == (1, False, [])
        repaired = carrel("check", "--repair", "--json")
        assert (repaired.status, repaired.json["ok"], repaired.json["left"]) == (0, True, [])
        assert Path(repaired.json["kept"]).is_file()
        assert carrel("check").status == 0

    @pytest.mark.usefixtures("damaged")
    def test_damage_met_on_the_way_is_repaired_with_one_line(self, carrel: Run) -> None:
        """P065: the search works, the person is told in one line, removing works afterwards."""
        ran = carrel("search", "harbour", "--mode", "lexical", "--json")
        assert (ran.status, len(ran.json["hits"])) == (0, 1)
        assert ran.err == REPAIRED + "\n"
        assert carrel("remove", "ferry.txt").status == 0
        assert carrel("search", "harbour", "--mode", "lexical", "--json").json["hits"] == []
        assert carrel("check").status == 0

    def test_compact(self, carrel: Run, write: Write) -> None:
        carrel("add", write("ferry.txt", FERRY))
        sizes = carrel("compact", "--json").json
        assert 0 < sizes["after_bytes"] <= sizes["before_bytes"]
        assert "before" in carrel("compact").out


class TestPlace:
    """P071: a library on a network disk, or in the folder of a sync client."""

    def test_a_synced_folder_is_warned_of(self, carrel: Run, tmp_path: Path) -> None:
        ran = carrel("status", "--library", tmp_path / "Dropbox" / "x" / "my.carrel", "--json")
        assert ran.status == 0
        assert "“Dropbox”" in ran.err
        assert "Keep it on a disk of this computer" in ran.err
        assert carrel("status", "--library", tmp_path / "x" / "my.carrel", "--json").err == ""

    def test_on_a_network_disk_one_program_at_a_time_with_a_rollback_journal(
        self, carrel: Run, tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("desktop.app.is_network", lambda _path: True)
        place = tmp_path / "share" / "my.carrel"
        ran = carrel("add", write("ferry.txt", FERRY), "--library", place, "--json")
        assert (ran.status, ran.json["added"]) == (0, 1)
        assert "on a network disk" in ran.err
        assert not place.with_name("my.carrel-wal").exists()
        c = apsw.Connection(str(place))
        assert c.pragma("journal_mode") == "delete"
        c.close()
