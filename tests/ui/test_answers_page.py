from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytestqt.qtbot import QtBot

from desktop.config.settings import SettingsFile
from desktop.jobs.runner import JobRunner
from desktop.ui.answers_page import AnswersPage
from desktop.ui.settings_dialog import SettingsDialog
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


@pytest.fixture
def page(
    services: "Services", runner: JobRunner, settings: SettingsFile, theme: Theme, qtbot: QtBot
) -> Iterator[AnswersPage]:
    dialog = SettingsDialog(services, runner, settings, theme)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.tabs.setCurrentIndex([dialog.tabs.tabText(i) for i in range(dialog.tabs.count())].index("Answers"))
    qtbot.waitUntil(dialog.answers.isEnabled)
    yield dialog.answers
    dialog.close()
    qtbot.waitUntil(lambda: runner.idle)


def test_the_text_of_the_library_is_shown_and_each_change_kept(
    page: AnswersPage, services: "Services", qtbot: QtBot
) -> None:
    assert page.field.toPlainText() == "Be brief."
    assert page.note.text() == "9 of 2,000 characters"
    page.field.selectAll()
    with qtbot.waitSignal(page.changed):
        qtbot.keyClicks(page.field, "Be kind.")
    assert services.tuning.kept == ["Be kind."]  # type: ignore[attr-defined]


def test_what_is_too_long_is_said_while_it_is_typed(page: AnswersPage) -> None:
    page.field.setPlainText("kind " * 410 + "end")
    assert page.note.text() == (
        "2,053 of 2,000 characters. Only the text up to “…kind kind kind kind kind kind kind” is used."
    )
    page.field.setPlainText("kind")
    assert "Only" not in page.note.text()


def test_the_last_words_are_kept_when_the_settings_are_closed(
    page: AnswersPage, services: "Services", qtbot: QtBot
) -> None:
    page.field.setPlainText("Last words.")
    page.window().close()
    qtbot.waitUntil(lambda: services.tuning.kept == ["Last words."])  # type: ignore[attr-defined]


def test_looking_changes_nothing(page: AnswersPage, services: "Services", qtbot: QtBot) -> None:
    page.window().close()
    assert services.tuning.kept == []  # type: ignore[attr-defined]
