"""A dressed application, a runner that must come to rest, and stand-ins for the services."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from asking import FakeServices, small_library
from library_fakes import FakeIndexing, FakeLibrary, FakeModels, fake_services
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.config.settings import SettingsFile
from desktop.jobs.runner import JobRunner
from desktop.ui.ask_view import AskView
from desktop.ui.language import install_language
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


@pytest.fixture(autouse=True)
def _english(qapp: QApplication) -> None:
    """Speak English, with its plurals, whatever the machine prefers."""
    install_language("en")


@pytest.fixture(autouse=True)
def _collect_on_this_thread() -> Iterator[None]:
    """Keep Python's cycle collector off the lane threads, as the program does."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """Return the light theme, whatever the machine prefers."""
    font = QFont(qapp.font())
    theme = Theme(qapp, "light")
    yield theme
    qapp.setStyleSheet("")
    qapp.setFont(font)
    theme.deleteLater()


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[JobRunner]:
    """Return a runner; a bug in any work fails the test."""
    runner = JobRunner()
    crashes: list[str] = []
    runner.crashed.connect(crashes.append)
    yield runner
    assert runner.shutdown(5), "a lane did not end"
    assert not crashes, crashes[0]


@pytest.fixture
def settings(tmp_path: Path) -> SettingsFile:
    """Return settings of this test."""
    return SettingsFile(tmp_path / "settings.json")


@pytest.fixture
def library() -> FakeLibrary:
    """Return a library of a few documents in every state."""
    return FakeLibrary()


@pytest.fixture
def indexing(library: FakeLibrary) -> FakeIndexing:
    """Return an indexer that works in steps the test allows."""
    return FakeIndexing(library)


@pytest.fixture
def models() -> FakeModels:
    """Return models in every state."""
    return FakeModels()


@pytest.fixture
def services(library: FakeLibrary, indexing: FakeIndexing, models: FakeModels) -> "Services":
    """Return the services with the stand-ins of this test."""
    return fake_services(library, indexing, models)


@pytest.fixture
def served(tmp_path: Path) -> FakeServices:
    """Return the services behind the ask view, over a PDF and two texts."""
    return small_library(tmp_path)


@pytest.fixture
def view(qtbot: QtBot, served: FakeServices, runner: JobRunner, theme: Theme) -> Iterator[AskView]:
    """Return the ask view, shown and at rest."""
    view = AskView(served, runner, theme)  # type: ignore[arg-type]
    qtbot.addWidget(view)
    view.resize(820, 700)
    view.show()
    qtbot.waitUntil(lambda: runner.idle)
    yield view
    if served.ask.gate is not None:
        served.ask.gate.set()
