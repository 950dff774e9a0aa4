import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from asking import (
    ANSWERED,
    ARABIC,
    DEPOSIT,
    HITS,
    LEASE,
    LEASE_QUOTE,
    LEASE_SOURCE,
    RULES,
    RULES_QUOTE,
    RULES_SOURCE,
    FakeServices,
    small_library,
)
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.answers import SearchHit
from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import DocumentRef, DocumentState, Part
from desktop.domain.work import CancelToken
from desktop.jobs.runner import JobRunner
from desktop.services.changes import Changes
from desktop.ui.find_bar import MOST_FINDS, find_all
from desktop.ui.reader_view import ReaderView
from desktop.ui.theme import Theme

Key = Qt.Key


@pytest.fixture
def served(tmp_path: Path) -> FakeServices:
    return small_library(tmp_path)


@pytest.fixture
def opened_files() -> list[Path]:
    return []


@pytest.fixture
def reader(
    qtbot: QtBot, served: FakeServices, runner: JobRunner, theme: Theme, opened_files: list[Path]
) -> Iterator[ReaderView]:
    def open_file(path: Path) -> bool:
        opened_files.append(path)
        return path.exists()

    def choose_file(_parent: QWidget, name: str) -> Path:
        return Path("/elsewhere") / name

    reader = ReaderView(served, runner, theme, open_file=open_file, choose_file=choose_file)  # type: ignore[arg-type]
    qtbot.addWidget(reader)
    reader.resize(760, 640)
    reader.show()
    return reader


def marked(reader: ReaderView) -> list[str]:
    return [selection.cursor.selectedText() for selection in reader.text.extraSelections()]  # type: ignore[attr-defined]


def open_text(qtbot: QtBot, reader: ReaderView) -> None:
    with qtbot.waitSignal(reader.document_opened):
        reader.open(RULES.id, RULES_SOURCE.start, RULES_SOURCE.end)


def open_pdf(qtbot: QtBot, reader: ReaderView) -> None:
    with qtbot.waitSignal(reader.document_opened):
        reader.open(LEASE.id, LEASE_SOURCE.start, LEASE_SOURCE.end)
    qtbot.waitUntil(lambda: 3 in reader.pages._pictures)


def test_text_opens_with_its_passage_marked(qtbot: QtBot, reader: ReaderView) -> None:
    open_text(qtbot, reader)
    assert reader.text.isVisible()
    assert reader.head.title.text() == RULES.title
    assert marked(reader) == [RULES_QUOTE]
    first = reader.text.document().firstBlock()
    assert first.text() == "House rules"
    assert first.blockFormat().headingLevel() == 1
    assert not reader.head.zoom_in.isVisible()


def test_pdf_pages_open_with_the_passage_marked_and_in_view(
    qtbot: QtBot, reader: ReaderView, served: FakeServices
) -> None:
    open_pdf(qtbot, reader)
    assert reader.pages.isVisible()
    assert reader.pages.page == 3
    assert (reader.head.page.text(), reader.head.place.text()) == ("3", "of 9")
    assert (3, LEASE_SOURCE.start) in {(page, start) for page, _, start in served.pages.rendered}
    _, marks = reader.pages._pictures[3]
    assert len(marks) == 2
    top = reader.pages._page_rect(3).y() + marks[0].top
    assert 0 < top < reader.pages.viewport().height()


def test_only_pages_in_view_are_rendered(qtbot: QtBot, reader: ReaderView, served: FakeServices) -> None:
    served.pages.sizes = [(595.0, 842.0)] * 400
    open_pdf(qtbot, reader)
    qtbot.waitUntil(lambda: reader._runner.idle)
    assert {page for page, _, _ in served.pages.rendered} <= {1, 2, 3, 4}


def test_zoom_renders_again_and_keeps_the_page(
    qtbot: QtBot, reader: ReaderView, served: FakeServices
) -> None:
    open_pdf(qtbot, reader)
    before = reader.pages.zoom
    qtbot.mouseClick(reader.head.zoom_in, Qt.MouseButton.LeftButton)
    assert reader.pages.zoom > before
    assert reader.pages.page == 3
    width = round(595 * reader.pages.zoom * 96 / 72)
    qtbot.waitUntil(lambda: any(abs(w - width) <= 1 for _, w, _ in served.pages.rendered))
    qtbot.mouseClick(reader.head.fit, Qt.MouseButton.LeftButton)
    assert reader.pages.zoom == pytest.approx(before, rel=0.05)
    assert reader.head.fit.text().endswith("%")


def test_pages_are_read_by_keyboard(qtbot: QtBot, reader: ReaderView) -> None:
    open_pdf(qtbot, reader)
    qtbot.keyClick(reader.pages, Key.Key_End)
    assert reader.pages.page == 9
    qtbot.keyClick(reader.pages, Key.Key_Home)
    assert reader.pages.page == 1
    qtbot.keyClick(reader.pages, Key.Key_PageDown)
    assert reader.pages.verticalScrollBar().value() > 0
    qtbot.keyClick(reader.pages, Key.Key_Plus)
    qtbot.keyClick(reader.pages, Key.Key_Minus)
    qtbot.keyClick(reader.pages, Key.Key_0)
    assert reader.pages.accessibleName().startswith("Page ")


def test_the_next_citation_may_be_in_another_document(qtbot: QtBot, reader: ReaderView) -> None:
    context = (LEASE_SOURCE, RULES_SOURCE)
    with qtbot.waitSignal(reader.document_opened):
        reader.open(LEASE.id, LEASE_SOURCE.start, LEASE_SOURCE.end, context)
    assert reader.head.citation.text() == "1 of 2"
    with qtbot.waitSignal(reader.document_opened):
        qtbot.mouseClick(reader.head.next, Qt.MouseButton.LeftButton)
    assert reader.head.citation.text() == "2 of 2"
    assert marked(reader) == [RULES_QUOTE]
    with qtbot.waitSignal(reader.document_opened):
        reader.step_citation(1)
    assert reader.document is not None
    assert reader.document.id == LEASE.id


def test_citations_of_the_last_answer_are_known(qtbot: QtBot, reader: ReaderView) -> None:
    reader.set_citations(ANSWERED)
    with qtbot.waitSignal(reader.document_opened):
        reader.open(RULES.id, RULES_SOURCE.start, RULES_SOURCE.end)
    assert reader.head.citation.text() == "2 of 2"
    with qtbot.waitSignal(reader.document_opened):
        reader.open(DEPOSIT.id)
    assert not reader.head.citation.isVisible()


def test_another_passage_of_the_open_document_is_only_marked(qtbot: QtBot, reader: ReaderView) -> None:
    open_text(qtbot, reader)
    reader.open(RULES.id, 0, 11)
    assert marked(reader) == ["House rules"]


def test_find_marks_counts_and_steps(qtbot: QtBot, reader: ReaderView) -> None:
    open_text(qtbot, reader)
    qtbot.keyClick(reader.text, Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert reader.find_bar.isVisible()
    qtbot.keyClicks(reader.find_bar.field, "ROOM")
    qtbot.waitUntil(lambda: reader.find_bar.count.text() == "1 of 2")
    assert sorted(marked(reader)) == sorted([RULES_QUOTE, "Room", "Room"])
    qtbot.keyClick(reader.find_bar.field, Key.Key_Return)
    assert reader.find_bar.count.text() == "2 of 2"
    qtbot.keyClick(reader.find_bar.field, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert reader.find_bar.count.text() == "1 of 2"
    qtbot.keyClick(reader.find_bar.field, Key.Key_Escape)
    assert not reader.find_bar.isVisible()
    assert marked(reader) == [RULES_QUOTE]


def test_what_is_not_there_is_said(qtbot: QtBot, reader: ReaderView) -> None:
    open_text(qtbot, reader)
    reader.open_find()
    qtbot.keyClicks(reader.find_bar.field, "zebra")
    qtbot.waitUntil(lambda: reader.find_bar.count.text() == "Not found")
    assert not reader.find_bar.next.isEnabled()


def test_find_in_pages_marks_the_place_on_its_page(
    qtbot: QtBot, reader: ReaderView, served: FakeServices
) -> None:
    open_pdf(qtbot, reader)
    reader.open_find()
    qtbot.keyClicks(reader.find_bar.field, "rent is due")
    place = served.library.texts[LEASE.id].text.index("rent is due")
    qtbot.waitUntil(lambda: any(start == place for _, _, start in served.pages.rendered))


def test_finding_is_by_words_whatever_their_case_and_blanks() -> None:
    assert find_all("One  two\nTWO one two", "one two") == [(0, 8), (13, 20)]
    assert find_all("a+b", "a+b") == [(0, 3)]
    assert find_all("abc", "  ") == []


def test_finding_in_a_long_text_misses_nothing_and_can_be_stopped() -> None:
    text = "one two " * 60_000
    assert [start for start, _ in find_all(text, "one two")] == list(range(0, MOST_FINDS * 8, 8))
    text = "." * 99_996 + "one \n two" + "." * 99_990 + "one two"
    assert find_all(text, "one two") == [(99_996, 100_005), (199_995, 200_002)]
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        find_all(text, "one two", token.check)


def test_a_moved_file_still_shows_its_text(qtbot: QtBot, reader: ReaderView, served: FakeServices) -> None:
    Path(served.library.records[LEASE.id].path).unlink()
    with qtbot.waitSignal(reader.document_opened):
        reader.open(LEASE.id, LEASE_SOURCE.start, LEASE_SOURCE.end)
    assert reader.text.isVisible()
    assert "no longer" in reader.notice.text.text()
    assert marked(reader) == [LEASE_QUOTE]
    assert not reader.head.original.isEnabled()
    with qtbot.waitSignal(reader.located) as located:
        qtbot.mouseClick(reader.notice.locate, Qt.MouseButton.LeftButton)
    assert located.args is not None
    assert located.args[1] == Path("/elsewhere/lease.pdf")


def test_a_broken_pdf_still_shows_its_text(qtbot: QtBot, reader: ReaderView, served: FakeServices) -> None:
    served.pages.error = UserError("Not readable", "The file is damaged.")
    with qtbot.waitSignal(reader.document_opened):
        reader.open(LEASE.id)
    assert reader.text.isVisible()
    assert "damaged" in reader.notice.text.text()


def test_the_original_opens_only_on_request(
    qtbot: QtBot, reader: ReaderView, opened_files: list[Path], served: FakeServices
) -> None:
    open_text(qtbot, reader)
    assert opened_files == []
    qtbot.mouseClick(reader.head.original, Qt.MouseButton.LeftButton)
    assert opened_files == [Path(served.library.records[RULES.id].path)]


def test_see_also_shows_other_documents_and_opens_them(qtbot: QtBot, reader: ReaderView) -> None:
    open_text(qtbot, reader)
    qtbot.mouseClick(reader.head.see_also, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(reader.see_also.cards) == 2)
    assert RULES.title not in [card.content.document.title for card in reader.see_also.cards]
    card = next(c for c in reader.see_also.cards if c.content.document.id == DEPOSIT.id)
    with qtbot.waitSignal(reader.document_opened) as opened:
        qtbot.mouseClick(card.rows[0], Qt.MouseButton.LeftButton)
    assert opened.args is not None
    assert opened.args[0].id == DEPOSIT.id


def test_see_also_belongs_to_the_document_shown(
    qtbot: QtBot, reader: ReaderView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P098."""
    slow = threading.Event()

    def related(document_id: int, token: CancelToken, *, limit: int = 8) -> list[SearchHit]:
        if document_id == RULES.id:
            slow.wait(10)  # an answer that does not stop when it is no longer wanted
        return [hit for hit in HITS if hit.document.id != document_id][:1]

    monkeypatch.setattr(reader._services.search, "related", related)
    open_text(qtbot, reader)
    qtbot.mouseClick(reader.head.see_also, Qt.MouseButton.LeftButton)
    reader.open(DEPOSIT.id)
    qtbot.waitUntil(lambda: reader.document is not None and reader.document.id == DEPOSIT.id)
    slow.set()
    qtbot.waitUntil(lambda: reader._runner.idle and bool(reader.see_also.cards))
    expected = next(hit.document.id for hit in HITS if hit.document.id != DEPOSIT.id)
    assert [card.content.document.id for card in reader.see_also.cards] == [expected]
    assert reader.see_also.note.text() == "See also"


def test_see_also_says_that_words_stand_in_for_meaning(
    qtbot: QtBot, reader: ReaderView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P098."""
    by_words = [replace(hit, lexical_rank=1) for hit in HITS]
    monkeypatch.setattr(reader._services.search, "related", lambda *_args, **_options: by_words)
    open_text(qtbot, reader)
    qtbot.mouseClick(reader.head.see_also, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(reader.see_also.cards))
    assert "not indexed yet" in reader.see_also.note.text()


def at(reader: ReaderView, page: int, x: float, y: float) -> QPoint:
    return reader.pages.point_on_page(page, x, y)


def drag(qtbot: QtBot, reader: ReaderView, start: QPoint, end: QPoint) -> None:
    ground = reader.pages.viewport()
    qtbot.mousePress(ground, Qt.MouseButton.LeftButton, pos=start)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(end),
        QPointF(ground.mapToGlobal(end)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(ground, move)
    qtbot.mouseRelease(ground, Qt.MouseButton.LeftButton, pos=end)


def test_text_on_a_page_is_selected_and_copied(qtbot: QtBot, reader: ReaderView) -> None:
    open_pdf(qtbot, reader)
    reader.pages.go_to(3)
    drag(qtbot, reader, at(reader, 3, 0.181, 0.12), at(reader, 3, 0.239, 0.22))
    qtbot.waitUntil(lambda: reader.pages.selection.text() != "")
    assert reader.pages.selection.text() == "tenant keeps the rooms\nin orde"
    assert len(list(reader.pages.selection.boxes(3))) == 2
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(reader.pages, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "tenant keeps the rooms\nin orde"
    drag(qtbot, reader, at(reader, 3, 0.239, 0.22), at(reader, 3, 0.181, 0.12))
    assert reader.pages.selection.text() == "tenant keeps the rooms\nin orde"


def test_a_double_click_takes_a_word_and_a_key_the_page(qtbot: QtBot, reader: ReaderView) -> None:
    open_pdf(qtbot, reader)
    reader.pages.go_to(3)
    qtbot.mouseDClick(reader.pages.viewport(), Qt.MouseButton.LeftButton, pos=at(reader, 3, 0.22, 0.12))
    qtbot.waitUntil(lambda: reader.pages.selection.text() == "tenant")
    qtbot.keyClick(reader.pages, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert reader.pages.selection.text().startswith("The tenant")
    assert reader.pages.selection.text().endswith("on time")
    reader.pages.selection.clear()
    assert reader.pages.selection.text() == ""


def test_a_page_is_gone_to_by_its_label(qtbot: QtBot, reader: ReaderView, served: FakeServices) -> None:
    """P125."""
    text = "Contents\nFirst page\n"
    parts = (Part(0, 9, page=1, page_label="iv"), Part(9, 20, page=2, page_label="1"))
    served.library.add_text(
        replace(LEASE, path=served.library.records[LEASE.id].path), text, parts, "application/pdf"
    )
    with qtbot.waitSignal(reader.document_opened):
        reader.open(LEASE.id)
    assert (reader.head.page.text(), reader.head.place.text()) == ("iv", "(1 of 9)")
    qtbot.keyClick(reader.pages, Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    for typed, page in (("1", 2), ("IV", 1), ("9", 9)):
        reader.head.page.setText(typed)
        qtbot.keyClick(reader.head.page, Key.Key_Return)
        assert reader.pages.page == page
    reader.head.page.setText("xxx")
    qtbot.keyClick(reader.head.page, Key.Key_Return)
    assert reader.pages.page == 9
    assert "no page xxx" in reader.notice.text.text()


def test_the_outline_leads_to_headings(qtbot: QtBot, reader: ReaderView) -> None:
    open_text(qtbot, reader)
    outline = reader.head.outline
    assert outline.popup.model.stringList() == ["House rules", "    Moving out"]
    qtbot.keyClick(reader.text, Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert outline.popup.isVisible()
    assert outline.popup.list.currentIndex().row() == 1  # where the passage is
    qtbot.keyClick(outline.popup.list, Key.Key_Up)
    with qtbot.waitSignal(outline.entry_chosen) as chosen:
        qtbot.keyClick(outline.popup.list, Key.Key_Return)
    assert chosen.args is not None
    assert chosen.args[0].title == "House rules"
    assert not outline.popup.isVisible()
    assert marked(reader) == [RULES_QUOTE]
    outline.open_list()
    qtbot.keyClick(outline.popup.list, Key.Key_Escape)
    assert not outline.popup.isVisible()
    assert reader.document is not None


def test_bookmarks_lead_to_pages(qtbot: QtBot, reader: ReaderView) -> None:
    open_pdf(qtbot, reader)
    outline = reader.head.outline
    assert outline.isVisible()
    outline.open_list()
    assert outline.popup.list.currentIndex().row() == 0
    qtbot.mouseClick(
        outline.popup.list.viewport(),
        Qt.MouseButton.LeftButton,
        pos=outline.popup.list.visualRect(outline.popup.model.index(1)).center(),
    )
    assert reader.pages.page == 9
    outline.open_list()
    assert outline.popup.list.currentIndex().row() == 1
    outline.popup.hide()
    with qtbot.waitSignal(reader.document_opened):
        reader.open(DEPOSIT.id)
    assert not outline.isVisible()


def test_escape_goes_back(qtbot: QtBot, reader: ReaderView) -> None:
    open_text(qtbot, reader)
    with qtbot.waitSignal(reader.closed):
        qtbot.keyClick(reader.text, Key.Key_Escape)
    assert reader.document is None


def test_a_document_that_is_gone_is_said(qtbot: QtBot, reader: ReaderView) -> None:
    with qtbot.waitSignals([reader.failed, reader.closed]):
        reader.open(999)


def test_the_newest_request_wins(qtbot: QtBot, reader: ReaderView) -> None:
    opened: list[DocumentRef] = []
    reader.document_opened.connect(opened.append)
    reader.open(LEASE.id)
    reader.open(DEPOSIT.id)
    reader.open(ARABIC.id)
    qtbot.waitUntil(lambda: bool(opened) and reader._runner.idle)
    assert [ref.id for ref in opened] == [ARABIC.id]
    assert reader.text.document().firstBlock().textDirection() is Qt.LayoutDirection.RightToLeft


def test_it_is_painted_in_both_themes(qtbot: QtBot, reader: ReaderView, theme: Theme) -> None:
    open_pdf(qtbot, reader)
    light = reader.grab().toImage()
    theme.set_appearance("dark")
    assert reader.grab().toImage() != light


def open_unread(
    qtbot: QtBot, reader: ReaderView, served: FakeServices, state: DocumentState, reason: str
) -> None:
    served.library.add_text(RULES, "")
    served.library.records[RULES.id] = replace(
        served.library.records[RULES.id], state=state, reason=reason, path=__file__
    )
    with qtbot.waitSignal(reader.document_opened):
        reader.open(RULES.id)


def test_a_document_that_was_not_read_says_why_and_what_can_be_done(
    qtbot: QtBot, reader: ReaderView, served: FakeServices, opened_files: list[Path]
) -> None:
    open_unread(qtbot, reader, served, DocumentState.REFUSED, "The file is damaged and cannot be opened.")
    page = reader.unread
    assert page.isVisible()
    assert not reader.text.isVisible()
    assert (page.state.text(), page.path.text()) == ("Not read", __file__)
    assert page.reason.text() == "The file is damaged and cannot be opened."
    assert not page.password.isVisible()
    assert page.reread.hasFocus()
    for button, signal in ((page.reread, page.reread_requested), (page.details, page.details_requested)):
        with qtbot.waitSignal(signal) as asked:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert asked.args is not None
        assert asked.args[0].id == RULES.id
    qtbot.mouseClick(page.original, Qt.MouseButton.LeftButton)
    assert opened_files == [Path(__file__)]


def test_a_locked_document_offers_to_take_its_password(
    qtbot: QtBot, reader: ReaderView, served: FakeServices
) -> None:
    open_unread(qtbot, reader, served, DocumentState.LOCKED, "")
    assert reader.unread.reason.text() == "It needs its password."
    assert not reader.unread.reread.isVisible()
    with qtbot.waitSignal(reader.unread.password_requested):
        qtbot.mouseClick(reader.unread.password, Qt.MouseButton.LeftButton)


def test_a_document_that_is_read_at_last_is_shown(
    qtbot: QtBot, reader: ReaderView, served: FakeServices
) -> None:
    open_unread(qtbot, reader, served, DocumentState.WAITING, "")
    assert reader.unread.reason.text() == "Waiting to be read."
    assert not reader.unread.reread.isEnabled()
    reader.apply_changes(Changes(documents=True, document_ids=(LEASE.id,)))
    assert reader.unread.isVisible()
    served.library.add_text(RULES, "House rules")
    with qtbot.waitSignal(reader.document_opened):
        reader.apply_changes(Changes(documents=True, document_ids=(RULES.id,)))
    assert reader.text.isVisible()
    assert reader.text.toPlainText() == "House rules"
