"""Draws an SVG as the icon file of Windows (.ico) or macOS (.icns). Runs in the build's environment."""

import os
import sys

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZE = 256  # pixels; the largest an .ico file holds


def main(drawing: str, target: str) -> int:
    """Draw `drawing` into `target`, whose ending says in which form; 1 when it cannot be written."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QGuiApplication([])
    picture = QImage(SIZE, SIZE, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(drawing).render(painter, QRectF(0, 0, SIZE, SIZE))
    painter.end()
    return int(not picture.save(target))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
