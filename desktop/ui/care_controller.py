"""Repairs the text index when damage is met, and says once where a library should rather lie."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.changes import Changes
from desktop.ui import said
from desktop.ui.messages import Messages
from desktop.ui.notices import Tone

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class CareController(QObject):
    """Tries a repair once: damage that is met again after it is for the person to decide about."""

    library_changed = Signal(object)  # Changes

    def __init__(self, services: "Services", runner: JobRunner, messages: Messages) -> None:
        super().__init__(messages)
        self._care = services.care
        self._runner = runner
        self._messages = messages
        self._tried = False
        messages.damage_met.connect(self.repair)

    def start(self) -> None:
        """Look at the text index when the program was killed last time, and give advice."""
        self._runner.submit(
            Lane.FREE,
            plain(lambda: (self._care.advice, self._care.was_left_open)),
            done=lambda found: self._on_started(*found),
            failed=self._messages.show_error,
            key="care",
        )

    def repair(self) -> None:
        """Make the text index anew if it is damaged."""
        if self._tried:
            return
        self._tried = True
        self._runner.submit(
            Lane.LIBRARY,
            plain(self._care.repair_text_index),
            done=self._on_repaired,
            failed=self._messages.show_error,
        )

    def _on_started(self, advice: str, left_open: bool) -> None:
        if advice:
            self._messages.notify(said.said(advice), tone=Tone.WARNING, key="place", stays=True)
        if left_open:
            self.repair()

    def _on_repaired(self, notice: str) -> None:
        if notice:
            self._messages.notify(
                said.said(notice), tone=Tone.GOOD, key="error Library is damaged", stays=True
            )
            self.library_changed.emit(Changes(documents=True, collections=True))
