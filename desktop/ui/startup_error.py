"""The one message before there is a window: the library cannot be opened."""

from PySide6.QtWidgets import QMessageBox

from desktop.domain.errors import UserError
from desktop.ui import said


def show_startup_error(error: UserError) -> None:
    """Show what is wrong and what to do, and wait until it was read."""
    box = QMessageBox(QMessageBox.Icon.Critical, "Carrel", said.said(error.title))
    box.setInformativeText(said.lines((error.detail, "", error.advice)).strip())
    box.exec()
