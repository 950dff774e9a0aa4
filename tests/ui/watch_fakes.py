"""Stand-ins for the watched folders of a library."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from desktop.domain.work import CancelToken, Report
from desktop.services.changes import Changes
from desktop.services.views import Reconciled, WatchedFolder


class FakeWatch:
    """A watch that hears nothing by itself."""

    def __init__(self, on_dirty: Callable[[Sequence[Path] | None], None]) -> None:
        self.on_dirty = on_dirty
        self.started = self.stopped = False

    def start(self) -> None:
        self.started = True

    def stop(self, seconds: float = 2.0) -> None:
        self.stopped = True


class FakeWatching:
    """Watched folders of a test, and what each comparison shall find."""

    def __init__(self) -> None:
        self.shown: list[WatchedFolder] = []
        self.watches: list[FakeWatch] = []
        self.compared: list[tuple[int, Sequence[Path] | None]] = []
        self.finds: list[Reconciled] = []

    def folders(self) -> list[WatchedFolder]:
        return list(self.shown)

    def watch(self, *, folder: Path) -> None:
        self.shown.append(WatchedFolder(len(self.shown) + 1, folder.name, str(folder)))

    def unwatch(self, *, collection_id: int) -> Changes:
        self.shown = [folder for folder in self.shown if folder.collection_id != collection_id]
        return Changes(collections=True)

    def set_ignored(self, *, collection_id: int, patterns: Sequence[str]) -> Changes:
        self.shown = [
            replace(folder, ignored=tuple(patterns)) if folder.collection_id == collection_id else folder
            for folder in self.shown
        ]
        return Changes(collections=True)

    def bring_back(self) -> Changes:
        return Changes(documents=True, document_ids=(7, 8))

    def look_for_files(self, *, token: CancelToken) -> Changes:
        return Changes()

    def follow(self, folder: str, on_dirty: Callable[[Sequence[Path] | None], None]) -> FakeWatch:
        self.watches.append(FakeWatch(on_dirty))
        return self.watches[-1]

    def reconcile(
        self, *, collection_id: int, token: CancelToken, report: Report, paths: Sequence[Path] | None = None
    ) -> Reconciled:
        self.compared.append((collection_id, paths))
        return self.finds.pop(0) if self.finds else Reconciled("", "")
