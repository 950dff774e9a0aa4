"""The columns of the window: shown, hidden, and gone through by keyboard."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from desktop.ui.focus_order import tab_stops


class Columns(QSplitter):
    """Columns side by side; `sizes` are those they have at first and when they are shown again."""

    def __init__(self, sizes: Sequence[int]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._first_sizes = tuple(sizes)
        self.setObjectName("columns")
        self.setHandleWidth(1)

    def toggle(self, column: QWidget) -> None:
        """Show or hide a column."""
        if self.is_seen(column):
            column.hide()
        else:
            self.show_column(column)

    def show_column(self, column: QWidget) -> None:
        """Show a column, also one that was pushed together to nothing; the middle gives the room."""
        column.show()
        place, sizes = self.indexOf(column), self.sizes()
        if not sizes[place]:
            sizes[place] = self._first_sizes[place]
            sizes[1] = max(0, sizes[1] - sizes[place])
            self.setSizes(sizes)

    def is_seen(self, column: QWidget) -> bool:
        """Whether a column is shown and has a width."""
        return column.isVisible() and self.sizes()[self.indexOf(column)] > 0

    def step(self, by: int) -> QWidget | None:
        """Put the keyboard into the next or previous column that is seen, around the end, and return it."""
        columns = [c for i in range(self.count()) if (c := self.widget(i)) and self.is_seen(c)]
        focused = self.window().focusWidget()
        at = next((i for i, c in enumerate(columns) if focused is not None and c.isAncestorOf(focused)), 0)
        column = columns[(at + by) % len(columns)] if columns else None
        first = next(tab_stops(column), None) if column is not None else None
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)
        return column
