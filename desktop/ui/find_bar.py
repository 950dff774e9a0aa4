"""Find words in the open document: the field, the count, next and previous."""

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from desktop.jobs.runner import JobRunner, Lane
from desktop.ui import wording
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role

MOST_FINDS = 5000
"""Places counted; a word that occurs more often is not being looked for."""

_SLICE = 100_000  # characters searched at a time
_OVERLAP = 2_000  # characters beyond a slice in which a place that begins in it may end

Range = tuple[int, int]


def find_all(text: str, words: str, check: Callable[[], None] = lambda: None) -> list[Range]:
    """Return where `words` occur in `text`, whatever their case and the blanks between them.

    `check` is called every few milliseconds of work and may raise Cancelled.
    """
    wanted = r"\s+".join(re.escape(word) for word in words.split())
    if not wanted:
        return []
    pattern = re.compile(wanted, re.IGNORECASE)
    places: list[Range] = []
    at = 0
    # In slices, because a search lets no other thread run until it has found something.
    for start in range(0, len(text), _SLICE):
        check()
        at = max(at, start)
        while match := pattern.search(text, at, start + _SLICE + _OVERLAP):
            if match.start() >= start + _SLICE:
                break
            places.append(match.span())
            at = match.end()
            if len(places) >= MOST_FINDS:
                return places
    return places


class FindBar(QFrame):
    """Searches on a lane as the words are typed. Enter goes on, Shift+Enter back, Esc closes."""

    finds_changed = Signal(list, object)  # all places, the current one or None
    closed = Signal()

    def __init__(self, runner: JobRunner, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._text = ""
        self._finds: Sequence[Range] = ()
        self._current = -1
        self._from = 0
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in this document"))
        self.field.setAccessibleName(self.tr("Find in this document"))
        self.field.setClearButtonEnabled(True)
        self.field.setMaximumWidth(320)
        self.count = QLabel()
        set_role(self.count, TextRole.CAPTION)
        self.previous = self._button(theme, "chevron-up", self.tr("Previous place (Shift+Enter)"))
        self.next = self._button(theme, "chevron-down", self.tr("Next place (Enter)"))
        self.shut = self._button(theme, "close", self.tr("Close the search (Esc)"))
        line = QHBoxLayout(self)
        line.setContentsMargins(Space.M, 0, Space.M, Space.S)
        line.setSpacing(Space.XS)
        for widget in (self.field, self.previous, self.next, self.count):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self.shut)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(120)
        self._delay.timeout.connect(self._search)
        self.field.textChanged.connect(self._on_typed)
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self.shut.clicked.connect(self.close_search)
        self.hide()

    def set_text(self, text: str) -> None:
        """Search in this document from now on."""
        self._text = text
        if self.isVisible() and self.field.text():
            self._search()

    def open_search(self, start: int = 0) -> None:
        """Show the field; the first place from offset `start` on will be the current one."""
        self._from = start
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        if self.field.text():
            self._search()

    def close_search(self) -> None:
        """Hide the field and its marks."""
        self.hide()
        self._show(())
        self.closed.emit()

    def step(self, by: int) -> None:
        """Go to another place, around the end."""
        if self._finds:
            self._current = (self._current + by) % len(self._finds)
            self._tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter and Esc, wherever the keyboard is in the bar."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_search()
        else:
            super().keyPressEvent(event)

    def _button(self, theme: Theme, icon: str, name: str) -> QPushButton:
        button = QPushButton()
        button.setIcon(theme.icon(icon))
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(name)
        button.setToolTip(name)
        set_kind(button, "icon")
        return button

    def _on_typed(self) -> None:
        self._delay.start()

    def _search(self) -> None:
        self._delay.stop()
        text, words = self._text, self.field.text()
        self._runner.submit(
            Lane.FREE,
            lambda token, _report: find_all(text, words, token.check),
            done=self._show,
            replace=True,
            key="find in document",
        )

    def _show(self, finds: Sequence[Range]) -> None:
        self._finds = finds
        after = (i for i, place in enumerate(finds) if place[0] >= self._from)
        self._current = next(after, 0) if finds else -1
        self._tell()

    def _tell(self) -> None:
        some = bool(self._finds)
        self.previous.setEnabled(some)
        self.next.setEnabled(some)
        if not self.field.text().strip():
            self.count.setText("")
        elif not some:
            self.count.setText(self.tr("Not found"))
        else:
            total = wording.count(len(self._finds)) + ("+" if len(self._finds) >= MOST_FINDS else "")
            self.count.setText(
                self.tr("{n} of {total}").format(n=wording.count(self._current + 1), total=total)
            )
        self.finds_changed.emit(list(self._finds), self._finds[self._current] if some else None)
