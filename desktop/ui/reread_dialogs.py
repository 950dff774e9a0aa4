"""What only the person knows of a document: its password, or how a text is written."""

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QLabel, QLineEdit, QWidget

from desktop.domain.records import Document, DocumentState
from desktop.ui import said
from desktop.ui.dialogs import PlainDialog
from desktop.ui.elided_combo import name_choice
from desktop.ui.theme import TextRole, set_role

_TEXT_ENDINGS = frozenset({"", ".txt", ".text", ".csv", ".tsv", ".log", ".md", ".htm", ".html", ".srt"})


def is_text(document: Document) -> bool:
    """Whether another encoding can make a difference: it has one, or it may be a text that was refused."""
    ending = PurePath(document.path).suffix.lower()
    return bool(document.encoding) or (document.state is DocumentState.REFUSED and ending in _TEXT_ENDINGS)


def encodings() -> tuple[tuple[str, str], ...]:
    """Return the encodings offered: name for people and code; the first one means found out by itself."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("encodings", text)

    western, central, cyrillic = tr("Western European"), tr("Central European"), tr("Cyrillic")
    return (
        (tr("Find out by itself"), ""),
        ("Unicode (UTF-8)", "utf-8"),
        ("Unicode (UTF-16)", "utf-16-le"),
        (f"{western} (Windows)", "cp1252"),
        (f"{western} (DOS)", "cp850"),
        (f"{western} (Macintosh)", "mac-roman"),
        (tr("American (DOS)"), "cp437"),
        (f"{central} (Windows)", "cp1250"),
        (f"{central} (ISO)", "iso8859-2"),
        (f"{central} (DOS)", "cp852"),
        (f"{cyrillic} (Windows)", "cp1251"),
        (f"{cyrillic} (KOI8)", "koi8-r"),
        (f"{cyrillic} (DOS)", "cp866"),
        (tr("Greek"), "cp1253"),
        (tr("Turkish"), "cp1254"),
        (tr("Hebrew"), "cp1255"),
        (tr("Arabic"), "cp1256"),
        (tr("Baltic"), "cp1257"),
        (tr("Vietnamese"), "cp1258"),
        (tr("Thai"), "cp874"),
        (f"{tr('Japanese')} (Shift JIS)", "cp932"),
        (f"{tr('Japanese')} (EUC)", "euc_jp"),
        (tr("Chinese, simplified"), "gb18030"),
        (tr("Chinese, traditional"), "big5hkscs"),
        (tr("Korean"), "cp949"),
        (f"{tr('Mainframe')} (EBCDIC)", "cp500"),
    )


class PasswordDialog(PlainDialog):
    """Asks for the password of a locked document."""

    password_given = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Open a locked document"), parent)
        self.add_text(
            self.tr("{0} needs its password. Carrel forgets it when it is closed.").format(
                PurePath(document.path).name
            )
        )
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(self.tr("Password"))
        self.field.setPlaceholderText(self.tr("Password"))
        self.column.addWidget(self.field)
        self.read = self.add_button(self.tr("Read"), QDialogButtonBox.ButtonRole.AcceptRole, "primary")
        self.read.setDefault(True)
        self.read.setEnabled(False)
        self.field.textChanged.connect(lambda text: self.read.setEnabled(bool(text)))
        self.add_button(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.accepted.connect(lambda: self.password_given.emit(self.field.text()))


class EncodingDialog(PlainDialog):
    """Lets the person choose the encoding of a text that shows wrong letters."""

    encoding_chosen = Signal(str)  # its code; empty: find out again

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Read with another encoding"), parent)
        self.add_text(
            self.tr("Where {0} shows wrong letters, choose how it was written.").format(
                PurePath(document.path).name
            )
        )
        self.choice = QComboBox()
        name_choice(self.choice, self.tr("Encoding"))
        for name, code in encodings():
            self.choice.addItem(name, code)
        code, _, how = document.encoding.partition(" ")
        if "chosen" in how:
            self.choice.setCurrentIndex(max(self.choice.findData(code), 0))
        self.column.addWidget(self.choice)
        if document.encoding:
            note = QLabel(self.tr("It was last read as {0}.").format(said.place(document.encoding)))
            set_role(note, TextRole.CAPTION)
            self.column.addWidget(note)
        read = self.add_button(self.tr("Read again"), QDialogButtonBox.ButtonRole.AcceptRole, "primary")
        read.setDefault(True)
        self.add_button(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.accepted.connect(lambda: self.encoding_chosen.emit(str(self.choice.currentData())))
