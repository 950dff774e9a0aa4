"""Gets the chat model ready while the first question is typed."""

from collections.abc import Callable

from PySide6.QtCore import SignalInstance

from desktop.domain.work import CancelToken
from desktop.jobs.runner import JobRunner, Lane


class ModelReadying:
    """Runs `warm_up` once, when a draft is no longer empty; who never asks never loads the model."""

    def __init__(
        self, runner: JobRunner, warm_up: Callable[[CancelToken], None], draft_changed: SignalInstance
    ) -> None:
        self._runner = runner
        self._warm_up = warm_up
        self._done = False
        draft_changed.connect(self._on_draft_changed)

    def _on_draft_changed(self, text: str) -> None:
        if text and not self._done:
            self._done = True
            self._runner.submit(Lane.FREE, lambda token, _report: self._warm_up(token))
