"""What a person hears or sees who has no mouse: names, stops of Tab, the focus on the screen."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

_INTERACTIVE = {
    QAccessible.Role.Button,
    QAccessible.Role.ButtonMenu,
    QAccessible.Role.CheckBox,
    QAccessible.Role.ComboBox,
    QAccessible.Role.EditableText,
    QAccessible.Role.Link,
    QAccessible.Role.List,
    QAccessible.Role.PageTab,
    QAccessible.Role.ProgressBar,
    QAccessible.Role.RadioButton,
    QAccessible.Role.Slider,
    QAccessible.Role.SpinBox,
    QAccessible.Role.Table,
    QAccessible.Role.Tree,
}
_CLOSED = {QAccessible.Role.List, QAccessible.Role.ComboBox, QAccessible.Role.Table, QAccessible.Role.Tree}
_MARGIN = 3  # pixels around a widget in which its focus may be shown


def things(
    interface: QAccessibleInterface, trail: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], QAccessibleInterface]]:
    """Yield everything that can be seen below, with the roles on the way to it."""
    for i in range(interface.childCount()):
        child = interface.child(i)
        if child is None or not child.isValid() or child.state().invisible:
            continue
        here = (*trail, str(child.role()).rpartition(".")[2])
        yield here, child
        if child.role() not in _CLOSED:
            yield from things(child, here)


def unnamed(root: QWidget) -> list[str]:
    """Return what can be used below `root` but has no name, by its roles and class."""
    found = []
    for trail, thing in things(QAccessible.queryAccessibleInterface(root)):
        used = thing.role() in _INTERACTIVE or _takes_tab(thing.object())
        if used and not name_of(thing).strip():
            found.append(f"{' > '.join(trail)} {type(thing.object()).__name__}")
    return found


def name_of(thing: QAccessibleInterface) -> str:
    """Return what names a thing; the text of a combo box is its choice, its description or label names it."""
    if thing.role() is QAccessible.Role.ComboBox:
        labels = (other for other, _ in thing.relations(QAccessible.RelationFlag.Label))
        return thing.text(QAccessible.Text.Description) or next(map(name_of, labels), "")
    return thing.text(QAccessible.Text.Name)


def go_round(qtbot: QtBot, window: QWidget, start: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """Press Tab from `start` until it comes back; every stop must be in sight and look focused."""
    start.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    seen: list[QWidget] = []
    before = window.grab().toImage()
    for _ in range(150):
        at = QApplication.focusWidget()
        assert at is not None, f"nothing has the keyboard after {[described(w) for w in seen]}"
        qtbot.keyClick(at, key)
        QApplication.processEvents()
        stop = QApplication.focusWidget()
        assert stop is not None
        after = window.grab().toImage()
        if stop is not at:
            place = QRect(_shower(stop).mapTo(window, QPoint(0, 0)), _shower(stop).size())
            place = place.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN).intersected(window.rect())
            assert not stop.visibleRegion().isEmpty(), f"{described(stop)} is out of sight"
            assert _differ(before, after, place), f"{described(stop)} does not show its focus"
            seen.append(stop)
        before = after
        if stop is start:
            return seen or [start]
    raise AssertionError(f"Tab does not come round: {[described(w) for w in seen]}")


def left_out(window: QWidget, seen: list[QWidget]) -> list[str]:
    """Return what can take the keyboard but was not among the stops seen."""
    missed = []
    for _, thing in things(QAccessible.queryAccessibleInterface(window)):
        widget = thing.object()
        if not isinstance(widget, QWidget) or not _takes_tab(widget) or thing.state().disabled:
            continue
        reached = {widget, widget.focusProxy(), widget.parentWidget()} & set(seen)
        if not reached and widget.window() is window:
            missed.append(described(widget))
    return missed


def _takes_tab(thing: object) -> bool:
    return isinstance(thing, QWidget) and bool(thing.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)


def described(widget: QWidget) -> str:
    """Return class and name of a widget."""
    name = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    return f"{type(widget).__name__} “{name}”"


def _shower(widget: QWidget) -> QWidget:
    """Return the widget that shows the focus: a field without a frame leaves that to what it stands in."""
    parent = widget.parentWidget()
    bare = widget.property("bare") == "true" and "Field" in type(widget).__name__
    return parent if bare and parent is not None else widget


def _differ(one: QImage, other: QImage, place: QRect) -> bool:
    if one.size() != other.size() or place.size() == QSize(0, 0):
        return True
    return one.copy(place) != other.copy(place)
