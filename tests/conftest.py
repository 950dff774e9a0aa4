"""What every test gets: a data folder of its own and no network."""

import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# How long an input takes to make says something about the machine, not about the program.
settings.register_profile("carrel", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("carrel")

REPOSITORY = Path(__file__).resolve().parents[1]
MODELS = Path(os.environ.get("CARREL_MODELS", REPOSITORY / ".cache" / "models"))


class NetworkForbiddenError(AssertionError):
    """A test tried to reach something beyond this process's own machine."""


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every attempt to connect over a network fail the test (P204); local sockets stay."""
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            raise NetworkForbiddenError(f"connect to {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(autouse=True)
def _no_key_held() -> None:
    """Let go of Control and Shift, which a simulated key stroke of the test before leaves held down."""
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QWidget

    if QApplication.instance() is not None and QApplication.keyboardModifiers():
        QTest.keyRelease(QWidget(), Qt.Key.Key_Control)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return this test's data folder, which the program uses too."""
    folder = tmp_path / "data"
    monkeypatch.setenv("CARREL_DATA", str(folder))
    monkeypatch.setenv("CARREL_MODELS", str(MODELS))
    return folder


@pytest.fixture(scope="session")
def models_folder() -> Path:
    """Return the folder of real model files; the test command fetches them."""
    if not any(MODELS.glob("*.gguf")):
        pytest.fail(f"no model files in {MODELS}: run the test command, which fetches them")
    return MODELS


@pytest.fixture(scope="session")
def sample_library() -> Path:
    """Return the folder of the sample library."""
    return REPOSITORY / "resources" / "sample-library"
