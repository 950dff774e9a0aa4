"""The Qt application: opens the window on a library, or runs the tour in it."""

import json
import logging
import sys
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from desktop import __version__
from desktop.app import App, build
from desktop.config.logs import start_logging
from desktop.config.paths import app_paths
from desktop.domain.errors import UserError
from desktop.jobs.runner import JobRunner
from desktop.ui.main_window import MainWindow
from desktop.ui.messages import show_fatal_error
from desktop.ui.single_instance import SingleInstance
from desktop.ui.theme import Theme
from desktop.ui.tour import Tour

_QUIT_SECONDS = 5.0
_qt_log = logging.getLogger("qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def run_window(*, data: Path | None = None, library: Path | None = None) -> int:
    """Open the window and return when it was closed. A second start raises the first window."""
    application = _application()
    paths = app_paths(data)
    start_logging(paths.logs)
    instance = SingleInstance(str(library or paths.library))
    if not instance.acquire():
        return 0
    try:
        app = build(data=data, library=library)
    except UserError as error:
        show_fatal_error(error)
        return 1
    runner, window = _open(application, app)
    instance.raise_requested.connect(window.come_to_front)
    window.show()
    status = application.exec()
    _close(runner, window, app)
    instance.release()
    return status


def run_tour(output: Path, *, data: Path | None = None, as_json: bool = False) -> int:
    """Run the scripted first run in a fresh library; screenshots go to `output`. Returns the exit status."""
    application = _application()
    output.mkdir(parents=True, exist_ok=True)
    app = build(data=data, library=_fresh_library(output))
    runner, window = _open(application, app)
    tour = Tour(window, app.paths.resource("sample-library"), app.paths.resource("tour.toml"), output)
    tour.finished_tour.connect(application.quit)
    window.show()
    tour.start()
    application.exec()
    _close(runner, window, app)
    print(json.dumps(tour.report_json(), ensure_ascii=False) if as_json else tour.report_text())  # noqa: T201 - a command
    return 0 if tour.succeeded else 1


def _application() -> QApplication:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("Carrel")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("carrel")
    qInstallMessageHandler(_to_log)
    return application


def _open(application: QApplication, app: App) -> tuple[JobRunner, MainWindow]:
    runner = JobRunner()
    theme = Theme(application, app.settings.current.appearance)
    window = MainWindow(app.services, runner, app.settings, theme)
    app.notices.subscribe(window.notice_given.emit)  # a signal brings it to the GUI thread
    return runner, window


def _close(runner: JobRunner, window: MainWindow, app: App) -> None:
    """Stop work, which stays queued, and end the processes."""
    window.close()
    runner.shutdown(_QUIT_SECONDS)
    app.close()


def _fresh_library(output: Path) -> Path:
    """Return the path of the tour's library, removing what an earlier tour left."""
    library = output / "tour.carrel"
    for leftover in output.glob("tour.carrel*"):
        leftover.unlink()
    return library


def _to_log(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s (%s)", message, context.category)
