"""Settings survive damaged files, full disks, older and newer versions."""

import json
import threading
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.config import settings as module
from desktop.config.settings import Settings, SettingsFile
from desktop.domain.errors import UserError


def test_defaults_without_a_file(tmp_path: Path) -> None:
    assert SettingsFile(tmp_path / "settings.json").current == Settings()
    assert not list(tmp_path.iterdir())


def test_a_change_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    changed = SettingsFile(path).change(appearance="dark", threads=3, use_chat_model=False, window="Größe")
    assert changed == Settings(appearance="dark", threads=3, use_chat_model=False, window="Größe")
    assert SettingsFile(path).current == changed
    assert json.loads(path.read_text("utf-8"))["version"] == module.VERSION
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[1, 2]", b"7", b"null", b'"text"'])
def test_an_unreadable_file_is_set_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    file = SettingsFile(path)
    assert file.current == Settings()
    assert (tmp_path / "settings.unreadable.json").read_bytes() == content
    file.change(threads=2)
    assert SettingsFile(path).current.threads == 2


def test_values_of_another_type_and_unknown_options_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(
        json.dumps({"threads": "four", "text_size": True, "use_chat_model": 1, "chat": "a", "new": 1}),
        "utf-8",
    )
    assert SettingsFile(path).current == Settings(chat="a")


@pytest.mark.parametrize("version", [0, -3, 99, "one", None, 1.5])
def test_any_version_opens(tmp_path: Path, version: object) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": version, "chat": "mine"}), "utf-8")
    assert SettingsFile(path).current.chat == "mine"


def test_upgrades_run_in_order_from_the_version_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rename(raw: dict[str, Any]) -> dict[str, Any]:
        return raw | {"chat": raw["model"]}

    def lower(raw: dict[str, Any]) -> dict[str, Any]:
        return raw | {"chat": raw["chat"].lower()}

    monkeypatch.setattr(module, "VERSION", 4)
    monkeypatch.setattr(module, "_UPGRADES", {1: rename, 3: lower})
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": 1, "model": "BIG"}), "utf-8")
    assert SettingsFile(path).current.chat == "big"
    path.write_text(json.dumps({"version": 4, "chat": "BIG"}), "utf-8")
    assert SettingsFile(path).current.chat == "BIG"


def test_every_upgrade_leads_to_a_known_version() -> None:
    assert all(0 <= version < module.VERSION for version in module._UPGRADES)


def test_a_failed_save_keeps_the_old_file_and_the_old_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    file = SettingsFile(path)
    file.change(chat="first")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full)
    with pytest.raises(UserError) as caught:
        file.change(chat="second")
    assert "No space left on device" in caught.value.detail
    assert file.current.chat == "first"
    assert SettingsFile(path).current.chat == "first"
    assert [kept.name for kept in tmp_path.iterdir()] == ["settings.json"]


def test_a_folder_that_cannot_be_made_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError):
        SettingsFile(tmp_path / "file" / "settings.json").change(threads=1)


def test_changes_from_several_threads_are_all_kept(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    values: list[dict[str, Any]] = [{"chat": "c"}, {"embedder": "e"}, {"reranker": "r"}, {"threads": 5}]
    threads = [threading.Thread(target=file.change, kwargs=value) for value in values]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = SettingsFile(tmp_path / "settings.json").current
    assert kept == Settings(chat="c", embedder="e", reranker="r", threads=5) == file.current


def test_what_another_process_saved_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    window = SettingsFile(path)
    window.change(text_size=120)
    SettingsFile(path).change(chat="chosen on the command line")
    assert window.change(window="geometry").chat == "chosen on the command line"
    path.unlink()
    assert window.change(threads=2).text_size == 120


@given(
    st.dictionaries(
        st.sampled_from(["version", "other", *(f.name for f in fields(Settings))]),
        st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers()),
    )
)
def test_any_json_object_opens(raw: dict[str, Any]) -> None:
    opened = module._from_json(raw)
    assert all(type(getattr(opened, f.name)) is type(f.default) for f in fields(Settings))
