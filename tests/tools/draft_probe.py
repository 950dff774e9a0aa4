"""Opens the real window, types a draft, moves a column, says so and goes on running until it is killed.

python tests/tools/draft_probe.py DATA DRAFT
"""

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.ui.main_window import MainWindow
from desktop.window import run_window

TRY_AGAIN_MS = 50


def type_draft(text: str) -> None:
    """Type as soon as the window is there."""
    window = next((w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)), None)
    if window is None or not window.isVisible():
        QTimer.singleShot(TRY_AGAIN_MS, lambda: type_draft(text))
        return
    QTest.keyClicks(window.ask.composer.field, text)
    window.resize(780, 640)  # the off-screen platform has a small screen
    window.splitter.moveSplitter(225, 1)
    print(window.splitter.sizes()[0], flush=True)  # noqa: T201 - the parent waits for it


if __name__ == "__main__":
    QApplication(sys.argv[:1])
    QTimer.singleShot(TRY_AGAIN_MS, lambda: type_draft(sys.argv[2]))
    sys.exit(run_window(data=Path(sys.argv[1])))
