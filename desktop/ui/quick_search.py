"""Search as you type, over the window (Ctrl+K): passages without any model of words."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.answers import SearchHit, SearchRequest, SearchResult
from desktop.domain.errors import UserError
from desktop.domain.records import DocumentRef
from desktop.jobs.runner import JobRunner, Lane
from desktop.ui import said, wording
from desktop.ui.hit_model import HIT_ROLE, HitDelegate, HitModel
from desktop.ui.labels import PlainLabel
from desktop.ui.theme import Space, TextRole, Theme, set_surface

if TYPE_CHECKING:
    from desktop.services.bundle import Services  # at run time it would load every service before the window

_WIDTH = 640
_HEIGHT = 480


class QuickSearch(QWidget):
    """Covers its parent while it is open. Up and Down choose, Enter opens the reader, Esc closes."""

    document_requested = Signal(DocumentRef, object, object)
    question_requested = Signal(str)
    closed = Signal()

    def __init__(self, services: "Services", runner: JobRunner, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._runner = runner
        self._theme = theme
        self._before: QWidget | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search your documents"))
        self.field.setAccessibleName(self.tr("Search your documents"))
        self.field.setProperty("bare", "true")
        self.field.installEventFilter(self)
        self.model = HitModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(HitDelegate(theme, self.list))
        self.list.setAccessibleName(self.tr("Passages found"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys of the field move in it
        self.list.clicked.connect(self._open_index)
        self.note = PlainLabel("", TextRole.CAPTION)
        self._panel = self._make_panel()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(30)
        self._delay.timeout.connect(self._search)
        self.field.textChanged.connect(self._on_text_changed)
        parent.installEventFilter(self)
        self.hide()

    def open_search(self) -> None:
        """Come up over the window with the words of the last search selected."""
        window = self.window()
        self._before = window.focusWidget()
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus()
        self.field.selectAll()
        self._on_text_changed()

    def close_search(self) -> None:
        """Go away and give the keyboard back."""
        self.hide()
        if self._before is not None:
            self._before.setFocus()
        self._before = None
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the field, and follow the size of the window."""
        if watched is self.parent() and event.type() is QEvent.Type.Resize:
            self._place()
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            return self._take_key(event)
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close on a click beside the panel."""
        if not self._panel.geometry().contains(event.position().toPoint()):
            self.close_search()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dim the window behind the panel."""
        painter = QPainter(self)
        veil = QColor(self._theme.colour("sunken"))
        veil.setAlpha(170)
        painter.fillRect(event.rect(), veil)
        painter.end()

    def _make_panel(self) -> QFrame:
        panel = QFrame(self)
        set_surface(panel, "raised")
        shadow = QGraphicsDropShadowEffect(panel)
        shadow.setBlurRadius(40)
        shadow.setOffset(0, 10)
        shadow.setColor(QColor(0, 0, 0, 70))
        panel.setGraphicsEffect(shadow)
        icon = QLabel()
        icon.setPixmap(self._theme.pixmap("search", 20))
        font = self._theme.font(TextRole.SUBTITLE)
        self.field.setStyleSheet(f"font-size: {font.pointSizeF():.1f}pt")
        head = self._head = QHBoxLayout()
        head.setContentsMargins(Space.M, 14, Space.M, 10)
        head.setSpacing(12)
        head.addWidget(icon)
        head.addWidget(self.field, 1)
        line = QFrame()
        line.setFixedHeight(1)
        set_surface(line, "line")
        self.note.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        column = QVBoxLayout(panel)
        column.setContentsMargins(1, 1, 1, Space.XS)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(line)
        column.addWidget(self.list, 1)
        column.addWidget(self.note)
        return panel

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        self.setGeometry(parent.rect())
        width = min(_WIDTH, self.width() - 2 * Space.M)
        most = min(_HEIGHT, self.height() - 2 * Space.L)
        top = min(self.height() // 9, self.height() - most - Space.L)
        height = min(most, self._height_of_rows() + self._height_around(width))
        self._panel.setGeometry((self.width() - width) // 2, max(Space.M, top), width, height)

    def _height_of_rows(self) -> int:
        rows = self.model.rowCount()
        self.list.setVisible(rows > 0)
        return rows * self.list.sizeHintForRow(0) + 2 if rows else 0

    def _height_around(self, width: int) -> int:
        """Return the height of the field, the line and the note in a panel of this width."""
        head = self._head.sizeHint().height() + 1
        return head + self.note.heightForWidth(width - 2) + Space.XS + 2

    def _take_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 5, Qt.Key.Key_PageUp: -5}
        if key in steps:
            self._move(steps[Qt.Key(key)])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._accept(ask=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif key == Qt.Key.Key_Escape:
            self.close_search()
        elif key in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
            pass  # the panel holds one field; leaving it is what Esc is for
        else:
            return False
        return True

    def _move(self, by: int) -> None:
        rows = self.model.rowCount()
        if rows:
            row = min(max(0, self.list.currentIndex().row() + by), rows - 1)
            self.list.setCurrentIndex(self.model.index(row))
            self._say(str(self.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)))

    def _accept(self, *, ask: bool) -> None:
        words = self.field.text().strip()
        if ask and words:
            self.close_search()
            self.question_requested.emit(words)
        elif self.list.currentIndex().isValid():
            self._open_index(self.list.currentIndex())

    def _say(self, text: str) -> None:
        """Tell screen readers, because the keyboard stays in the field."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.list, text))

    def _open_index(self, index: QModelIndex) -> None:
        hit: SearchHit = index.data(HIT_ROLE)
        self.close_search()
        self.document_requested.emit(hit.document, hit.chunk.start, hit.chunk.end)

    def _on_text_changed(self) -> None:
        if self.field.text().strip():
            self._delay.start()
        else:
            self._delay.stop()
            self._runner.submit(Lane.SEARCH, _nothing, replace=True, key="quick search")
            self.model.set_hits((), "")
            self.note.setText(
                self.tr("Type words, a name or a number. Enter opens a passage, Ctrl+Enter asks.")
            )
            self._place()

    def _search(self) -> None:
        request = SearchRequest(  # as quick as typing: without the steps that need a model's time
            question=self.field.text().strip(), limit=20, rerank=False, hyde=False, multihop=0
        )
        self._runner.submit(
            Lane.SEARCH,
            lambda token, _report: self._services.search.search(request, token),
            done=self._on_found,
            failed=self._on_failed,
            replace=True,
            key="quick search",
        )

    def _on_found(self, result: SearchResult) -> None:
        if result.question != self.field.text().strip() or not self.isVisible():
            return  # the words have changed meanwhile
        self.model.set_hits(result.hits, result.question)
        if result.hits:
            self.list.setCurrentIndex(self.model.index(0))
        count = len(result.hits)
        words = wording.passages(count) if count else self.tr("Nothing found.")
        self.note.setText("  ·  ".join((words, *map(said.said, result.notices))))
        self._place()
        self._say(self.note.text())

    def _on_failed(self, error: UserError) -> None:
        self.model.set_hits((), "")
        self.note.setText(said.said(error.detail))
        self._place()


def _nothing(_token: object, _report: object) -> None:
    """Take the place of a search that is no longer wanted."""
