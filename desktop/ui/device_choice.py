"""The choice of what the models run on, and a line that says what is used and why."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop.domain.work import CancelToken, Report
from desktop.jobs.runner import JobRunner, Lane
from desktop.services.changes import Changes
from desktop.services.devices import AUTOMATIC, PROCESSOR
from desktop.services.views import DeviceChoice as Choice
from desktop.ui import said
from desktop.ui.elided_combo import ElidedComboBox, name_choice
from desktop.ui.messages import Messages
from desktop.ui.theme import Space, TextRole, set_role

if TYPE_CHECKING:
    from desktop.services.bundle import Services


class DeviceChoice(QWidget):
    """Looks for devices when it is first seen; until then it offers nothing."""

    changed = Signal(object)  # Changes

    def __init__(self, services: "Services", runner: JobRunner, messages: Messages) -> None:
        super().__init__()
        self._devices = services.devices
        self._runner = runner
        self._messages = messages
        self._asked = False
        self.box = ElidedComboBox()
        self.box.setMinimumContentsLength(36)
        name_choice(self.box, self.tr("Models run on"))
        self.box.setEnabled(False)
        self.box.activated.connect(self._on_chosen)
        self.note = QLabel(self.tr("Looking for graphics processors..."))
        self.note.setWordWrap(True)
        set_role(self.note, TextRole.CAPTION)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(self.box)
        column.addWidget(self.note)

    def showEvent(self, event: QShowEvent) -> None:
        """Look for devices, once."""
        super().showEvent(event)
        if not self._asked:
            self._asked = True
            self.refresh()

    def refresh(self) -> None:
        """Show what there is and what is used."""

        def work(token: CancelToken, _report: Report) -> Choice:
            return self._devices.choice(token=token)

        self._runner.submit(
            Lane.FREE, work, done=self._show, failed=self._messages.show_error, replace=True, key="devices"
        )

    def _show(self, choice: Choice) -> None:
        self.box.clear()
        self.box.addItem(self.tr("Automatic"), AUTOMATIC)
        self.box.addItem(self.tr("Processor"), PROCESSOR)
        for device in choice.devices:
            self.box.addItem(said.said(device.words), device.id)
        if self.box.findData(choice.chosen) < 0:
            self.box.addItem(choice.chosen, choice.chosen)
        self.box.setCurrentIndex(self.box.findData(choice.chosen))
        self.box.setEnabled(True)
        self.note.setText(said.said(choice.reason))

    def _on_chosen(self) -> None:
        device = str(self.box.currentData())

        def work(token: CancelToken, _report: Report) -> Changes:
            return self._devices.use(device=device, token=token)

        self._runner.submit(
            Lane.LIBRARY, work, done=self._on_used, failed=self._messages.show_error, ended=self.refresh
        )

    def _on_used(self, changes: Changes) -> None:
        self.changed.emit(changes)
