"""The strip at the bottom: what is being indexed on one side, models and device on the other."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleValueChangeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QWidget

from desktop.services.views import LibraryStatus
from desktop.ui import said, wording
from desktop.ui.indexing_controller import IndexingStatus
from desktop.ui.labels import ElidedLabel
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role, set_surface


class StatusBar(QFrame):
    """Shows progress with count, file, time left, pause and cancel; at rest, the figures of the library."""

    pause_requested = Signal()
    resume_requested = Signal()
    cancel_requested = Signal()
    settings_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._status = IndexingStatus()
        self._rest = ""  # what is shown while nothing is indexed
        self.text = ElidedLabel()
        self.bar = QProgressBar()
        self.pause_button = QPushButton()
        self.cancel_button = QPushButton()
        self.models = QPushButton()
        self._build()
        self._paint_icons()
        theme.changed.connect(self._paint_icons)
        self.show_indexing(self._status)

    def _build(self) -> None:
        set_surface(self, "canvas")
        set_role(self.text, TextRole.CAPTION)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(140)
        self.bar.setAccessibleName(self.tr("Indexing progress"))
        for button, name in (
            (self.pause_button, "icon"),
            (self.cancel_button, "icon"),
            (self.models, "quiet"),
        ):
            set_kind(button, name)
        self.cancel_button.setToolTip(self.tr("Cancel: take what is not read yet out of the queue"))
        self.cancel_button.setAccessibleName(self.tr("Cancel indexing"))
        self.models.setToolTip(self.tr("Models and settings"))
        set_role(self.models, TextRole.CAPTION)
        self.pause_button.clicked.connect(self._on_pause)
        self.cancel_button.clicked.connect(self.cancel_requested)
        self.models.clicked.connect(self.settings_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.M, 2, Space.S, 4)
        layout.setSpacing(Space.S)
        layout.addWidget(self.bar)
        layout.addWidget(self.pause_button)
        layout.addWidget(self.cancel_button)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.models)

    def show_indexing(self, status: IndexingStatus) -> None:
        """Show how far indexing is."""
        if self._status.running and not status.running and not status.paused:
            words = self.tr("All documents have been read.")
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
        if status.done != self._status.done:
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self.bar, status.done))
        self._status = status
        busy = status.running or status.paused
        for widget in (self.bar, self.pause_button, self.cancel_button):
            widget.setVisible(busy)
        if status.total:
            self.bar.setRange(0, status.total)
            self.bar.setValue(status.done)
        elif status.running:
            self.bar.setRange(0, 0)
        text = self._words(status)
        if busy or self.text.text() != self._rest:
            self.text.setText(text if busy else self._rest)
        name = self.tr("Resume indexing") if status.paused else self.tr("Pause indexing")
        if self.pause_button.accessibleName() != name:
            self.pause_button.setAccessibleName(name)
            self.pause_button.setToolTip(name)
            self._paint_icons()

    def show_library(self, status: LibraryStatus) -> None:
        """Show the figures of the library and the models in use."""
        self._rest = f"{wording.documents(status.documents)}, {wording.passages(status.chunks)}"
        if not (self._status.running or self._status.paused):
            self.text.setText(self._rest)
        chat = status.chat or self.tr("no chat model, answers quote")
        text = self.tr("{0} on {1}").format(chat, said.said(status.device)) if status.chat else chat
        self.models.setText(text)
        self.models.setAccessibleName(self.tr("Models and settings: {0}").format(text))
        search = status.embedder or self.tr("none, by words only")
        self.models.setToolTip(self.tr("Answers: {0}\nFinding by meaning: {1}").format(chat, search))

    def _words(self, status: IndexingStatus) -> str:
        if status.paused:
            return self.tr("Paused. Nothing is lost; what is read can be searched.")
        stage = {
            "reading": self.tr("Reading"),
            "embedding": self.tr("Learning the meaning of"),
            "summarising": self.tr("Summarising"),
        }
        parts = [stage.get(status.stage, self.tr("Preparing"))]
        if status.total:
            parts.append(
                self.tr("{0} of {1}").format(
                    wording.count(min(status.done + 1, status.total)), wording.count(status.total)
                )
            )
        words = [" ".join(parts)]
        if status.label:
            words.append(said.said(status.label))
        if status.seconds_left is not None:
            words.append(self.tr("{0} left").format(wording.duration(status.seconds_left)))
        return "  ·  ".join(words)

    def _on_pause(self) -> None:
        (self.resume_requested if self._status.paused else self.pause_requested).emit()

    def _paint_icons(self) -> None:
        self.pause_button.setIcon(self._theme.icon("play" if self._status.paused else "pause"))
        self.cancel_button.setIcon(self._theme.icon("close"))
        self.models.setIcon(self._theme.icon("model"))
