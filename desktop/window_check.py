"""Tries whether a window can be drawn, in a process of its own, which Qt ends where it finds no display."""

import multiprocessing
import os
import sys
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from desktop.services.views import Check

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

_SECONDS = 60.0  # a first start reads Qt and all fonts from the disk
_NAME = "Window"
_DRAWN = "a window was drawn"
_LATE = "No window came within a minute."


def check_window() -> Check:
    """Draw a window and look at it; says on which platform, or why it failed."""
    context = multiprocessing.get_context("spawn")
    answers, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_draw, args=(theirs,), name="carrel-window-check", daemon=True)
    process.start()
    theirs.close()
    try:
        detail = answers.recv() if answers.poll(_SECONDS) else _LATE
    except EOFError:
        process.join()
        detail = f"Qt ended the process ({process.exitcode}): the display or a system library is missing."
    process.kill()
    process.join()
    answers.close()
    return Check(_NAME, ok=detail.startswith(_DRAWN), detail=detail)


def _draw(answers: Connection) -> None:
    """Draw a word and an icon; answer in words whether both can be seen."""
    if sys.platform.startswith("linux") and not _has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import qVersion
    from PySide6.QtWidgets import QApplication, QLabel

    from desktop.ui.icons import IconPictures

    application = QApplication(["carrel"])
    word, picture = QLabel("Carrel"), QLabel()
    picture.setPixmap(IconPictures().icon("ask", "#000000").pixmap(32))
    for label in (word, picture):
        label.show()
    application.processEvents()
    blank = [name for name, label in (("text", word), ("an icon", picture)) if _is_blank(label)]
    if blank:
        answers.send(f"The window shows no {' and no '.join(blank)}.")
    else:
        answers.send(f"{_DRAWN} with Qt {qVersion()} on “{application.platformName()}”")


def _is_blank(label: "QLabel") -> bool:
    image = label.grab().toImage()
    seen = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    return len(seen) < 2


def _has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
