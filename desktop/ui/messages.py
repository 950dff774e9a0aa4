"""The only place that shows errors, questions and crashes."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.domain.errors import LibraryDamagedError, UserError
from desktop.jobs.runner import UnexpectedError
from desktop.ui import said
from desktop.ui.dialogs import ConfirmDialog, CrashDialog, NameDialog
from desktop.ui.notices import Action, News, NoticeArea, Tone


class Messages(QObject):
    """Shows notices in the window's notice area, and the few dialogs that are worth stopping for."""

    damage_met = Signal()  # a part of the library file could not be read

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

    def dismiss(self, key: str) -> None:
        """Take away the notice of this key, because what it offers was done."""
        self._area.dismiss(key)

    def show_error(self, error: UserError, *, actions: tuple[Action, ...] = ()) -> None:
        """Show an error a person can act on; a bug is shown by `show_crash` instead."""
        if isinstance(error, UnexpectedError):
            return
        if isinstance(error, LibraryDamagedError):
            self.damage_met.emit()
        sentences = (f"{said.said(error.title)}.", said.said(error.detail), said.said(error.advice))
        text = " ".join(sentence for sentence in sentences if sentence)
        self._area.show_news(News(text, Tone.DANGER, actions=actions, key=f"error {error.title}"))

    def confirm(self, title: str, text: str, action: str, then: Callable[[], object]) -> ConfirmDialog:
        """Ask before something that cannot be undone; `then` runs when the person agrees."""
        dialog = ConfirmDialog(title, text, action, self._window)
        dialog.accepted.connect(then)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def ask_name(self, title: str, label: str, text: str, then: Callable[[str], object]) -> NameDialog:
        """Ask for a name; `then` gets it without blanks around it, never empty."""
        dialog = NameDialog(title, label, text, self._window)
        dialog.name_given.connect(then)
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
