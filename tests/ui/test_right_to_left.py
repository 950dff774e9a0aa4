"""The window for people who read from right to left: mirrored, and nothing cut off on a small screen."""

from collections.abc import Iterator

import pytest
from gallery_scenes import SCENES
from gallery_world import World, open_world
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialogButtonBox, QLabel, QScrollArea, QWidget

from desktop.domain.answers import Answer
from desktop.ui.answer_body import AnswerBody
from desktop.ui.flow_text import FlowText
from desktop.ui.theme import Theme

SIZE = (1024, 600)
LOOKED_AT = ("states", "answered", "declined", "reader-pages", "settings-5", "confirm", "details")


@pytest.fixture
def mirrored(qapp: QApplication, theme: Theme) -> Iterator[Theme]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield theme
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def reached(name: str, theme: Theme) -> World:
    scene = next(scene for scene in SCENES if scene.name == name)
    world = open_world(theme, scene.rows, size=SIZE, welcome=scene.welcome)
    scene.reach(world)
    return world


def left_of(widget: QWidget, window: QWidget) -> int:
    return widget.mapTo(window, QPoint(0, 0)).x()


def cut_off(top: QWidget) -> list[str]:
    """Return the visible labels and buttons that lie partly outside their window; what scrolls may."""
    found = []
    bounds = QRect(QPoint(0, 0), top.size())
    for widget in [*top.findChildren(QLabel), *top.findChildren(QAbstractButton)]:
        if not widget.isVisibleTo(top) or widget.window() is not top.window() or _scrolls(widget):
            continue
        place = QRect(widget.mapTo(top, QPoint(0, 0)), widget.size())
        if not bounds.contains(place):
            found.append(f"{type(widget).__name__} {widget.accessibleName() or widget.text()} at {place}")
    return found


def _scrolls(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            return True
        parent = parent.parentWidget()
    return False


def test_the_columns_change_sides(mirrored: Theme) -> None:
    world = reached("answered", mirrored)
    try:
        window = world.window
        order = [left_of(part, window) for part in (window.side, window.ask, window.library)]
        assert order == sorted(order), "library at the right, sources at the left"
        assert left_of(window.ask.composer.button, window) < left_of(window.ask.composer.field, window) + 40
        tabs = window.panes.tabs
        assert tabs.tabRect(0).x() > tabs.tabRect(1).x()
    finally:
        world.close()


def test_the_head_of_the_reader_is_mirrored(mirrored: Theme) -> None:
    world = reached("reader-pages", mirrored)
    try:
        head = world.window.reader.head
        assert left_of(head.back, head) > left_of(head.title, head)
        assert left_of(head.original, head) < left_of(head.title, head)
    finally:
        world.close()


def test_dialogs_have_their_buttons_at_the_left(mirrored: Theme) -> None:
    world = reached("confirm", mirrored)
    try:
        (dialog,) = world.floating
        box = dialog.findChild(QDialogButtonBox)
        assert isinstance(box, QDialogButtonBox)
        first = min(left_of(button, dialog) for button in box.buttons())
        assert first < dialog.width() / 2
    finally:
        world.close()


@pytest.mark.parametrize("name", LOOKED_AT)
def test_nothing_is_cut_off(mirrored: Theme, name: str) -> None:
    world = reached(name, mirrored)
    try:
        for top in [world.window, *world.floating]:
            assert cut_off(top) == []
    finally:
        world.close()


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("مدة الإشعار شهران.", True),
        ("תקופת ההודעה היא חודשיים.", True),
        ("The notice period is two months.", False),
    ],
)
def test_an_answer_stands_at_the_side_its_script_begins(theme: Theme, text: str, right: bool) -> None:
    body = AnswerBody(theme, Answer("?", "?", "answered", text))
    try:
        body.resize(600, 200)
        body.show()
        shown = body.findChild(FlowText)
        assert isinstance(shown, FlowText)
        picture = shown.grab().toImage()
        ground = picture.pixelColor(picture.width() // 2, picture.height() - 1)
        columns = [
            x
            for x in range(picture.width())
            if any(picture.pixelColor(x, y) != ground for y in range(picture.height()))
        ]
        middle = (columns[0] + columns[-1]) / 2
        assert (middle > picture.width() / 2) is right
    finally:
        body.deleteLater()
