"""The few dialogs: a question before something final, a name, a fault of the program."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.theme import Space, TextRole, set_kind, set_role

WIDTH = 420


class PlainDialog(QDialog):
    """A title, something under it, and a row of buttons."""

    def __init__(self, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        heading = QLabel(title)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setWordWrap(True)
        set_role(heading, TextRole.SUBTITLE)
        self.column = QVBoxLayout()
        self.column.setSpacing(Space.S)
        self.buttons = QDialogButtonBox()
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L, Space.L, Space.L, Space.M)
        layout.setSpacing(Space.M)
        layout.addWidget(heading)
        layout.addLayout(self.column)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(WIDTH)

    def add_text(self, text: str) -> None:
        """Add wrapped text."""
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        self.column.addWidget(label)

    def add_button(self, text: str, role: QDialogButtonBox.ButtonRole, kind: str = "") -> QPushButton:
        """Add a button to the row."""
        button = QPushButton(text)
        if kind:
            set_kind(button, kind)
        self.buttons.addButton(button, role)
        return button


class ConfirmDialog(PlainDialog):
    """Asks before something that cannot be undone; keeping is what Enter does."""

    def __init__(self, title: str, text: str, action: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.add_text(text)
        self.setAccessibleDescription(text)
        self.agree = self.add_button(action, QDialogButtonBox.ButtonRole.AcceptRole, "danger")
        self.keep = self.add_button(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.agree.setAutoDefault(False)
        self.keep.setDefault(True)
        self.keep.setFocus()


class NameDialog(PlainDialog):
    """Asks for a name, without blanks around it and not empty."""

    name_given = Signal(str)

    def __init__(self, title: str, label: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.field = QLineEdit(text)
        self.field.setAccessibleName(label)
        self.field.setPlaceholderText(label)
        self.field.selectAll()
        self.field.textChanged.connect(self._on_typed)
        self.column.addWidget(self.field)
        self.save = self.add_button(self.tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole, "primary")
        self.save.setDefault(True)
        self.add_button(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.accepted.connect(lambda: self.name_given.emit(self.field.text().strip()))
        self._on_typed(text)

    def _on_typed(self, text: str) -> None:
        self.save.setEnabled(bool(text.strip()))


class PatternsDialog(PlainDialog):
    """Asks which names are left out of a watched folder, one pattern a line."""

    patterns_given = Signal(object)  # list[str]

    def __init__(self, folder: str, patterns: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(self.tr("What is left out"), parent)
        self.add_text(
            self.tr(
                "One pattern a line, for files and folders in {0}: *.log leaves out every file with that "
                "ending, drafts/ every folder of that name, /old only the one at the top. A line that starts "
                "with ! keeps what another one leaves out. Hidden and temporary files are left out anyway."
            ).format(folder)
        )
        self.field = QPlainTextEdit("\n".join(patterns))
        self.field.setTabChangesFocus(True)
        self.field.setAccessibleName(self.tr("Patterns of what is left out"))
        self.field.setPlaceholderText("*.log\ndrafts/")
        self.column.addWidget(self.field)
        save = self.add_button(self.tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole, "primary")
        save.setDefault(True)
        self.add_button(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.accepted.connect(lambda: self.patterns_given.emit(self.field.toPlainText().splitlines()))
        self.resize(460, 380)


class CrashDialog(PlainDialog):
    """Says plainly that Carrel has a fault, and lets the person copy what a developer needs."""

    def __init__(self, details: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Something went wrong in Carrel"), parent)
        self.add_text(
            self.tr(
                "This is a fault in the program, not something you did. Your documents and your library are "
                "safe. You can go on working; if it happens again, please report it with the details below. "
                "Nothing is sent anywhere by itself."
            )
        )
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setAccessibleName(self.tr("Details of the fault"))
        self.column.addWidget(self.details)
        self.copy_button = self.add_button(self.tr("Copy details"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.clicked.connect(self.copy)
        close = self.add_button(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole, "primary")
        close.setDefault(True)
        self.resize(640, 420)

    def add(self, details: str) -> None:
        """Add another fault to the details."""
        self.details.appendPlainText(f"\n{details}")

    def copy(self) -> None:
        """Copy the details to the clipboard."""
        QGuiApplication.clipboard().setText(self.details.toPlainText())
        self.copy_button.setText(self.tr("Copied"))
