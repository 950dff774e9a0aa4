"""Opens the help, the page about the program and the way to new versions."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from desktop.config.paths import resources_folder
from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.shipped import (
    ShippedPart,
    licence_text,
    licences_folder,
    own_licence,
    releases_page,
    shipped_parts,
)
from desktop.ui.about_dialog import AboutDialog
from desktop.ui.help_pages import read_pages
from desktop.ui.help_window import HelpWindow
from desktop.ui.key_table import keys_of
from desktop.ui.language import current_language
from desktop.ui.releases_dialog import ReleasesDialog
from desktop.ui.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.ui.messages import Messages


class HelpController(QObject):
    """Each window is made when it is asked for, and once."""

    def __init__(self, window: "QWidget", runner: JobRunner, theme: Theme, messages: "Messages") -> None:
        super().__init__(window)
        self._window = window
        self._runner = runner
        self._theme = theme
        self._messages = messages
        self.help: HelpWindow | None = None
        self.about: AboutDialog | None = None
        self.releases: ReleasesDialog | None = None

    def open_help(self) -> None:
        """Show the help, or bring it to the front."""
        if self.help is None:
            root = resources_folder()
            pages = read_pages(root / "help", current_language())
            self.help = HelpWindow(pages, root, keys_of(self._window), self._theme, self._window)
            self.help.setWindowFlag(Qt.WindowType.Window)
        self.help.show()
        self.help.raise_()
        self.help.activateWindow()

    def open_about(self) -> None:
        """Gather what the program is made of and show it."""
        self._runner.submit(
            Lane.FREE,
            plain(_parts),
            done=self._show_about,
            failed=self._messages.show_error,
            key="about",
        )

    def open_releases(self) -> None:
        """Say where new versions are; only a further click opens the page."""
        if self.releases is None:
            self.releases = ReleasesDialog(releases_page(resources_folder()), self._window)
        self.releases.open()

    def _show_about(self, found: tuple[ShippedPart, list[ShippedPart]]) -> None:
        if self.about is None:
            self.about = AboutDialog(*found, licence_text, self._window)
        self.about.open()


def _parts() -> tuple[ShippedPart, list[ShippedPart]]:
    checkout, folder = resources_folder().parent, licences_folder()
    own = ShippedPart("Carrel", "", "Apache-2.0", _existing(own_licence(checkout, folder)))
    return own, shipped_parts(checkout, folder)


def _existing(file: Path) -> tuple[Path, ...]:
    return (file,) if file.is_file() else ()
