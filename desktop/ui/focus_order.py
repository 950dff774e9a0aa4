"""The way of Tab through a window: as it is read, also to what was added later, and never out of sight."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QTextEdit,
    QToolButton,
    QWidget,
)

from desktop.ui.theme import Space

_TAB = Qt.FocusPolicy.TabFocus.value
_LEAVES = (
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QComboBox,
    QTextEdit,
    QPlainTextEdit,
    QAbstractItemView,
)
"""Kinds of widgets inside which there is nothing to stop at; not looking saves most of the time."""


def step_focus(window: QWidget, *, forward: bool, home: QWidget | None = None) -> bool:
    """Give the keyboard to the next or previous stop of `window`, around the end; False if it has none.

    Qt goes by the order in which widgets were made, which is not the order in which they are read once cards
    and answers come and go. Where the keyboard is at no stop, as when its widget was hidden or disabled, it
    goes to `home`.
    """
    stops = tuple(tab_stops(window))
    if not stops:
        return False
    at = window.focusWidget()
    if at in stops:
        target = stops[(stops.index(at) + (1 if forward else -1)) % len(stops)]
    elif home in stops:
        target = home
    else:
        target = stops[0 if forward else -1]
    target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    reveal(target)
    return True


def tab_stops(widget: QWidget) -> Iterator[QWidget]:
    """Yield what Tab stops at inside `widget`, in reading order."""
    for child in _children(widget):
        if child is None or child.isHidden() or child.isWindow():
            continue
        if child.focusPolicy().value & _TAB and child.isEnabled() and child.focusProxy() is None:
            yield child
        if not isinstance(child, _LEAVES):
            yield from tab_stops(child)


def reveal(widget: QWidget, part: QRect | None = None) -> None:
    """Scroll `part` of a widget, or all of it, into view wherever it stands in scroll areas."""
    inner = part or widget.rect()
    outer = widget.parentWidget()
    while outer is not None:
        content = outer.widget() if isinstance(outer, QScrollArea) else None
        if isinstance(outer, QScrollArea) and content is not None and content.isAncestorOf(widget):
            rect = QRect(widget.mapTo(content, inner.topLeft()), inner.size())
            _show_in(outer, rect)
        outer = outer.parentWidget()


def _show_in(area: QScrollArea, rect: QRect) -> None:
    room = area.viewport().size()
    if rect.height() + 2 * Space.M > room.height():
        area.verticalScrollBar().setValue(rect.top() - Space.M)  # too tall to be seen whole: its beginning
        return
    middle: QPoint = rect.center()
    area.ensureVisible(
        middle.x(), middle.y(), min(rect.width() // 2, room.width() // 2), rect.height() // 2 + Space.M
    )


def _children(widget: QWidget) -> Iterator[QWidget | None]:
    """Yield the children as they are laid out, then those that are in no layout."""
    if isinstance(widget, QSplitter):
        # One that is pushed together to nothing counts as shown for Qt, but nobody can see it.
        yield from (widget.widget(i) for i, size in enumerate(widget.sizes()) if size > 0)
        return
    if isinstance(widget, QTabWidget):
        yield widget.tabBar()
        yield widget.currentWidget()
        return
    if isinstance(widget, QScrollArea):
        yield widget.widget()
        return
    seen: set[QWidget] = set()
    layout = widget.layout()
    for child in _laid_out(layout) if layout is not None else ():
        seen.add(child)
        yield child
    yield from (child for child in widget.children() if isinstance(child, QWidget) and child not in seen)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for i in range(layout.count()):
        item = layout.itemAt(i)
        if item is None:
            continue
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _laid_out(inner)
