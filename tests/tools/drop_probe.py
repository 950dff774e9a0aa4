"""Opens the window on a display, drops a file on it and asks about it; prints what happened as JSON.

Usage: python tests/tools/drop_probe.py FILE WORDS QUESTION
"""

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from desktop import window as carrel
from desktop.app import App, build
from desktop.domain.answers import Answer, SearchRequest
from desktop.domain.work import CancelToken
from desktop.jobs.runner import Lane, plain
from desktop.ui.main_window import MainWindow

LOOK_EVERY_MS = 50
SETTLE_MS = 3000  # a person looks for the file first
SECONDS = 120.0


class Probe:
    """Drops, looks for the words until they are found, asks, and quits the application."""

    def __init__(self, app: App, window: MainWindow, file: Path, words: str, question: str) -> None:
        self._app = app
        self._window = window
        self._file = file
        self._words = words
        self._question = question
        self._dropped = 0.0
        self.found: dict[str, object] = {}
        self._timer = QTimer(window)
        self._timer.timeout.connect(self._look)
        window.ask.answer_shown.connect(self._on_answer)
        QTimer.singleShot(SETTLE_MS, window, self._drop)
        QTimer.singleShot(int(SECONDS * 1000), window, QApplication.quit)

    def _drop(self) -> None:
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(self._file))])
        centre = QPointF(self._window.rect().center())
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        copy = Qt.DropAction.CopyAction
        QApplication.sendEvent(self._window, QDragEnterEvent(centre.toPoint(), copy, mime, buttons, keys))
        QApplication.sendEvent(self._window, QDropEvent(centre, copy, mime, buttons, keys))
        self._dropped = time.perf_counter()
        self._timer.start(LOOK_EVERY_MS)

    def _look(self) -> None:
        found = self._app.services.search.search(SearchRequest(self._words, mode="lexical"), CancelToken())
        if any(Path(hit.document.path).name == self._file.name for hit in found.hits):
            self._timer.stop()
            self.found["searchable_after_s"] = round(time.perf_counter() - self._dropped, 2)
            self._window.ask.ask(self._question)

    def _on_answer(self, answer: Answer) -> None:
        self.found |= {
            "outcome": answer.outcome,
            "answer": answer.text,
            "cited": [Path(source.document.path).name for source in answer.sources],
        }
        QApplication.quit()


def main() -> None:
    """Run the probe in a real window."""
    file, words, question = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    application = carrel._application()
    app = build()
    runner, window = carrel._open(application, app)
    probe = Probe(app, window, file, words, question)
    window.show()
    runner.submit(Lane.FREE, plain(app.services.indexing.warm_up))
    application.exec()
    carrel._close(runner, window, app)
    platform = application.platformName()
    sys.stdout.write(json.dumps({"platform": platform, **probe.found}) + "\n")


if __name__ == "__main__":
    main()
