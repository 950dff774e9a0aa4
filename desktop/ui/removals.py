"""What was removed and can be brought back, the newest first: behind Ctrl+Z and the entry of the menu."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal


class Removals(QObject):
    """Ways back from removals, each under a key of its own; each is taken once."""

    changed = Signal(bool)  # whether there is something to bring back

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ways_back: dict[str, Callable[[], object]] = {}

    def add(self, key: str, bring_back: Callable[[], object]) -> None:
        """Remember the way back from the newest removal."""
        self.forget(key)
        self._ways_back[key] = bring_back
        self.changed.emit(True)

    def forget(self, key: str) -> None:
        """Drop a removal that was brought back another way."""
        if self._ways_back.pop(key, None) is not None:
            self.changed.emit(bool(self._ways_back))

    def undo(self) -> None:
        """Bring back what was removed last; nothing where nothing was."""
        if self._ways_back:
            _key, bring_back = self._ways_back.popitem()
            self.changed.emit(bool(self._ways_back))
            bring_back()
