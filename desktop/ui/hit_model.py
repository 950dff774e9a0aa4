"""Search hits as rows of a list, and how a row is painted."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop.domain.answers import SearchHit
from desktop.ui import plain, said
from desktop.ui.matching import excerpt
from desktop.ui.theme import Radius, TextRole, Theme

HIT_ROLE = Qt.ItemDataRole.UserRole
_LINES = 2
Index = QModelIndex | QPersistentModelIndex


class HitModel(QAbstractListModel):
    """The hits of one search; the words for screen readers hold title, place and passage."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hits: tuple[SearchHit, ...] = ()
        self.question = ""

    def set_hits(self, hits: Sequence[SearchHit], question: str) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._hits, self.question = tuple(hits), question
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt
        """Return the number of hits."""
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the hit, its words, or as a tip why it is there."""
        if not index.isValid() or index.row() >= len(self._hits):
            return None
        hit = self._hits[index.row()]
        if role == HIT_ROLE:
            return hit
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain.tip(said.lines(hit.why)) if hit.why else None
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return ", ".join(
                part for part in (hit.document.title, place_of(hit), plain.one_line(hit.chunk.text)) if part
            )
        return None


def place_of(hit: SearchHit) -> str:
    """Return where a hit stands, in words."""
    return said.where(hit.document, hit.chunk)


class HitDelegate(QStyledItemDelegate):
    """Paints title, place and two lines of the passage with the matching words marked."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of three lines."""
        del option, index
        title = self._metrics_height(TextRole.STRONG)
        return QSize(200, title + _LINES * (self._metrics_height(TextRole.PASSAGE) + 2) + 26)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one hit."""
        hit = index.data(HIT_ROLE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(self._theme.colour("accent"), 1.5))
            painter.setBrush(self._theme.colour("accent_soft"))
            painter.drawRoundedRect(QRectF(rect).adjusted(3, 2, -3, -2), Radius.M, Radius.M)
        inner = rect.adjusted(16, 9, -16, -9)
        top = self._paint_head(painter, inner, hit)
        self._paint_passage(
            painter, QRect(inner.left(), top, inner.width(), inner.bottom() - top), hit, index
        )
        painter.restore()

    def _paint_head(self, painter: QPainter, inner: QRect, hit: SearchHit) -> int:
        height = self._metrics_height(TextRole.STRONG)
        painter.setFont(self._theme.font(TextRole.STRONG))
        painter.setPen(self._theme.colour("text"))
        metrics = painter.fontMetrics()
        title = metrics.elidedText(
            plain.one_line(hit.document.title), Qt.TextElideMode.ElideRight, inner.width() * 2 // 3
        )
        painter.drawText(QRect(inner.left(), inner.top(), inner.width(), height), _LEFT, title)
        used = metrics.horizontalAdvance(title) + 12
        painter.setFont(self._theme.font(TextRole.CAPTION))
        painter.setPen(self._theme.colour("muted"))
        room = QRect(inner.left() + used, inner.top(), inner.width() - used, height)
        place = painter.fontMetrics().elidedText(place_of(hit), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _LEFT, place)
        return inner.top() + height + 3

    def _paint_passage(self, painter: QPainter, room: QRect, hit: SearchHit, index: Index) -> None:
        model = index.model()
        question = model.question if isinstance(model, HitModel) else ""
        text, marks = excerpt(hit.chunk.text, question, length=190)
        layout = QTextLayout(text, self._theme.font(TextRole.PASSAGE))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        layout.setTextOption(option)
        layout.setFormats([self._mark(text, start, end) for start, end in marks])
        layout.beginLayout()
        y = 0.0
        for _ in range(_LINES):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(room.width())
            line.setPosition(QPointF(0, y))
            y += line.height() + 2
        layout.endLayout()
        painter.setPen(self._theme.colour("text"))
        layout.draw(painter, QPointF(room.left(), room.top()))

    def _mark(self, text: str, start: int, end: int) -> QTextLayout.FormatRange:
        mark = QTextLayout.FormatRange()
        form = QTextCharFormat()
        form.setBackground(self._theme.colour("mark"))
        form.setForeground(self._theme.colour("on_mark"))
        mark.start = plain.units(text[:start])
        mark.length = plain.units(text[start:end])
        mark.format = form
        return mark

    def _metrics_height(self, role: TextRole) -> int:
        return QFontMetrics(self._theme.font(role)).height()


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
