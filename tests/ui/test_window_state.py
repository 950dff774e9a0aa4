import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from desktop.config.settings import SettingsFile
from desktop.jobs.runner import JobRunner
from desktop.services.bundle import Services
from desktop.ui.main_window import MainWindow
from desktop.ui.theme import Theme
from desktop.ui.window_state import first_size


@pytest.mark.parametrize(
    ("room", "height"), [((1280, 800), 740), ((1280, 768), 708), ((1024, 600), 540), ((2560, 1440), 800)]
)
def test_a_new_window_leaves_room_for_its_frame(room: tuple[int, int], height: int) -> None:
    assert first_size(QSize(*room)) == QSize(1240, height)


def test_the_window_begins_with_that_size(
    services: Services, runner: JobRunner, settings: SettingsFile, theme: Theme, qtbot: QtBot
) -> None:
    window = MainWindow(services, runner, settings, theme)
    qtbot.addWidget(window)
    assert window.size() == first_size(window.screen().availableSize())
    assert window.height() <= window.screen().availableSize().height() - 60
    qtbot.waitUntil(lambda: runner.idle)
