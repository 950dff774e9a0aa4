"""Quiet notices above the status bar: one line, details on request, never in the way."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role, set_surface

SHOWN_AT_ONCE = 3
FADE_MS = 12_000
FADE_WITH_ACTION_MS = 45_000  # time to read, look at what happened, and decide
DETAILS_LINES = 6


class Tone(StrEnum):
    """What kind of news a notice is; the name of its surface and of its icon's colour."""

    INFO = "info"
    GOOD = "good"
    WARNING = "warning"
    DANGER = "danger"


_ICONS = {Tone.INFO: "info", Tone.GOOD: "ready", Tone.WARNING: "warning", Tone.DANGER: "error"}


@dataclass(frozen=True, slots=True)
class Action:
    """Something the person can do about a notice."""

    text: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class News:
    """What a notice says. `key` replaces an earlier notice of that key; `stays` until it is closed."""

    text: str
    tone: Tone = Tone.INFO
    details: str = ""
    actions: tuple[Action, ...] = field(default=())
    key: str = ""
    stays: bool = True


class Notice(QFrame):
    """One notice. Escape closes it."""

    closed = Signal()

    def __init__(self, news: News, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.news = news
        self._theme = theme
        set_surface(self, news.tone)
        self._picture = QLabel()
        self._text = QLabel(news.text)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.details = QPlainTextEdit(news.details)
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        lines = min(news.details.count("\n") + 1, DETAILS_LINES)
        self.details.setFixedHeight(self.details.fontMetrics().lineSpacing() * lines + 2 * Space.M)
        self.details.setAccessibleName(self.tr("Details"))
        self.details.hide()
        set_role(self.details, TextRole.CAPTION)
        self._build()
        self._paint_icons()
        theme.changed.connect(self._paint_icons)

    def _build(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        line.addWidget(self._picture)
        line.addWidget(self._text, 1)
        for action in self.news.actions:
            line.addWidget(self._button(action.text, action.run))
        self.more = self._button(self.tr("Details"), self.toggle_details)
        if not self.news.details:  # showing it before it has a parent would open a window
            self.more.hide()
        line.addWidget(self.more)
        self.close_button = QPushButton()
        self.close_button.setToolTip(self.tr("Close"))
        self.close_button.setAccessibleName(self.tr("Close notice: {0}").format(self.news.text))
        self.close_button.clicked.connect(self.closed)
        set_kind(self.close_button, "icon")
        line.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        layout.addLayout(line)
        layout.addWidget(self.details)

    def _button(self, text: str, run: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        set_kind(button, "link")
        button.clicked.connect(lambda _checked=False: run())
        return button

    def toggle_details(self) -> None:
        """Show or hide the details."""
        shown = not self.details.isVisible()
        self.details.setVisible(shown)
        self.more.setText(self.tr("Hide details") if shown else self.tr("Details"))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 - Qt
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _paint_icons(self) -> None:
        colour = "accent" if self.news.tone is Tone.INFO else str(self.news.tone)
        self._picture.setPixmap(self._theme.pixmap(_ICONS[self.news.tone], 20, colour))
        self.close_button.setIcon(self._theme.icon("close"))


class NoticeArea(QWidget):
    """Holds the newest notices, at most three; notices that need not stay go by themselves."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(Space.S, 0, Space.S, Space.XS)
        self._layout.setSpacing(Space.XS)
        self.hide()

    @property
    def notices(self) -> list[Notice]:
        """The notices shown, oldest first."""
        items = (self._layout.itemAt(i) for i in range(self._layout.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, Notice)]

    def show_news(self, news: News) -> Notice:
        """Show a notice and announce it to screen readers."""
        for old in self.notices:
            if news.key and old.news.key == news.key:
                self._drop(old)
        while len(self.notices) >= SHOWN_AT_ONCE:
            # What only informs makes room before what can be acted on.
            self._drop(next((old for old in self.notices if not old.news.actions), self.notices[0]))
        notice = Notice(news, self._theme, self)
        notice.closed.connect(lambda: self._drop(notice))
        self._layout.addWidget(notice)
        self.show()
        if not news.stays:
            _Fading(notice)
        _announce(notice, news.text)
        return notice

    def dismiss(self, key: str) -> None:
        """Close the notice of this key."""
        for notice in self.notices:
            if notice.news.key == key:
                self._drop(notice)

    def _drop(self, notice: Notice) -> None:
        self._layout.removeWidget(notice)
        notice.hide()
        notice.deleteLater()
        self.setVisible(bool(self.notices))


class _Fading(QObject):
    """Closes a notice after a while, but not while it is pointed at, focused or opened."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice)
        self._notice = notice
        self._timer = QTimer(self)
        self._timer.setInterval(FADE_WITH_ACTION_MS if notice.news.actions else FADE_MS)
        self._timer.timeout.connect(self._on_time)
        self._timer.start()
        notice.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Enter:
            self._timer.start()
        return super().eventFilter(watched, event)

    def _on_time(self) -> None:
        notice = self._notice
        busy = notice.underMouse() or notice.details.isVisible() or notice.isAncestorOf(_focused(notice))
        if not busy:
            notice.closed.emit()


def _focused(notice: QWidget) -> QWidget:
    return notice.window().focusWidget() or notice.window()


def _announce(widget: QWidget, text: str) -> None:
    """Tell screen readers about news that did not take the focus."""
    widget.setAccessibleName(text)
    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Alert))
