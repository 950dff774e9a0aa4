"""The row of the settings that says what the models run on."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import pytest
from library_fakes import FakeDevices
from pytestqt.qtbot import QtBot

from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError
from desktop.jobs.runner import JobRunner
from desktop.ui.device_choice import DeviceChoice
from desktop.ui.notices import NoticeArea
from desktop.ui.settings_dialog import SettingsDialog
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


@pytest.fixture
def devices(services: "Services") -> FakeDevices:
    return cast("FakeDevices", services.devices)


@pytest.fixture
def dialog(
    services: "Services", runner: JobRunner, settings: SettingsFile, theme: Theme, qtbot: QtBot
) -> Iterator[SettingsDialog]:
    dialog = SettingsDialog(services, runner, settings, theme)
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    qtbot.waitUntil(lambda: runner.idle)


@pytest.fixture
def row(dialog: SettingsDialog, qtbot: QtBot) -> DeviceChoice:
    page = next(index for index in range(dialog.tabs.count()) if dialog.tabs.tabText(index) == "Performance")
    dialog.tabs.setCurrentIndex(page)
    qtbot.waitUntil(lambda: dialog.device.box.count() == 3)
    return dialog.device


def choose(row: DeviceChoice, index: int) -> None:
    row.box.setCurrentIndex(index)
    row.box.activated.emit(index)


def test_devices_are_looked_for_when_the_page_is_seen(dialog: SettingsDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(dialog.isVisible)
    assert dialog.device.box.count() == 0
    assert not dialog.device.box.isEnabled()


def test_the_devices_and_the_reason_are_shown(row: DeviceChoice) -> None:
    """P186: the final device is shown in the settings."""
    texts = [row.box.itemText(index) for index in range(row.box.count())]
    assert texts == ["Automatic", "Processor", "Iris, 8.0 GB shared with the processor"]
    assert (row.box.currentIndex(), row.note.text()) == (0, "Used: Iris.")


def test_a_choice_counts_at_once(
    dialog: SettingsDialog, row: DeviceChoice, devices: FakeDevices, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(dialog.library_changed):
        choose(row, 1)
    qtbot.waitUntil(lambda: row.note.text() == "The processor is used, as you chose.")
    assert devices.chosen == "processor"
    assert row.box.currentData() == "processor"


def test_a_device_that_went_is_explained_and_the_choice_goes_back(
    dialog: SettingsDialog, row: DeviceChoice, devices: FakeDevices, qtbot: QtBot
) -> None:
    devices.fail = UserError("Device not found", "There is no graphics processor called “Iris”.")
    choose(row, 2)
    area = dialog.findChild(NoticeArea)
    assert area is not None
    qtbot.waitUntil(lambda: bool(area.notices))
    qtbot.waitUntil(lambda: row.box.currentIndex() == 0)


def test_a_chosen_device_that_is_not_there_stays_visible(
    row: DeviceChoice, devices: FakeDevices, qtbot: QtBot
) -> None:
    devices.chosen = "Old card"
    row.refresh()
    qtbot.waitUntil(lambda: row.box.currentText() == "Old card")
