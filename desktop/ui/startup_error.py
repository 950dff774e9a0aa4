"""The one message before there is a window: the library cannot be opened."""

from PySide6.QtWidgets import QMessageBox

from desktop.domain.errors import UserError


def show_startup_error(error: UserError) -> None:
    """Show what is wrong and what to do, and wait until it was read."""
    box = QMessageBox(QMessageBox.Icon.Critical, "Carrel", error.title)
    box.setInformativeText(f"{error.detail}\n\n{error.advice}".strip())
    box.exec()
