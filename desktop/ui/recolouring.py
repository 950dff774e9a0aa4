"""Draws the icons on the screen again in other colours when the look of the window changes."""

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel


class Recolouring:
    """Remembers which icon and colour each picture that was handed out shows, by Qt's key of the picture."""

    def __init__(
        self, icon: Callable[[str, str], QIcon], pixmap: Callable[[str, QSize, str], QPixmap]
    ) -> None:
        """`icon` and `pixmap` draw by name and colour token in the colours of the moment."""
        self._icon, self._pixmap = icon, pixmap
        self._icons: dict[int, tuple[str, str]] = {}
        self._pixmaps: dict[int, tuple[str, QSize, str]] = {}

    def icon(self, name: str, colour: str) -> QIcon:
        """Draw an icon."""
        icon = self._icon(name, colour)
        self._icons[icon.cacheKey()] = (name, colour)
        return icon

    def pixmap(self, name: str, size: QSize, colour: str) -> QPixmap:
        """Draw an icon as a picture."""
        pixmap = self._pixmap(name, size, colour)
        self._pixmaps[pixmap.cacheKey()] = (name, size, colour)
        return pixmap

    def renew(self) -> None:
        """Give every button and label that shows an icon the same one in the colours of the moment."""
        icons, self._icons = self._icons, {}
        pixmaps, self._pixmaps = self._pixmaps, {}
        for widget in QApplication.allWidgets():
            if isinstance(widget, QAbstractButton) and (shown := icons.get(widget.icon().cacheKey())):
                widget.setIcon(self.icon(*shown))
            elif isinstance(widget, QLabel) and (drawn := pixmaps.get(widget.pixmap().cacheKey())):
                widget.setPixmap(self.pixmap(*drawn))
