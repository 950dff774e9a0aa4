"""The stored text of a document, built in slices so that long documents open at once."""

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QMimeData, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from desktop.ui import plain
from desktop.ui.paragraphs import Paragraph, index_at
from desktop.ui.text_styles import TextStyles, shown
from desktop.ui.theme import Space, Theme

SLICE = 8_000
"""Characters built at a time: about 10 milliseconds of the GUI thread."""
MOST = 120_000
"""Characters built at once; of a longer document a window of this size moves with the reader."""
_MOST_MARKS = 400
_INDENT = 24
_STEP, _LEAST, _MOST = 1.15, 0.6, 3.0  # of the size of text
_COLUMN = 720
_RULE = 14  # pixels between the rule that shows the focus and the text
_NEAR = 1500  # pixels from an end at which the window moves

Range = tuple[int, int]


class TextView(QTextBrowser):
    """Shows paragraphs, marks a passage and places found. Offsets are those of the stored text."""

    place_changed = Signal(object)  # the Paragraph of the passage, or the one at the top

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scale = 1.0
        self._styles = TextStyles(theme)
        self._text = ""
        self._paragraphs: Sequence[Paragraph] = ()
        self._first = self._last = 0  # the built window of paragraphs, last exclusive
        self._passage: Range | None = None
        self._at_passage = False
        self._finds: Sequence[Range] = ()
        self._current_find: Range | None = None
        self._place: Paragraph | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("bare", "true")
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Text of the document"))
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(_INDENT)
        self._builder = QTimer(self)
        self._builder.setInterval(0)
        self._builder.timeout.connect(self._build_more)
        self._mover = QTimer(self)
        self._mover.setSingleShot(True)
        self._mover.setInterval(0)
        self._mover.timeout.connect(self._move_window)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        theme.changed.connect(self._on_theme_changed)

    @property
    def built(self) -> Range:
        """The paragraphs that are built now, as indexes, end exclusive."""
        return self._first, self._last

    def show_text(self, text: str, paragraphs: Sequence[Paragraph], passage: Range | None) -> None:
        """Show a document from its passage, or from its beginning."""
        self._text, self._paragraphs = text, paragraphs
        self._finds, self._current_find = (), None
        self._passage, self._at_passage = passage, passage is not None
        self._start_at(index_at(paragraphs, passage[0]) if passage else 0)
        if passage:
            self._scroll_to(passage[0])
        self._report_place()

    def show_passage(self, passage: Range | None) -> None:
        """Mark another passage and scroll to it."""
        self._passage, self._at_passage = passage, passage is not None
        if passage:
            self._bring(passage[0])
        self._show_marks()
        self._report_place()

    def go_to(self, offset: int) -> None:
        """Scroll to an offset; what is marked stays."""
        self._at_passage = False
        self._bring(offset)
        self._show_marks()

    def show_finds(self, finds: Sequence[Range], current: Range | None) -> None:
        """Mark the places found and scroll to the current one."""
        self._finds, self._current_find = finds, current
        if current:
            self._bring(current[0])
        self._show_marks()

    def zoom(self, by: int) -> None:
        """Make the text larger or smaller by a step; 0 gives it its size again."""
        scale = min(max(self._scale * _STEP**by, _LEAST), _MOST) if by else 1.0
        if scale != self._scale:
            self._scale = scale
            self._on_theme_changed()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy what is selected; all of it is the whole document, not only what is built of it."""
        cursor = self.textCursor()
        if cursor.selectionEnd() - cursor.selectionStart() < self.document().characterCount() - 1:
            return super().createMimeDataFromSelection()
        data = QMimeData()
        data.setText(self._text)
        return data

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing: documents must not make the program fetch anything."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the lines at a readable length."""
        side = max(Space.L, (self.width() - _COLUMN) // 2)
        self.setViewportMargins(side - _RULE, 0, side - Space.S, 0)
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, and a bar along it while it has the keyboard."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            painter.setPen(QPen(self._theme.colour("accent"), 3))
            painter.drawLine(0, 0, 0, self.viewport().height())
            painter.end()

    # building

    def _start_at(self, index: int) -> None:
        self._builder.stop()
        self.setExtraSelections([])
        self.document().clear()
        self._set_margins()
        self._first = self._last = min(index, max(0, len(self._paragraphs) - 1))
        self._append()
        if self._first > 0:
            self._prepend()
        self._show_marks()
        self._on_scrolled()
        self._builder.start()

    def _set_margins(self) -> None:
        root = self.document().rootFrame()
        form = root.frameFormat()
        form.setTopMargin(Space.L)
        form.setBottomMargin(Space.XXL)
        form.setLeftMargin(_RULE)
        root.setFrameFormat(form)

    def _build_more(self) -> None:
        """Build one slice more, first below and then above, until the document or the window is complete."""
        if self._built_characters() >= MOST:
            self._builder.stop()
        elif self._last < len(self._paragraphs):
            self._append()
        elif self._first > 0:
            self._prepend()
        else:
            self._builder.stop()
        self._show_marks()

    def _append(self) -> None:
        stop = self._last
        size = 0
        while stop < len(self._paragraphs) and size < SLICE:
            size += self._paragraphs[stop].end - self._paragraphs[stop].start + 1
            stop += 1
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for index in range(self._last, stop):
            block, characters = self._styles.formats(self._paragraphs[index], first=index == 0)
            if index > self._first:
                cursor.insertBlock(block, characters)
            else:
                cursor.setBlockFormat(block)
            cursor.insertText(self._shown(index), characters)
        cursor.endEditBlock()
        self._last = stop

    def _prepend(self) -> None:
        start = self._first
        size = 0
        while start > 0 and size < SLICE:
            start -= 1
            size += self._paragraphs[start].end - self._paragraphs[start].start + 1
        anchor = self._top_of(self.document().firstBlock().blockNumber())
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        old_block = cursor.blockFormat()
        for index in range(start, self._first):
            block, characters = self._styles.formats(self._paragraphs[index], first=index == 0)
            cursor.setBlockFormat(block)
            cursor.insertText(self._shown(index), characters)
            cursor.insertBlock()
        cursor.setBlockFormat(old_block)
        cursor.endEditBlock()
        added = self._first - start
        self._first = start
        self._shift(self._top_of(added) - anchor)

    def _trim(self, *, above: bool) -> None:
        """Take away what is far from the reader, so that a long document does not fill the memory."""
        excess = self._built_characters() - MOST
        if excess <= 0:
            return
        cursor = QTextCursor(self.document())
        if above:
            count = self._count_for(range(self._first, self._last), excess)
            before = self._top_of(count)
            cursor.movePosition(QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor, count)
            kept = self.document().findBlockByNumber(count).blockFormat()
            cursor.removeSelectedText()
            cursor.setBlockFormat(kept)
            self._first += count
            self._shift(self._top_of(0) - before)
        else:
            count = self._count_for(range(self._last - 1, self._first, -1), excess)
            block = self.document().findBlockByNumber(self._last - self._first - count)
            cursor.setPosition(block.position() - 1)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
            self._last -= count

    def _count_for(self, indexes: range, characters: int) -> int:
        count = 0
        for index in indexes:
            characters -= self._paragraphs[index].end - self._paragraphs[index].start + 1
            if characters < 0:
                break
            count += 1
        return count

    def _built_characters(self) -> int:
        if self._last <= self._first:
            return 0
        return self._paragraphs[self._last - 1].end - self._paragraphs[self._first].start

    def _shown(self, index: int) -> str:
        paragraph = self._paragraphs[index]
        return shown(self._text[paragraph.start : paragraph.end])

    # places

    def _bring(self, offset: int) -> None:
        """Scroll to an offset, moving the built window there when it is elsewhere."""
        index = index_at(self._paragraphs, offset)
        if not self._first <= index < self._last:
            self._start_at(index)
        self._scroll_to(offset)

    def _scroll_to(self, offset: int) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(offset))
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect(cursor).top() - self.viewport().height() // 3)

    def _position(self, offset: int) -> int:
        """Return the position in the Qt document of an offset in the built window."""
        index = min(max(index_at(self._paragraphs, offset), self._first), max(self._first, self._last - 1))
        block = self.document().findBlockByNumber(index - self._first)
        if not self._paragraphs:
            return 0
        paragraph = self._paragraphs[index]
        inside = self._text[paragraph.start : min(max(offset, paragraph.start), paragraph.end)]
        return block.position() + plain.units(inside)

    def _show_marks(self) -> None:
        if not self._paragraphs or self._last <= self._first:
            return
        low, high = self._paragraphs[self._first].start, self._paragraphs[self._last - 1].end
        colours = self._theme.colours
        selections = []
        if self._passage and self._passage[1] > low and self._passage[0] < high:
            selections.append(self._selection(self._passage, colours.mark, colours.on_mark))
        near = [f for f in self._finds if low <= f[0] and f[1] <= high and f != self._current_find]
        if len(near) > _MOST_MARKS:  # thousands would take their time at every step; those around are seen
            middle = bisect_left(near, self._current_find or near[0])
            near = near[max(0, middle - _MOST_MARKS // 2) : middle + _MOST_MARKS // 2]
        selections += [self._selection(f, colours.accent_soft, colours.text) for f in near]
        if self._current_find and low <= self._current_find[0] < high:
            selections.append(self._selection(self._current_find, colours.accent, colours.on_accent))
        self.setExtraSelections(selections)

    def _selection(self, place: Range, ground: str, ink: str) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(place[0]))
        cursor.setPosition(self._position(place[1]), QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setBackground(QColor(ground))
        form.setForeground(QColor(ink))
        selection.cursor = cursor
        selection.format = form
        return selection

    def _top_of(self, block_number: int) -> float:
        block = self.document().findBlockByNumber(block_number)
        return self.document().documentLayout().blockBoundingRect(block).top()

    def _shift(self, by: float) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + round(by))

    def _on_scrolled(self) -> None:
        self._report_place()
        part = self._first > 0 or self._last < len(self._paragraphs)
        if part and not self._builder.isActive():
            self._mover.start()

    def _move_window(self) -> None:
        """Build on at the end the reader is near to, and let go at the other."""
        bar = self.verticalScrollBar()
        if bar.value() > bar.maximum() - _NEAR and self._last < len(self._paragraphs):
            self._append()
            self._trim(above=True)
        elif bar.value() < _NEAR and self._first > 0:
            self._prepend()
            self._trim(above=False)
        else:
            return
        self._show_marks()

    def _report_place(self) -> None:
        if not self._paragraphs:
            return
        paragraph = self._here()
        if paragraph != self._place:
            self._place = paragraph
            self.place_changed.emit(paragraph)

    def _here(self) -> Paragraph:
        """Return the paragraph in which the passage ends while that is in sight, else the one at the top."""
        sight = self.viewport().rect()
        top = self._first + self.cursorForPosition(sight.topLeft()).blockNumber()
        bottom = self._first + self.cursorForPosition(sight.bottomLeft()).blockNumber()
        if self._passage is not None and self._at_passage:
            # A passage begins with its headings and ends under the last of them.
            last = index_at(self._paragraphs, self._passage[1] - 1)
            if top <= last <= bottom:
                return self._paragraphs[last]
        return self._paragraphs[min(top, len(self._paragraphs) - 1)]

    def _on_theme_changed(self) -> None:
        self._styles = TextStyles(self._theme, self._scale)
        if self._paragraphs:
            block = self.cursorForPosition(self.viewport().rect().topLeft()).blockNumber()
            self._start_at(self._first + block)
