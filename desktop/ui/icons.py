"""The bundled icons: one family of line drawings, coloured when they are drawn."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt, QTemporaryDir
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop.config.paths import resources_folder

_INK = "currentColor"
_SIZES = (16, 20, 24, 32, 40, 48, 64, 96)


class IconPictures:
    """Finds and colours the icons, and keeps what it has made."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or resources_folder() / "icons"
        self._drawings: dict[str, str] = {}
        self._icons: dict[tuple[str, str, str], QIcon] = {}
        self._files: QTemporaryDir | None = None  # removed with this object

    def names(self) -> list[str]:
        """Return the names of all icons."""
        return sorted(path.stem for path in self._folder.glob("*.svg"))

    def icon(self, name: str, colour: str, *, disabled: str = "") -> QIcon:
        """Return the icon `name` in `colour` (#RRGGBB), and in `disabled` when its widget is disabled."""
        key = (name, colour, disabled or colour)
        if key not in self._icons:
            icon = QIcon()
            for size in _SIZES:
                icon.addPixmap(self._picture(name, colour, size))
                icon.addPixmap(self._picture(name, key[2], size), QIcon.Mode.Disabled)
            self._icons[key] = icon
        return self._icons[key]

    def file(self, name: str, colour: str) -> str:
        """Return the path of a coloured copy of the drawing, for style sheets, which take only files."""
        if self._files is None:
            self._files = QTemporaryDir()
        path = Path(self._files.path(), f"{name}-{colour.lstrip('#')}.svg")
        if not path.exists():
            path.write_text(self._coloured(name, colour), "utf-8")
        return path.as_posix()

    def _coloured(self, name: str, colour: str) -> str:
        if name not in self._drawings:
            self._drawings[name] = (self._folder / f"{name}.svg").read_text("utf-8")
        return self._drawings[name].replace(_INK, colour)

    def _picture(self, name: str, colour: str, size: int) -> QPixmap:
        picture = QPixmap(QSize(size, size))
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        QSvgRenderer(QByteArray(self._coloured(name, colour).encode())).render(
            painter, QRectF(0, 0, size, size)
        )
        painter.end()
        return picture
