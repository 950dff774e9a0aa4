"""The scripted first run: drop the sample library, ask, open a citation, take pictures."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QPointF, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from desktop.domain.answers import Answer
from desktop.domain.errors import UserError
from desktop.domain.records import SEARCHABLE_STATES, Document, DocumentState
from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.views import TourReport
from desktop.ui.indexing_controller import IndexingStatus
from desktop.ui.main_window import MainWindow

if TYPE_CHECKING:
    from desktop.services.bundle import Services

SETTLE_MS = 700  # for lists and pages that load on other threads before a picture is taken
LIMIT_MS = 15 * 60 * 1000  # a tour that takes longer has failed
_ALL = 10_000


@dataclass(frozen=True, slots=True)
class TourQuestion:
    """A question of the tour and the file names its answer has to cite; none for a deflection."""

    text: str
    cites: tuple[str, ...]

    def met_by(self, answer: Answer) -> bool:
        """Whether an answer ends as this question has to."""
        cited = {Path(source.document.path).name for source in answer.sources}
        if not self.cites:
            return answer.outcome == "deflected" and not cited
        return answer.outcome != "deflected" and set(self.cites) <= cited


def read_questions(file: Path) -> list[TourQuestion]:
    """Return the questions of a tour file."""
    raw = tomllib.loads(file.read_text("utf-8"))
    return [TourQuestion(entry["text"], tuple(entry["cites"])) for entry in raw["question"]]


class Tour(QObject):
    """Drives a real window step by step; `ended` comes once, whatever happened."""

    ended = Signal()

    def __init__(
        self,
        window: MainWindow,
        services: "Services",
        runner: JobRunner,
        *,
        sample: Path,
        questions: list[TourQuestion],
        output: Path,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._services = services
        self._runner = runner
        self._sample = sample
        self._questions = questions
        self._output = output
        self.answers: list[Answer] = []
        self.documents: list[Document] = []
        self.pictures: list[Path] = []
        self.problem = ""
        self._waiting = list(questions)
        self._pictured_busy = False
        self._over = False
        self._limit = QTimer(self)
        self._limit.setSingleShot(True)
        self._limit.timeout.connect(lambda: self._fail("The tour took too long."))

    @property
    def succeeded(self) -> bool:
        """Whether every document could be searched and every question ended as it has to."""
        return (
            not self.problem
            and bool(self.documents)
            and all(document.state in SEARCHABLE_STATES for document in self.documents)
            and len(self.answers) == len(self._questions)
            and all(
                question.met_by(answer)
                for question, answer in zip(self._questions, self.answers, strict=True)
            )
        )

    def start(self) -> None:
        """Begin; everything else follows from the window's own signals."""
        self._limit.start(LIMIT_MS)
        self._window.indexing.status_changed.connect(self._on_indexing)
        self._window.indexing.failed.connect(self._on_failed)
        self._window.adding.added.connect(lambda _summary: self._picture("2-added"))
        self._window.ask.answer_shown.connect(self._on_answer)
        self._window.ask.failed.connect(self._on_failed)
        self._later(self._drop)

    def report(self) -> TourReport:
        """Return what happened."""
        return TourReport(
            ok=self.succeeded,
            problem=self.problem,
            documents=tuple(self.documents),
            answers=tuple(self.answers),
            pictures=tuple(str(picture) for picture in self.pictures),
        )

    # the steps

    def _drop(self) -> None:
        self._picture("1-empty")
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(self._sample))])
        centre = QPointF(self._window.rect().center())
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        entering = QDragEnterEvent(centre.toPoint(), Qt.DropAction.CopyAction, mime, buttons, keys)
        QApplication.sendEvent(self._window, entering)
        QApplication.sendEvent(
            self._window, QDropEvent(centre, Qt.DropAction.CopyAction, mime, buttons, keys)
        )

    def _on_indexing(self, status: IndexingStatus) -> None:
        if status.running:
            if status.stage == "embedding" and not self._pictured_busy:
                self._pictured_busy = True
                self._picture("3-indexing")
            return
        if not self.documents:
            self._runner.submit(
                Lane.FREE,
                plain(lambda: self._services.library.documents(limit=_ALL)),
                done=self._on_documents,
                failed=self._on_failed,
            )

    def _on_documents(self, documents: list[Document]) -> None:
        if self.documents or not documents or any(d.state is DocumentState.WAITING for d in documents):
            return
        self.documents = documents
        self._later(self._ask_next)

    def _ask_next(self) -> None:
        if self._waiting:
            self._window.ask.ask(self._waiting.pop(0).text)
        else:
            self._end()

    def _on_answer(self, answer: Answer) -> None:
        self.answers.append(answer)
        self._later(lambda: self._show_answer(answer))

    def _show_answer(self, answer: Answer) -> None:
        self._picture(f"{3 + len(self.answers)}-{answer.outcome}")
        if answer.sources and len(self.answers) == 1:
            self._window.open_source(answer.sources[0])
            self._later(self._close_reader, times=3)
        else:
            self._ask_next()

    def _close_reader(self) -> None:
        self._picture("7-reader")
        self._window.close_reader()
        self._ask_next()

    # the end

    def _on_failed(self, error: UserError) -> None:
        self._fail(str(error))

    def _fail(self, problem: str) -> None:
        self.problem = problem
        self._end()

    def _end(self) -> None:
        if not self._over:
            self._over = True
            self._limit.stop()
            self.ended.emit()

    def _later(self, step: Callable[[], None], *, times: int = 1) -> None:
        QTimer.singleShot(SETTLE_MS * times, self, lambda: None if self._over else step())

    def _picture(self, name: str) -> None:
        path = self._output / f"{name}.png"
        self._window.grab().save(str(path))
        if path not in self.pictures:
            self.pictures.append(path)
