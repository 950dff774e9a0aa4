"""Takes dropped files into the library and says what became of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Report
from desktop.jobs.runner import JobRunner, Lane
from desktop.services.changes import Changes
from desktop.services.views import AddSummary
from desktop.ui import said, wording
from desktop.ui.messages import Messages
from desktop.ui.notices import Tone

if TYPE_CHECKING:
    from desktop.services.bundle import Services

DETAILS_SHOWN = 500


def dropped_paths(data: QMimeData) -> list[Path]:
    """Return the local files and folders of a drop, each once."""
    paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    return list(dict.fromkeys(paths))


class AddController(QObject):
    """Adds files on the LIBRARY lane. `added` comes after each drop that queued something."""

    added = Signal(object)  # AddSummary
    library_changed = Signal(object)  # Changes
    model_dropped = Signal(object)  # Path of a .gguf file: it belongs to the models

    def __init__(self, services: "Services", runner: JobRunner, messages: Messages) -> None:
        super().__init__(messages)
        self._services = services
        self._runner = runner
        self._messages = messages

    def add(self, paths: Sequence[Path], collection: str | None = None) -> None:
        """Queue files and folders; model files go the way of models."""
        for model in (path for path in paths if path.suffix.lower() == ".gguf"):
            self.model_dropped.emit(model)
        files = [path for path in paths if path.suffix.lower() != ".gguf"]
        if not files:
            return

        def work(token: CancelToken, report: Report) -> AddSummary:
            return self._services.library.add_documents(
                paths=files, collection=collection, token=token, report=report
            )

        self._runner.submit(Lane.LIBRARY, work, done=self._on_added, failed=self._on_failed)

    def _on_added(self, summary: AddSummary) -> None:
        self._messages.notify(
            self.describe(summary),
            tone=Tone.WARNING if summary.left_out else Tone.GOOD,
            details=self.details(summary),
            key="added",
            stays=bool(summary.left_out),
        )
        self.library_changed.emit(Changes(documents=True, collections=True, document_ids=summary.queued))
        if summary.queued:
            self.added.emit(summary)

    def _on_failed(self, error: UserError) -> None:
        self._messages.show_error(error)

    def describe(self, summary: AddSummary) -> str:
        """Return the summary in one line: added n, left out m."""
        parts = []
        if summary.added:
            parts.append(self.tr("Added {0}.").format(wording.documents(len(summary.added))))
        if summary.updated:
            parts.append(
                self.tr("{0} changed and will be read again.").format(wording.documents(len(summary.updated)))
            )
        if unmoved := len(summary.unchanged) - len(summary.moved):
            parts.append(self.tr("{0} already in the library, unchanged.").format(wording.documents(unmoved)))
        if summary.moved:
            parts.append(
                self.tr("{0} moved: known at the new place now.").format(
                    wording.documents(len(summary.moved))
                )
            )
        if summary.left_out:
            parts.append(self.tr("Left out {0}.").format(wording.files(len(summary.left_out))))
        return " ".join(parts) or self.tr("Nothing to add was found there.")

    def details(self, summary: AddSummary) -> str:
        """Return which files were left out and why, a line each."""
        lines = [f"{left.path}\n    {said.said(left.reason)}" for left in summary.left_out[:DETAILS_SHOWN]]
        more = len(summary.left_out) - DETAILS_SHOWN
        if more > 0:
            lines.append(self.tr("... and {0} more.").format(wording.count(more)))
        return "\n".join(lines)
