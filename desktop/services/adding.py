"""Dropped files on their way into the queue: new, changed, moved, or known and the same."""

import time
from collections.abc import Sequence
from pathlib import Path

from desktop.domain.records import Collection
from desktop.domain.work import CancelToken
from desktop.ingest import hashing
from desktop.ingest.scan import FoundFile, SkippedFile
from desktop.services.reconciling import VERIFY_AFTER, Pair, compare, match_moves
from desktop.services.relocating import relocate
from desktop.services.valid_text import valid_text
from desktop.services.views import AddSummary, LeftOut
from desktop.store import collections, documents, files
from desktop.store.files import KnownFile
from desktop.store.index_writer import IndexWriter
from desktop.store.library_file import Connection, LibraryFile

DEFAULT_COLLECTION = "My documents"
NAME_IS_NO_TEXT = "The name of this file is no valid text; rename the file to add it."
_BATCH = 200  # files queued in one transaction: a kill loses at most these
_UNREAD = frozenset({"waiting", "reading"})


class Adding:
    """Takes what a scan finds and notes what became of each; call `summary` at the end.

    Without a collection a file stays where it is known; a new one goes to the collection whose watched
    folder it lies in, else to DEFAULT_COLLECTION.
    """

    def __init__(self, library: LibraryFile, collection: str | None, token: CancelToken) -> None:
        self._library = library
        self._name = collection
        self._token = token
        self._batch: list[FoundFile] = []
        self._added: list[int] = []
        self._updated: list[int] = []
        self._unchanged: list[int] = []
        self._moved: list[int] = []
        self._left_out: list[LeftOut] = []

    def take(self, item: FoundFile | SkippedFile) -> None:
        """Sort one item of a scan."""
        path = valid_text(str(item.path))
        reason = item.reason if isinstance(item, SkippedFile) else ""
        if path != str(item.path):
            reason = reason or NAME_IS_NO_TEXT
        if isinstance(item, SkippedFile) or reason:
            self._left_out.append(LeftOut(path, reason))
            return
        self._batch.append(item)
        if len(self._batch) >= _BATCH:
            self._queue()

    def summary(self) -> AddSummary:
        """Queue what is left and return what became of everything."""
        self._queue()
        return AddSummary(
            tuple(self._added),
            tuple(self._updated),
            tuple(self._unchanged),
            tuple(self._left_out),
            tuple(self._moved),
        )

    def _queue(self) -> None:
        """Queue what is new or has other content than the library knows, in one transaction."""
        batch, self._batch = self._batch, []
        if not batch:
            return
        known, moved = self._known(batch)
        verdicts = {
            str(file.path): compare(
                known[str(file.path)], file, self._hash, due=overdue(known[str(file.path)])
            )
            for file in batch
            if str(file.path) in known
        }
        arrived = {str(new.path): old for old, new in moved}
        now = time.time()
        writer = IndexWriter()
        with self._library.write() as c:
            target = _Target(c, self._name, writer)
            for file in batch:
                path = str(file.path)
                if path in arrived:
                    relocate(c, arrived[path].document_id, file, verified=now)
                    self._moved.append(arrived[path].document_id)
                    self._unchanged.append(arrived[path].document_id)
                else:
                    self._take_one(c, file, known.get(path), verdicts.get(path, ""), target)
            writer.write(c)

    def _take_one(
        self, c: Connection, file: FoundFile, known: KnownFile | None, verdict: str, target: "_Target"
    ) -> None:
        if known is not None:
            if known.offline:
                files.set_offline(c, [known.document_id], offline=False)
            if known.content_hash and verdict != "changed":
                if verdict == "touched":
                    note(c, known.document_id, file)
                self._unchanged.append(known.document_id)
                return
        collection_id = known.collection_id if known is not None else target.of(file.path)
        document_id = add_waiting(c, collection_id, file, target.writer)
        if known is None:
            self._added.append(document_id)
        elif known.state in _UNREAD and not known.content_hash:
            self._unchanged.append(document_id)  # it waits since an earlier drop
        else:
            self._updated.append(document_id)

    def _known(self, batch: Sequence[FoundFile]) -> tuple[dict[str, KnownFile], list[Pair]]:
        """The documents of these files by path, and those whose files moved to one of them."""
        with self._library.read() as c:
            wanted = collections.find(c, self._name) if self._name is not None else None
            known = {
                path: fitting[0]
                for path, found in files.by_path(c, [str(file.path) for file in batch]).items()
                if (fitting := [file for file in found if self._name is None or _is_in(file, wanted)])
            }
            fresh = [file for file in batch if str(file.path) not in known]
            alike = files.by_size(c, {file.size for file in fresh})
            watched = {group.id: group.folder for group in collections.all_collections(c) if group.folder}
        missing = [
            old
            for olds in alike.values()
            for old in olds
            if (self._name is None or _is_in(old, wanted))
            and old.collection_id not in watched
            and not Path(old.path).exists()
        ]
        return known, match_moves(missing, fresh, self._hash)

    def _hash(self, path: str) -> str:
        self._token.check()
        return hash_or_empty(path)


class _Target:
    """The collection that new files go to, made when the first one comes, and what writes their names."""

    def __init__(self, c: Connection, name: str | None, writer: IndexWriter) -> None:
        self._c = c
        self._name = name or DEFAULT_COLLECTION
        self._anywhere = name is None
        self._id: int | None = None
        self.writer = writer
        self._watched = [
            (Path(group.folder), group.id) for group in collections.all_collections(c) if group.folder
        ]

    def of(self, path: Path) -> int:
        if self._anywhere:
            for folder, collection_id in self._watched:
                if path.is_relative_to(folder):
                    return collection_id
        if self._id is None:
            self._id = collections.ensure(self._c, self._name).id
        return self._id


def add_waiting(c: Connection, collection_id: int, file: FoundFile, writer: IndexWriter | None = None) -> int:
    """Queue a file and return its document id; with a `writer`, that is to write its name."""
    return documents.add_waiting(
        c,
        collection_id=collection_id,
        path=str(file.path),
        title=file.path.stem,
        size=file.size,
        modified=file.modified,
        writer=writer,
    )


def note(c: Connection, document_id: int, file: FoundFile) -> None:
    """Note how a file looks whose content was just compared and is the stored one."""
    files.note(
        c,
        document_id,
        size=file.size,
        modified=file.modified,
        fingerprint=file.fingerprint if file.rested else "",
        verified=time.time(),
    )


def overdue(known: KnownFile) -> bool:
    """Tell whether the content of a file should be compared although it looks unchanged."""
    return known.verified < time.time() - VERIFY_AFTER


def hash_or_empty(path: str) -> str:
    """Return the content hash; nothing for an unreadable file."""
    try:
        return hashing.content_hash(Path(path))
    except OSError:
        return ""


def _is_in(file: KnownFile, collection: Collection | None) -> bool:
    return collection is not None and file.collection_id == collection.id
