"""The scrolling column of turns."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.domain.answers import Answer
from desktop.ui.reading_area import ReadingArea
from desktop.ui.theme import Space, Theme, set_surface
from desktop.ui.turn_view import TurnView

COLUMN_WIDTH = 720
"""Pixels: lines longer than this are hard to read."""


class ConversationView(ReadingArea):
    """Shows turns below one another and follows the newest, unless the person scrolled away."""

    turn_added = Signal(TurnView)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._theme = theme
        self._turns: list[TurnView] = []
        self._waiting: list[Answer] = []
        self._following = True
        self.setAccessibleName(self.tr("Conversation"))
        ground = self._ground = QWidget()
        self._column = QWidget()
        self._column.setMaximumWidth(COLUMN_WIDTH)
        self._layout = QVBoxLayout(self._column)
        self._layout.setContentsMargins(0, Space.L, 0, Space.L)
        self._layout.setSpacing(Space.XL)
        self._layout.addStretch(1)
        line = QHBoxLayout(ground)
        line.setContentsMargins(Space.L, 0, Space.L, 0)
        line.addStretch(0)
        line.addWidget(self._column, 1)
        line.addStretch(0)
        self.setWidget(ground)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self.verticalScrollBar().actionTriggered.connect(self._on_scrolled_by_person)
        self._builder = QTimer(self)
        self._builder.setInterval(0)
        self._builder.timeout.connect(self._build_one_earlier)

    @property
    def turns(self) -> tuple[TurnView, ...]:
        """The turns shown, oldest first."""
        return tuple(self._turns)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The finished answers, oldest first, with those of a long conversation still being built."""
        shown = [turn.answer for turn in self._turns if turn.answer is not None]
        return (*self._waiting, *shown)

    def clear(self) -> None:
        """Show nothing."""
        self._builder.stop()
        self._waiting = []
        for turn in self._turns:
            self._remove_widget(turn)
        self._turns = []
        while self._layout.count() > 1:
            item = self._layout.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                self._remove_widget(widget)

    def add_turn(self, question: str) -> TurnView:
        """Add a turn at the end and follow it."""
        turn = TurnView(self._theme, question)
        if self._turns:
            self._layout.insertWidget(self._layout.count() - 1, self._line())
        self._layout.insertWidget(self._layout.count() - 1, turn)
        self._turns.append(turn)
        self._following = True
        self.turn_added.emit(turn)
        return turn

    def show_answers(self, answers: tuple[Answer, ...]) -> None:
        """Show a stored conversation: the last turn at once, earlier ones one by one to block nothing."""
        self.clear()
        self._waiting = list(answers)
        self._following = True
        if self._waiting:
            self._build_one_earlier()
            self._builder.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, and stop following when that leads away from the end."""
        super().wheelEvent(event)
        self._on_scrolled_by_person()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the end in view when it was."""
        super().resizeEvent(event)
        self._follow()

    def _build_one_earlier(self) -> None:
        if not self._waiting:
            self._builder.stop()
            return
        answer = self._waiting.pop()
        turn = TurnView(self._theme, answer.question)
        if self._turns:
            self._layout.insertWidget(0, self._line())
        self._layout.insertWidget(0, turn)
        self._turns.insert(0, turn)
        turn.finish(answer)
        self.turn_added.emit(turn)

    def _line(self) -> QFrame:
        line = QFrame()
        line.setFixedHeight(1)
        set_surface(line, "line")
        return line

    def _on_scrolled_by_person(self) -> None:
        bar = self.verticalScrollBar()
        self._following = bar.sliderPosition() >= bar.maximum() - 24

    def _on_range_changed(self) -> None:
        self._follow()

    def _follow(self) -> None:
        if not self._following or not self._turns:
            return
        newest = self._turns[-1]
        bar = self.verticalScrollBar()
        top = newest.mapTo(self._ground, newest.rect().topLeft()).y()
        # The question of the newest turn stays in view, even when its answer is longer than the window.
        bar.setValue(min(bar.maximum(), max(0, top - Space.L)))

    @staticmethod
    def _remove_widget(widget: QWidget) -> None:
        widget.hide()
        widget.deleteLater()
