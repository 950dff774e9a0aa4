from collections.abc import Iterator
from dataclasses import replace

import pytest
from asking import (
    ANSWERED,
    DEFLECTED,
    DEPOSIT,
    HITS,
    LEASE,
    LEASE_QUOTE,
    QUOTED,
    RESULT,
    RULES,
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDrag
from pytestqt.qtbot import QtBot

from desktop.domain.answers import Tiers
from desktop.domain.records import DocumentRef
from desktop.ui.cards import DocumentCard
from desktop.ui.flow_text import FlowText
from desktop.ui.labels import ElidedLabel
from desktop.ui.panes import CITED, MAYBE_TRY, RELATED, SidePanes
from desktop.ui.quotation import Quotation
from desktop.ui.theme import Theme
from desktop.ui.why_fold import WhyFold


@pytest.fixture
def panes(qtbot: QtBot, theme: Theme) -> Iterator[SidePanes]:
    panes = SidePanes(theme)
    qtbot.addWidget(panes)
    panes.resize(330, 700)
    panes.show()
    return panes


def titles(panes: SidePanes, tab: int) -> list[str]:
    return [card.content.document.title for card in panes.columns[tab].cards]


def first(panes: SidePanes, tab: int) -> DocumentCard:
    return panes.columns[tab].cards[0]


def test_a_search_fills_related_at_once(panes: SidePanes) -> None:
    panes.show_result(RESULT)
    assert titles(panes, RELATED) == [LEASE.title, RULES.title, DEPOSIT.title]
    assert panes.tabs.tabText(RELATED) == "Related  3"
    assert titles(panes, CITED) == []
    assert "strong" in panes.band.text()


def test_the_sources_stay_in_front_while_an_answer_is_made(panes: SidePanes) -> None:
    panes.show_answer(DEFLECTED)
    panes.show_result(RESULT)
    assert panes.tabs.currentIndex() == CITED
    note = panes.columns[CITED].note
    assert note.isVisible()
    assert note.text() == "The sources will stand here once the answer has been checked."


def test_a_tab_the_person_chose_stays_until_the_answer_is_there(qtbot: QtBot, panes: SidePanes) -> None:
    panes.show_result(RESULT)
    at = panes.tabs.tabRect(RELATED).center()
    qtbot.mouseClick(panes.tabs, Qt.MouseButton.LeftButton, pos=at)
    panes.show_result(RESULT)
    assert panes.tabs.currentIndex() == RELATED
    panes.show_answer(ANSWERED)
    assert panes.tabs.currentIndex() == CITED
    panes.show_result(RESULT)
    assert panes.tabs.currentIndex() == CITED


def test_a_question_without_an_answer_leaves_what_is_related(panes: SidePanes) -> None:
    panes.show_result(RESULT)
    panes.show_unanswered()
    assert panes.tabs.currentIndex() == RELATED
    assert panes.columns[CITED].note.text() == "There is no answer, so nothing is cited."
    panes.show_answer(ANSWERED)
    panes.show_unanswered()
    assert titles(panes, CITED) == [LEASE.title, RULES.title], "of the answer before"


def test_an_answer_sorts_documents_by_use(panes: SidePanes) -> None:
    panes.show_result(RESULT)
    panes.show_answer(ANSWERED)
    assert panes.tabs.currentIndex() == CITED
    assert titles(panes, CITED) == [LEASE.title, RULES.title]
    assert titles(panes, RELATED) == [DEPOSIT.title]
    assert [row.passage.number for card in panes.columns[CITED].cards for row in card.rows] == [1, 2]
    assert first(panes, RELATED).rows[0].passage.text == HITS[2].chunk.text


def test_sources_without_a_marker_are_not_cited(panes: SidePanes) -> None:
    panes.show_answer(replace(ANSWERED, text="Three months. [1]", sentences=(), tiers=Tiers()))
    assert titles(panes, CITED) == [LEASE.title]
    panes.show_answer(replace(QUOTED, tiers=Tiers()))
    assert titles(panes, CITED) == [LEASE.title, RULES.title]


def test_a_refusal_cites_nothing_and_suggests_titles(qtbot: QtBot, panes: SidePanes) -> None:
    panes.show_answer(DEFLECTED)
    assert panes.tabs.currentIndex() == MAYBE_TRY
    assert titles(panes, CITED) == []
    assert titles(panes, MAYBE_TRY) == [RULES.title, DEPOSIT.title, LEASE.title]
    assert not panes.band.isVisible()
    with qtbot.waitSignal(panes.question_requested) as asked:
        qtbot.mouseClick(first(panes, MAYBE_TRY).ask_button, Qt.MouseButton.LeftButton)
    assert asked.args == [f"According to “{RULES.title}”: {DEFLECTED.question}"]
    with qtbot.waitSignal(panes.document_requested) as opened:
        qtbot.keyClick(first(panes, MAYBE_TRY).title_row, Qt.Key.Key_Return)
    assert opened.args == [RULES, None, None]


@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_passage_opens_the_reader_there(qtbot: QtBot, panes: SidePanes, by_mouse: bool) -> None:
    panes.show_answer(ANSWERED)
    row = first(panes, CITED).rows[0]
    with qtbot.waitSignal(panes.document_requested) as opened:
        if by_mouse:
            qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
        else:
            qtbot.keyClick(row, Qt.Key.Key_Space)
    assert opened.args == [LEASE, 40, 40 + len(LEASE_QUOTE)]


def test_matching_words_are_marked(panes: SidePanes) -> None:
    panes.show_answer(ANSWERED)
    text = first(panes, CITED).rows[0].findChild(FlowText)
    assert isinstance(text, FlowText)
    marked = text.document().find("notice").charFormat().background().color()
    plain = text.document().find("calendar").charFormat().background()
    assert marked == panes.columns[0]._theme.colour("mark")
    assert plain.style() is Qt.BrushStyle.NoBrush


def test_a_card_is_dragged_out_as_a_file(
    qtbot: QtBot, panes: SidePanes, monkeypatch: pytest.MonkeyPatch
) -> None:
    dragged: list[str] = []

    def execute(drag: QDrag, _action: Qt.DropAction) -> Qt.DropAction:
        dragged.extend(url.toLocalFile() for url in drag.mimeData().urls())
        return Qt.DropAction.CopyAction

    monkeypatch.setattr(QDrag, "exec", execute)
    panes.show_answer(ANSWERED)
    row = first(panes, CITED).rows[0]
    qtbot.mousePress(row, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    qtbot.mouseMove(row, QPoint(60, 30))
    assert dragged == [LEASE.path]


def test_titles_are_never_markup(panes: SidePanes) -> None:
    evil = DocumentRef(9, "<img src='http://evil.example/x.png'>", "/x/y.txt")
    panes.show_answer(replace(DEFLECTED, tiers=Tiers(maybe_try=(evil,))))
    row = first(panes, MAYBE_TRY).title_row
    assert "&lt;img" in row.toolTip()


def test_clearing_says_what_will_come(panes: SidePanes) -> None:
    panes.show_answer(ANSWERED)
    panes.clear()
    assert titles(panes, CITED) == []
    assert panes.columns[CITED].note.text()
    assert panes.tabs.tabText(CITED) == "Cited"


def test_many_cards_come_one_by_one_and_the_newest_search_wins(qtbot: QtBot, panes: SidePanes) -> None:
    many = tuple(replace(HITS[0], document=DocumentRef(100 + i, f"Document {i}", "/x")) for i in range(9))
    panes.show_result(replace(RESULT, hits=many, tiers=Tiers()))
    assert 0 < len(titles(panes, RELATED)) < 9
    qtbot.waitUntil(lambda: titles(panes, RELATED) == [f"Document {i}" for i in range(9)])
    panes.show_result(replace(RESULT, hits=many, tiers=Tiers()))
    panes.show_result(RESULT)
    qtbot.waitUntil(lambda: not panes.columns[RELATED]._builder.isActive())
    assert titles(panes, RELATED) == [LEASE.title, RULES.title, DEPOSIT.title]


def test_a_passage_says_why_it_is_here_when_asked(qtbot: QtBot, panes: SidePanes) -> None:
    reasons = ("1st by meaning (cosine 0.880).", "Score 0.03250.")
    hits = (
        replace(HITS[0], chunk=replace(HITS[0].chunk, id=ANSWERED.sources[0].chunk_id), why=reasons),
        HITS[1],
    )
    panes.show_result(replace(RESULT, hits=hits))
    panes.tabs.setCurrentIndex(RELATED)
    fold = first(panes, RELATED).findChildren(WhyFold)[0]
    assert not fold.text.isVisible()
    assert fold.button.accessibleName() == f"Why this passage of {LEASE.title}"
    fold.button.setFocus()
    qtbot.keyClick(fold.button, Qt.Key.Key_Space)
    assert fold.text.isVisible()
    assert fold.text.text() == "\n".join(reasons)
    assert fold.button.accessibleDescription() == fold.text.text()
    panes.show_answer(ANSWERED)
    lease, rules = panes.columns[CITED].cards
    assert lease.findChildren(WhyFold)[0].text.text() == "\n".join(reasons)
    assert rules.findChildren(WhyFold) == []


def test_the_title_of_a_document_is_not_its_place_too(qtbot: QtBot, panes: SidePanes, theme: Theme) -> None:
    titled = replace(ANSWERED.sources[0], place="", heading=LEASE.title, page=None)
    below = replace(ANSWERED.sources[1], place="", heading=f"{RULES.title} › Moving out")
    found = replace(HITS[2], chunk=replace(HITS[2].chunk, place="line 1", heading=DEPOSIT.title))
    panes.show_result(replace(RESULT, hits=(found,)))
    panes.show_answer(replace(ANSWERED, sources=(titled, below)))
    places = [row.passage.place for card in panes.columns[CITED].cards for row in card.rows]
    assert places == ["", "Moving out"]
    assert first(panes, RELATED).rows[0].passage.place == "line 1"
    for source, text in ((titled, LEASE.title), (below, f"{RULES.title}, Moving out")):
        quotation = Quotation(theme, source)
        qtbot.addWidget(quotation)
        assert text in [label.text() for label in quotation.findChildren(ElidedLabel)]
        assert quotation.accessibleName() == f"Quotation from {text}"
