"""The Qt application: opens the window on a library, or runs the tour in it."""

import logging
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from desktop import __version__
from desktop.app import App, build
from desktop.config.logs import start_logging
from desktop.config.paths import app_paths
from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError
from desktop.jobs.garbage import GarbageCollector
from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.views import TourReport
from desktop.ui.language import install_language
from desktop.ui.main_window import MainWindow
from desktop.ui.said import said
from desktop.ui.single_instance import SingleInstance
from desktop.ui.startup_error import show_startup_error
from desktop.ui.theme import Theme
from desktop.ui.tour import Tour, read_questions

_QUIT_SECONDS = 5.0
_qt_log = logging.getLogger("qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def run_window(*, data: Path | None = None, library: Path | None = None, files: Sequence[Path] = ()) -> int:
    """Open the window, add `files`, and return when it was closed. A second start raises the first window."""
    application = _application()
    paths = app_paths(data)
    start_logging(paths.logs)
    install_language(SettingsFile(paths.settings).current.language)
    instance = SingleInstance()
    if not instance.acquire(str((library or paths.library).absolute()), files):
        return 0
    try:
        app = build(data=data, library=library)
    except UserError as error:
        show_startup_error(error)
        return 1
    runner, window = _open(application, app)
    instance.raise_requested.connect(window.raise_window)
    instance.files_given.connect(window.adding.add)
    # Whatever was being answered when the last run died stays as far as it came.
    runner.submit(Lane.FREE, plain(app.services.history.mark_interrupted))
    window.show()
    if files:
        window.adding.add(files)
    for warm_up in (app.services.indexing.warm_up, app.services.search.warm_up):
        runner.submit(Lane.FREE, plain(warm_up))
    status = application.exec()
    _close(runner, window, app)
    instance.release()
    return status


def run_tour(output: Path, *, data: Path | None = None) -> TourReport:
    """Run the scripted first run in a fresh library; screenshots go to `output`. Returns what happened.

    It uses the person's models but neither their library nor their settings.
    """
    application = _application()
    install_language(SettingsFile(app_paths(data).settings).current.language)
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="carrel-tour-") as folder:
        app = build(data=Path(folder), models=app_paths(data).models)
        app.settings.change(tour_offered=True)
        runner, window = _open(application, app)
        questions = read_questions(app.paths.resource("tour.toml"))
        tour = Tour(
            window,
            app.services,
            runner,
            sample=app.paths.resource("sample-library"),
            questions=questions,
            output=output,
        )
        tour.ended.connect(application.quit)
        window.show()
        tour.start()
        application.exec()
        _close(runner, window, app)
    return tour.report()


def _application() -> QApplication:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("Carrel")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("carrel")
    qInstallMessageHandler(_to_log)
    GarbageCollector(application)  # its parent keeps it
    return application


def _open(application: QApplication, app: App) -> tuple[JobRunner, MainWindow]:
    runner = JobRunner()
    settings = app.settings.current
    theme = Theme(application, settings.appearance, settings.text_size)
    theme.set_high_contrast(settings.high_contrast)
    window = MainWindow(app.services, runner, app.settings, theme)
    _report_bugs(window)
    relay = _NoticeRelay(window)
    relay.given.connect(lambda text: window.messages.notify(said(text)))
    app.notices.subscribe(relay.given.emit)
    return runner, window


def _close(runner: JobRunner, window: MainWindow, app: App) -> None:
    """Stop work, which stays queued, and end the processes."""
    window.close()
    runner.shutdown(_QUIT_SECONDS)
    app.close()


def _report_bugs(window: MainWindow) -> None:
    """Log a bug in a callback of the window with its traceback, and show it."""

    def on_bug(kind: type[BaseException], bug: BaseException, trace: TracebackType | None) -> None:
        details = "".join(traceback.format_exception(kind, bug, trace))
        logging.getLogger("carrel").error("bug in the window\n%s", details)
        window.messages.show_crash(details)

    sys.excepthook = on_bug


class _NoticeRelay(QObject):
    """Brings notices of other threads to the GUI thread."""

    given = Signal(str)


def _to_log(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s (%s)", message, context.category)
