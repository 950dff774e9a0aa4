"""The models page of the settings: what each model is for, whether it is here, and how to get it."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.jobs.runner import JobHandle, JobRunner, Lane, plain
from desktop.services.changes import Changes
from desktop.services.views import ModelTrial, ModelView
from desktop.ui.add_summary import dropped_paths
from desktop.ui.messages import Messages
from desktop.ui.model_card import ModelCard
from desktop.ui.notices import Tone
from desktop.ui.theme import Space, TextRole, Theme, set_role

if TYPE_CHECKING:
    from desktop.services.bundle import Services


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
        self._trying: set[str] = set()
        self._results: dict[str, ModelTrial | str] = {}  # of trials; a text says why there is none
        self.cards: dict[str, ModelCard] = {}
        self.setAcceptDrops(True)
        self._list = QVBoxLayout()
        self._list.setSpacing(Space.S)
        self.add_button = QPushButton(self.tr("Add a model file (GGUF)..."))
        self.add_button.clicked.connect(self.choose)
        note = QLabel(
            self.tr("Getting a model is the only time Carrel uses the network, and only when you ask.")
        )
        choosing = QLabel(
            self.tr(
                "Larger models answer better and need more memory; "
                "the one marked Recommended suits most computers."
            )
        )
        hint = QLabel(
            self.tr("Or drop the file here. Carrel reads from it what it is for, and tries it out.")
        )
        self.copying = QLabel()
        self.copying.hide()
        for text in (choosing, note, hint, self.copying):
            text.setWordWrap(True)
            set_role(text, TextRole.CAPTION)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.M)
        layout.addWidget(choosing)
        layout.addWidget(note)
        layout.addLayout(self._list)
        layout.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(hint)
        layout.addWidget(self.copying)
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
        """Take a person's own model file, say what it is, and try it out."""

        def work(token: CancelToken, report: Report) -> ModelView:
            return self._models.add(file=file, token=token, report=report)

        self.copying.setText(self.tr("Reading {0}...").format(file.name))
        self.copying.show()
        self._runner.submit(
            Lane.FREE, work, done=self._on_added, failed=self._messages.show_error, ended=self.copying.hide
        )

    def try_out(self, model_id: str) -> None:
        """Load a model beside those in use and give it a small task."""

        def work(token: CancelToken, report: Report) -> ModelTrial:
            del report
            return self._models.try_out(model_id=model_id, token=token)

        def failed(error: UserError) -> None:
            self._results[model_id] = " ".join(part for part in (error.detail, error.advice) if part)
            self._show_result(model_id)

        def done(trial: ModelTrial) -> None:
            self._results[model_id] = trial
            self._show_result(model_id)

        self._results.pop(model_id, None)
        self._trying.add(model_id)
        self._show_result(model_id)
        self._runner.submit(
            Lane.FREE, work, done=done, failed=failed, ended=lambda: self._trying.discard(model_id)
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if dropped_paths(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take each dropped file as a model."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        for file in dropped_paths(event.mimeData()):
            self.add_file(file)

    def _on_added(self, model: ModelView) -> None:
        words = {
            "embedder": self.tr("{0} was added to find passages by meaning."),
            "chat": self.tr("{0} was added to word answers."),
            "reranker": self.tr("{0} was added to order passages."),
        }
        self._messages.notify(words[model.role].format(model.name), tone=Tone.GOOD)
        self._on_changed()
        self.try_out(model.id)

    def _show_result(self, model_id: str) -> None:
        card, result = self.cards.get(model_id), self._results.get(model_id)
        if card is None:
            return
        if isinstance(result, ModelTrial):
            card.show_trial(result)
        elif result:
            card.show_failed_trial(result)
        elif model_id in self._trying:
            card.show_trying()

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

    def _on_use(self, role: str, model_id: str) -> None:
        """Use a model as the person wants; ask first about one that answers poorly."""
        model = self.cards[model_id].model
        if not model.for_tests:
            self.use(role, model_id)
            return
        self._messages.confirm(
            self.tr("Use a model made for tests?"),
            self.tr("{0} is for tests only: its answers are poor and often wrong.").format(model.name),
            self.tr("Use"),
            lambda: self.use(role, model_id),
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
        card.use_requested.connect(self._on_use)
        card.trial_requested.connect(self.try_out)
        self.cards[model.id] = card
        self._show_result(model.id)
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
