"""Pages of a PDF document, one below another, with a passage marked."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QWidget

from desktop.domain.records import PageLetters, Rect
from desktop.ui.letter_map import LetterMap
from desktop.ui.page_layout import GAP, PageLayout, fitting_zoom
from desktop.ui.page_selection import PagePoint, PageSelection, Unit
from desktop.ui.theme import Theme

_KEPT_AROUND = 3  # pages on each side of the visible ones whose pictures are kept
_LEAST, _MOST = 0.25, 5.0
_SELECTED = QColor("#b5d5ff")  # multiplied with the paper, in light and dark alike
_STEP = 1.2


class PageView(QAbstractScrollArea):
    """Lays out all pages by their sizes at once; asks for the pictures of those that come into view."""

    pages_needed = Signal(list, int)  # page numbers from 1, width in device pixels per 1000 points
    page_changed = Signal(int)
    zoom_changed = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sizes: Sequence[tuple[float, float]] = ()
        self._layout = PageLayout()
        self._zoom = 1.0
        self._fit = True
        self._page = 1
        self._pictures: dict[int, tuple[QImage, tuple[Rect, ...]]] = {}
        self._wanted_mark: int | None = None  # the page whose mark is to be scrolled into view when it comes
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.selection = PageSelection(self)
        self.selection.changed.connect(self.viewport().update)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        theme.changed.connect(self.viewport().update)

    @property
    def page(self) -> int:
        """The page that fills most of the view, from 1."""
        return self._page

    @property
    def zoom(self) -> float:
        """The size of the pages; 1 is that of paper on a screen of 96 dots per inch."""
        return self._zoom

    def set_pages(self, sizes: Sequence[tuple[float, float]]) -> None:
        """Show a document with pages of these sizes in points, from its first page."""
        self._sizes = sizes
        self._pictures = {}
        self._wanted_mark = None
        self._fit = True
        self._page = 1
        self.selection.forget()
        self.verticalScrollBar().setValue(0)
        self._zoom = min(max(fitting_zoom(sizes, self.viewport().width()), _LEAST), 1.6)
        self._lay_out()
        self._on_scrolled()
        self._describe()

    def set_picture(self, page: int, picture: QImage, marks: tuple[Rect, ...]) -> None:
        """Show the picture of a page; `marks` are in its pixels."""
        self._pictures[page] = (picture, marks)
        if page == self._wanted_mark and marks:
            self._wanted_mark = None
            scale = self._page_rect(page).width() / max(1, picture.width())
            self._scroll_to_y(self._layout.top(page) + round(marks[0].top * scale))
        self.viewport().update()

    def forget_pictures(self) -> None:
        """Ask for every picture again, because another passage is to be marked."""
        self._pictures = {}
        self._request()

    def go_to(self, page: int, *, to_mark: bool = False) -> None:
        """Scroll to a page, and on to its mark once it is there."""
        if not self._sizes:
            return
        page = min(max(1, page), len(self._sizes))
        self._wanted_mark = page if to_mark else None
        self.verticalScrollBar().setValue(self._layout.top(page) - GAP)
        self._on_scrolled()

    def zoom_in(self) -> None:
        """Make the pages larger."""
        self.set_zoom(self._zoom * _STEP)

    def zoom_out(self) -> None:
        """Make the pages smaller."""
        self.set_zoom(self._zoom / _STEP)

    def fit_width(self) -> None:
        """Make the pages as wide as the view, and keep them so."""
        self._fit = True
        self._apply_zoom(fitting_zoom(self._sizes, self.viewport().width()))

    def set_zoom(self, zoom: float) -> None:
        """Show the pages at this size."""
        self._fit = False
        self._apply_zoom(zoom)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep fitting the width when the pages do."""
        super().resizeEvent(event)
        if self._fit:
            self._apply_zoom(fitting_zoom(self._sizes, self.viewport().width()))
        else:
            self._lay_out()
            self._on_scrolled()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            (self.zoom_in if event.angleDelta().y() > 0 else self.zoom_out)()
            event.accept()
            return
        self._wanted_mark = None
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by line, screen and to the ends; zoom with plus and minus."""
        bar = self.verticalScrollBar()
        steps = {
            Qt.Key.Key_PageDown: bar.value() + bar.pageStep(),
            Qt.Key.Key_Space: bar.value() + bar.pageStep(),
            Qt.Key.Key_PageUp: bar.value() - bar.pageStep(),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: bar.maximum(),
        }
        if event.key() in steps:
            self._wanted_mark = None
            bar.setValue(steps[Qt.Key(event.key())])
        elif event.key() in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.zoom_in()
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom_out()
        elif event.key() == Qt.Key.Key_0:
            self.fit_width()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_page()
        else:
            super().keyPressEvent(event)

    # selecting

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to select at the letter under the pointer."""
        point = self._point_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and point is not None:
            self.selection.start(point)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select up to the pointer; beyond an edge the pages move."""
        at = event.position().toPoint()
        beyond = at.y() - min(max(at.y(), 0), self.viewport().height())
        if beyond:
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + beyond)
        point = self._point_at(at)
        if event.buttons() & Qt.MouseButton.LeftButton and point is not None:
            self.selection.extend(point)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
        point = self._point_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and point is not None:
            self.selection.start(point, Unit.WORD)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy, at the pointer or by the menu key."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(self.tr("Copy"), QKeySequence(QKeySequence.StandardKey.Copy), self.copy)
        copy.setEnabled(bool(self.selection.text()))
        menu.addAction(
            self.tr("Select the page"), QKeySequence(QKeySequence.StandardKey.SelectAll), self.select_page
        )
        menu.popup(event.globalPos())

    def select_page(self) -> None:
        """Select the whole text of the page in view."""
        if self._sizes:
            self.selection.start(PagePoint(self._page, 0, 0), Unit.PAGE)

    def copy(self) -> None:
        """Copy the selected text."""
        if text := self.selection.text():
            QGuiApplication.clipboard().setText(text)

    def set_letters(self, page: int, letters: PageLetters) -> None:
        """Take in the letters of a page that `selection` asked for."""
        width, height = self._sizes[page - 1]
        self.selection.set_letters(page, LetterMap(letters, height / max(width, 1.0)))

    def _point_at(self, at: QPoint) -> PagePoint | None:
        if not self._sizes:
            return None
        page = min(self._layout.at(at.y() + self.verticalScrollBar().value()), len(self._sizes))
        rect = self._page_rect(page)
        return PagePoint(page, (at.x() - rect.x()) / rect.width(), (at.y() - rect.y()) / rect.height())

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pages in view: their pictures, or blank paper until those come."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for page in self._visible():
            rect = self._page_rect(page)
            if rect.intersects(event.rect()):
                self._paint_page(painter, page, rect)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("accent"), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect())
        painter.end()

    def _paint_page(self, painter: QPainter, page: int, rect: QRect) -> None:
        painter.setPen(QPen(self._theme.colour("border"), 1))
        painter.setBrush(QColor("#ffffff"))
        painter.drawRect(rect.adjusted(-1, -1, 0, 0))
        found = self._pictures.get(page)
        if found is None:
            painter.setPen(QColor("#8c8272"))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(page))
            return
        picture, marks = found
        painter.drawImage(rect, picture)
        scale = rect.width() / max(1, picture.width())
        painter.save()
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#ffe08a"))
        for mark in marks:
            place = QRectF(mark.left * scale, mark.top * scale, mark.width * scale, mark.height * scale)
            painter.drawRoundedRect(place.translated(rect.x(), rect.y()).adjusted(-2, -1, 2, 1), 3, 3)
        painter.setBrush(_SELECTED)
        for left, top, right, bottom in self.selection.boxes(page):
            width, height = (right - left) * rect.width(), (bottom - top) * rect.height()
            painter.drawRect(
                QRectF(rect.x() + left * rect.width(), rect.y() + top * rect.height(), width, height)
            )
        painter.restore()

    # geometry

    def _lay_out(self) -> None:
        self._layout = PageLayout(self._sizes, self._zoom)
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, self._layout.height - self.viewport().height()))
        vertical.setPageStep(max(1, self.viewport().height() - 40))
        vertical.setSingleStep(40)
        horizontal.setRange(0, max(0, self._layout.width - self.viewport().width()))
        horizontal.setPageStep(self.viewport().width())
        horizontal.setSingleStep(40)

    def _page_rect(self, page: int) -> QRect:
        width, height = self._layout.size(page)
        room = max(self.viewport().width(), self.horizontalScrollBar().maximum() + self.viewport().width())
        left = (room - width) // 2 - self.horizontalScrollBar().value()
        return QRect(left, self._layout.top(page) - self.verticalScrollBar().value(), width, height)

    def _visible(self) -> range:
        top = self.verticalScrollBar().value()
        return self._layout.between(top, top + self.viewport().height())

    def _apply_zoom(self, zoom: float) -> None:
        zoom = min(max(zoom, _LEAST), 1.6 if self._fit else _MOST)
        if not self._sizes:
            self._zoom = zoom
            return
        top = self.verticalScrollBar().value()
        page = self._page
        share = (top - self._layout.top(page)) / max(1, self._layout.size(page)[1])
        changed = abs(zoom - self._zoom) > 0.001
        self._zoom = zoom
        self._lay_out()
        if changed:
            self.verticalScrollBar().setValue(
                self._layout.top(page) + round(share * self._layout.size(page)[1])
            )
            self.zoom_changed.emit(zoom)
        self._on_scrolled()
        self.viewport().update()

    def _scroll_to_y(self, y: int) -> None:
        self.verticalScrollBar().setValue(y - self.viewport().height() // 3)

    def _on_scrolled(self) -> None:
        visible = self._visible()
        if not visible:
            return
        middle = self.viewport().rect().center()
        page = next((p for p in visible if self._page_rect(p).bottom() >= middle.y() // 2), visible[0])
        if page != self._page:
            self._page = page
            self._describe()
            self.page_changed.emit(page)
        near = range(visible[0] - _KEPT_AROUND, visible[-1] + _KEPT_AROUND + 1)
        self._pictures = {p: picture for p, picture in self._pictures.items() if p in near}
        self._request()

    def _request(self) -> None:
        visible = self._visible()
        per_thousand = round(1000 * self._zoom * 96 / 72 * self.devicePixelRatioF())
        needed = []
        for page in visible:
            found = self._pictures.get(page)
            width = round(self._sizes[page - 1][0] * per_thousand / 1000)
            if found is None or abs(found[0].width() - width) > 1:
                needed.append(page)
        self.pages_needed.emit(needed, per_thousand)

    def _describe(self) -> None:
        name = self.tr("Page {page} of {pages}").format(page=self._page, pages=len(self._sizes))
        self.setAccessibleName(name)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint at the new place."""
        del dx, dy
        self.viewport().update()

    def point_on_page(self, page: int, x: float, y: float) -> QPoint:
        """Return where a point of a page (shares of its width and height) stands in the view."""
        rect = self._page_rect(page)
        return QPoint(rect.x() + round(rect.width() * x), rect.y() + round(rect.height() * y))
