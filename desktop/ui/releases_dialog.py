"""Where new versions are: Carrel never looks for them, a person may."""

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from desktop import __version__
from desktop.ui.dialogs import PlainDialog


class ReleasesDialog(PlainDialog):
    """Shows the address before anything is opened; without an address there is nothing to open."""

    def __init__(self, address: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("New versions"), parent)
        self._address = address
        self.add_text(
            self.tr("This is Carrel {version}. It never looks for new versions by itself.").format(
                version=__version__
            )
        )
        if address:
            self.add_text(self.tr("Your browser can open the page of releases:"))
            self.add_text(address)
            opened = self.add_button(
                self.tr("Open the page"), QDialogButtonBox.ButtonRole.AcceptRole, "primary"
            )
            opened.setDefault(True)
            self.accepted.connect(self._open)
        else:
            self.add_text(
                self.tr("This copy does not know where its releases are; look where you got it from.")
            )
        self.add_button(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl(self._address))
