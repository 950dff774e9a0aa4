"""One line under the collections: how the watched folder of the chosen one is, and what can be done."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from desktop.services.views import WatchedFolder
from desktop.ui.dialogs import PatternsDialog
from desktop.ui.labels import ElidedLabel
from desktop.ui.messages import Messages
from desktop.ui.theme import Space, TextRole, Theme, set_kind, set_role

_ICON = 16


class WatchLine(QWidget):
    """Hidden while the chosen collection follows no folder."""

    unwatch_requested = Signal(int)  # collection id
    patterns_given = Signal(int, object)  # collection id, list[str]

    def __init__(self, theme: Theme, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._messages = messages
        self._folders: dict[int, WatchedFolder] = {}
        self._chosen: int | None = None
        self._picture = QLabel()
        self.text = ElidedLabel()
        set_role(self.text, TextRole.CAPTION)
        self.button = QToolButton()
        self.button.setAccessibleName(self.tr("Watched folder"))
        self.button.setToolTip(self.tr("Watched folder"))
        set_kind(self.button, "icon")
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        self.patterns_action = menu.addAction(self.tr("What is left out..."), self.open_patterns)
        self.unwatch_action = menu.addAction(self.tr("Stop watching..."), self.ask_unwatch)
        self.button.setMenu(menu)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.XS, 0, 0, 0)
        layout.setSpacing(Space.S)
        layout.addWidget(self._picture)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.button)
        self.hide()
        theme.changed.connect(self._show)

    @property
    def folder(self) -> WatchedFolder | None:
        """The watched folder of the chosen collection."""
        return self._folders.get(self._chosen) if self._chosen is not None else None

    def set_folders(self, folders: tuple[WatchedFolder, ...]) -> None:
        """Take in how the watched folders are."""
        self._folders = {folder.collection_id: folder for folder in folders}
        self._show()

    def choose(self, collection_id: int | None) -> None:
        """Show the line of this collection."""
        self._chosen = collection_id
        self._show()

    def open_patterns(self) -> None:
        """Let the person say which names are left out."""
        if (folder := self.folder) is None:
            return
        dialog = PatternsDialog(folder.folder, folder.ignored, self.window())
        dialog.patterns_given.connect(
            lambda patterns: self.patterns_given.emit(folder.collection_id, patterns)
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_unwatch(self) -> None:
        """Stop watching after a question."""
        if (folder := self.folder) is None:
            return
        self._messages.confirm(
            self.tr("Stop watching the folder?"),
            self.tr(
                "Changes in {0} will no longer be followed. The documents stay in “{1}”, and the files stay "
                "where they are."
            ).format(folder.folder, folder.name),
            self.tr("Stop watching"),
            lambda: self.unwatch_requested.emit(folder.collection_id),
        )

    def _show(self) -> None:
        folder = self.folder
        self.setVisible(folder is not None)
        if folder is None:
            return
        self.text.setText(self._words(folder))
        icon, colour = ("offline", "warning") if folder.offline else ("watch", "muted")
        self._picture.setPixmap(self._theme.pixmap(icon, _ICON, colour))
        self.button.setIcon(self._theme.icon("more"))

    def _words(self, folder: WatchedFolder) -> str:
        if folder.offline:
            return self.tr("Offline: {0}").format(_short(folder.folder))
        if folder.waiting:
            return self.tr("%Ln changes being read", "", folder.waiting)
        return self.tr("Watching {0}").format(_short(folder.folder))


def _short(folder: str) -> str:
    """Return the path with the person's own folder as "~"."""
    path = Path(folder)
    return str(Path("~", path.relative_to(Path.home()))) if path.is_relative_to(Path.home()) else folder
