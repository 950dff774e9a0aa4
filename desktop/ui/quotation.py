"""A passage quoted word for word, with its place, that opens the reader."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop.domain.answers import Source
from desktop.ui import plain, said
from desktop.ui.draggable import BlockButton
from desktop.ui.flow_text import FlowText
from desktop.ui.labels import ElidedLabel
from desktop.ui.matching import matching_ranges
from desktop.ui.theme import Radius, TextRole, Theme, set_role

LONGEST = 600
"""Characters shown of one quotation; the reader shows it whole."""


class Quotation(BlockButton):
    """A quotation block. Click, Enter or Space asks for its passage."""

    opened = Signal(Source)

    def __init__(
        self,
        theme: Theme,
        source: Source,
        *,
        question: str = "",
        numbered: bool = True,
        ink: str = "text",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._source = source
        self._bar = "accent" if numbered else "border_strong"
        place = said.source(source)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        quote = plain.one_line(source.quote, LONGEST)
        self.setAccessibleName(self.tr("Quotation from {place}").format(place=place))
        self.setAccessibleDescription(quote)
        self.setToolTip(plain.tip(self.tr("Open {place}").format(place=place)))
        text = FlowText(theme, TextRole.PASSAGE, ink=ink, line_height=118)
        text.set_plain(f"“{quote}”", [(a + 1, b + 1) for a, b in matching_ranges(quote, question)])
        text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 14, 16, 12)
        column.setSpacing(8)
        column.addWidget(text)
        column.addLayout(self._place_line(place, numbered=numbered))
        self.clicked.connect(lambda: self.opened.emit(self._source))

    def _place_line(self, place: str, *, numbered: bool) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        if numbered:
            number = QLabel(str(self._source.n))
            set_role(number, TextRole.LABEL, "accent")
            line.addWidget(number)
        label = ElidedLabel(place)
        set_role(label, TextRole.CAPTION)
        line.addWidget(label, 1)
        return line

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a quiet ground with a bar at the leading edge, and the focus ring."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(self._theme.colour("accent"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("hover" if self.underMouse() else "canvas"))
        painter.drawRoundedRect(box, Radius.M, Radius.M)
        bar = QRectF(box.left() + 6, box.top() + 12, 3, box.height() - 24)
        if self.isRightToLeft():
            bar.moveRight(box.right() - 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(self._bar))
        painter.drawRoundedRect(bar, 1.5, 1.5)
        painter.end()
