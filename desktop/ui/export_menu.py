"""The button that writes a conversation to a file."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from desktop.domain.answers import Answer
from desktop.domain.errors import UserError
from desktop.jobs.runner import JobRunner, Lane
from desktop.ui import export, plain
from desktop.ui.theme import Theme, set_kind

ChoosePath = Callable[[QWidget, str, str], Path | None]
"""Asks for a file: parent, suggested name, filter; None when the person changed their mind."""


class ExportMenu(QPushButton):
    """Offers Markdown, HTML and PDF; asks where to, and writes on a lane."""

    exported = Signal(Path)
    failed = Signal(UserError)

    def __init__(
        self,
        runner: JobRunner,
        theme: Theme,
        answers: Callable[[], tuple[str, Sequence[Answer]]],
        parent: QWidget | None = None,
        *,
        choose_path: ChoosePath | None = None,
    ) -> None:
        """`answers` returns the title and the turns to write when a format is chosen."""
        super().__init__(parent)
        self._runner = runner
        self._answers = answers
        self._choose_path = choose_path or ask_for_path
        self.setText(self.tr("Export"))
        self.setIcon(theme.icon("export"))
        self.setIconSize(QSize(16, 16))
        set_kind(self, "quiet")
        self.setAccessibleName(self.tr("Export"))
        self.setToolTip(self.tr("Write this conversation to a file"))
        menu = QMenu(self)
        for text, suffix in (("Markdown", ".md"), ("HTML", ".html"), ("PDF", ".pdf")):
            menu.addAction(text).triggered.connect(lambda _checked=False, s=suffix: self.export(s))
        self.setMenu(menu)

    def export(self, suffix: str) -> None:
        """Ask for a file and write the conversation to it in the format of `suffix`."""
        title, answers = self._answers()
        name = (
            "".join(c for c in plain.one_line(title, 60) if c.isalnum() or c in " -_").strip()
            or "conversation"
        )
        path = self._choose_path(self, name + suffix, f"*{suffix}")
        if path is None:
            return
        if path.suffix.lower() != suffix:
            path = path.with_name(path.name + suffix)
        turns = tuple(answers)

        def work(_token: object, _report: object) -> Path:
            export.write(path, turns, title)
            return path

        self._runner.submit(Lane.FREE, work, done=self.exported.emit, failed=self.failed.emit)


def ask_for_path(parent: QWidget, name: str, pattern: str) -> Path | None:
    """Ask where to write with the system's file dialog."""
    chosen, _ = QFileDialog.getSaveFileName(parent, "", name, pattern)
    return Path(chosen) if chosen else None
