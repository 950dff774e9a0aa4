"""New versions: the address is shown first, and only a click opens it."""

from typing import Any

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop.ui.releases_dialog import ReleasesDialog

PAGE = "https://example.org/carrel/releases"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    addresses: list[str] = []

    def note(url: Any) -> bool:
        addresses.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", note)
    return addresses


def shown(qtbot: QtBot, address: str) -> ReleasesDialog:
    dialog = ReleasesDialog(address)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def buttons(dialog: ReleasesDialog) -> dict[str, QPushButton]:
    return {button.text(): button for button in dialog.findChildren(QPushButton)}


def test_the_page_opens_on_a_click_only(qtbot: QtBot, opened: list[str]) -> None:
    dialog = shown(qtbot, PAGE)
    assert any(label.text() == PAGE for label in dialog.findChildren(QLabel))
    assert opened == []
    buttons(dialog)["Open the page"].click()
    assert opened == [PAGE]


def test_closing_opens_nothing(qtbot: QtBot, opened: list[str]) -> None:
    dialog = shown(qtbot, PAGE)
    buttons(dialog)["Close"].click()
    assert not dialog.isVisible()
    assert opened == []


def test_without_an_address_there_is_nothing_to_open(qtbot: QtBot) -> None:
    dialog = shown(qtbot, "")
    assert set(buttons(dialog)) == {"Close"}
    assert any("does not know" in label.text() for label in dialog.findChildren(QLabel))
