"""Keeps the library in step with the watched folders while the window is open."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Report
from desktop.jobs.runner import JobRunner, Lane, plain
from desktop.services.changes import Changes
from desktop.services.views import Reconciled, WatchedFolder
from desktop.ui import wording
from desktop.ui.messages import Messages
from desktop.ui.notices import Action, Tone

if TYPE_CHECKING:
    from desktop.services.bundle import Services
    from desktop.services.folder_watch import FolderWatch

LOOK_MS = 60_000  # between looks for folders that another process watches
FILES_EVERY = 15  # such looks between looks for files in no watched folder
REFRESH_MS = 1500  # after a change, before the state of the folders is looked up again
SHOWN = 200  # paths of removed documents in the details of a notice


class WatchController(QObject):
    """Follows every watched folder, also those that another process began to watch."""

    folders_changed = Signal(object)  # tuple[WatchedFolder, ...]
    library_changed = Signal(object)  # Changes
    queued = Signal()  # something is to be read
    _dirtied = Signal(int, object)  # collection id, paths or None; from the threads of the watches

    def __init__(self, services: "Services", runner: JobRunner, messages: Messages) -> None:
        super().__init__(messages)
        self._service = services.watching
        self._runner = runner
        self._messages = messages
        self._watches: dict[int, tuple[str, FolderWatch]] = {}
        self._wanted: dict[int, set[Path] | None] = {}  # None: the whole folder
        self._comparing: set[int] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self.refresh)
        self._looks = 0
        self._clock = QTimer(self)
        self._clock.setInterval(LOOK_MS)
        self._clock.timeout.connect(self._look)
        self._dirtied.connect(self._on_dirty, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begin to follow, and to look now and then for what no event tells of."""
        self._clock.start()
        self.refresh()
        self._look_for_files()

    def refresh(self) -> None:
        """Look which folders are watched and how they are."""
        self._runner.submit(
            Lane.FREE,
            plain(self._service.folders),
            done=self._on_folders,
            failed=self._messages.show_error,
            replace=True,
            key="watched folders",
        )

    def refresh_soon(self) -> None:
        """Look again after a while; many wishes in a row count as one."""
        if not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        """Follow no folder any more, as before the window closes."""
        self._timer.stop()
        self._clock.stop()
        for _, watch in self._watches.values():
            watch.stop(0)
        self._watches.clear()

    def watch(self, folder: Path) -> None:
        """Make a collection that follows a folder."""
        self._change(lambda: self._service.watch(folder=folder))

    def unwatch(self, collection_id: int) -> None:
        """Follow the folder of a collection no longer."""
        self._change(lambda: self._service.unwatch(collection_id=collection_id))

    def bring_back(self) -> None:
        """Put the documents back that were removed last."""

        def done(changes: Changes) -> None:
            self.library_changed.emit(changes)
            self.queued.emit()
            text = self.tr("{0} are back, without their files.").format(
                wording.documents(len(changes.document_ids))
            )
            self._messages.notify(text, key="removed")

        self._runner.submit(
            Lane.LIBRARY, plain(self._service.bring_back), done=done, failed=self._messages.show_error
        )

    def set_ignored(self, collection_id: int, patterns: Sequence[str]) -> None:
        """Leave other names out than before."""

        def then(_changes: object) -> None:
            self._on_changed(_changes)
            self._on_dirty(collection_id, None)

        self._runner.submit(
            Lane.LIBRARY,
            plain(lambda: self._service.set_ignored(collection_id=collection_id, patterns=patterns)),
            done=then,
            failed=self._messages.show_error,
        )

    def _look(self) -> None:
        self._looks += 1
        self.refresh()
        if self._looks % FILES_EVERY == 0:
            self._look_for_files()

    def _look_for_files(self) -> None:
        def work(token: CancelToken, report: Report) -> Changes:
            del report
            return self._service.look_for_files(token=token)

        self._runner.submit(
            Lane.WATCH, work, done=self._on_looked, failed=self._messages.show_error, key="files"
        )

    def _on_looked(self, changes: Changes) -> None:
        if changes.documents:
            self.library_changed.emit(changes)

    def _change(self, work: Callable[[], object]) -> None:
        self._runner.submit(
            Lane.LIBRARY, plain(work), done=self._on_changed, failed=self._messages.show_error
        )

    def _on_changed(self, _result: object) -> None:
        self.library_changed.emit(Changes(documents=True, collections=True))
        self.refresh()

    def _on_folders(self, folders: list[WatchedFolder]) -> None:
        wanted = {folder.collection_id: folder.folder for folder in folders}
        for collection_id, (path, watch) in list(self._watches.items()):
            if wanted.get(collection_id) != path:
                watch.stop(0)
                del self._watches[collection_id]
        for collection_id, path in wanted.items():
            if collection_id not in self._watches:
                self._follow(collection_id, path)
        self.folders_changed.emit(tuple(folders))
        if any(folder.waiting for folder in folders):
            self.refresh_soon()

    def _follow(self, collection_id: int, folder: str) -> None:
        def on_dirty(paths: Sequence[Path] | None) -> None:
            if shiboken6.isValid(self):  # else the window was closed meanwhile
                self._dirtied.emit(collection_id, paths)

        watch = self._service.follow(folder, on_dirty)
        self._watches[collection_id] = (folder, watch)
        watch.start()

    def _on_dirty(self, collection_id: int, paths: Sequence[Path] | None) -> None:
        """Compare, or remember to do so once the comparison that is under way has ended."""
        if paths is None or self._wanted.get(collection_id, set()) is None:
            self._wanted[collection_id] = None
        else:
            self._wanted[collection_id] = (self._wanted.get(collection_id) or set()) | set(paths)
        if collection_id not in self._comparing:
            self._compare(collection_id)

    def _compare(self, collection_id: int) -> None:
        paths = self._wanted.pop(collection_id)
        self._comparing.add(collection_id)

        def work(token: CancelToken, report: Report) -> Reconciled:
            return self._service.reconcile(
                collection_id=collection_id,
                paths=None if paths is None else sorted(paths),
                token=token,
                report=report,
            )

        self._runner.submit(
            Lane.WATCH,
            work,
            done=self._on_compared,
            failed=self._on_failed,
            ended=lambda: self._on_ended(collection_id),
        )

    def _on_ended(self, collection_id: int) -> None:
        self._comparing.discard(collection_id)
        if collection_id in self._wanted:
            self._compare(collection_id)

    def _on_failed(self, error: UserError) -> None:
        self._messages.show_error(error)

    def _on_compared(self, found: Reconciled) -> None:
        self.refresh_soon()
        if not found:
            return
        self.library_changed.emit(Changes(documents=True, collections=True))
        self.queued.emit()
        if found.removed:
            text = self.tr("{0} deleted from {1} left the library.").format(
                wording.documents(len(found.removed)), found.folder
            )
            details = "\n".join(found.removed[:SHOWN])
            undo = Action(self.tr("Bring back"), self.bring_back)
            self._messages.notify(text, details=details, actions=(undo,), key="removed", stays=True)
        if found.offline and found.away:
            text = self.tr(
                "{0} cannot be reached. Its {1} stay in the library and can be searched; nothing is read "
                "again when it is back."
            ).format(found.folder, wording.documents(found.offline))
            self._messages.notify(text, tone=Tone.WARNING, key=f"away {found.folder}", stays=True)
        elif found.back:
            text = self.tr("{0} is back, with {1}.").format(found.folder, wording.documents(found.back))
            self._messages.notify(text, tone=Tone.GOOD, key=f"away {found.folder}")
