"""Paints one document of the list: its title, and under it its state in words and what else matters."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop.domain.records import Document
from desktop.ui import wording
from desktop.ui.document_model import Role
from desktop.ui.theme import Radius, Space, TextRole, Theme

Index = QModelIndex | QPersistentModelIndex
_ICON = 16


class DocumentDelegate(QStyledItemDelegate):
    """Two lines per document; right-to-left windows are mirrored."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: D102 - Qt
        del option, index
        title = QFontMetrics(self._theme.font(TextRole.BODY)).height()
        under = QFontMetrics(self._theme.font(TextRole.CAPTION)).height()
        return QSize(160, title + under + 3 + 2 * Space.S)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row; one that is not fetched yet shows two soft bars."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        area = option.rect.adjusted(Space.S + 2, Space.S, -Space.S, -Space.S)
        document = index.data(Role.DOCUMENT)
        if isinstance(document, Document):
            self._paint_document(painter, option, area, document)
        else:
            self._paint_unknown(painter, option, area)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        ground = option.rect.adjusted(2, 1, -2, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if selected or hovered:
            painter.setBrush(self._theme.colour("accent_soft" if selected else "hover"))
            painter.drawRoundedRect(ground, Radius.M, Radius.M)
        if selected:
            bar = QRect(ground.left(), ground.top() + 8, 3, ground.height() - 16)
            painter.setBrush(self._theme.colour("accent"))
            painter.drawRoundedRect(QStyle.visualRect(option.direction, ground, bar), 1.5, 1.5)
        if focused:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(self._theme.colour("accent"))
            painter.drawRoundedRect(ground, Radius.M, Radius.M)

    def _paint_document(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, document: Document
    ) -> None:
        look = wording.look(document)
        title_font = self._theme.font(TextRole.BODY)
        title_line = QRect(area.left(), area.top(), area.width(), QFontMetrics(title_font).height())
        painter.setFont(title_font)
        painter.setPen(self._theme.colour("text"))
        self._draw_text(painter, title_line, option, document.title or document.path)
        under = self._theme.font(TextRole.CAPTION)
        metrics = QFontMetrics(under)
        line = QRect(area.left(), area.bottom() - metrics.height() + 1, area.width(), metrics.height())
        picture = QRect(line.left(), line.center().y() - _ICON // 2 + 1, _ICON, _ICON)
        self._theme.icon(look.icon, look.colour).paint(
            painter, QStyle.visualRect(option.direction, line, picture)
        )
        painter.setFont(under)
        start = line.left() + _ICON + Space.XS + 1
        width = metrics.horizontalAdvance(look.word)
        # A library is mostly ready: only what is not stands out.
        painter.setPen(self._theme.colour("muted" if look.colour == "good" else look.colour))
        self._place(painter, option, line, QRect(start, line.top(), width + 1, line.height()), look.word)
        rest = QRect(start + width, line.top(), line.right() - start - width, line.height())
        painter.setPen(self._theme.colour("muted"))
        if particulars := _particulars(document):
            self._place(painter, option, line, rest, f"  ·  {particulars}")

    def _place(
        self, painter: QPainter, option: QStyleOptionViewItem, line: QRect, rect: QRect, text: str
    ) -> None:
        self._draw_text(painter, QStyle.visualRect(option.direction, line, rect), option, text)

    @staticmethod
    def _draw_text(painter: QPainter, rect: QRect, option: QStyleOptionViewItem, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        side = QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
        flags = int(Qt.AlignmentFlag.AlignVCenter | side | Qt.AlignmentFlag.AlignAbsolute)
        painter.drawText(rect, flags | int(Qt.TextFlag.TextSingleLine), shown)

    def _paint_unknown(self, painter: QPainter, option: QStyleOptionViewItem, area: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.sunken))
        for top, share in ((area.top() + 4, 0.7), (area.bottom() - 10, 0.4)):
            bar = QRect(area.left(), top, round(area.width() * share), 8)
            painter.drawRoundedRect(QStyle.visualRect(option.direction, area, bar), 4, 4)


def _particulars(document: Document) -> str:
    """Return the most useful words beside the state: a reason if there is one, else pages and date."""
    if why := wording.reason(document):
        return why
    parts = [wording.same_content()] if document.same_as is not None else []
    if document.date:
        parts.append(wording.date(document.date))
    if document.pages:
        parts.append(wording.pages(document.pages))
    elif document.size:
        parts.append(wording.size(document.size))
    return "  ·  ".join(parts)
