"""The two dialogs for what only the person knows, and when the menu offers them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from library_fakes import FakeLibrary
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.records import Document, DocumentState
from desktop.jobs.runner import JobRunner
from desktop.ui.document_actions import DocumentActions
from desktop.ui.messages import Messages
from desktop.ui.notices import NoticeArea
from desktop.ui.reread_dialogs import EncodingDialog, PasswordDialog, encodings, is_text
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services

LEASE = 6  # the locked document of the fakes


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


@pytest.fixture
def actions(
    services: "Services", runner: JobRunner, theme: Theme, window: QWidget, qtbot: QtBot
) -> Iterator[DocumentActions]:
    yield DocumentActions(services, runner, theme, Messages(window, NoticeArea(theme, window)), window)
    qtbot.waitUntil(lambda: runner.idle)


def offered(actions: DocumentActions, *documents: Document) -> list[str]:
    return [action.text() for action in actions.menu(documents).actions()]


def test_the_menu_offers_what_fits_the_document(actions: DocumentActions, library: FakeLibrary) -> None:
    locked = next(d for d in library.rows if d.state is DocumentState.LOCKED)
    plain = next(d for d in library.rows if d.state is DocumentState.READY)
    text = replace(plain, encoding="cp1252 (guessed)")
    assert "Enter password..." in offered(actions, locked)
    assert "Enter password..." not in offered(actions, plain)
    assert "Read with another encoding..." in offered(actions, text)
    assert "Read with another encoding..." not in offered(actions, plain)
    assert "Enter password..." not in offered(actions, locked, text)
    assert is_text(replace(plain, state=DocumentState.REFUSED, path="/x/notes.txt"))
    assert not is_text(replace(plain, state=DocumentState.REFUSED, path="/x/scan.pdf"))


def test_a_password_is_typed_hidden_and_handed_on(
    actions: DocumentActions, library: FakeLibrary, qtbot: QtBot
) -> None:
    dialog = actions.ask_password(next(d for d in library.rows if d.id == LEASE))
    assert dialog.field.echoMode() is QLineEdit.EchoMode.Password
    assert not dialog.read.isEnabled()
    qtbot.keyClicks(dialog.field, "abc")
    with qtbot.waitSignal(actions.reread_queued):
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert ("reread with", (LEASE, None, "abc")) in library.calls


def test_cancelling_changes_nothing(actions: DocumentActions, library: FakeLibrary, qtbot: QtBot) -> None:
    dialog = actions.ask_password(library.rows[0])
    qtbot.keyClicks(dialog.field, "abc")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not any(call == "reread with" for call, _ in library.calls)


def test_an_encoding_is_chosen_by_name(actions: DocumentActions, library: FakeLibrary, qtbot: QtBot) -> None:
    dialog = actions.choose_encoding(replace(library.rows[0], encoding="cp1252 (guessed)"))
    assert dialog.choice.currentData() == ""
    dialog.choice.setCurrentIndex(dialog.choice.findData("cp850"))
    with qtbot.waitSignal(actions.reread_queued):
        dialog.accept()
    assert ("reread with", (1, "cp850", None)) in library.calls


def test_the_choice_made_before_is_shown(qtbot: QtBot, library: FakeLibrary) -> None:
    dialog = EncodingDialog(replace(library.rows[0], encoding="mac-roman (chosen)"))
    qtbot.addWidget(dialog)
    assert dialog.choice.currentData() == "mac-roman"


def test_every_field_has_a_name(qtbot: QtBot, library: FakeLibrary) -> None:
    password, encoding = PasswordDialog(library.rows[0]), EncodingDialog(library.rows[0])
    for dialog in (password, encoding):
        qtbot.addWidget(dialog)
    assert password.field.accessibleName()
    assert encoding.choice.accessibleName()


def test_every_encoding_is_offered_once() -> None:
    names, codes = zip(*encodings(), strict=True)
    assert len(set(names)) == len(set(codes)) == len(codes)
    for code in filter(None, codes):
        assert "a".encode(code)
