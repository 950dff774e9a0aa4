"""The page of the settings about the library: its size and place, backup, restore, check, compacting."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.domain.work import CancelToken, Report
from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.changes import Changes
from desktop.services.views import BackupMade, Check, CheckedLibrary, LibraryStatus, Restored
from desktop.ui import said, wording
from desktop.ui.labels import PlainLabel
from desktop.ui.messages import Messages
from desktop.ui.notices import Tone
from desktop.ui.theme import Space, TextRole, set_role

if TYPE_CHECKING:
    from desktop.services.bundle import Services

SUFFIX = ".carrel"


class LibraryPage(QWidget):
    """Everything long runs as a job; one at a time."""

    library_changed = Signal(object)  # Changes

    def __init__(self, services: "Services", runner: JobRunner, messages: Messages) -> None:
        super().__init__()
        self._services = services
        self._runner = runner
        self._messages = messages
        self._folder = Path()
        self.figures = PlainLabel()
        self.place = PlainLabel("", TextRole.CAPTION)
        self.place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.open_folder = self._button(self.tr("Open data folder"), self._open_folder)
        self.backup_button = self._button(self.tr("Back up..."), self.choose_backup)
        self.restore_button = self._button(self.tr("Restore..."), self.choose_restore)
        self.check_button = self._button(self.tr("Check the library"), self.check)
        self.repair_button = self._button(self.tr("Repair"), self.repair)
        self.repair_button.hide()
        self.compact_button = self._button(self.tr("Compact"), self.compact)
        self.doctor_button = self._button(self.tr("Check this installation"), self.check_installation)
        self.result = PlainLabel()
        self.result.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.open_folder.setEnabled(False)
        self._lay_out()

    def refresh(self) -> None:
        """Look up the figures."""
        self._runner.submit(
            Lane.FREE,
            plain(self._services.library.status),
            done=self._on_status,
            failed=self._messages.show_error,
            key="settings status",
        )

    def _button(self, text: str, run: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(lambda _checked=False: run())
        return button

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.S)
        sections: tuple[tuple[str, str, tuple[QPushButton, ...]], ...] = (
            (
                self.tr("Safe"),
                self.tr(
                    "A backup is one file with every text, conversation and setting of the library. Before a "
                    "backup is restored it is checked, and the library it replaces is kept."
                ),
                (self.backup_button, self.restore_button),
            ),
            (
                self.tr("Sound"),
                self.tr("Looks through every part of the library file; your documents are not touched."),
                (self.check_button, self.repair_button),
            ),
            (
                self.tr("Small"),
                self.tr("Gives the space of removed documents back to the disk."),
                (self.compact_button,),
            ),
            (self.tr("This installation"), "", (self.doctor_button,)),
        )
        layout.addWidget(self.figures)
        layout.addWidget(self.place)
        layout.addLayout(_row(self.open_folder))
        for title, text, buttons in sections:
            layout.addSpacing(Space.M)
            heading = QLabel(title)
            set_role(heading, TextRole.STRONG)
            layout.addWidget(heading)
            if text:
                layout.addWidget(PlainLabel(text, TextRole.CAPTION))
            layout.addLayout(_row(*buttons))
        layout.addSpacing(Space.M)
        layout.addWidget(self.result)
        layout.addStretch(1)

    # what the buttons do

    def choose_backup(self) -> None:
        """Ask where the backup goes."""
        name = f"Carrel {date.today().isoformat()}{SUFFIX}"  # noqa: DTZ011 - the person's own day
        self._choose(self.tr("Back up the library"), name, QFileDialog.AcceptMode.AcceptSave, self.backup)

    def choose_restore(self) -> None:
        """Ask which backup to restore."""
        self._choose(
            self.tr("Restore a backup"), "", QFileDialog.AcceptMode.AcceptOpen, self._confirm_restore
        )

    def backup(self, target: Path) -> None:
        """Copy the library to a file."""
        care = self._services.care
        self._run(
            self.tr("Copying..."),
            lambda token, report: care.backup(target=target, token=token, report=report),
            self._on_backup,
        )

    def restore(self, source: Path) -> None:
        """Replace the library by a backup."""
        care = self._services.care
        self._run(
            self.tr("Checking the backup..."),
            lambda token, report: care.restore(source=source, token=token, report=report),
            self._on_restored,
        )

    def check(self) -> None:
        """Look through the library."""
        self._check(repair=False)

    def repair(self) -> None:
        """Make anew what can be."""
        self._check(repair=True)

    def compact(self) -> None:
        """Give unused space back."""
        care = self._services.care
        self._run(
            self.tr("Compacting..."),
            lambda token, report: care.compact(token=token, report=report),
            self._on_compacted,
        )

    def check_installation(self) -> None:
        """Check that every part of the program works here."""
        doctor = self._services.doctor
        self._run(
            self.tr("Checking..."),
            lambda token, report: doctor.run(token=token, report=report),
            self._on_doctor,
        )

    def _choose(
        self, title: str, name: str, mode: QFileDialog.AcceptMode, then: Callable[[Path], object]
    ) -> None:
        dialog = QFileDialog(self.window(), title)
        dialog.setAcceptMode(mode)
        dialog.setDefaultSuffix(SUFFIX.lstrip("."))
        dialog.setNameFilter(self.tr("Carrel libraries (*{0})").format(SUFFIX))
        if name:
            dialog.selectFile(name)
        dialog.fileSelected.connect(lambda file: then(Path(file)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _confirm_restore(self, source: Path) -> None:
        self._messages.confirm(
            self.tr("Replace the library?"),
            self.tr(
                "Documents and conversations become those of {0}. The library as it is now is kept as a file "
                "beside it."
            ).format(source.name),
            self.tr("Replace"),
            lambda: self.restore(source),
        )

    def _check(self, *, repair: bool) -> None:
        care = self._services.care
        self._run(
            self.tr("Looking through the library..."),
            lambda token, report: care.check(repair=repair, token=token, report=report),
            self._on_checked,
        )

    def _run(
        self, says: str, work: Callable[[CancelToken, Report], Any], done: Callable[[Any], object]
    ) -> None:
        self._set_busy(True)
        self.result.setText(says)

        def failed(error: Any) -> None:  # noqa: ANN401 - a UserError
            self.result.setText("")
            self._messages.show_error(error)

        self._runner.submit(
            Lane.LIBRARY, work, done=done, failed=failed, ended=lambda: self._set_busy(False), key="care"
        )

    def _set_busy(self, busy: bool) -> None:
        buttons = (
            self.backup_button,
            self.restore_button,
            self.check_button,
            self.repair_button,
            self.compact_button,
            self.doctor_button,
        )
        for button in buttons:
            button.setEnabled(not busy)

    # what came of it

    def _on_status(self, status: LibraryStatus) -> None:
        self.figures.setText(
            self.tr("{0}, {1}, {2} on disk.").format(
                wording.documents(status.documents),
                wording.passages(status.chunks),
                wording.size(status.size_bytes),
            )
        )
        self._folder = Path(status.library).parent
        self.place.setText(self.tr("Everything is kept in {0}").format(status.library))
        self.open_folder.setEnabled(True)

    def _on_backup(self, made: BackupMade) -> None:
        self.result.setText(self.tr("Saved {0}, {1}.").format(made.path, wording.size(made.size)))

    def _on_restored(self, made: Restored) -> None:
        text = self.tr("{0} are back. The library before is kept as {1}.")
        self.result.setText(text.format(wording.documents(made.documents), made.kept))
        self._changed()

    def _on_checked(self, found: CheckedLibrary) -> None:
        self.repair_button.setVisible(bool(found.problems) and not found.kept)
        if not found.problems:
            self.result.setText(self.tr("The library is sound."))
            return
        lines = [self.tr("Damaged: {0}").format(said.said(line)) for line in found.problems]
        lines += [self.tr("Repaired: {0}").format(said.said(line)) for line in found.repaired]
        if found.kept:
            lines.append(self.tr("The library as it was is kept as {0}.").format(found.kept))
            if found.left:
                lines.append(self.tr("Some damage is left: restore a backup."))
            self._changed()
        self.result.setText("\n".join(lines))

    def _on_compacted(self, sizes: tuple[int, int]) -> None:
        before, after = sizes
        self.result.setText(self.tr("{0} before, {1} now.").format(wording.size(before), wording.size(after)))
        self.refresh()

    def _on_doctor(self, checks: list[Check]) -> None:
        bad = self.tr("Not working")
        lines = [
            f"{'✓' if c.ok else '✗ ' + bad + ':'} {said.said(c.name)}  {said.said(c.detail)}" for c in checks
        ]
        self.result.setText("\n".join(lines))
        if not all(c.ok for c in checks):
            self._messages.notify(self.tr("Some parts do not work here."), tone=Tone.WARNING)

    def _changed(self) -> None:
        self.library_changed.emit(Changes(documents=True, collections=True, conversations=True))
        self.refresh()

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))


def _row(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(Space.S)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return row
