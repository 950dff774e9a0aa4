"""A layout that sets widgets in lines, like words, and wraps them at the right edge."""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Places its widgets from the leading edge and starts a new line when one does not fit."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        """Append an item (Qt calls this for addWidget)."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return the item at `index`."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return the item at `index`."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Ask for no more room than needed."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines at this width."""
        return self._place(QRect(0, 0, width, 0), apply=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the items in `rect`."""
        super().setGeometry(rect)
        self._place(rect, apply=True)

    def sizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return room for the tallest item; widths may shrink, because long chips elide."""
        height = max((item.sizeHint().height() for item in self._items), default=0)
        return QSize(40, height)

    def _place(self, rect: QRect, *, apply: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            hint = item.sizeHint()
            width = min(hint.width(), rect.width())
            if x > rect.x() and x + width > rect.x() + rect.width():
                x, y, line = rect.x(), y + line + self._gap, 0
            if apply:
                item.setGeometry(self._mirrored(QRect(QPoint(x, y), QSize(width, hint.height())), rect))
            x += width + self._gap
            line = max(line, hint.height())
        return y + line - rect.y()

    def _mirrored(self, place: QRect, within: QRect) -> QRect:
        parent = self.parentWidget()
        if parent is None or not parent.isRightToLeft():
            return place
        return QRect(within.right() - (place.right() - within.x()), place.y(), place.width(), place.height())
