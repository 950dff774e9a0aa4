"""A real library of the sample documents, with real models, made once."""

import gc
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from index_everything import index_everything
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import App, build
from desktop.jobs.runner import JobRunner
from desktop.ui.main_window import MainWindow
from desktop.ui.theme import Theme


@pytest.fixture(scope="session")
def indexed_sample(
    tmp_path_factory: pytest.TempPathFactory, sample_library: Path, models_folder: Path
) -> Path:
    """Return a data folder whose library holds the sample documents, ready."""
    folder = tmp_path_factory.mktemp("sample") / "data"
    app = build(data=folder, models=models_folder)
    try:
        index_everything(app, sample_library)
    finally:
        app.close()
    return folder


@pytest.fixture
def sample_app(indexed_sample: Path, data_folder: Path, models_folder: Path) -> Iterator[App]:
    """Yield the program on a copy of the sample library."""
    shutil.copytree(indexed_sample, data_folder)
    app = build(data=data_folder, models=models_folder)
    yield app
    app.close()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """Return the light theme."""
    font = QFont(qapp.font())
    theme = Theme(qapp, "light")
    yield theme
    qapp.setStyleSheet("")
    qapp.setFont(font)
    theme.deleteLater()


@pytest.fixture
def app(data_folder: Path, tmp_path: Path) -> Iterator[App]:
    """Yield the program without models: documents end as readable by their words."""
    app = build(data=data_folder, models=tmp_path / "no models")
    app.settings.change(tour_offered=True)
    yield app
    app.close()


@pytest.fixture
def window(app: App, theme: Theme, qtbot: QtBot) -> Iterator[MainWindow]:
    """Yield the window of that program."""
    gc.disable()
    runner = JobRunner()
    window = MainWindow(app.services, runner, app.settings, theme)
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()
    assert runner.shutdown(10)
    gc.enable()
