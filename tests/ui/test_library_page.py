"""Backup, restore, check and compacting from the settings."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from library_fakes import FakeCare
from pytestqt.qtbot import QtBot

from desktop.domain.errors import LibraryDamagedError
from desktop.jobs.runner import JobRunner
from desktop.services.views import CheckedLibrary
from desktop.ui.care_controller import CareController
from desktop.ui.library_page import LibraryPage
from desktop.ui.messages import Messages
from desktop.ui.notices import NoticeArea
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


@pytest.fixture
def care(services: "Services") -> FakeCare:
    found = services.care
    assert isinstance(found, FakeCare)
    return found


@pytest.fixture
def messages(theme: Theme, qtbot: QtBot) -> Messages:
    area = NoticeArea(theme)
    qtbot.addWidget(area)
    return Messages(area, area)


@pytest.fixture
def page(services: "Services", runner: JobRunner, messages: Messages, qtbot: QtBot) -> LibraryPage:
    page = LibraryPage(services, runner, messages)
    qtbot.addWidget(page)
    page.refresh()
    qtbot.waitUntil(page.open_folder.isEnabled)
    return page


def test_figures(page: LibraryPage) -> None:
    assert "420 passages" in page.figures.text()
    assert "library.carrel" in page.place.text()


def test_a_backup_says_where_it_is(page: LibraryPage, care: FakeCare, qtbot: QtBot) -> None:
    page.backup(Path("/backups/a.carrel"))
    assert not page.restore_button.isEnabled()
    qtbot.waitUntil(page.backup_button.isEnabled)
    assert care.calls == [("backup", Path("/backups/a.carrel"))]
    assert page.result.text().startswith("Saved /backups/a.carrel")


def test_a_restore_tells_every_view(page: LibraryPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.library_changed) as changed:
        page.restore(Path("/backups/a.carrel"))
    assert changed.args[0].documents
    assert changed.args[0].conversations
    assert "kept as /backups/a.carrel.kept" in page.result.text()


def test_repair_is_offered_only_for_damage(page: LibraryPage, care: FakeCare, qtbot: QtBot) -> None:
    page.check()
    qtbot.waitUntil(page.check_button.isEnabled)
    assert page.result.text() == "The library is sound."
    assert page.repair_button.isHidden()
    care.checked = CheckedLibrary(("the text index is torn",))
    page.check()
    qtbot.waitUntil(lambda: not page.repair_button.isHidden())
    assert page.result.text() == "Damaged: the text index is torn"
    page.repair()
    qtbot.waitUntil(page.repair_button.isHidden)
    assert "Repaired: all" in page.result.text()
    assert ("check", True) in care.calls


def test_compacting_shows_both_sizes(page: LibraryPage, qtbot: QtBot) -> None:
    """P058: the size before and after."""
    page.compact()
    qtbot.waitUntil(page.compact_button.isEnabled)
    before, after = page.result.text().rstrip(".").split(", ")
    assert before.endswith("before")
    assert after.endswith("now")


class TestDamage:
    def test_damage_is_repaired_once_with_one_line(
        self, services: "Services", runner: JobRunner, messages: Messages, care: FakeCare, qtbot: QtBot
    ) -> None:
        """P065: the text index is made anew when damage is first met."""
        care.notice = "The text index was damaged and has been made anew."
        controller = CareController(services, runner, messages)
        error = LibraryDamagedError("Library is damaged", "A part cannot be read.")
        with qtbot.waitSignal(controller.library_changed):
            messages.show_error(error)
        messages.show_error(error)
        qtbot.waitUntil(lambda: runner.idle)
        assert care.repairs == 1

    @pytest.mark.parametrize("left_open", [True, False])
    def test_after_a_kill_the_index_is_looked_at(
        self,
        services: "Services",
        runner: JobRunner,
        messages: Messages,
        care: FakeCare,
        qtbot: QtBot,
        left_open: bool,
    ) -> None:
        care.was_left_open = left_open
        CareController(services, runner, messages).start()
        qtbot.waitUntil(lambda: runner.idle)
        qtbot.waitUntil(lambda: care.repairs == int(left_open))

    def test_advice_about_the_disk_stays_until_it_is_closed(
        self, services: "Services", runner: JobRunner, messages: Messages, care: FakeCare, qtbot: QtBot
    ) -> None:
        """P071: the library lies on a network disk."""
        care.advice = "Keep it on a disk of this computer."
        CareController(services, runner, messages).start()
        area = messages.parent()
        assert isinstance(area, NoticeArea)
        qtbot.waitUntil(lambda: bool(area.notices))
        assert area.notices[0].news.text == care.advice
        assert area.notices[0].news.stays
