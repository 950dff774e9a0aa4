from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from library_fakes import FakeModels
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.config.settings import SettingsFile
from desktop.jobs.runner import JobRunner
from desktop.services.views import Check
from desktop.ui.notices import NoticeArea
from desktop.ui.settings_dialog import SettingsDialog
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


@pytest.fixture
def dialog(
    services: "Services", runner: JobRunner, settings: SettingsFile, theme: Theme, qtbot: QtBot
) -> Iterator[SettingsDialog]:
    dialog = SettingsDialog(services, runner, settings, theme)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: len(dialog.models.cards) == 3)
    yield dialog
    qtbot.waitUntil(lambda: runner.idle)


def test_a_missing_model_is_fetched_on_request_only(
    dialog: SettingsDialog, models: FakeModels, qtbot: QtBot
) -> None:
    assert not any(call == "get" for call, _ in models.calls)
    card = dialog.models.cards["minilm"]
    assert card.button.accessibleName() == "Get: all-MiniLM-L6-v2"
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: card.bar.value() == 100)
    assert card.button.text() == "Cancel"
    with qtbot.waitSignal(dialog.library_changed):
        models.go.set()
    qtbot.waitUntil(lambda: dialog.models.cards["minilm"].button.text() == "Use")


def test_fetching_can_be_cancelled(dialog: SettingsDialog, models: FakeModels, qtbot: QtBot) -> None:
    qtbot.mouseClick(dialog.models.cards["qwen"].button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(dialog.models.cards["qwen"].button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.models.cards["qwen"].button.text() == "Get again")
    assert models.views[2].state == "broken"


def test_another_model_can_be_used(dialog: SettingsDialog, models: FakeModels, qtbot: QtBot) -> None:
    dialog.models.use("embedder", "minilm")
    qtbot.waitUntil(lambda: ("use", ("embedder", "minilm")) in models.calls)
    qtbot.waitUntil(lambda: not dialog.models.cards["e5"].button.isHidden())


def test_a_wrong_file_is_explained(dialog: SettingsDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.models.add_file(tmp_path / "notes.txt")
    area = dialog.findChild(NoticeArea)
    assert area is not None
    qtbot.waitUntil(lambda: bool(area.notices))
    assert "Choose a file ending in .gguf." in area.notices[0].news.text


def test_choices_count_at_once_and_are_kept(
    dialog: SettingsDialog, settings: SettingsFile, theme: Theme, qtbot: QtBot
) -> None:
    dialog.appearance.setCurrentIndex(dialog.appearance.findData("dark"))
    assert theme.dark
    dialog.text_size.setCurrentIndex(dialog.text_size.findData(130))
    assert theme.text_size == 130
    dialog.language.setCurrentIndex(dialog.language.findData("es"))
    dialog.threads.setValue(2)
    with qtbot.waitSignal(dialog.settings_changed):
        dialog.use_chat.click()
    kept = settings.current
    assert (kept.appearance, kept.text_size, kept.language) == ("dark", 130, "es")
    assert (kept.threads, kept.use_chat_model) == (2, False)


def test_library_figures_and_checks(
    dialog: SettingsDialog, services: "Services", qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(dialog.library.open_folder.isEnabled)
    assert "420 passages" in dialog.library.figures.text()
    assert "library.carrel" in dialog.library.place.text()
    checks = [Check("SQLite", ok=True, detail="3.50"), Check("Chat model", ok=False, detail="missing")]

    class Doctor:
        def run(self, **named: object) -> list[Check]:
            return checks

    monkeypatch.setattr(services, "doctor", cast("object", Doctor()))
    dialog.library.check_installation()
    qtbot.waitUntil(lambda: "Chat model" in dialog.library.result.text())
    assert "✗ Not working: Chat model  missing" in dialog.library.result.text()
    qtbot.waitUntil(dialog.library.doctor_button.isEnabled)


@pytest.mark.parametrize("installed", [("English", "Spanish"), ()])
def test_reading_text_in_pictures_can_be_switched_where_it_is_installed(
    installed: tuple[str, ...],
    services: "Services",
    runner: JobRunner,
    settings: SettingsFile,
    theme: Theme,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("desktop.ui.settings_dialog.recognised_languages", lambda: installed)
    dialog = SettingsDialog(services, runner, settings, theme)
    qtbot.addWidget(dialog)
    assert dialog.recognise.isEnabled() is dialog.recognise.isChecked() is bool(installed)
    dialog.recognise.click()
    assert settings.current.recognise_text is not bool(installed)
    qtbot.waitUntil(lambda: runner.idle)
