from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from asking import FakeHistory
from library_fakes import FakeIndexing, FakeLibrary, FakeModels, make_document
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop.config.settings import SettingsFile
from desktop.domain.answers import Source
from desktop.domain.records import DocumentRef, DocumentState
from desktop.domain.work import Progress
from desktop.jobs.runner import JobRunner
from desktop.services.changes import Changes
from desktop.services.views import Conversation, ConversationTurns, DocumentText
from desktop.ui.details_dialog import DetailsDialog
from desktop.ui.main_window import MainWindow
from desktop.ui.notices import Tone
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from desktop.services.bundle import Services

Opener = Callable[[], MainWindow]


@pytest.fixture
def opened(
    services: "Services", runner: JobRunner, settings: SettingsFile, theme: Theme, qtbot: QtBot
) -> Iterator[Opener]:
    """Return a function that opens a window of the size of a small laptop."""

    def open_window() -> MainWindow:
        window = MainWindow(services, runner, settings, theme)
        qtbot.addWidget(window)
        window.resize(1024, 600)
        window.show()
        qtbot.waitUntil(lambda: window.library.model.rowCount() > 0 or runner.idle)
        return window

    yield open_window
    runner.shutdown(5)


@pytest.fixture
def window(opened: Opener, settings: SettingsFile) -> MainWindow:
    settings.change(tour_offered=True)
    return opened()


def urls(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(window: MainWindow, data: QMimeData) -> bool:
    at, none = QPointF(300, 300), Qt.KeyboardModifier.NoModifier
    actions, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(at, actions, data, button, none)
    QApplication.sendEvent(window, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(window, QDropEvent(at, actions, data, button, none))
    return True


def test_files_dropped_anywhere_are_added_read_and_summed_up(
    window: MainWindow, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot, tmp_path: Path
) -> None:
    paths = [tmp_path / "one.pdf", tmp_path / "two.md", tmp_path / "~lock.tmp"]
    assert drop(window, urls(*paths))
    qtbot.waitUntil(lambda: bool(window.notices.notices))
    notice = window.notices.notices[0]
    assert notice.news.text == "Added 2 documents. Left out 1 file."
    assert "~lock.tmp" in notice.news.details
    qtbot.waitUntil(lambda: window.indexing.status.running)
    assert window.status.bar.isVisible()
    indexing.steps.release(5)
    qtbot.waitUntil(lambda: library.pending == 0 and not window.indexing.status.running)
    assert not window.status.bar.isVisible()


def read_dropped(window: MainWindow, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot) -> None:
    paths = [Path("/x/one.pdf"), Path("/x/two.md"), Path("/x/three.md")]
    assert drop(window, urls(*paths))
    indexing.steps.release(8)
    qtbot.waitUntil(lambda: indexing.runs > 0 and library.pending == 0)
    qtbot.waitUntil(lambda: not window.indexing.status.running and window._runner.idle)


def test_after_reading_a_notice_counts_what_could_not_be_read_and_shows_it(
    window: MainWindow, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    library.rows = [replace(row, state=DocumentState.REFUSED) for row in library.rows]  # of earlier runs
    indexing.damaged = {"one.pdf", "three.md"}
    window.library.filter.setText("nothing has this name")
    window.library.collections.selector.setCurrentIndex(2)
    read_dropped(window, library, indexing, qtbot)
    said = "2 of 3 documents could not be read."
    qtbot.waitUntil(lambda: said in [notice.news.text for notice in window.notices.notices])
    notice = next(notice for notice in window.notices.notices if notice.news.text == said)
    assert (notice.news.tone, notice.news.stays) == (Tone.WARNING, True)
    show = next(b for b in notice.findChildren(QPushButton) if b.text() == "Show")
    qtbot.mouseClick(show, Qt.MouseButton.LeftButton)
    query = window.library.model.query
    assert DocumentState.REFUSED in query.states
    assert DocumentState.READY not in query.states
    assert (query.collection, query.text) == (None, "")
    assert window.library.states.currentText() == "Not or partly read"
    assert said not in [notice.news.text for notice in window.notices.notices]


def test_a_pause_does_not_divide_the_count(
    window: MainWindow, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    indexing.damaged = {"one.pdf", "three.md"}
    assert drop(window, urls(Path("/x/one.pdf"), Path("/x/two.md"), Path("/x/three.md")))
    qtbot.waitUntil(lambda: window.indexing.status.total == 4)  # one waited already
    indexing.steps.release()
    qtbot.waitUntil(lambda: window.unread._read != set())
    window.indexing.pause()
    qtbot.waitUntil(lambda: window._runner.idle)
    indexing.steps.release(8)
    window.indexing.resume()
    said = "2 of 4 documents could not be read."
    qtbot.waitUntil(lambda: said in [notice.news.text for notice in window.notices.notices])


def test_nothing_is_said_when_every_document_was_read(
    window: MainWindow, library: FakeLibrary, indexing: FakeIndexing, qtbot: QtBot
) -> None:
    read_dropped(window, library, indexing, qtbot)
    assert not any("could not be read" in notice.news.text for notice in window.notices.notices)


def test_the_buttons_of_an_unread_document_work(
    window: MainWindow, library: FakeLibrary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "text", lambda _id: DocumentText("", 0, 0, ()))
    scan = next(row for row in library.rows if row.state is DocumentState.REFUSED)
    with qtbot.waitSignal(window.reader.document_opened):
        window.library.open_requested.emit(scan)
    assert window.reader.unread.isVisible()
    qtbot.mouseClick(window.reader.unread.details, Qt.MouseButton.LeftButton)
    dialog = window.findChild(DetailsDialog)
    assert dialog is not None
    assert dialog.facts["Reason"] == scan.reason
    dialog.reject()
    qtbot.mouseClick(window.reader.unread.reread, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: ("reread", (scan.id,)) in library.calls)
    qtbot.waitUntil(lambda: window.reader.unread.isVisible() and not window.reader.unread.reread.isEnabled())


def test_a_drop_goes_to_the_chosen_collection(
    window: MainWindow, library: FakeLibrary, qtbot: QtBot, tmp_path: Path
) -> None:
    qtbot.waitUntil(lambda: window.library.collections.selector.count() == 3)
    window.library.collections.selector.setCurrentIndex(2)
    assert drop(window, urls(tmp_path / "one.pdf"))
    assert window.drops.overlay.text.text() == "Drop to add to “Work”"
    assert not window.drops.overlay.isVisible()
    qtbot.waitUntil(lambda: any(call == "add" for call, _ in library.calls))
    assert next(value for call, value in library.calls if call == "add")[1] == "Work"


def test_text_and_web_addresses_are_not_for_the_window(window: MainWindow) -> None:
    text, web = QMimeData(), QMimeData()
    text.setText("words")
    web.setUrls([QUrl("https://example.org/a.pdf")])
    assert not drop(window, text)
    assert not drop(window, web)


def test_text_fields_hand_file_drops_up(window: MainWindow, tmp_path: Path) -> None:
    data = urls(tmp_path / "a.pdf")
    for field in (window.library.filter, window.ask.composer.field.viewport()):
        none = Qt.KeyboardModifier.NoModifier
        event = QDragEnterEvent(
            QPointF(2, 2), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none
        )
        assert window.drops.eventFilter(field, event)
        assert not event.isAccepted()


def test_a_dropped_model_goes_to_the_models(
    window: MainWindow, models: FakeModels, library: FakeLibrary, qtbot: QtBot, tmp_path: Path
) -> None:
    assert drop(window, urls(tmp_path / "my-model.gguf"))
    qtbot.waitUntil(lambda: ("add", tmp_path / "my-model.gguf") in models.calls)
    assert not any(call == "add" for call, _ in library.calls)
    assert window.settings_dialog is not None
    window.settings_dialog.reject()


def test_the_first_start_is_explained_once(
    opened: Opener, library: FakeLibrary, settings: SettingsFile, qtbot: QtBot
) -> None:
    library.rows = []
    window = opened()
    note = window.first_start
    assert note is not None
    qtbot.waitUntil(lambda: "multilingual-e5-small" in note.facts.text())
    assert "Qwen3 1.7B" in note.facts.text()
    qtbot.mouseClick(note.later, Qt.MouseButton.LeftButton)
    assert settings.current.tour_offered
    assert opened().first_start is None


def test_the_sample_library_is_one_click(opened: Opener, library: FakeLibrary, qtbot: QtBot) -> None:
    library.rows = []
    window = opened()
    assert window.first_start is not None
    qtbot.mouseClick(window.first_start.sample, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any(call == "add" for call, _ in library.calls))
    paths, collection = next(value for call, value in library.calls if call == "add")
    assert collection == "Sample library"
    assert paths[0].is_dir()


def test_columns_remember_their_place(opened: Opener, settings: SettingsFile, qtbot: QtBot) -> None:
    settings.change(tour_offered=True)
    first = opened()
    first.splitter.setSizes([240, 500, 284])
    first.splitter.splitterMoved.emit(240, 1)
    qtbot.waitUntil(lambda: "columns" in settings.current.window, timeout=3000)
    sizes = first.splitter.sizes()
    first.close()
    assert opened().splitter.sizes() == pytest.approx(sizes, abs=2)


def test_nonsense_in_the_settings_is_survived(opened: Opener, settings: SettingsFile) -> None:
    settings.change(window='{"geometry": 5, "columns": "???"}', tour_offered=True)
    assert all(size > 0 for size in opened().splitter.sizes())


def test_a_citation_opens_the_reader_and_closing_gives_the_room_back(
    window: MainWindow, runner: JobRunner, qtbot: QtBot
) -> None:
    before = window.splitter.sizes()
    document = DocumentRef(1, "Annual report 2025", "/nowhere/a.pdf", "Harbour library")
    window.ask.citation_requested.emit(Source(1, document, 1, "Text", 0, 4))
    assert window.side.reading
    assert window.splitter.sizes()[2] > before[2]
    window.reader.close_reader()
    assert not window.side.reading
    assert window.splitter.sizes() == pytest.approx(before, abs=2)
    qtbot.waitUntil(lambda: runner.idle)


def test_pause_resume_and_cancel_from_the_status_bar(
    window: MainWindow,
    library: FakeLibrary,
    indexing: FakeIndexing,
    runner: JobRunner,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    drop(window, urls(tmp_path / "one.pdf", tmp_path / "two.pdf"))
    qtbot.waitUntil(lambda: "annai.html" in window.status.text.text())
    assert "1 of 3" in window.status.text.text()
    assert window.status.pause_button.accessibleName() == "Pause indexing"
    qtbot.mouseClick(window.status.pause_button, Qt.MouseButton.LeftButton)
    assert "Paused" in window.status.text.text()
    qtbot.waitUntil(lambda: runner.idle)
    assert window.status.pause_button.accessibleName() == "Resume indexing"
    qtbot.mouseClick(window.status.pause_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: indexing.runs == 2)
    qtbot.mouseClick(window.status.cancel_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: runner.idle and not window.indexing.status.running)
    assert not any(d.state is DocumentState.WAITING for d in library.rows)


def test_the_status_bar_names_models_and_device(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.status.models.text() == "Qwen3 1.7B on CPU")
    qtbot.mouseClick(window.status.models, Qt.MouseButton.LeftButton)
    assert window.settings_dialog is not None
    window.settings_dialog.reject()
    assert window.settings_dialog is None


def test_every_command_has_a_key_of_its_own(window: MainWindow) -> None:
    menu = window.library.menu_button.menu()
    keys = [
        a.shortcut().toString() for a in menu.actions() if not a.isSeparator() and a.shortcut().toString()
    ]
    assert len(keys) == len(set(keys)) >= 9
    window.toggle_library()
    assert not window.library.isVisible()
    window.toggle_library()
    assert window.library.isVisible()


def test_right_to_left_mirrors_the_columns(window: MainWindow, qapp: QApplication) -> None:
    left = window.library.mapTo(window, QPoint(0, 0)).x()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        window.splitter.refresh()
        QApplication.processEvents()
        assert window.library.mapTo(window, QPoint(0, 0)).x() > left
        assert not window.grab().isNull()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_thousands_of_changes_cost_few_looks(
    window: MainWindow, library: FakeLibrary, indexing: FakeIndexing, runner: JobRunner, qtbot: QtBot
) -> None:
    """P159."""
    library.rows = [
        make_document(n, f"Note {n:05}", f"note-{n}.txt", DocumentState.READY) for n in range(1, 5001)
    ]

    def work(**named: object) -> None:
        for number in range(5000):
            named["report"](Progress("reading", number, 5000, f"note-{number}.txt"))  # type: ignore[operator]
            named["changed"](Changes(documents=True, document_ids=(number,)))  # type: ignore[operator]

    indexing.work = work  # type: ignore[method-assign, assignment]
    library.calls.clear()
    window.indexing.start()
    qtbot.waitUntil(lambda: runner.idle and not window.indexing.status.running, timeout=20_000)
    assert sum(call == "documents" for call, _ in library.calls) < 200
    assert sum(call == "collections" for call, _ in library.calls) < 200


def test_a_removed_conversation_can_be_brought_back_from_the_notice(
    window: MainWindow, services: "Services", qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = FakeHistory()
    history.removed[7] = ConversationTurns(Conversation(7, "Ferries", "2025-11-30T10:00:00", 0), ())
    monkeypatch.setattr(services, "history", history)
    window.ask.shelf.removed.emit(7, "Ferries\nand fares")
    notice = window.notices.notices[0]
    assert notice.news.text == "Removed the conversation “Ferries and fares”"
    undo = next(b for b in notice.findChildren(QPushButton) if b.text() == "Undo")
    with qtbot.waitSignal(window.ask.shelf.restored):
        qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert history.changes == ["restore 7"]
