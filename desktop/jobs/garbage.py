"""Python's cycle collector kept on the GUI thread.

A cycle that holds a widget may otherwise be collected by whichever thread happens to allocate next, and Qt
aborts when a widget is destroyed outside the GUI thread.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 1000


class GarbageCollector(QObject):
    """Turns automatic collection off for its life and collects on a timer of the thread that made it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        gc.freeze()  # what the program loaded at start lives as long as the program: never look at it again
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(INTERVAL_MS)

    def collect(self) -> None:
        """Collect the oldest generation that is due, as the automatic collector would have."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Hand collection back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
