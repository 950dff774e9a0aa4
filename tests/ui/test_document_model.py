import threading
from typing import TYPE_CHECKING

from library_fakes import FakeLibrary, make_document
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from desktop.domain.errors import UserError
from desktop.domain.records import Document, DocumentState
from desktop.jobs.runner import JobRunner
from desktop.ui.document_model import KEPT_PAGES, PAGE, DocumentModel, Query, Role

if TYPE_CHECKING:
    from desktop.services.bundle import Services


def loaded(model: QAbstractItemModel, row: int) -> bool:
    return isinstance(model.index(row, 0).data(Role.DOCUMENT), Document)


def checked(services: "Services", runner: JobRunner) -> DocumentModel:
    model = DocumentModel(services, runner)
    model.tester = QAbstractItemModelTester(  # type: ignore[attr-defined]
        model, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    return model


def fill(library: FakeLibrary, number: int) -> None:
    library.rows = [
        make_document(n, f"Document {n:06}", f"{n}.txt", DocumentState.READY) for n in range(1, number + 1)
    ]


def test_shows_titles_with_state_and_reason_for_readers(
    services: "Services", runner: JobRunner, qtbot: QtBot
) -> None:
    model = checked(services, runner)
    model.set_query(Query(text="scan"))
    qtbot.waitUntil(lambda: model.rowCount() == 1)
    index = model.index(0)
    assert index.data() == "Old scan"
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Old scan, Not read, The file is damaged and could not be read."
    assert "/home/ada" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_titles_with_markup_stay_text(
    services: "Services", runner: JobRunner, library: FakeLibrary, qtbot: QtBot
) -> None:
    library.rows = [make_document(1, "<b>bold</b> & more", "a.txt", DocumentState.READY)]
    model = checked(services, runner)
    model.set_query(Query())
    qtbot.waitUntil(lambda: model.rowCount() == 1)
    assert "&lt;b&gt;" in model.index(0).data(Qt.ItemDataRole.ToolTipRole)


def test_pages_come_only_when_looked_at(
    services: "Services", runner: JobRunner, library: FakeLibrary, qtbot: QtBot
) -> None:
    fill(library, 100_000)
    model = DocumentModel(services, runner)
    model.set_query(Query())
    qtbot.waitUntil(lambda: model.rowCount() == 100_000)
    assert [c for c in library.calls if c[0] == "documents"] == [("documents", (0, PAGE, "", "title"))]
    assert not loaded(model, 73_210)
    qtbot.waitUntil(lambda: loaded(model, 73_210))
    assert model.index(73_210).data() == "Document 073211"
    assert len([c for c in library.calls if c[0] == "documents"]) == 2
    assert not any("MainThread" in name for name in library.threads)


def test_keeps_few_pages(services: "Services", runner: JobRunner, library: FakeLibrary, qtbot: QtBot) -> None:
    fill(library, PAGE * (KEPT_PAGES + 5))
    model = DocumentModel(services, runner)
    model.set_query(Query())
    qtbot.waitUntil(lambda: model.rowCount() > 0)
    for page in range(KEPT_PAGES + 5):
        loaded(model, page * PAGE)
        qtbot.waitUntil(lambda page=page: loaded(model, page * PAGE))
    assert len(model._pages) == KEPT_PAGES


def test_refresh_keeps_rows_and_takes_in_changes(
    services: "Services", runner: JobRunner, library: FakeLibrary, qtbot: QtBot
) -> None:
    fill(library, 250)
    model = checked(services, runner)
    model.set_query(Query())
    qtbot.waitUntil(lambda: model.rowCount() == 250)
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    library.rows = library.rows[10:]
    with qtbot.waitSignal(model.counted):
        model.refresh()
    assert model.rowCount() == 240
    assert model.index(0).data() == "Document 000011"
    fill(library, 260)
    with qtbot.waitSignal(model.counted):
        model.refresh()
    assert model.rowCount() == 260
    assert resets == []


def test_a_late_page_of_an_earlier_query_is_dropped(
    services: "Services", runner: JobRunner, library: FakeLibrary, qtbot: QtBot
) -> None:
    fill(library, 300)
    gate = threading.Event()
    documents = library.documents

    def slow(**named: object) -> list[Document]:
        if named["text"] == "":
            gate.wait(5)
        return documents(**named)  # type: ignore[arg-type]

    library.documents = slow  # type: ignore[method-assign, assignment]
    model = checked(services, runner)
    model.set_query(Query())
    model.set_query(Query(text="000007"))
    qtbot.waitUntil(lambda: model.rowCount() == 1)
    gate.set()
    qtbot.waitUntil(lambda: runner.idle)
    assert model.rowCount() == 1
    assert model.index(0).data() == "Document 000007"


def test_trouble_is_told(services: "Services", runner: JobRunner, library: FakeLibrary, qtbot: QtBot) -> None:
    model = checked(services, runner)
    library.fail = UserError("Library locked", "Another program uses it.")
    with qtbot.waitSignal(model.failed) as told:
        model.set_query(Query())
    assert told.args is not None
    assert told.args[0].title == "Library locked"
