"""The only place that shows errors, questions and crashes."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QInputDialog,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.errors import UserError
from desktop.jobs.runner import UnexpectedError
from desktop.ui.notices import Action, News, NoticeArea, Tone
from desktop.ui.theme import Space, TextRole, set_kind, set_role


class Messages(QObject):
    """Shows notices in the window's notice area, and the few dialogs that are worth stopping for."""

    def __init__(self, window: QWidget, area: NoticeArea) -> None:
        super().__init__(window)
        self._window = window
        self._area = area
        self._crash: CrashDialog | None = None

    def notify(
        self,
        text: str,
        *,
        tone: Tone = Tone.INFO,
        details: str = "",
        actions: tuple[Action, ...] = (),
        key: str = "",
        stays: bool = False,
    ) -> None:
        """Show a quiet notice; without `stays` it goes by itself."""
        self._area.show_news(News(text, tone, details, actions, key, stays))

    def show_error(self, error: UserError, *, actions: tuple[Action, ...] = ()) -> None:
        """Show an error a person can act on; a bug is shown by `show_crash` instead."""
        if isinstance(error, UnexpectedError):
            return
        text = " ".join(part for part in (f"{error.title}.", error.detail, error.advice) if part)
        self._area.show_news(News(text, Tone.DANGER, actions=actions, key=f"error {error.title}"))

    def confirm(self, title: str, text: str, action: str, then: Callable[[], object]) -> QMessageBox:
        """Ask before something that cannot be undone; `then` runs when the person agrees."""
        box = QMessageBox(self._window)
        box.setWindowTitle(title)
        box.setText(title)
        box.setInformativeText(text)
        box.setIcon(QMessageBox.Icon.NoIcon)
        agree = box.addButton(action, QMessageBox.ButtonRole.DestructiveRole)
        set_kind(agree, "danger")
        keep = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.buttonClicked.connect(lambda button: then() if button is agree else None)
        box.finished.connect(box.deleteLater)
        box.open()
        return box

    def ask_name(self, title: str, label: str, text: str, then: Callable[[str], object]) -> QInputDialog:
        """Ask for a name; `then` gets it without blanks around it, and is not called for an empty one."""
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(title)
        dialog.setLabelText(label)
        dialog.setTextValue(text)
        dialog.setMinimumWidth(360)
        dialog.textValueSelected.connect(lambda value: then(value.strip()) if value.strip() else None)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def show_crash(self, details: str) -> None:
        """Show that something went wrong inside Carrel; further bugs are added to an open dialog."""
        if self._crash is not None:
            self._crash.add(details)
            return
        self._crash = CrashDialog(details, self._window)
        self._crash.finished.connect(self._on_crash_closed)
        self._crash.open()

    def _on_crash_closed(self) -> None:
        if self._crash is not None:
            self._crash.deleteLater()
            self._crash = None


class CrashDialog(QDialog):
    """Says plainly that Carrel has a fault, and lets the person copy what a developer needs."""

    def __init__(self, details: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Something went wrong in Carrel"))
        title = QLabel(self.tr("Something went wrong in Carrel"))
        set_role(title, TextRole.TITLE)
        text = QLabel(
            self.tr(
                "This is a fault in the program, not something you did. Your documents and your library are "
                "safe. You can go on working; if it happens again, please report it with the details below. "
                "Nothing is sent anywhere by itself."
            )
        )
        text.setWordWrap(True)
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setAccessibleName(self.tr("Details of the fault"))
        buttons = QDialogButtonBox()
        self.copy_button = QPushButton(self.tr("Copy details"))
        self.copy_button.clicked.connect(self.copy)
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        close = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        set_kind(close, "primary")
        close.setDefault(True)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L, Space.L, Space.L, Space.M)
        layout.setSpacing(Space.M)
        for widget in (title, text, self.details, buttons):
            layout.addWidget(widget)
        self.resize(640, 420)

    def add(self, details: str) -> None:
        """Add another fault to the details."""
        self.details.appendPlainText(f"\n{details}")

    def copy(self) -> None:
        """Copy the details to the clipboard."""
        QGuiApplication.clipboard().setText(self.details.toPlainText())
        self.copy_button.setText(self.tr("Copied"))
