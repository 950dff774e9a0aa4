"""A scroll area for text and forms that the keyboard can scroll and that shows when it has the focus."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class ReadingArea(QScrollArea):
    """Scrolls up and down only. Tab stops at it while it holds more than it shows."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setProperty("ring", "true")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verticalScrollBar().rangeChanged.connect(self._on_range)

    def _on_range(self, _least: int, most: int) -> None:
        if most > 0 or not self.hasFocus():  # what has the keyboard keeps it
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if most > 0 else Qt.FocusPolicy.NoFocus)
