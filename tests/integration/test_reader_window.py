"""The reader with real files and the real reader process: a PDF of the sample library, and a text."""

import shutil
from pathlib import Path

from library_column import SLOW
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import App
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken, no_report
from desktop.ui.main_window import MainWindow
from desktop.ui.page_selection import PageSelection

PHRASE = "Three leaks in the north slope of the roof"


def opened(window: MainWindow, app: App, file: Path, qtbot: QtBot) -> str:
    """Add a file, wait until it is read, open it, and return its stored text."""
    app.services.library.add_documents(paths=[file], token=CancelToken(), report=no_report)
    window.indexing.start()
    library = app.services.library

    def read() -> bool:
        return library.count_documents(states=[DocumentState.TEXT_READY]) == 1

    qtbot.waitUntil(lambda: read() and not window.indexing.status.running, timeout=SLOW)
    document = library.documents(limit=1)[0]
    window.open_document(document.ref)
    qtbot.waitUntil(lambda: window.reader.document is not None, timeout=SLOW)
    return library.text(document.id).text


def place_of(window: MainWindow, page: int, offset: int) -> QPoint:
    """Return where the letter at an offset of the text of a page stands in the view."""
    box = window.reader.pages.selection._maps[page]._boxes[offset]
    assert box is not None
    return window.reader.pages.point_on_page(page, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


def drag(window: MainWindow, qtbot: QtBot, start: QPoint, end: QPoint) -> PageSelection:
    ground, button = window.reader.pages.viewport(), Qt.MouseButton.LeftButton
    qtbot.mousePress(ground, button, pos=start)
    at, none = QPointF(end), Qt.KeyboardModifier.NoModifier
    move = QEvent.Type.MouseMove
    event = QMouseEvent(move, at, ground.mapToGlobal(at), Qt.MouseButton.NoButton, button, none)
    QApplication.sendEvent(ground, event)
    qtbot.mouseRelease(ground, button, pos=end)
    return window.reader.pages.selection


def test_a_pdf_is_read_selected_and_searched(
    window: MainWindow, app: App, sample_library: Path, qtbot: QtBot
) -> None:
    window.resize(1240, 800)
    text = opened(window, app, sample_library / "annual-report-2025.pdf", qtbot)
    reader = window.reader
    pages = reader.pages
    assert pages.isVisible()
    assert (reader.head.page.text(), reader.head.place.text()) == ("1", "of 3")
    titles = reader.head.outline.popup.model.stringList()
    assert any("Money" in title for title in titles), titles

    pages.select_page()
    qtbot.waitUntil(lambda: pages.selection.knows(1), timeout=SLOW)
    assert PHRASE in pages.selection.text()
    begin = pages.selection.text().index(PHRASE)
    start, end = place_of(window, 1, begin), place_of(window, 1, begin + len(PHRASE) - 1)
    chosen = drag(window, qtbot, start + QPoint(-2, 0), end + QPoint(2, 0))
    assert chosen.text() == PHRASE
    qtbot.keyClick(pages, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == PHRASE

    reader.open_find()
    reader.find_bar.field.setText("summer reading")
    count = text.lower().count("summer reading")
    assert count > 1
    qtbot.waitUntil(lambda: reader.find_bar.count.text() == f"1 of {count}", timeout=SLOW)
    for _ in range(count - 1):
        qtbot.keyClick(reader.find_bar.field, Qt.Key.Key_Return)
    assert reader.find_bar.count.text() == f"{count} of {count}"
    assert pages.page == 3
    qtbot.waitUntil(lambda: bool(pages._pictures.get(3, ("", ()))[1]), timeout=SLOW)


def test_a_moved_file_is_read_from_its_stored_text_and_located(
    window: MainWindow, app: App, sample_library: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    shutil.copy(sample_library / "annual-report-2025.pdf", here / "report.pdf")
    opened(window, app, here / "report.pdf", qtbot)
    window.reader.close_reader()
    shutil.move(here / "report.pdf", there / "report.pdf")
    document = app.services.library.documents(limit=1)[0]
    window.open_document(document.ref)
    reader = window.reader
    qtbot.waitUntil(lambda: reader.document is not None, timeout=SLOW)
    assert reader.text.isVisible()
    assert "no longer at" in reader.notice.text.text()
    reader._choose_file = lambda _parent, name: there / name
    qtbot.mouseClick(reader.notice.locate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(reader.pages.isVisible, timeout=SLOW)
    assert not reader.notice.isVisible()
    assert app.services.library.documents(limit=1)[0].path == str(there / "report.pdf")
