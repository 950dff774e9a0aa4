"""Watched folders: a collection follows what happens in its folder."""

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TypeVar

from desktop.domain.errors import UserError
from desktop.domain.records import Collection
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest.ignoring import Ignored
from desktop.ingest.scan import FoundFile
from desktop.services.adding import add_waiting, hash_or_empty, note, overdue
from desktop.services.changes import Changes
from desktop.services.folder_look import FolderLook, identity_of, look, scopes_within
from desktop.services.folder_watch import FolderWatch, OnDirty
from desktop.services.moving import transfer
from desktop.services.reconciling import Pair, Plan, plan
from desktop.services.relocating import relocate
from desktop.services.removed import RemovedDocuments
from desktop.services.valid_text import valid_text
from desktop.services.views import Reconciled, WatchedFolder
from desktop.store import collections, content_version, documents, files
from desktop.store.files import KnownFile
from desktop.store.library_file import Connection, LibraryFile

T = TypeVar("T")

_BATCH = 200  # documents changed in one transaction


class WatchService:
    """Makes collections follow folders. Every method may block: call it off the GUI thread."""

    def __init__(self, library: LibraryFile, is_network: Callable[[Path], bool]) -> None:
        self._library = library
        self._is_network = is_network
        self._removed = RemovedDocuments()

    def watch(self, *, folder: Path, ignored: Sequence[str] = ()) -> Collection:
        """Let a collection follow a folder; `reconcile` then brings its files in.

        It is a new collection with the name of the folder, or the one that follows it already. Documents that
        the library has from there go to it, unless they are in another watched collection. UserError when
        there is no such folder, or one above or below it is watched.
        """
        folder = folder.absolute().resolve()
        if not folder.is_dir():
            raise UserError("Folder not found", f"{folder} is no folder.", "Choose a folder that exists.")
        with self._library.write() as c:
            for group in _watched(c):
                other = Path(group.folder or "")
                if other == folder:
                    return group
                if folder.is_relative_to(other) or other.is_relative_to(folder):
                    raise UserError(
                        "Folder is watched already",
                        f"“{group.name}” watches {other}, and one of the two lies inside the other.",
                        "Stop watching that folder first.",
                    )
            group = collections.ensure(c, _free_name(c, folder.name or str(folder)))
            collections.set_folder(c, group.id, str(folder))
            collections.set_ignored(c, group.id, [line for line in ignored if line.strip()])
            _take_over(c, group.id, folder)
            return _existing(c, group.id)

    def unwatch(self, *, collection_id: int) -> Changes:
        """Follow the folder no longer; its documents stay, and what was offline is only missing now."""
        with self._library.write() as c:
            collections.set_folder(c, collection_id, None)
        return Changes(collections=True)

    def set_ignored(self, *, collection_id: int, patterns: Sequence[str]) -> Changes:
        """Leave names out of a watched folder; `reconcile` then adds and removes what they concern."""
        with self._library.write() as c:
            collections.set_ignored(c, collection_id, [line.strip() for line in patterns if line.strip()])
        return Changes(collections=True)

    def folder(self, name: str) -> Collection:
        """Return the collection that follows a folder, by path or by its own name; UserError for none."""
        path = Path(name).absolute().resolve()
        with self._library.read() as c:
            for group in _watched(c):
                if name == group.name or path == Path(group.folder or ""):
                    return group
        raise UserError(
            "Folder is not watched",
            f"No collection watches “{name}”.",
            "List the collections to see which do.",
        )

    def folders(self) -> list[WatchedFolder]:
        """Return the watched folders and what is going on in each."""
        with self._library.read() as c:
            groups = _watched(c)
            waiting = {group.id: files.waiting(c, group.id) for group in groups}
        return [
            WatchedFolder(
                group.id,
                group.name,
                group.folder or "",
                group.ignored,
                offline=not identity_of(Path(group.folder or ""))[0],
                waiting=waiting[group.id],
            )
            for group in groups
        ]

    def follow(self, folder: str, on_dirty: OnDirty) -> FolderWatch:
        """Return a watch on the folder, not started yet; on a network disk it looks instead of listening."""
        path = Path(folder)
        return FolderWatch(path, on_dirty, polling=self._is_network(path))

    def reconcile(
        self, *, collection_id: int, token: CancelToken, report: Report, paths: Sequence[Path] | None = None
    ) -> Reconciled:
        """Bring a collection in step with its folder, or only with the changed `paths` in it.

        Nothing is removed before the whole folder was looked at. What cannot be reached is kept and marked
        offline. New and changed files are queued; the indexing service reads them. Cancelled between batches.
        """
        with self._library.read() as c:
            group = _existing(c, collection_id)
            known = files.of_collection(c, collection_id)
            noted = collections.folder_identity(c, collection_id)
        if group.folder is None:
            return Reconciled(group.name, "")
        root, ignored = Path(group.folder), Ignored(group.ignored)
        report(Progress("comparing", 0, None, root.name))
        known = {path: file for path, file in known.items() if Path(path).is_relative_to(root)}
        scopes = None if paths is None else scopes_within(root, paths, ignored)
        if scopes == []:
            return Reconciled(group.name, group.folder)
        seen = look(root, ignored, token, scopes)
        if scopes is not None:
            known = {path: file for path, file in known.items() if _in_scope(Path(path), scopes)}
        vanished = seen.vanished(known.values(), noted) if scopes is None else not seen.identity
        made = self._plan(known, seen, vanished, token)
        if scopes is not None and (made.gone or made.offline):
            return self.reconcile(collection_id=collection_id, token=token, report=report)
        self._carry_out(group, made, token)
        if not vanished:
            self._note_disks(group, seen, known, noted)
        return Reconciled(
            group.name,
            group.folder,
            added=len(made.added),
            changed=len(made.changed),
            moved=len(made.moved),
            removed=tuple(file.path for file in made.gone if file.content_hash),
            offline=len(made.offline),
            back=len(made.back),
            away=vanished,
        )

    def bring_back(self) -> Changes:
        """Put the documents back that were removed last, with the text they had; their files stay missing.

        They go to the collection that follows no folder, which would remove them again.
        """
        with self._library.write() as c:
            ids = self._removed.bring_back(c)
        return Changes(documents=True, collections=True, document_ids=tuple(ids))

    def look_for_files(self, *, token: CancelToken) -> Changes:
        """Mark documents of other collections whose files are not there offline, and those that are back.

        Nobody watches where they are, so nothing is removed or read for it.
        """
        with self._library.read() as c:
            groups = [group for group in collections.all_collections(c) if not group.folder]
            known = [file for group in groups for file in files.of_collection(c, group.id).values()]
        wrong: list[KnownFile] = []
        for file in known:
            token.check()
            if file.offline == Path(file.path).exists():
                wrong.append(file)
        self._in_batches(wrong, _turn_over, token)
        return Changes(documents=bool(wrong), document_ids=tuple(file.document_id for file in wrong))

    def _plan(
        self, known: dict[str, KnownFile], seen: FolderLook, vanished: bool, token: CancelToken
    ) -> Plan:
        def content_hash(path: str) -> str:
            token.check()
            return hash_or_empty(path)

        return plan(
            known,
            {} if vanished else seen.found,
            unreachable=lambda file: vanished or seen.may_be_there(file),
            content_hash=content_hash,
            due=overdue,
        )

    def _carry_out(self, group: Collection, made: Plan, token: CancelToken) -> None:
        """Write what was decided, a few hundred documents a transaction; a later look finds what is left."""
        now = time.time()

        if made.gone:
            self._removed.forget()

        def remove(c: Connection, gone: Sequence[KnownFile]) -> None:
            self._removed.keep(c, [file.document_id for file in gone])
            documents.remove(c, [file.document_id for file in gone])

        def move(c: Connection, moved: Sequence[Pair]) -> None:
            for old, new in moved:
                relocate(c, old.document_id, new, verified=now)

        def touch(c: Connection, touched: Sequence[Pair]) -> None:
            for old, new in touched:
                note(c, old.document_id, new)

        def queue(c: Connection, fresh: Sequence[FoundFile]) -> None:
            for file in fresh:
                add_waiting(c, group.id, file)

        self._in_batches(made.gone, remove, token)
        self._in_batches(made.moved, move, token)
        self._in_batches(made.touched, touch, token)
        self._in_batches((*made.offline, *made.back), _turn_over, token)
        self._in_batches((*made.added, *(new for _, new in made.changed)), queue, token)

    def _in_batches(
        self, what: Sequence[T], do: Callable[[Connection, Sequence[T]], None], token: CancelToken
    ) -> None:
        for start in range(0, len(what), _BATCH):
            token.check()
            with self._library.write() as c:
                do(c, what[start : start + _BATCH])

    def _note_disks(
        self, group: Collection, seen: FolderLook, known: Mapping[str, KnownFile], noted: str
    ) -> None:
        """Remember which folder this was, and which files lie on another disk than it does."""
        elsewhere = {path for path, file in seen.found.items() if file.device != seen.device}
        wrong = [
            path
            for path, file in known.items()
            if path in seen.found and file.elsewhere != (path in elsewhere)
        ]
        fresh = [path for path in elsewhere if path not in known]
        if noted == seen.identity and not wrong and not fresh:
            return
        with self._library.write() as c:
            collections.set_folder_identity(c, group.id, seen.identity)
            files.set_elsewhere(c, group.id, {path: path in elsewhere for path in (*wrong, *fresh)})


def _turn_over(c: Connection, some: Sequence[KnownFile]) -> None:
    """Mark what was offline as reachable, and the other way round."""
    for file in some:
        files.set_offline(c, [file.document_id], offline=not file.offline)
    content_version.bump(c)


def _watched(c: Connection) -> list[Collection]:
    return [group for group in collections.all_collections(c) if group.folder]


def _existing(c: Connection, collection_id: int) -> Collection:
    found = next((group for group in collections.all_collections(c) if group.id == collection_id), None)
    if found is None:
        raise UserError("Collection not in the library", "It was removed.", "List the collections.")
    return found


def _free_name(c: Connection, wanted: str) -> str:
    """Return the name, numbered when a collection has it already."""
    name = valid_text(wanted)
    return next(
        free
        for number in count(1)
        if collections.find(c, free := name if number == 1 else f"{name} {number}") is None
    )


def _take_over(c: Connection, collection_id: int, folder: Path) -> None:
    """Put documents from this folder into its collection, but none of another watched folder."""
    others = {group.id for group in _watched(c)} - {collection_id}
    below = [file for file in files.below(c, str(folder)) if file.collection_id not in others]
    transfer(c, [file.document_id for file in below], collection_id)


def _in_scope(path: Path, scopes: Sequence[Path]) -> bool:
    return any(path.is_relative_to(scope) for scope in scopes)
