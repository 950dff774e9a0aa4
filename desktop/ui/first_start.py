"""The note of the first start: what Carrel is, where things are kept, which models are here."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.domain.work import CancelToken, Report
from desktop.jobs.runner import JobRunner, Lane
from desktop.services.views import LibraryStatus, ModelView
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role, set_surface

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class FirstStart(QFrame):
    """Lies above the columns until it is closed or the library has documents, and does not come again."""

    closed = Signal()
    sample_requested = Signal()
    models_requested = Signal()

    def __init__(
        self, services: "Services", runner: JobRunner, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._theme = theme
        set_surface(self, "card")
        title = QLabel(self.tr("Welcome to Carrel"))
        set_role(title, TextRole.TITLE)
        text = self._label(
            self.tr(
                "Drop documents in, ask in plain words, and see the passage behind every sentence. "
                "Everything happens on this computer; nothing is sent anywhere."
            ),
            TextRole.BODY,
        )
        self.facts = self._label("", TextRole.CAPTION)
        self.sample = QPushButton(self.tr("Try the sample library"))
        set_kind(self.sample, "primary")
        self.sample.setAutoDefault(False)
        self.sample.clicked.connect(self.sample_requested)
        self.sample.clicked.connect(self.closed)
        self.models = QPushButton(self.tr("Models..."))
        self.models.clicked.connect(self.models_requested)
        self.later = QPushButton(self.tr("Start on my own"))
        set_kind(self.later, "quiet")
        self.later.clicked.connect(self.closed)
        self.close_button = QPushButton()
        self.close_button.setToolTip(self.tr("Close"))
        self.close_button.setAccessibleName(self.tr("Close"))
        self.close_button.clicked.connect(self.closed)
        set_kind(self.close_button, "icon")
        self._paint_icon()
        theme.changed.connect(self._paint_icon)
        self._lay_out(title, text)
        runner.submit(Lane.FREE, self._look, done=self._on_found, key="first start")

    def _lay_out(self, title: QLabel, text: QLabel) -> None:
        words = QVBoxLayout()
        words.setSpacing(Space.XS)
        for label in (title, text, self.facts):
            words.addWidget(label)
        buttons = QVBoxLayout()
        buttons.setSpacing(Space.XS)
        for button in (self.sample, self.models, self.later):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.L, Space.M, Space.M, Space.M)
        layout.setSpacing(Space.L)
        layout.addLayout(words, 1)
        layout.addLayout(buttons)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)

    def _paint_icon(self) -> None:
        self.close_button.setIcon(self._theme.icon("close"))

    @staticmethod
    def _label(text: str, role: TextRole) -> QLabel:
        label = QLabel(text)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        set_role(label, role)
        return label

    def _look(self, token: CancelToken, report: Report) -> tuple[LibraryStatus, list[ModelView]]:
        del report
        token.check()
        return self._services.library.status(), self._services.models.models()

    def follow(self, status: LibraryStatus) -> None:
        """Go once there is something to ask about."""
        if status.documents:
            self.closed.emit()

    def _on_found(self, found: tuple[LibraryStatus, list[ModelView]]) -> None:
        status, models = found
        self.follow(status)
        wanted = [model for model in models if model.in_use]
        here = [model.name for model in wanted if model.state == "ready"]
        absent = [model.name for model in wanted if model.state != "ready"]
        lines = [self.tr("Your library is kept in {0}").format(status.library)]
        if here:
            lines.append(self.tr("Models ready: {0}").format(", ".join(here)))
        if absent:
            lines.append(
                self.tr("Models still to get: {0}. Until then Carrel finds by words and quotes.").format(
                    ", ".join(absent)
                )
            )
        self.facts.setText("\n".join(lines))
