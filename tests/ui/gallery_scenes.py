"""The states of the window that the gallery shows, each reached as a person reaches it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from asking import (
    ANSWERED,
    ARABIC,
    CONCLUDED,
    DEFLECTED,
    DOUBTFUL,
    LEASE,
    LEASE_SOURCE,
    QUESTION,
    QUOTED,
    RESULT,
    RULES,
    RULES_SOURCE,
    FakeAsk,
)
from gallery_world import World
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.domain.answers import Answer, Retrieved, StepStarted
from desktop.domain.errors import UserError
from desktop.domain.records import DocumentState
from desktop.services.views import Conversation, ConversationTurns, WatchedFolder
from desktop.ui.about_dialog import AboutDialog
from desktop.ui.dialogs import CrashDialog
from desktop.ui.help_window import HelpWindow
from desktop.ui.notices import Action, Tone

Step = Callable[[World], None]


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: its name, what brings the window there, and the library it starts from."""

    name: str
    reach: Step
    rows: str = "mixed"
    welcome: bool = False


def nothing(world: World) -> None:
    """Show the window as it opens."""
    world.rest()


# the library column


def filtered(world: World) -> None:
    world.window.library.filter.setText("minutes")
    world.rest(settle=0.4)


def failed_only(world: World) -> None:
    world.window.library.states.setCurrentIndex(4)
    world.rest(settle=0.4)


def no_match(world: World) -> None:
    world.window.library.filter.setText("zeppelin")
    world.rest(settle=0.4)


def sort_menu(world: World) -> None:
    _float_menu(world, world.window.library.sort)


def selection_menu(world: World) -> None:
    column = world.window.library
    column.list.selectRow(1)
    menu = column.actions_on.menu(column.list.selected)
    menu.popup(column.list.viewport().mapToGlobal(QPoint(60, 90)))
    world.floating.append(menu)
    world.rest()


def asked_about(world: World) -> None:
    column = world.window.library
    column.list.setFocus()
    for row in (0, 1, 2):
        column.list.selectionModel().select(
            column.model.index(row), column.list.selectionModel().SelectionFlag.Select
        )
    world.window.ask.ask_about([document.ref for document in column.list.selected])
    world.rest()


def drop_hover(world: World) -> None:
    _enter(world, world.folder / "lease.pdf")
    world.rest()


def drop_summary(world: World) -> None:
    names = ("minutes-april.docx", "tide-tables.pdf", "~lock.tmp", "shortcut.lnk")
    _drop(world, *(world.folder / name for name in names))
    world.rest(lambda: bool(world.window.notices.notices))
    world.window.notices.notices[0].toggle_details()
    world.rest(lambda: world.window.indexing.status.total is not None)


def paused(world: World) -> None:
    drop_summary(world)
    world.indexing.steps.release(1)
    world.window.indexing.pause()
    world.rest()


def details(world: World) -> None:
    column = world.window.library
    refused = next(d for d in world.library.rows if d.state is DocumentState.PARTLY_READ)
    shown = replace(
        refused,
        parts_not_read=("Pages 14-16 hold only pictures.", "The attachment song.mp3 is no text."),
        pages_without_text=3,
        language="en",
        author="Harbour office",
        date_source="metadata",
        indexed_at="2026-03-14T10:00:00",
    )
    world.floating.append(column.actions_on.show_details(shown))
    world.rest()


def watched(world: World) -> None:
    world.watching.shown = [
        WatchedFolder(1, "Harbour library", "/home/ada/Documents/harbour", waiting=3),
        WatchedFolder(2, "Housing", "/media/stick/housing", offline=True),
    ]
    world.library.rows = [
        replace(d, offline=True) if d.collection == "Housing" else d for d in world.library.rows
    ]
    world.window.watching.refresh()
    world.rest(settle=0.3)
    world.window.library.collections.selector.setCurrentIndex(2)
    world.window.library.model.refresh()
    world.rest(settle=0.3)


# asking


def streaming(world: World) -> None:
    _ask(world, FakeAsk(gate=threading.Event()))
    world.rest(world.window.ask.conversation.turns[0].steps.isVisible, settle=0.4)


def waiting_for_evidence(world: World) -> None:
    _ask(world, FakeAsk(events=(StepStarted("Looking through 27 documents"),), gate=threading.Event()))
    world.rest(world.window.ask.conversation.turns[0].steps.isVisible, settle=0.4)


def answered(world: World) -> None:
    _finish(world, ANSWERED)


def doubtful(world: World) -> None:
    _finish(world, DOUBTFUL)


def quoted(world: World) -> None:
    _finish(world, QUOTED)


def concluded(world: World) -> None:
    _finish(world, CONCLUDED)


def declined(world: World) -> None:
    world.ask.events = (Retrieved(replace(RESULT, question=DEFLECTED.question)),)
    _finish(world, DEFLECTED, DEFLECTED.question)


def conflict(world: World) -> None:
    text = (
        "The notice period is three months to the end of a calendar month. [1] "
        "That is as of 2023-03-01; earlier, on 2022-11-12: “The notice period is six weeks.” [2]"
    )
    _finish(world, replace(ANSWERED, text=text, sentences=()))


def long_answer(world: World) -> None:
    head = "| " + " | ".join(f"Berth {n}" for n in range(1, 41)) + " |"
    rule = "|" + "|".join(["---"] * 40) + "|"
    row = "| " + " | ".join(f"{n * 35} EUR" for n in range(1, 41)) + " |"
    text = (
        f"The fares of all berths are these: [1]\n\n{head}\n{rule}\n{row}\n\n"
        "The gate reads the card by this rule: [2]\n\n"
        "```python\ndef opens(card: Card, today: date) -> bool:\n"
        '    """A card opens the gate until the day it ends."""\n'
        "    return card.paid and today <= card.until\n```\n\n"
        "Cards that ended are kept for a year. [2]"
    )
    _finish(world, replace(ANSWERED, text=text, sentences=()))


def rewritten(world: World) -> None:
    _finish(world, ANSWERED)
    meant = "How long is the notice period in the lease of the boathouse?"
    world.ask.answer = replace(ANSWERED, standalone_question=meant)
    world.ask.events = (Retrieved(replace(RESULT, question=meant)),)
    world.window.ask.ask("And for the boathouse?")
    world.rest()
    searched = world.window.ask.conversation.turns[-1].searched
    assert searched is not None
    searched.open_editor()
    world.rest()


def failed(world: World) -> None:
    error = UserError(
        "No answer", "The chat model ended three times in a row.", "Try again, or choose another model."
    )
    _ask(world, FakeAsk(error=error))
    world.rest()


def stopped(world: World) -> None:
    streaming(world)
    world.window.ask.stop()
    world.rest()


def conversations(world: World) -> None:
    titles = (
        "How long is the notice period?",
        "Ferry fares for children",
        "Who signed the lease of the boathouse, and when does it end?",
        "Opening hours in August",
        "What the council decided about the north quay",
    )
    for n, title in enumerate(titles, 1):
        world.history.kept[n] = ConversationTurns(Conversation(n, title, f"2026-03-1{n}T09:30:00", n), ())
    world.window.ask.shelf.click()
    popup = world.window.ask.shelf.popup
    world.rest(popup.isVisible, settle=0.3)
    world.floating.append(popup)


def export_menu(world: World) -> None:
    _finish(world, ANSWERED)
    _float_menu(world, world.window.ask.export_menu)


def palette(world: World) -> None:
    world.window.quick_search.open_search()
    world.window.quick_search.field.setText("notice")
    world.rest(settle=0.5)


# the reader


def reader_pages(world: World) -> None:
    _finish(world, ANSWERED)
    world.window.open_source(LEASE_SOURCE)
    world.rest(settle=0.8)


def reader_text(world: World) -> None:
    _finish(world, ANSWERED)
    world.window.open_source(RULES_SOURCE)
    world.rest(settle=0.5)


def reader_missing(world: World) -> None:
    Path(world.folder / "house-rules.md").unlink()
    world.window.open_document(RULES)
    world.rest(settle=0.5)


def reader_right_to_left(world: World) -> None:
    world.window.open_document(ARABIC)
    world.rest(settle=0.5)


def reader_find(world: World) -> None:
    world.window.open_document(LEASE)
    world.rest(settle=0.5)
    world.window.reader.open_find()
    world.window.reader.find_bar.field.setText("notice")
    world.rest(settle=0.8)


def reader_see_also(world: World) -> None:
    world.window.open_document(RULES)
    world.rest(settle=0.5)
    world.window.reader.head.see_also.setChecked(True)
    world.rest(settle=0.5)


# settings, dialogs, notices


def settings_page(page: int) -> Step:
    def reach(world: World) -> None:
        world.window.open_settings()
        dialog = world.window.settings_dialog
        assert dialog is not None
        world.floating.append(dialog)
        dialog.tabs.setCurrentIndex(page)
        world.rest(settle=0.4)

    return reach


def bug(world: World) -> None:
    world.window.messages.show_crash(
        'Traceback (most recent call last):\n  File "reader.py", line 12, in open\nValueError: no page 7'
    )
    world.floating += world.window.findChildren(CrashDialog)
    world.rest()


def help_window(world: World) -> None:
    world.window.guide.open_help()
    world.rest(settle=0.5)
    world.floating += [
        w for w in QApplication.topLevelWidgets() if isinstance(w, HelpWindow) and w.isVisible()
    ]


def about(world: World) -> None:
    world.window.guide.open_about()
    world.rest(settle=0.3)
    world.floating += [
        w for w in QApplication.topLevelWidgets() if isinstance(w, AboutDialog) and w.isVisible()
    ]


def releases(world: World) -> None:
    world.window.guide.open_releases()
    world.rest(settle=0.3)
    dialog = world.window.guide.releases
    assert dialog is not None
    world.floating.append(dialog)


def confirm(world: World) -> None:
    column = world.window.library
    column.collections.selector.setCurrentIndex(1)
    world.rest(settle=0.3)
    column.collections.remove_collection()
    world.rest()
    active = QApplication.activeModalWidget()
    if active is not None:
        world.floating.append(active)


def notices(world: World) -> None:
    undo = Action("Undo", lambda: None)
    notify = world.window.messages.notify
    notify("Removed “Old scan” from the library.", actions=(undo,), key="a")
    notify("The folder /media/stick/housing cannot be reached.", tone=Tone.WARNING, details="Since 9:40.")
    error = UserError(
        "Disk full", "12 MB are needed in /home/ada for this, and 3 MB are free.", "Free some space."
    )
    world.window.messages.show_error(error)
    world.rest()


def main_menu(world: World) -> None:
    _float_menu(world, world.window.library.menu_button)


# small steps


def _ask(world: World, script: FakeAsk, question: str = QUESTION) -> None:
    world.ask.events, world.ask.gate, world.ask.error = script.events, script.gate, script.error
    world.window.ask.ask(question)


def _finish(world: World, answer: Answer, question: str = QUESTION) -> None:
    world.ask.answer = answer
    world.window.ask.ask(question)
    world.rest(lambda: not world.window.ask.busy, settle=0.4)


def _float_menu(world: World, button: object) -> None:
    menu = button.menu()  # type: ignore[attr-defined]  # both kinds of button have one
    place = button.mapToGlobal(QPoint(0, button.height() + 2))  # type: ignore[attr-defined]
    right = world.window.mapToGlobal(QPoint(world.window.width(), 0)).x() - menu.sizeHint().width() - 8
    place.setX(min(place.x(), right))
    menu.popup(place)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    world.floating.append(menu)
    world.rest()


def _mime(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def _enter(world: World, *paths: Path) -> QMimeData:
    data = _mime(*paths)
    world.keep = data  # type: ignore[attr-defined]  # Qt does not own it
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    event = QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, data, left, none)
    QApplication.sendEvent(world.window, event)
    return data


def _drop(world: World, *paths: Path) -> None:
    data = _enter(world, *paths)
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    event = QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, left, none)
    QApplication.sendEvent(world.window, event)


SCENES = (
    Scene("first-start", nothing, "empty", welcome=True),
    Scene("empty", nothing, "empty"),
    Scene("states", nothing),
    Scene("large-library", nothing, "many"),
    Scene("filter", filtered),
    Scene("failed-only", failed_only),
    Scene("no-match", no_match),
    Scene("sort-menu", sort_menu),
    Scene("document-menu", selection_menu),
    Scene("ask-about-three", asked_about),
    Scene("drop-hover", drop_hover),
    Scene("drop-summary", drop_summary),
    Scene("paused", paused),
    Scene("details", details),
    Scene("watched-offline", watched),
    Scene("looking", waiting_for_evidence),
    Scene("streaming", streaming),
    Scene("answered", answered),
    Scene("doubtful", doubtful),
    Scene("quoted", quoted),
    Scene("concluded", concluded),
    Scene("declined", declined),
    Scene("conflict", conflict),
    Scene("long-answer", long_answer),
    Scene("rewritten", rewritten),
    Scene("failed", failed),
    Scene("stopped", stopped),
    Scene("conversations", conversations),
    Scene("export-menu", export_menu),
    Scene("palette", palette),
    Scene("reader-pages", reader_pages),
    Scene("reader-text", reader_text),
    Scene("reader-missing", reader_missing),
    Scene("reader-right-to-left", reader_right_to_left),
    Scene("reader-find", reader_find),
    Scene("reader-see-also", reader_see_also),
    *(Scene(f"settings-{page + 1}", settings_page(page)) for page in range(8)),
    Scene("bug", bug),
    Scene("confirm", confirm),
    Scene("notices", notices),
    Scene("help", help_window),
    Scene("about", about),
    Scene("releases", releases),
    Scene("main-menu", main_menu),
)
