from itertools import product

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop.ui.icons import IconPictures
from desktop.ui.theme import TextRole, Theme, set_kind
from desktop.ui.tokens import LAMP, LAMP_SHARP, PAPER, PAPER_SHARP, Colours, contrast

SHARP = [PAPER_SHARP, LAMP_SHARP]
SETS = [PAPER, LAMP, *SHARP]


@pytest.mark.parametrize("colours", SETS)
@pytest.mark.parametrize("ground", ["canvas", "surface", "raised", "hover"])
def test_text_is_readable_on_every_ground(colours: Colours, ground: str) -> None:
    for ink in ("text", "muted", "accent", "good", "warning", "danger"):
        assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 4.5, ink
    assert contrast(colours.faint, getattr(colours, ground)) >= 3


@pytest.mark.parametrize("colours", SETS)
@pytest.mark.parametrize("name", ["accent", "good", "warning", "danger"])
def test_badges_are_readable(colours: Colours, name: str) -> None:
    assert contrast(getattr(colours, name), getattr(colours, f"{name}_soft")) >= 4.5
    assert contrast(colours.text, getattr(colours, f"{name}_soft")) >= 7


@pytest.mark.parametrize("colours", SETS)
def test_marks_and_buttons_are_readable(colours: Colours) -> None:
    assert contrast(colours.on_mark, colours.mark) >= 7
    assert contrast(colours.on_accent, colours.accent) >= 4.5
    assert contrast(colours.on_accent, colours.accent_hover) >= 4.5
    assert contrast(colours.text, colours.accent_soft) >= 7


@pytest.mark.parametrize("colours", SHARP)
@pytest.mark.parametrize("ground", ["canvas", "surface", "raised", "hover", "sunken"])
def test_high_contrast_is_high(colours: Colours, ground: str) -> None:
    for ink in ("text", "muted", "accent", "good", "warning", "danger"):
        assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 7, ink
    assert contrast(colours.border, getattr(colours, ground)) >= 3
    assert contrast(colours.faint, getattr(colours, ground)) >= 4.5


def test_icons_on_the_screen_follow_the_colours(qtbot: QtBot, theme: Theme) -> None:
    button, label, plain = QPushButton(), QLabel(), QLabel("words")
    for widget in (button, label, plain):
        qtbot.addWidget(widget)
    button.setIcon(theme.icon("copy"))
    label.setPixmap(theme.pixmap("document", 18, "accent"))
    theme.set_appearance("dark")
    assert button.icon().cacheKey() == theme.icon("copy").cacheKey()
    assert label.pixmap().toImage() == theme.pixmap("document", 18, "accent").toImage()
    theme.set_appearance("light")
    assert button.icon().cacheKey() == theme.icon("copy").cacheKey()
    assert plain.text() == "words"


def test_high_contrast_is_chosen(qtbot: QtBot, theme: Theme) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.set_high_contrast(True)
    assert theme.colours is PAPER_SHARP
    theme.set_appearance("dark")
    assert theme.colours is LAMP_SHARP
    theme.set_high_contrast(False)
    assert theme.colours is LAMP


def test_appearance_changes_everything_at_once(qapp: QApplication, qtbot: QtBot, theme: Theme) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.set_appearance("dark")
    assert theme.dark
    assert qapp.palette().window().color().name().upper() == LAMP.canvas
    theme.set_appearance("light")
    assert not theme.dark
    assert PAPER.canvas in qapp.styleSheet()


def test_text_size_scales_every_role(theme: Theme) -> None:
    before = theme.font(TextRole.TITLE).pointSizeF()
    theme.set_text_size(150)
    assert theme.font(TextRole.TITLE).pointSizeF() == pytest.approx(before * 1.5)


def test_every_icon_draws_in_the_asked_colour(qapp: QApplication) -> None:
    pictures = IconPictures()
    names = pictures.names()
    assert len(names) > 40
    for name, size in product(names, (16, 32)):
        image = pictures.icon(name, "#FF0000").pixmap(size, size).toImage()
        pixels = {image.pixelColor(x, y).alpha() for x in range(size) for y in range(size)}
        assert max(pixels) > 60, name


def test_kinds_are_styled(qtbot: QtBot, theme: Theme) -> None:
    button = QPushButton("Go")
    qtbot.addWidget(button)
    set_kind(button, "primary")
    assert button.property("kind") == "primary"
    assert '[kind="primary"]' in theme.style_sheet()
