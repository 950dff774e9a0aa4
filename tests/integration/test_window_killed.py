"""kill -9 on the window: what was typed and where everything stood is there at the next start."""

import os
import subprocess
import sys
import time
from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.app import build
from desktop.config.settings import SettingsFile
from desktop.jobs.runner import JobRunner
from desktop.ui.main_window import MainWindow
from desktop.ui.single_instance import SingleInstance
from desktop.ui.theme import Theme

REPOSITORY = Path(__file__).resolve().parents[2]
DRAFT = "What does the lease say about the attic"
TYPED_BEFORE = 2.0  # seconds between the last key and the kill


def kill_after_typing(data: Path, models: Path) -> int:
    """Start the window, let it type, kill it two seconds later; return the width of its first column."""
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "CARREL_MODELS": str(models),
        "PYTHONPATH": str(REPOSITORY),
    }
    process = subprocess.Popen(
        [sys.executable, str(REPOSITORY / "tests" / "tools" / "draft_probe.py"), str(data), DRAFT],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    width = int(process.stdout.readline())
    time.sleep(TYPED_BEFORE)
    process.kill()
    process.wait()
    process.stdout.close()
    return width


def test_a_draft_and_the_columns_survive_a_kill(tmp_path: Path, theme: Theme, qtbot: QtBot) -> None:
    data, models = tmp_path / "data", tmp_path / "no models"
    SettingsFile(data / "settings.json").change(tour_offered=True)
    width = kill_after_typing(data, models)

    instance = SingleInstance()
    app = build(data=data, models=models)
    runner = JobRunner()
    try:
        assert instance.acquire(str(app.paths.library.absolute())), "the dead window still holds its name"
        window = MainWindow(app.services, runner, app.settings, theme)
        qtbot.addWidget(window)
        window.show()
        qtbot.waitUntil(lambda: window.ask.composer.text == DRAFT, timeout=20_000)
        assert (window.width(), window.height()) == (780, 640)
        assert abs(window.splitter.sizes()[0] - width) <= 2
        window.close()
    finally:
        instance.release()
        assert runner.shutdown(10)
        app.close()
