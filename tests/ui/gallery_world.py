"""A window over stand-ins for the services, in the state a picture of the gallery shows."""

import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from asking import (
    FakeAsk,
    FakeExamples,
    FakeHistory,
    FakeModes,
    FakePages,
    FakeSearch,
    FakeServices,
    small_library,
)
from library_fakes import (
    ROWS,
    FakeIndexing,
    FakeLibrary,
    FakeModels,
    fake_services,
    make_document,
)
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from watch_fakes import FakeWatching

from desktop.config.settings import SettingsFile
from desktop.domain.records import Collection, Document, DocumentState
from desktop.jobs.runner import JobRunner
from desktop.services.views import Check, DocumentText, LibraryStatus, ProfileChoices, ProfileView
from desktop.ui.main_window import MainWindow
from desktop.ui.theme import Theme

PATIENCE = 10.0  # seconds


class ManyDocuments(FakeLibrary):
    """A list of 50,000 documents that are made when they are looked at."""

    COUNT = 50_000

    def __init__(self) -> None:
        super().__init__(())
        self.groups = [Collection(1, "County archive", documents=self.COUNT)]

    def count_documents(self, **_filters: object) -> int:
        return self.COUNT

    def documents(self, *, offset: int = 0, limit: int = 200, **_filters: object) -> list[Document]:
        last = min(self.COUNT, offset + limit)
        return [
            make_document(n + 1, f"Deed {n + 1:05d}, parish register", f"deed-{n}.pdf", DocumentState.READY)
            for n in range(offset, last)
        ]

    def collections(self) -> list[Collection]:
        return list(self.groups)

    def status(self) -> LibraryStatus:
        return replace(super().status(), documents=self.COUNT, chunks=612_340, size_bytes=2_900_000_000)


class WholeLibrary(FakeLibrary):
    """The list of the library column together with the texts that the reader opens."""

    def __init__(self, texts: FakeServices, rows: Iterable[tuple[str, str, DocumentState, str]]) -> None:
        super().__init__(tuple(rows))
        self._texts = texts.library
        if self.rows:
            first = max(self._texts.records) + 1
            self.rows = [replace(row, id=first + n) for n, row in enumerate(self.rows)]
            self.rows += [
                replace(r, pages=9 if r.media_type == "application/pdf" else None, size=52_000)
                for r in self._texts.records.values()
            ]
            self.groups = [
                Collection(1, "Harbour library", documents=len(self.rows) - 4),
                Collection(2, "Housing", documents=4),
                Collection(3, "Work", documents=0),
            ]

    def document(self, document_id: int) -> Document:
        return self._texts.records.get(document_id) or super().document(document_id)

    def text(self, document_id: int, *, start: int = 0, length: int | None = None) -> DocumentText:
        return self._texts.texts.get(document_id) or super().text(document_id)


class FakeProfiles:
    """Two profiles and a broken one of the person's."""

    def choices(self) -> ProfileChoices:
        return ProfileChoices(
            "general",
            (Collection(1, "Leases", profile="contracts"), Collection(2, "Notes")),
            (
                ProfileView("general", "For documents of every kind.", own=False, path=""),
                ProfileView("contracts", "For contracts, clauses and their dates.", own=False, path=""),
                ProfileView("boat", "", own=True, path="", error="boat.toml, line 3: “k” is not known."),
            ),
        )

    def own_folder(self) -> Path:
        return Path(tempfile.gettempdir())


class FakeDoctor:
    """A machine on which one thing does not work."""

    def run(self, **_arguments: object) -> list[Check]:
        return [
            Check("SQLite", ok=True, detail="3.49.1 with FTS5"),
            Check("Chat model", ok=False, detail="the file is damaged"),
        ]


@dataclass
class World:
    """One window with everything behind it. `ask`, `history` and the others are the stand-ins."""

    window: MainWindow
    runner: JobRunner
    library: FakeLibrary
    indexing: FakeIndexing
    ask: FakeAsk
    history: FakeHistory
    pages: FakePages
    watching: FakeWatching
    folder: Path
    floating: list[QWidget] = field(default_factory=list)  # dialogs, menus and pop-ups over the window

    def rest(self, until: Callable[[], bool] | None = None, *, settle: float = 0.12) -> None:
        """Let the window work until the lanes are idle, or `until` holds, and a little longer."""
        wanted = until or (lambda: self.runner.idle)
        limit = time.monotonic() + PATIENCE
        while not wanted():
            if time.monotonic() > limit:
                raise TimeoutError("the window did not come to rest")
            spin(0.01)
        spin(settle)

    def picture(self) -> QPixmap:
        """Return the window with what floats over it."""
        whole = self.window.grab()
        for widget in self.floating:
            _paint_over(whole, self.window, widget)
        return whole

    def close(self) -> None:
        """End everything."""
        if self.ask.gate is not None:
            self.ask.gate.set()
        for widget in self.floating:
            widget.close()
        self.window.close()
        self.runner.shutdown(5)
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def spin(seconds: float) -> None:
    """Let the window work for a time."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        QApplication.processEvents()
        time.sleep(0.004)


def open_world(theme: Theme, rows: str, *, size: tuple[int, int], welcome: bool) -> World:
    """Open a window over an "empty", a "mixed" or a "many" library."""
    folder = Path(tempfile.mkdtemp(prefix="carrel-gallery-"))
    texts = small_library(folder)
    library = ManyDocuments() if rows == "many" else WholeLibrary(texts, ROWS if rows == "mixed" else ())
    indexing = FakeIndexing(library)
    ask, history, pages, watching = FakeAsk(), FakeHistory(), FakePages(), FakeWatching()
    services = fake_services(library, indexing, FakeModels())
    questions = () if rows == "empty" else FakeExamples().made
    vars(services).update(
        search=FakeSearch(), ask=ask, pages=pages, history=history, watching=watching, modes=FakeModes(),
        examples=FakeExamples(made=questions), profiles=FakeProfiles(), doctor=FakeDoctor(),
    )  # fmt: skip
    settings = SettingsFile(folder / "settings.json")
    settings.change(tour_offered=not welcome)
    runner = JobRunner()
    window = MainWindow(services, runner, settings, theme)
    window.resize(*size)
    window.show()
    world = World(window, runner, library, indexing, ask, history, pages, watching, folder)
    spin(0.5)  # the pauses before columns look again
    return world


def _paint_over(whole: QPixmap, window: QWidget, widget: QWidget) -> None:
    at = widget.mapToGlobal(QPoint(0, 0)) - window.mapToGlobal(QPoint(0, 0))
    if widget.isWindow() and widget.windowFlags() & widget.windowFlags().Dialog:
        at = QPoint((window.width() - widget.width()) // 2, (window.height() - widget.height()) // 2)
    painter = QPainter(whole)
    painter.fillRect(QRect(at, widget.size()).translated(3, 4), QColor(0, 0, 0, 50))  # lift it off
    painter.drawPixmap(at, widget.grab())
    painter.end()
