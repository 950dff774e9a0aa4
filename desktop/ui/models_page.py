"""The models page of the settings: what each model is for, whether it is here, and how to get it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.jobs.runner import JobHandle, JobRunner, Lane, plain
from desktop.services.changes import Changes
from desktop.services.views import ModelView
from desktop.ui import said, wording
from desktop.ui.messages import Messages
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role, set_surface

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class ModelCard(QFrame):
    """One model with what can be done about it."""

    get_requested = Signal(str)
    cancel_requested = Signal(str)
    use_requested = Signal(str, str)  # role, id

    def __init__(self, model: ModelView, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        set_surface(self, "card")
        self.button = QPushButton()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Fetching {0}").format(model.name))
        self.bar.hide()
        self.progress = QLabel()
        self.progress.hide()
        set_role(self.progress, TextRole.CAPTION)
        name = QLabel(model.name)
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
        head.addWidget(state, 1)
        head.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        layout.setSpacing(Space.XS)
        layout.addLayout(head)
        for text, role in (
            (said.said(model.description), TextRole.BODY),
            (self._particulars(), TextRole.CAPTION),
        ):
            label = QLabel(text)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            set_role(label, role)
            layout.addWidget(label)
        layout.addWidget(self.bar)
        layout.addWidget(self.progress)
        self._set_button()

    def show_progress(self, progress: Progress | None) -> None:
        """Show how much has come, or None for "not fetching"."""
        busy = progress is not None
        self.bar.setVisible(busy)
        self.progress.setVisible(busy)
        self._set_button(fetching=busy)
        if progress is None:
            return
        total = progress.total or 0
        self.bar.setRange(0, 1000 if total else 0)
        self.bar.setValue(round(1000 * progress.done / total) if total else 0)
        whole = wording.size(total) if total else wording.size(self.model.size)
        self.progress.setText(self.tr("{0} of {1}").format(wording.size(progress.done), whole))

    def _set_button(self, *, fetching: bool = False) -> None:
        model = self.model
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
            self.tr("from {0}").format(said.place(model.source)) if model.source else "",
        ]
        return "  ·  ".join(part for part in parts if part)


class ModelsPage(QWidget):
    """Lists the models by what they do."""

    changed = Signal(object)  # Changes

    def __init__(self, services: "Services", runner: JobRunner, theme: Theme, messages: Messages) -> None:
        super().__init__()
        self._models = services.models
        self._runner = runner
        self._theme = theme
        self._messages = messages
        self._fetching: dict[str, JobHandle] = {}
        self.cards: dict[str, ModelCard] = {}
        self._list = QVBoxLayout()
        self._list.setSpacing(Space.S)
        self.add_button = QPushButton(self.tr("Add a model file (GGUF)..."))
        self.add_button.clicked.connect(self.choose)
        note = QLabel(
            self.tr("Getting a model is the only time Carrel uses the network, and only when you ask.")
        )
        note.setWordWrap(True)
        set_role(note, TextRole.CAPTION)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.M)
        layout.addWidget(note)
        layout.addLayout(self._list)
        layout.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        theme.changed.connect(self.refresh)

    def refresh(self) -> None:
        """List the models again."""
        self._runner.submit(
            Lane.FREE,
            plain(self._models.models),
            done=self._show,
            failed=self._messages.show_error,
            replace=True,
            key="models",
        )

    def choose(self) -> None:
        """Let the person choose a model file."""
        dialog = QFileDialog(self.window(), self.tr("Add a model file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Model files (*.gguf)"))
        dialog.fileSelected.connect(lambda file: self.add_file(Path(file)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def add_file(self, file: Path) -> None:
        """Take a person's own model file."""

        def work(token: CancelToken, report: Report) -> ModelView:
            return self._models.add(file=file, token=token, report=report)

        self._runner.submit(Lane.FREE, work, done=self._on_changed, failed=self._messages.show_error)

    def fetch(self, model_id: str) -> None:
        """Get a model over the network, as the person asked."""
        if model_id in self._fetching:
            return

        def work(token: CancelToken, report: Report) -> ModelView:
            return self._models.get(model_id=model_id, token=token, report=report)

        self._show_progress(model_id, Progress("fetching"))
        self._fetching[model_id] = self._runner.submit(
            Lane.FREE,
            work,
            progress=lambda progress: self._show_progress(model_id, progress),
            failed=self._on_failed,
            ended=lambda: self._on_fetch_ended(model_id),
        )

    def cancel(self, model_id: str) -> None:
        """Stop getting a model; what has come is kept for the next time."""
        if model_id in self._fetching:
            self._fetching[model_id].cancel()

    def use(self, role: str, model_id: str) -> None:
        """Use a model for its role."""
        self._runner.submit(
            Lane.LIBRARY,
            plain(lambda: self._models.use(role=role, model_id=model_id)),
            done=self._on_changed,
            failed=self._messages.show_error,
        )

    def _show(self, models: list[ModelView]) -> None:
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.cards.clear()
        titles = {
            "embedder": self.tr("Finding by meaning"),
            "chat": self.tr("Wording answers"),
            "reranker": self.tr("Ordering passages"),
        }
        for role in dict.fromkeys(model.role for model in models):
            heading = QLabel(titles.get(role, role))
            set_role(heading, TextRole.LABEL)
            self._list.addWidget(heading)
            for model in (model for model in models if model.role == role):
                self._list.addWidget(self._card(model))

    def _card(self, model: ModelView) -> ModelCard:
        card = ModelCard(model, self._theme, self)
        card.get_requested.connect(self.fetch)
        card.cancel_requested.connect(self.cancel)
        card.use_requested.connect(self.use)
        self.cards[model.id] = card
        if model.id in self._fetching:
            card.show_progress(Progress("fetching"))
        return card

    def _show_progress(self, model_id: str, progress: Progress) -> None:
        if model_id in self.cards:
            self.cards[model_id].show_progress(progress)

    def _on_failed(self, error: UserError) -> None:
        self._messages.show_error(error)

    def _on_fetch_ended(self, model_id: str) -> None:
        del self._fetching[model_id]
        if model_id in self.cards:
            self.cards[model_id].show_progress(None)
        self._on_changed()

    def _on_changed(self, result: object = None) -> None:
        self.refresh()
        self.changed.emit(result if isinstance(result, Changes) else Changes(models=True))
