"""The profile page: choices of the library and its collections, and what is wrong with own profiles."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.errors import UserError
from desktop.domain.records import Collection
from desktop.jobs.runner import JobRunner
from desktop.services.bundle import Services
from desktop.services.changes import Changes
from desktop.services.views import ProfileChoices, ProfileView
from desktop.ui.messages import Messages
from desktop.ui.notices import NoticeArea
from desktop.ui.profiles_page import ProfileBox, ProfilesPage
from desktop.ui.theme import Theme

GENERAL = ProfileView("general", "For documents of every kind.", own=False, path="/p/general.toml")
LEASES = ProfileView("contracts", "For contracts.", own=False, path="/p/contracts.toml")
BOAT = ProfileView(
    "boat", "", own=True, path="/own/boat.toml", error="In boat.toml, line 3: <b>k</b> is wrong."
)


class FakeProfiles:
    """Keeps choices in memory."""

    def __init__(self, folder: Path) -> None:
        self.now = ProfileChoices(
            "general",
            (Collection(1, "Leases", profile="contracts"), Collection(2, "Notes & <more>")),
            (GENERAL, LEASES, BOAT),
        )
        self.used: list[tuple[str, str | None]] = []
        self.folder = folder

    def choices(self) -> ProfileChoices:
        return self.now

    def use(self, *, name: str, collection: str | None = None) -> Changes:
        self.used.append((name, collection))
        if name == "refused":
            raise UserError("Unknown profile", "There is no profile “refused”.", "There are others.")
        if collection is None:
            self.now = replace(self.now, library=name)
        else:
            chosen = "" if name == "default" else name
            groups = (replace(g, profile=chosen) if g.name == collection else g for g in self.now.collections)
            self.now = replace(self.now, collections=tuple(groups))
        return Changes(collections=True)

    def own_folder(self) -> Path:
        return self.folder


@pytest.fixture
def profiles(tmp_path: Path) -> FakeProfiles:
    return FakeProfiles(tmp_path)


@pytest.fixture
def area(theme: Theme, qtbot: QtBot) -> NoticeArea:
    area = NoticeArea(theme)
    qtbot.addWidget(area)
    return area


@pytest.fixture
def page(
    profiles: FakeProfiles, runner: JobRunner, theme: Theme, area: NoticeArea, qtbot: QtBot
) -> Iterator[ProfilesPage]:
    services = cast("Services", SimpleNamespace(profiles=profiles))
    page = ProfilesPage(services, runner, theme, Messages(area, area))
    qtbot.addWidget(page)
    page.show()
    page.refresh()
    qtbot.waitUntil(lambda: bool(page.cards))
    yield page
    qtbot.waitUntil(lambda: runner.idle)


def pick(qtbot: QtBot, box: ProfileBox, name: str) -> None:
    """Choose by keyboard, as a person does."""
    box.setFocus()
    down = box.findData(name) - box.currentIndex()
    for _ in range(abs(down)):
        qtbot.keyClick(box, Qt.Key.Key_Down if down > 0 else Qt.Key.Key_Up)


def words(widget: QWidget) -> str:
    return " ".join(label.text() for label in widget.findChildren(QLabel))


def test_it_shows_what_is_chosen_and_what_each_profile_is_for(page: ProfilesPage) -> None:
    assert page.library.currentText() == "general"
    assert page.says.text() == "For documents of every kind."
    assert {name: box.currentText() for name, box in page.boxes.items()} == {
        "Leases": "contracts",
        "Notes & <more>": "As the library (general)",
    }
    assert page.boxes["Leases"].accessibleName() == "Profile of Leases"
    assert "in use" in words(page.cards[LEASES.path])
    assert "For contracts." in words(page.cards[LEASES.path])


def test_an_own_profile_with_an_error_shows_it_and_cannot_be_chosen(page: ProfilesPage) -> None:
    card = words(page.cards[BOAT.path])
    assert "cannot be used" in card
    assert "your own" in card
    assert "In boat.toml, line 3: <b>k</b> is wrong." in card
    place = page.library.findData("boat")
    assert page.library.itemText(place) == "boat (has an error)"
    model = page.library.model()
    assert isinstance(model, QStandardItemModel)
    assert not model.item(place).isEnabled()
    assert "<b>k</b>" not in page.library.itemData(place, Qt.ItemDataRole.ToolTipRole)


def test_choices_are_made_at_once(page: ProfilesPage, profiles: FakeProfiles, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.changed):
        pick(qtbot, page.library, "contracts")
    qtbot.waitUntil(lambda: page.boxes["Notes & <more>"].currentText() == "As the library (contracts)")
    with qtbot.waitSignal(page.changed):
        pick(qtbot, page.boxes["Leases"], "general")
    box = page.boxes["Leases"]
    qtbot.waitUntil(lambda: profiles.used[-1] == ("general", "Leases"))
    with qtbot.waitSignal(page.changed):
        pick(qtbot, box, "default")
    assert profiles.used == [("contracts", None), ("general", "Leases"), ("default", "Leases")]
    assert page.boxes["Leases"] is box, "the focus must stay in the box"


def test_a_refused_choice_is_explained_and_taken_back(
    page: ProfilesPage, area: NoticeArea, qtbot: QtBot
) -> None:
    page.library.addItem("refused", "refused")
    page.library.setCurrentIndex(page.library.count() - 1)
    page.use("refused")
    qtbot.waitUntil(lambda: page.library.currentText() == "general")
    assert "no profile “refused”" in area.notices[0].news.text


def test_a_profile_that_is_gone_is_still_shown_as_chosen(
    page: ProfilesPage, profiles: FakeProfiles, qtbot: QtBot
) -> None:
    profiles.now = replace(profiles.now, library="lost")
    qtbot.mouseClick(page.look_again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.library.currentText() == "lost (is gone)")
    assert page.says.text() == ""


def test_collections_come_and_go(page: ProfilesPage, profiles: FakeProfiles, qtbot: QtBot) -> None:
    profiles.now = replace(profiles.now, collections=())
    page.refresh()
    qtbot.waitUntil(lambda: not page.boxes)
    assert page.heading_of_rows.isHidden()


def test_the_wheel_does_not_change_a_choice(page: ProfilesPage, profiles: FakeProfiles) -> None:
    middle = QPointF(page.library.rect().center())
    wheel = QWheelEvent(
        middle,
        page.library.mapToGlobal(middle),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(page.library, wheel)
    assert page.library.currentText() == "general"
    assert profiles.used == []


def test_the_folder_of_own_profiles_opens(
    page: ProfilesPage, profiles: FakeProfiles, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    qtbot.mouseClick(page.open_folder, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: opened == [QUrl.fromLocalFile(str(profiles.folder))])
