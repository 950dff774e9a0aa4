"""One model on the models page: what it is, what it needs, and what can be done about it."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.work import Progress
from desktop.services.views import ModelTrial, ModelView
from desktop.ui import plain, said, wording
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role, set_surface


class ModelCard(QFrame):
    """One model with what can be done about it."""

    get_requested = Signal(str)
    cancel_requested = Signal(str)
    use_requested = Signal(str, str)  # role, id
    trial_requested = Signal(str)

    def __init__(self, model: ModelView, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        set_surface(self, "card")
        self.button = QPushButton()
        self.trial = QPushButton(self.tr("Try out"))
        self.trial.setAccessibleName(self.tr("Try out: {0}").format(model.name))
        self.trial.setToolTip(self.tr("Load the model and see what it does with a small task"))
        self.trial.clicked.connect(lambda _checked=False: self.trial_requested.emit(self.model.id))
        set_kind(self.trial, "quiet")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Fetching {0}").format(model.name))
        self.progress, self.result = _text("", TextRole.CAPTION), _text("", TextRole.CAPTION)
        self.details = QPushButton(self.tr("Details"))
        self.details.setAccessibleName(self.tr("Details: {0}").format(model.name))
        self.details.setCheckable(True)
        self.details.setIconSize(QSize(10, 10))
        self.details.setCursor(Qt.CursorShape.PointingHandCursor)
        set_kind(self.details, "link")
        self.origin = _text(self.tr("From {0}").format(said.place(model.source)), TextRole.CAPTION)
        self.origin.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details.toggled.connect(lambda shown: self._show_details(theme, shown=shown))
        self._show_details(theme, shown=False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        layout.setSpacing(Space.XS)
        layout.addLayout(self._head(theme))
        layout.addWidget(self._description())
        layout.addWidget(_text(self._particulars(), TextRole.CAPTION))
        if model.source:
            layout.addWidget(self.details, 0, Qt.AlignmentFlag.AlignLeft)
            layout.addWidget(self.origin)
        for widget in (self.bar, self.progress, self.result):
            widget.hide()
            layout.addWidget(widget)
        self._set_button()

    def _head(self, theme: Theme) -> QHBoxLayout:
        """Return the line with the name, the state and the buttons."""
        model = self.model
        name = QLabel(model.name)
        name.setTextFormat(Qt.TextFormat.PlainText)
        set_role(name, TextRole.STRONG)
        state = QLabel(self._state_words())
        tone = {"ready": "good", "missing": "warning", "broken": "danger"}.get(model.state, "muted")
        set_role(state, TextRole.CAPTION, tone)
        picture = QLabel()
        icon = {"ready": "ready", "missing": "download", "broken": "error"}.get(model.state, "info")
        picture.setPixmap(theme.pixmap(icon, 18, tone))
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(picture)
        head.addWidget(name)
        if model.recommended:
            mark = QLabel(self.tr("Recommended"))
            set_role(mark, TextRole.CAPTION, "accent")
            head.addWidget(mark)
        head.addWidget(state, 1)
        head.addWidget(self.trial)
        head.addWidget(self.button)
        return head

    def _description(self) -> QLabel:
        if not self.model.for_tests:
            return _text(said.said(self.model.description), TextRole.BODY)
        warning = _text(self.tr("For tests only; answers are poor"), TextRole.BODY)
        set_role(warning, TextRole.BODY, "warning")
        return warning

    def _show_details(self, theme: Theme, *, shown: bool) -> None:
        self.origin.setVisible(shown)
        self.details.setIcon(theme.icon("chevron-down" if shown else "chevron-right"))
        self.details.setAccessibleDescription(self.origin.text() if shown else "")

    def show_progress(self, progress: Progress | None) -> None:
        """Show how much has come, or None for "not fetching"."""
        busy = progress is not None
        self.bar.setVisible(busy)
        self.progress.setVisible(busy)
        self._set_button(fetching=busy)
        if progress is None:
            return
        self.result.hide()
        total = progress.total or 0
        self.bar.setRange(0, 1000 if total else 0)
        self.bar.setValue(round(1000 * progress.done / total) if total else 0)
        whole = wording.size(total) if total else wording.size(self.model.size)
        self.progress.setText(self.tr("{0} of {1}").format(wording.size(progress.done), whole))

    def show_trying(self) -> None:
        """Show that the model is being loaded and tried."""
        self.trial.setEnabled(False)
        self.bar.setRange(0, 0)
        self.bar.show()
        self._say(self.tr("Loading the model and trying it out..."), "muted")

    def show_trial(self, trial: ModelTrial) -> None:
        """Show what a trial found."""
        self._end_trial()
        self._say(self._trial_words(trial), "good" if trial.works else "warning")

    def show_failed_trial(self, text: str) -> None:
        """Show why a model could not be tried."""
        self._end_trial()
        self._say(text, "danger")

    def _end_trial(self) -> None:
        self.trial.setEnabled(True)
        self.bar.hide()

    def _say(self, text: str, tone: str) -> None:
        set_role(self.result, TextRole.CAPTION, tone)
        self.result.setText(text)
        self.result.setAccessibleName(text)
        self.result.show()

    def _trial_words(self, trial: ModelTrial) -> str:
        seconds, speed = wording.decimal(trial.seconds), wording.decimal(trial.per_second)
        if trial.role == "chat":
            if not trial.works:
                return self.tr("It wrote nothing: it is no chat model to answer with.")
            words = self.tr("It works: asked for the colour of the sky it wrote “{0}”. {1} tokens a second.")
            return " ".join(
                (
                    words.format(plain.one_line(trial.text, 60), speed),
                    self.tr("Loaded in {0} s.").format(seconds),
                )
            )
        near, far = wording.decimal(trial.near, 2), wording.decimal(trial.far, 2)
        if not trial.works:
            words = self.tr(
                "It puts an unrelated text before a related one, {0} to {1}: it will not find well."
            )
            return words.format(far, near)
        words = self.tr("It works: {0} for a related text, {1} for an unrelated one. {2} passages a second.")
        return " ".join((words.format(near, far, speed), self.tr("Loaded in {0} s.").format(seconds)))

    def _set_button(self, *, fetching: bool = False) -> None:
        model = self.model
        self.trial.setVisible(model.state == "ready" and not fetching)
        if fetching:
            self._arm(self.tr("Cancel"), "quiet", lambda: self.cancel_requested.emit(model.id))
        elif model.state != "ready":
            text = self.tr("Get") if model.state == "missing" else self.tr("Get again")
            self._arm(text, "primary" if model.in_use else "", lambda: self.get_requested.emit(model.id))
        else:
            self._arm(self.tr("Use"), "", lambda: self.use_requested.emit(model.role, model.id))
        self.button.setVisible(fetching or model.state != "ready" or not model.in_use)

    def _arm(self, text: str, kind: str, run: Callable[[], object]) -> None:
        self._run = run
        if not self.button.text():
            self.button.clicked.connect(lambda _checked=False: self._run())
        self.button.setText(text)
        self.button.setAccessibleName(f"{text}: {self.model.name}")
        set_kind(self.button, kind)

    def _state_words(self) -> str:
        words = {
            "ready": self.tr("in use") if self.model.in_use else self.tr("ready"),
            "missing": self.tr("not on this computer"),
            "broken": self.tr("the file is damaged"),
        }
        return words.get(self.model.state, self.model.state)

    def _particulars(self) -> str:
        model = self.model
        parts = [
            self.tr("{0} on disk").format(wording.size(model.size)),
            self.tr("needs about {0} of memory").format(wording.size(model.memory)),
            self.tr("licence {0}").format(model.licence) if model.licence else "",
        ]
        return "  ·  ".join(part for part in parts if part)


def _text(text: str, role: TextRole) -> QLabel:
    """Return a wrapped text that may become narrow."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    set_role(label, role)
    return label
