"""Why a passage is among those found, unfolded on request."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop.ui import said
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, Theme, set_kind


class WhyFold(QWidget):
    """A small button under a passage; pressed, it shows one reason a line."""

    def __init__(self, theme: Theme, title: str, reasons: Sequence[str]) -> None:
        super().__init__()
        self._theme = theme
        self.button = QPushButton(self.tr("Why here?"))
        self.button.setCheckable(True)
        self.button.setIconSize(QSize(10, 10))
        set_kind(self.button, "link")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.setAccessibleName(self.tr("Why this passage of {title}").format(title=title))
        self.text = PlainLabel(said.lines(reasons), TextRole.CAPTION)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setContentsMargins(Space.XS, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 0, Space.M, Space.XS)
        column.setSpacing(2)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.text)
        self.button.toggled.connect(self._show)
        self._show(shown=False)

    def _show(self, shown: bool) -> None:
        self.text.setVisible(shown)
        self.button.setIcon(self._theme.icon("chevron-down" if shown else "chevron-right"))
        self.button.setAccessibleDescription(self.text.text() if shown else "")
