"""Choosing the optional steps: beside a question, and as the library's default."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from asking import FakeModes, small_library
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.answers import SearchModes
from desktop.domain.errors import UserError
from desktop.jobs.runner import JobRunner
from desktop.ui.ask_view import AskView
from desktop.ui.messages import Messages
from desktop.ui.notices import NoticeArea
from desktop.ui.search_options import Choice, SearchOptions
from desktop.ui.search_page import SearchPage
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


@pytest.fixture
def options(qtbot: QtBot, theme: Theme) -> SearchOptions:
    options = SearchOptions()
    qtbot.addWidget(options)
    options.show()
    return options


def _press(menu: QMenu, text: str) -> None:
    submenus = [action.menu() for action in menu.actions() if action.menu() is not None]
    actions = [*menu.actions(), *(action for submenu in submenus for action in submenu.actions())]
    next(action for action in actions if action.text() == text).trigger()


class TestBesideTheQuestion:
    def test_steps_are_chosen_for_the_next_questions(self, options: SearchOptions, qtbot: QtBot) -> None:
        assert options.text() == "Search options"
        with qtbot.waitSignal(options.chosen):
            _press(options.menu_of_steps(), "Compare the best passages again")
        _press(options.menu_of_steps(), "2 steps")
        assert options.choice == Choice(rerank=True, multihop=2)
        assert options.modes == SearchModes(rerank=True, multihop=2)
        assert options.text() == "Compare again + references: 2"
        assert options.accessibleName() == "Search options: compare again, references: 2"

    def test_the_menu_shows_what_holds_and_goes_back_to_it(self, options: SearchOptions) -> None:
        options.set_defaults(SearchModes(hyde=True))
        assert options.text() == "Supposed answer"
        menu = options.menu_of_steps()
        checked = [action.text() for action in menu.actions() if action.isChecked()]
        assert checked == ["Search with a supposed answer too"]
        _press(menu, "Search with a supposed answer too")
        assert options.choice == Choice(hyde=False)
        assert options.text() == "Search options"
        _press(options.menu_of_steps(), "As set for the library")
        assert options.choice == Choice()
        assert options.text() == "Supposed answer"

    def test_a_key_opens_the_menu(self, options: SearchOptions, qtbot: QtBot) -> None:
        qtbot.keyClick(options, Qt.Key.Key_Space)
        menus = [menu for menu in options.findChildren(QMenu) if menu.isVisible()]
        assert len(menus) == 1
        menus[0].close()

    def test_the_choice_goes_with_the_question(
        self, qtbot: QtBot, runner: JobRunner, theme: Theme, tmp_path: Path
    ) -> None:
        services = small_library(tmp_path)
        services.modes.kept = SearchModes(multihop=1)
        view = AskView(services, runner, theme)  # type: ignore[arg-type]
        qtbot.addWidget(view)
        view.show()
        qtbot.waitUntil(lambda: view.composer.options.text() == "References: 1")
        view.ask("How long is the notice period?")
        qtbot.waitUntil(lambda: not view.busy)
        view.composer.options.choose(Choice(rerank=True, hyde=False))
        view.ask("And the deposit?")
        qtbot.waitUntil(lambda: not view.busy)
        asked = [(request.rerank, request.hyde, request.multihop) for request in services.ask.requests]
        assert asked == [(None, None, None), (True, False, None)]
        qtbot.waitUntil(lambda: runner.idle)


class TestInTheSettings:
    @pytest.fixture
    def modes(self) -> FakeModes:
        return FakeModes(SearchModes(rerank=True))

    @pytest.fixture
    def page(self, modes: FakeModes, runner: JobRunner, theme: Theme, qtbot: QtBot) -> Iterator[SearchPage]:
        window = QWidget()
        qtbot.addWidget(window)
        area = NoticeArea(theme)
        qtbot.addWidget(area)
        services = cast("Services", SimpleNamespace(modes=modes))
        page = SearchPage(services, runner, Messages(window, area))
        qtbot.addWidget(page)
        page.show()
        page.refresh()
        qtbot.waitUntil(page.isEnabled)
        yield page
        qtbot.waitUntil(lambda: runner.idle)

    def test_the_defaults_are_shown_and_kept(self, page: SearchPage, modes: FakeModes, qtbot: QtBot) -> None:
        assert (page.rerank.isChecked(), page.hyde.isChecked(), page.hops.currentIndex()) == (True, False, 0)
        with qtbot.waitSignal(page.changed):
            page.hyde.click()
        with qtbot.waitSignal(page.changed):
            page.rerank.click()
        with qtbot.waitSignal(page.changed):
            page.hops.setFocus()
            qtbot.keyClick(page.hops, Qt.Key.Key_Down)
        assert modes.kept == SearchModes(rerank=False, hyde=True, multihop=1)

    def test_what_cannot_be_kept_is_said_and_undone(
        self, page: SearchPage, modes: FakeModes, qtbot: QtBot
    ) -> None:
        modes.fails = UserError("Disk full", "The library could not be written.", "Free some space.")
        page.hyde.click()
        qtbot.waitUntil(lambda: not page.hyde.isChecked())
