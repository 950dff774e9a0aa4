"""The library column over a real library: what a person sees and does of single files."""

import os
import sys
from pathlib import Path

import pytest
from library_column import SLOW, act, choose, listed, opened, shown
from pytestqt.qtbot import QtBot

from desktop.app import App
from desktop.domain.records import Document, DocumentState
from desktop.jobs.runner import JobRunner
from desktop.ui.main_window import MainWindow
from desktop.ui.theme import Theme

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))


def test_the_failed_files_of_a_folder_are_seen_read_again_and_removed(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P156: thirty files, three of which fail."""
    folder = tmp_path / "papers"
    folder.mkdir()
    for number in range(27):
        (folder / f"note-{number:02}.txt").write_text(f"Note {number}: the ferry leaves at nine.", "utf-8")
    (folder / "empty.txt").write_text("", "utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (folder / "broken.docx").write_bytes(b"PK\x03\x04" + bytes(200))
    window.adding.add([folder])
    opened(window, qtbot, 30)
    assert sum(d.state is DocumentState.TEXT_READY for d in shown(window)) == 27

    window.library.states.setCurrentIndex(window.library.states.count() - 1)
    qtbot.waitUntil(lambda: window.library.model.rowCount() == 3, timeout=SLOW)
    assert {Path(d.path).name for d in shown(window)} == {"empty.txt", "broken.pdf", "broken.docx"}
    assert all(d.state is DocumentState.REFUSED and d.reason for d in shown(window))

    revealed: list[Path] = []
    monkeypatch.setattr("desktop.ui.document_actions.reveal", revealed.append)
    choose(window, "broken.pdf")
    act(window, "Reveal in folder")
    assert revealed == [folder / "broken.pdf"]

    choose(window, "empty.txt")
    (folder / "empty.txt").write_text("The watchword is lanternfish.", "utf-8")
    os.utime(folder / "empty.txt")
    act(window, "Read again")
    listed(window, qtbot, ["broken.docx", "broken.pdf"])

    choose(window, "broken.docx")
    act(window, "Remove from library")
    listed(window, qtbot, ["broken.pdf"])

    window.library.states.setCurrentIndex(0)
    opened(window, qtbot, 29)
    assert (folder / "broken.docx").exists()


def test_a_library_of_thousands_opens_with_one_page_and_imports_nothing(
    app: App, theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P160, P174: the list shows what is looked at, and a filter finds while it is typed."""
    from many_documents import fill

    fill(app.library, 5000, passages=1)
    asked: list[int] = []
    listing = app.services.library.documents

    def counted(**query: object) -> list[Document]:
        asked.append(int(str(query["limit"])))
        return listing(**query)  # type: ignore[arg-type]

    monkeypatch.setattr(app.services.library, "documents", counted)
    runner = JobRunner()
    window = MainWindow(app.services, runner, app.settings, theme)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.library.model.rowCount() == 5000 and runner.idle, timeout=SLOW)
    assert sum(asked) <= 200
    assert app.services.library.status().documents == 5000
    assert not window.indexing.status.running
    window.library.filter.setText("town 00100")
    qtbot.waitUntil(lambda: window.library.model.rowCount() == 1, timeout=SLOW)
    assert "00100" in shown(window)[0].title
    window.close()
    assert runner.shutdown(10)
