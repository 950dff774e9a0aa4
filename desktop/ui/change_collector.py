"""Gathers what changed, so that thousands of changes in a row cost the views a few looks."""

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.services.changes import Changes

PAUSE_MS = 400


class ChangeCollector(QObject):
    """Passes the first change on at once, and what follows within the pause as one."""

    collected = Signal(object)  # Changes

    def __init__(self, parent: QObject | None = None, *, pause_ms: int = PAUSE_MS) -> None:
        super().__init__(parent)
        self._flags = Changes()
        self._ids: dict[int, None] = {}
        self._some = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(pause_ms)
        self._timer.timeout.connect(self._on_pause_over)

    def add(self, changes: Changes) -> None:
        """Take in a change."""
        self._flags |= Changes(changes.documents, changes.collections, changes.conversations, changes.models)
        self._ids.update(dict.fromkeys(changes.document_ids))
        self._some = True
        if not self._timer.isActive():
            self._pass_on()

    def _on_pause_over(self) -> None:
        if self._some:
            self._pass_on()

    def _pass_on(self) -> None:
        flags, ids = self._flags, tuple(self._ids)
        self._flags, self._ids, self._some = Changes(), {}, False
        self._timer.start()
        self.collected.emit(
            Changes(flags.documents, flags.collections, flags.conversations, flags.models, ids)
        )
