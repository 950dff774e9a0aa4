"""The look of the window: colours, fonts and icons, following the system or as chosen."""

from typing import Literal

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from desktop.ui.icons import IconPictures
from desktop.ui.recolouring import Recolouring
from desktop.ui.stylesheet import style_sheet
from desktop.ui.tokens import (
    LAMP,
    LAMP_SHARP,
    PAPER,
    PAPER_SHARP,
    SCALE,
    Colours,
    Radius,
    Space,
    TextRole,
)

__all__ = [
    "Colours",
    "Radius",
    "Space",
    "TextRole",
    "Theme",
    "restyle",
    "set_kind",
    "set_role",
    "set_surface",
]

Appearance = Literal["system", "light", "dark"]

_SERIFS = (
    "Source Serif 4",
    "Source Serif Pro",
    "Charter",
    "Iowan Old Style",
    "Georgia",
    "Noto Serif",
    "Liberation Serif",
    "DejaVu Serif",
)
"""Faces made for reading, best first; the first that is installed is used."""


class Theme(QObject):
    """Hands out colours, fonts and icons. `changed` tells everything that paints itself to repaint."""

    changed = Signal()

    def __init__(self, application: QApplication, appearance: str = "system", text_size: int = 100) -> None:
        """Dress `application`; `appearance` is system, light or dark, `text_size` a percentage."""
        super().__init__(application)
        self._application = application
        self._appearance = appearance
        self._text_size = text_size
        self._high_contrast = False
        self._base_points = _points(application.font())
        self._families = set(QFontDatabase.families())
        self._icons = IconPictures()
        self._shown = Recolouring(self._draw_icon, self._draw_pixmap)
        application.setStyle("Fusion")
        self._hints = application.styleHints()
        self._contrast = self._hints.accessibility()  # belongs to the hints: without them it is gone
        self._hints.colorSchemeChanged.connect(self._on_system_changed)
        self._contrast.contrastPreferenceChanged.connect(self.apply)
        self.apply()

    @property
    def dark(self) -> bool:
        """Whether the dark colours are in use."""
        if self._appearance in {"light", "dark"}:
            return self._appearance == "dark"
        return self._hints.colorScheme() is Qt.ColorScheme.Dark

    @property
    def colours(self) -> Colours:
        """The colours in use."""
        if self.sharp:
            return LAMP_SHARP if self.dark else PAPER_SHARP
        return LAMP if self.dark else PAPER

    @property
    def sharp(self) -> bool:
        """Whether the colours have high contrast, as chosen here or in the system."""
        wish = self._contrast.contrastPreference()
        return self._high_contrast or wish is Qt.ContrastPreference.HighContrast

    @property
    def text_size(self) -> int:
        """The size of text in percent of the system's."""
        return self._text_size

    def colour(self, name: str) -> QColor:
        """Return a colour by the name of its token."""
        return QColor(getattr(self.colours, name))

    def font(self, role: TextRole = TextRole.BODY, *, bold: bool = False) -> QFont:
        """Return the font for a role, for painting and documents; widgets use `set_role`."""
        font = QFont(self._application.font())
        if role in {TextRole.PASSAGE, TextRole.TITLE, TextRole.DISPLAY}:
            font.setFamily(self.serif)
        font.setPointSizeF(self._body_points * SCALE[role])
        strong = bold or role in {TextRole.STRONG, TextRole.SUBTITLE, TextRole.LABEL}
        font.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
        return font

    @property
    def serif(self) -> str:
        """The family for text that is to be read."""
        return next((family for family in _SERIFS if family in self._families), "serif")

    def icon(self, name: str, colour: str = "muted") -> QIcon:
        """Return an icon of the bundled family, drawn in a colour token."""
        return self._shown.icon(name, colour)

    def pixmap(self, name: str, size: int, colour: str = "muted") -> QPixmap:
        """Return an icon as a picture of `size` device-independent pixels."""
        return self._shown.pixmap(name, QSize(size, size), colour)

    def set_appearance(self, appearance: str) -> None:
        """Follow the system, or stay light or dark."""
        if appearance != self._appearance:
            self._appearance = appearance
            self.apply()

    def set_high_contrast(self, on: bool) -> None:
        """Use the colours with high contrast; off, they are used when the system asks for them."""
        if on != self._high_contrast:
            self._high_contrast = on
            self.apply()

    def set_text_size(self, percent: int) -> None:
        """Set the size of all text in percent of the system's."""
        if percent != self._text_size:
            self._text_size = percent
            self.apply()

    def palette(self) -> QPalette:
        """Return the palette for what the style sheet does not reach."""
        c = self.colours
        palette = QPalette()
        roles = {
            QPalette.ColorRole.Window: c.canvas,
            QPalette.ColorRole.WindowText: c.text,
            QPalette.ColorRole.Base: c.surface,
            QPalette.ColorRole.AlternateBase: c.hover,
            QPalette.ColorRole.Text: c.text,
            QPalette.ColorRole.PlaceholderText: c.muted,
            QPalette.ColorRole.Button: c.surface,
            QPalette.ColorRole.ButtonText: c.text,
            QPalette.ColorRole.BrightText: c.danger,
            QPalette.ColorRole.ToolTipBase: c.raised,
            QPalette.ColorRole.ToolTipText: c.text,
            QPalette.ColorRole.Highlight: c.accent,
            QPalette.ColorRole.HighlightedText: c.on_accent,
            QPalette.ColorRole.Link: c.accent,
            QPalette.ColorRole.LinkVisited: c.accent,
            QPalette.ColorRole.Accent: c.accent,
            QPalette.ColorRole.Light: c.raised,
            QPalette.ColorRole.Mid: c.border,
            QPalette.ColorRole.Dark: c.border_strong,
            QPalette.ColorRole.Shadow: c.border_strong,
        }
        for role, colour in roles.items():
            palette.setColor(role, QColor(colour))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(c.faint))
        return palette

    def style_sheet(self) -> str:
        """Return the style sheet of the application."""
        return style_sheet(
            self.colours,
            base_points=self._body_points,
            serif=self.serif,
            pictures={
                "chevron": self._icons.file("chevron-down", self.colours.muted),
                "chevron_left": self._icons.file("chevron-left", self.colours.muted),
                "chevron_right": self._icons.file("chevron-right", self.colours.muted),
                "tick": self._icons.file("tick", self.colours.on_accent),
            },
        )

    def apply(self) -> None:
        """Dress the application in the colours and sizes in use and tell `changed`."""
        font = self._application.font()
        font.setPointSizeF(self._body_points)
        self._application.setFont(font)
        self._application.setPalette(self.palette())
        self._application.setStyleSheet(self.style_sheet())
        self._shown.renew()
        self.changed.emit()

    def _draw_icon(self, name: str, colour: str) -> QIcon:
        return self._icons.icon(name, getattr(self.colours, colour), disabled=self.colours.faint)

    def _draw_pixmap(self, name: str, size: QSize, colour: str) -> QPixmap:
        ratio = self._application.devicePixelRatio()
        return self._icons.icon(name, getattr(self.colours, colour)).pixmap(size, ratio)

    @property
    def _body_points(self) -> float:
        return self._base_points * self._text_size / 100

    def _on_system_changed(self) -> None:
        if self._appearance == "system":
            self.apply()


def _points(font: QFont) -> float:
    """Return the size of the system's font in points, also where the system gives it in pixels."""
    return font.pointSizeF() if font.pointSizeF() > 0 else font.pixelSize() * 0.75


def restyle(widget: QWidget) -> None:
    """Make the style sheet look at the widget's properties again."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()


def set_role(widget: QWidget, role: TextRole, tone: str = "") -> None:
    """Give a text its role, and a tone (muted, faint, accent, good, warning, danger) if it needs one."""
    widget.setProperty("textRole", str(role))
    if tone:
        widget.setProperty("tone", tone)
    restyle(widget)


def set_surface(widget: QWidget, surface: str) -> None:
    """Give a container its ground: canvas, page, card, raised, sunken, line, drop, invitation, info..."""
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=True)
    widget.setProperty("surface", surface)
    restyle(widget)


def set_kind(button: QWidget, kind: str) -> None:
    """Give a button its look: primary, quiet, icon, link, action, danger or chip."""
    button.setProperty("kind", kind)
    if isinstance(button, QPushButton):
        button.setAutoDefault(True)  # outside of dialogs this is what lets Enter press it
    restyle(button)
