"""Remembers where the window and its splitters were, saved a moment after they moved."""

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, QTimer
from PySide6.QtWidgets import QMainWindow, QSplitter

from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError

if TYPE_CHECKING:
    from desktop.ui.messages import Messages

SAVE_PAUSE_MS = 800
FIRST_SIZE = QSize(1240, 800)
FRAME_HEIGHT = 60
"""Height left for the title bar and frame, which Qt does not know before the window is shown."""


def first_size(available: QSize) -> QSize:
    """Return the size of a new window on a screen with this room, in pixels."""
    return QSize(FIRST_SIZE.width(), min(FIRST_SIZE.height(), available.height() - FRAME_HEIGHT))


class WindowState(QObject):
    """Restores geometry and splitters at start and saves them after changes and at the end."""

    def __init__(
        self,
        window: QMainWindow,
        splitters: dict[str, QSplitter],
        settings: SettingsFile,
        messages: "Messages",
    ) -> None:
        super().__init__(window)
        self._window = window
        self._splitters = splitters
        self._settings = settings
        self._messages = messages
        self._told = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_PAUSE_MS)
        self._timer.timeout.connect(self.save)

    def restore(self) -> bool:
        """Put everything where it was; return whether something was remembered."""
        try:
            saved = json.loads(self._settings.current.window or "{}")
        except ValueError:
            saved = {}
        restored = self._window.restoreGeometry(_bytes(saved, "geometry"))
        for name, splitter in self._splitters.items():
            splitter.restoreState(_bytes(saved, name))
            splitter.splitterMoved.connect(self._on_moved)
        self._window.installEventFilter(self)
        return restored

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that the window was moved or resized."""
        if event.type() in {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange}:
            self._timer.start()
        return super().eventFilter(watched, event)

    def save(self) -> None:
        """Save now. A disk that cannot be written is told once."""
        self._timer.stop()
        state = {"geometry": _text(self._window.saveGeometry())}
        state |= {name: _text(splitter.saveState()) for name, splitter in self._splitters.items()}
        text = json.dumps(state)
        if text == self._settings.current.window:
            return
        try:
            self._settings.change(window=text)
        except UserError as error:
            if not self._told:
                self._told = True
                self._messages.show_error(error)

    def _on_moved(self) -> None:
        self._timer.start()


def _text(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")


def _bytes(saved: object, name: str) -> QByteArray:
    value = saved.get(name) if isinstance(saved, dict) else None
    return QByteArray.fromBase64(value.encode()) if isinstance(value, str) else QByteArray()
