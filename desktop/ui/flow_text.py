"""Text that grows with its content, with citation markers as chips and nothing interpreted as markup."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextLine,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from desktop.ui import plain
from desktop.ui.answer_layout import Run
from desktop.ui.focus_order import reveal
from desktop.ui.theme import Radius, TextRole, Theme

_CITATION = "cite:"


class FlowText(QTextBrowser):
    """Read-only text as tall as its content. Markers are links: Tab reaches and Enter follows them."""

    marker_activated = Signal(int)

    def __init__(
        self,
        theme: Theme,
        role: TextRole = TextRole.BODY,
        *,
        ink: str = "text",
        scale: float = 1.0,
        bold: bool = False,
        line_height: int = 100,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._role, self._scale, self._bold = role, scale, bold
        self._ink = ink
        self._line_height = line_height
        self._runs: tuple[Run, ...] = ()
        self._marks: Sequence[tuple[int, int]] = ()
        self._tips: dict[int, str] = {}
        self._chips: list[tuple[int, int, int]] = []
        self._prepare()
        self.anchorClicked.connect(self._on_anchor)
        theme.changed.connect(self._on_theme_changed)

    def set_plain(self, text: str, marks: Sequence[tuple[int, int]] = ()) -> None:
        """Show `text` as it is, with the character ranges in `marks` highlighted."""
        self.set_runs((Run(text),), marks=marks)

    def set_runs(
        self,
        runs: Sequence[Run],
        *,
        tips: dict[int, str] | None = None,
        marks: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Show the runs of an answer; `tips` says by number what a marker points at."""
        self._runs, self._tips, self._marks = tuple(runs), tips or {}, marks
        self._rebuild()

    def append_text(self, text: str) -> None:
        """Add words at the end, keeping what is there."""
        self._runs = (*self._runs, Run(text))
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        _insert_lines(cursor, text, self._plain_format(), self._block_format())
        self._fit()

    def set_ink(self, ink: str) -> None:
        """Draw the text in another of the theme's colours."""
        if ink != self._ink:
            self._ink = ink
            self._rebuild()

    def sizeHint(self) -> QSize:
        """Return the size of the text at the present width."""
        return QSize(320, self.height())

    def minimumSizeHint(self) -> QSize:
        """Allow any width: long words are broken."""
        return QSize(40, 0)

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing: documents and answers must not make the program fetch anything."""

    def event(self, event: QEvent) -> bool:
        """Follow a new width with the height, once the viewport has that width too."""
        done = super().event(event)
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return done

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the column this text stands in."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chips behind the markers, then the text."""
        if self._chips:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for start, end, _number in self._chips:
                self._paint_chip(painter, start, end)
            painter.end()
        super().paintEvent(event)
        if self.hasFocus() and not self.textCursor().hasSelection():
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("accent"), 1.6))
            ring = QRectF(self.viewport().rect()).adjusted(0.8, 0.8, -0.8, -0.8)
            painter.drawRoundedRect(ring, Radius.S, Radius.S)
            painter.end()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go on to the next marker and bring it into view, or leave the text."""
        moved = super().focusNextPrevChild(forward)
        if moved and self.hasFocus():
            reveal(self, self.cursorRect().translated(self.viewport().pos()))
        return moved

    def _prepare(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("bare", "true")
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self._take_font()

    def _take_font(self) -> None:
        font = self._theme.font(self._role, bold=self._bold)
        font.setPointSizeF(font.pointSizeF() * self._scale)
        self._font = font
        self.document().setDefaultFont(font)

    def _on_theme_changed(self) -> None:
        self._take_font()
        self._rebuild()

    def _rebuild(self) -> None:
        self.document().clear()
        self._chips = []
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.setBlockFormat(self._block_format())
        for run in self._runs:
            self._insert(cursor, run)
        self._insert_marks(cursor)
        cursor.endEditBlock()
        self._fit()

    def _insert(self, cursor: QTextCursor, run: Run) -> None:
        if run.citation is not None:
            start = cursor.position()
            self._insert_chip(cursor, run.text, run.citation)
            self._chips.append((start, cursor.position(), run.citation))
            return
        form = self._plain_format()
        if not run.supported:
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            form.setUnderlineColor(self._theme.colour("warning"))
            form.setForeground(self._theme.colour("muted"))
            form.setToolTip(
                plain.tip(self.tr("No passage of your documents was found that supports this sentence."))
            )
        _insert_lines(cursor, run.text, form, self._block_format())
        if not run.supported:
            self._insert_doubt(cursor)

    def _insert_chip(self, cursor: QTextCursor, text: str, number: int) -> None:
        shown = self._chip_format(f"{_CITATION}{number}", self._tips.get(number, ""))
        brackets = QTextCharFormat(shown)
        brackets.setForeground(QColor(0, 0, 0, 0))  # they stay in the text for copying and for screen readers
        cursor.insertText(text[:1], brackets)
        cursor.insertText(text[1:-1], shown)
        cursor.insertText(text[-1:], brackets)

    def _insert_doubt(self, cursor: QTextCursor) -> None:
        form = QTextCharFormat()
        font = QFont(self._font)
        font.setPointSizeF(self._font.pointSizeF() * 0.75)
        form.setFont(font)
        form.setForeground(self._theme.colour("warning"))
        form.setToolTip(
            plain.tip(self.tr("No passage of your documents was found that supports this sentence."))
        )
        cursor.insertText("\u00a0", self._plain_format())
        cursor.insertText(self.tr("(not supported)"), form)

    def _insert_marks(self, cursor: QTextCursor) -> None:
        form = QTextCharFormat()
        form.setBackground(self._theme.colour("mark"))
        form.setForeground(self._theme.colour("on_mark"))
        text = "".join(run.text for run in self._runs)
        for start, end in self._marks:
            cursor.setPosition(plain.units(text[:start]))
            cursor.setPosition(plain.units(text[:end]), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(form)

    def _chip_format(self, href: str, tool_tip: str) -> QTextCharFormat:
        form = QTextCharFormat()
        font = QFont(self._font)
        font.setPointSizeF(self._font.pointSizeF() * 0.76)
        font.setWeight(QFont.Weight.DemiBold)
        form.setFont(font)
        form.setAnchor(True)
        form.setAnchorHref(href)
        form.setForeground(self._theme.colour("accent"))
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        form.setToolTip(plain.tip(tool_tip))
        return form

    def _plain_format(self) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont(self._font)
        form.setForeground(self._theme.colour(self._ink))
        return form

    def _block_format(self) -> QTextBlockFormat:
        form = QTextBlockFormat()
        kind = QTextBlockFormat.LineHeightTypes.ProportionalHeight
        form.setLineHeight(self._line_height, kind.value)
        return form

    def _paint_chip(self, painter: QPainter, start: int, end: int) -> None:
        rect = self.range_rect(start, end)
        cursor = self.textCursor()
        chosen = self.hasFocus() and cursor.hasSelection() and start <= cursor.selectionStart() < end
        painter.setBrush(self._theme.colour("accent_soft"))
        painter.setPen(QPen(self._theme.colour("accent"), 1.6) if chosen else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)

    def range_rect(self, start: int, end: int) -> QRectF:
        """Return where the characters from `start` to `end` (on one line) stand, in viewport pixels."""
        block = self.document().findBlock(start)
        line = block.layout().lineForTextPosition(start - block.position())
        left, right = _x_of(line, start - block.position()), _x_of(line, end - block.position())
        origin = block.layout().position()
        size = self._font.pointSizeF() * 0.76
        height = size * self.logicalDpiY() / 72 * 1.5
        middle = origin.y() + line.y() + line.ascent() - QFontMetricsF(self._font).xHeight() / 2
        left, right = min(left, right), max(left, right)
        return QRectF(origin.x() + left, middle - height / 2, right - left, height)

    def _fit(self) -> None:
        width = self.viewport().width()
        if width <= 0:
            return
        self.document().setTextWidth(width)  # Qt lays it out only once it is shown
        height = math.ceil(self.document().size().height())
        if height != self.height():
            self.setFixedHeight(height)

    def _on_anchor(self, url: QUrl) -> None:
        text = url.toString()
        if text.startswith(_CITATION):
            self.marker_activated.emit(int(text.removeprefix(_CITATION)))


def _x_of(line: QTextLine, position: int) -> float:
    found: object = line.cursorToX(position)  # the stub says float, PySide returns it with the position
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]


def _insert_lines(cursor: QTextCursor, text: str, form: QTextCharFormat, block: QTextBlockFormat) -> None:
    """Insert plain text; an empty line becomes space between paragraphs instead of a line of its own."""
    lines = text.split("\n")
    cursor.insertText(lines[0], form)
    gap = False
    for line in lines[1:]:
        if not line.strip():
            gap = True
            continue
        spaced = QTextBlockFormat(block)
        spaced.setTopMargin(form.font().pointSizeF() * (0.9 if gap else 0.25))
        cursor.insertBlock(spaced)
        cursor.insertText(line, form)
        gap = False
