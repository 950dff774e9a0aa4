"""Pages that cannot be rendered, soon or late."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from asking import LEASE, RULES, FakeServices, small_library
from pytestqt.qtbot import QtBot

from desktop.jobs.runner import JobRunner
from desktop.ui.reader_view import ReaderView
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services


@pytest.fixture
def served(tmp_path: Path) -> FakeServices:
    return small_library(tmp_path)


@pytest.fixture
def reader(qtbot: QtBot, served: FakeServices, runner: JobRunner, theme: Theme) -> ReaderView:
    reader = ReaderView(cast("Services", served), runner, theme)
    qtbot.addWidget(reader)
    reader.resize(760, 640)
    reader.show()
    return reader


def test_what_fails_late_is_not_said_of_the_next_document(
    qtbot: QtBot, reader: ReaderView, served: FakeServices
) -> None:
    served.pages.late = threading.Event()
    with qtbot.waitSignal(reader.document_opened):
        reader.open(LEASE.id)
    qtbot.waitUntil(lambda: bool(served.pages.rendered))
    reader.close_reader()
    with qtbot.waitSignal(reader.document_opened):
        reader.open(RULES.id)
    served.pages.late.set()
    qtbot.waitUntil(lambda: reader._runner.idle)
    qtbot.wait(20)
    assert not reader.notice.isVisible()


def test_a_page_that_fails_is_said(qtbot: QtBot, reader: ReaderView, served: FakeServices) -> None:
    served.pages.late = threading.Event()
    served.pages.late.set()
    reader.open(LEASE.id)
    qtbot.waitUntil(reader.notice.isVisible)
    assert "not found" in reader.notice.text.text()
