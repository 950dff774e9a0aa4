"""The right column: the panes, or the reader, which takes more room while it is open."""

from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop.ui.columns import Columns

READER_SHARE = 0.46
CENTRE_LEAST = 340


class SideColumn(QStackedWidget):
    """Shows one of two widgets and widens the column of its splitter for the reader."""

    def __init__(self, panes: QWidget, reader: QWidget, splitter: Columns) -> None:
        super().__init__()
        self._panes = panes
        self._reader = reader
        self._splitter = splitter
        self._sizes_before: list[int] = []
        self.addWidget(panes)
        self.addWidget(reader)
        self.setMinimumWidth(240)

    @property
    def reading(self) -> bool:
        """Whether the reader is open."""
        return self.currentWidget() is self._reader

    def show_reader(self) -> None:
        """Turn to the reader and give it room: the centre gives first, then the library."""
        self._splitter.show_column(self)
        if self.reading:
            return
        self.setCurrentWidget(self._reader)
        sizes = self._splitter.sizes()
        self._sizes_before = sizes
        total = sum(sizes)
        wanted = round(total * READER_SHARE)
        if len(sizes) != 3 or sizes[2] >= wanted:
            return
        left = sizes[0]
        if total - wanted - left < CENTRE_LEAST:
            left = max(0, total - wanted - CENTRE_LEAST)
            left = left if left >= 180 else 0
        self._splitter.setSizes([left, total - wanted - left, wanted])

    def show_panes(self) -> None:
        """Turn back to the panes with the room there was before."""
        if not self.reading:
            return
        self.setCurrentWidget(self._panes)
        if self._sizes_before:
            self._splitter.setSizes(self._sizes_before)
            self._sizes_before = []
