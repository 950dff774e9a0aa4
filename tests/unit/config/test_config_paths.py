"""Where things are kept, and temporary folders that do not meet."""

import sys
from pathlib import Path

import pytest

from desktop.config.paths import app_paths, resources_folder
from desktop.config.run_folder import RunFolder


def test_everything_of_a_person_lies_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CARREL_MODELS")
    paths = app_paths(tmp_path / "mine")
    own = [paths.library, paths.settings, paths.logs, paths.temporary, paths.profiles, paths.models]
    assert all(path.is_relative_to(tmp_path / "mine") for path in own)
    assert not (tmp_path / "mine").exists()


def test_the_argument_wins_over_the_environment_over_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARREL_DATA", str(tmp_path / "environment"))
    monkeypatch.setenv("CARREL_MODELS", str(tmp_path / "models"))
    assert app_paths(tmp_path / "argument").data == tmp_path / "argument"
    assert app_paths().data == tmp_path / "environment"
    assert app_paths().models == tmp_path / "models"
    monkeypatch.setenv("CARREL_DATA", "")
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_args, **_options: str(tmp_path / "system"))
    assert app_paths().data == tmp_path / "system"


def test_resources_are_found_in_a_checkout_and_in_a_frozen_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (resources_folder() / "models.toml").is_file()
    assert app_paths().resource("prompts", "word.txt").is_file()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resources_folder() == tmp_path / "resources"


def test_runs_have_folders_of_their_own(tmp_path: Path) -> None:
    window, command = RunFolder(tmp_path), RunFolder(tmp_path)
    (window.path / "page").touch()
    assert command.path != window.path
    command.close()
    assert (window.path / "page").exists()
    window.close()
    assert not list(tmp_path.iterdir())


def test_the_folder_of_a_run_that_died_is_removed(tmp_path: Path) -> None:
    dead = RunFolder(tmp_path)
    (dead.path / "big").write_text("left", "utf-8")
    dead._lock.release()  # what the system does at the death of the process
    run = RunFolder(tmp_path)
    assert not dead.path.exists()
    assert run.path.exists()
    run.close()
    assert not list(tmp_path.iterdir())
