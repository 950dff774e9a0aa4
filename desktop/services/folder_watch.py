"""Word of changes in a folder, gathered until they pause: events of the system, and looks of our own."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from desktop.services.folder_look import identity_of

_log = logging.getLogger(__name__)

QUIET = 1.0  # seconds without an event after which what changed is passed on
LONGEST = 10.0  # seconds after which it is passed on although events go on
MOST_PATHS = 500  # changed paths above which the whole folder is looked at
_TICK = 0.25  # seconds
_ROOT_EVERY = 2.0  # seconds between looks at the folder itself: its drive may go and come
FULL_EVERY = 900.0  # seconds between looks at everything: no system promises every event
POLL_EVERY = 60.0  # the same where there are no events
_CHANGING = frozenset({"created", "modified", "moved", "deleted", "closed"})

OnDirty = Callable[[Sequence[Path] | None], None]
"""Called with the changed paths; None means that anything may have changed."""


class Gathering:
    """Collects changed paths until they have been quiet for QUIET, at most for LONGEST seconds."""

    def __init__(self) -> None:
        self._paths: set[Path] = set()
        self._first = 0.0
        self._last = 0.0
        self._some = False

    def add(self, paths: Sequence[Path], now: float) -> None:
        """Note changed paths."""
        if not self._some:
            self._first = now
        self._some, self._last = True, now
        if len(self._paths) <= MOST_PATHS:
            self._paths.update(paths)

    def due(self, now: float) -> tuple[bool, list[Path] | None]:
        """Return whether it is time, and then the paths, None for everything; these are forgotten."""
        if not self._some or (now - self._last < QUIET and now - self._first < LONGEST):
            return False, None
        paths, self._paths, self._some = self._paths, set(), False
        return True, None if len(paths) > MOST_PATHS else sorted(paths)


class FolderWatch:
    """Watches one folder on a thread of its own, so that a dead network disk holds up nothing else.

    `on_dirty` is called on that thread: at once for everything that happened before, then whenever something
    changed, when the folder goes away and when it comes back. Without events (`polling`, or when the system
    has no more watches to give) it is called for everything every POLL_EVERY seconds.
    """

    def __init__(self, folder: Path, on_dirty: OnDirty, *, polling: bool = False) -> None:
        self._folder = folder
        self._on_dirty = on_dirty
        self._polling = polling
        self._lock = threading.Lock()
        self._gathering = Gathering()
        self._stopped = threading.Event()
        self._observer: BaseObserver | None = None
        self._identity = ""
        self._thread = threading.Thread(target=self._run, name=f"watch-{folder.name}", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self, seconds: float = 2.0) -> None:
        """Watch no more; waits a little, but not for a disk that does not answer."""
        self._stopped.set()
        self._thread.join(seconds)

    def _run(self) -> None:
        self._follow_folder()
        self._on_dirty(None)
        next_look = time.monotonic() + _ROOT_EVERY
        next_full = time.monotonic() + self._full_every
        while not self._stopped.wait(_TICK):
            now = time.monotonic()
            everything = now >= next_full
            if now >= next_look:
                everything = self._follow_folder() or everything
                next_look = time.monotonic() + _ROOT_EVERY
            with self._lock:
                due, paths = self._gathering.due(now)
            if everything:
                next_full = now + self._full_every
                self._on_dirty(None)
            elif due:
                self._on_dirty(paths)
        self._detach()

    @property
    def _full_every(self) -> float:
        return FULL_EVERY if self._observer is not None else POLL_EVERY

    def _follow_folder(self) -> bool:
        """Attach to the folder when it is there; return whether it came, went or was replaced."""
        identity, _ = identity_of(self._folder)
        if identity == self._identity:
            return False
        self._detach()
        self._identity = identity
        if identity and not self._polling:
            self._attach()
        return True

    def _attach(self) -> None:
        observer = Observer()
        try:
            observer.schedule(_Handler(self._note), str(self._folder), recursive=True)
            observer.start()
        except OSError as error:  # no watches left, or none on this kind of disk
            _log.warning("no events from %s, looking every minute: %s", self._folder, error)
            return
        self._observer = observer

    def _detach(self) -> None:
        if self._observer is not None:
            self._observer.stop()
            self._observer.join(2.0)
            self._observer = None

    def _note(self, paths: Sequence[Path]) -> None:
        with self._lock:
            self._gathering.add(paths, time.monotonic())


class _Handler(FileSystemEventHandler):
    """Passes on what may have changed content or place; that a file was opened and read is no news."""

    def __init__(self, note: Callable[[Sequence[Path]], None]) -> None:
        self._note = note

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type not in _CHANGING or (event.is_directory and event.event_type == "modified"):
            return
        places = (event.src_path, event.dest_path)
        self._note([Path(str(place)) for place in places if place])
