"""One look at a watched folder: its files, and which of the missing ones may still be there."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from desktop.domain.work import CancelToken
from desktop.ingest import scan
from desktop.ingest.ignoring import Ignored
from desktop.services.valid_text import valid_text
from desktop.store.files import KnownFile


@dataclass(frozen=True, slots=True)
class FolderLook:
    """What a scan saw. `identity` is that of the folder itself, "" when it cannot be reached."""

    root: Path
    identity: str = ""
    device: int = 0
    found: dict[str, scan.FoundFile] = field(default_factory=dict)
    barred: frozenset[str] = frozenset()  # files and folders that are there and cannot be read now

    def vanished(self, known: Iterable[KnownFile], noted_identity: str) -> bool:
        """Tell whether the folder is away rather than emptied: gone, or another one without any known file.

        A disk that is not mounted leaves an empty folder behind.
        """
        if not self.identity:
            return True
        other = noted_identity not in {"", self.identity}
        return other and not any(file.path in self.found for file in known)

    def may_be_there(self, file: KnownFile) -> bool:
        """Tell of a missing file whether it is only out of reach."""
        place = Path(file.path)
        if not self.barred.isdisjoint(map(str, (place, *place.parents))):
            return True
        return file.elsewhere and _device(_nearest(place)) == self.device  # its disk is not mounted


def identity_of(folder: Path) -> tuple[str, int]:
    """Return what tells a folder from another one in its place, and its device; "" when it cannot be read."""
    try:
        status = folder.stat()
        with os.scandir(folder) as entries:
            next(entries, None)
    except OSError:
        return "", 0
    return f"{status.st_dev}:{status.st_ino}", status.st_dev


def look(
    root: Path, ignored: Ignored, token: CancelToken, scopes: Sequence[Path] | None = None
) -> FolderLook:
    """Scan the folder, or only the `scopes` in it."""
    identity, device = identity_of(root)
    if not identity:
        return FolderLook(root)
    found: dict[str, scan.FoundFile] = {}
    barred: set[str] = set()
    for item in scan.scan([root] if scopes is None else scopes, token, ignored=ignored, root=root):
        path = str(item.path)
        if isinstance(item, scan.FoundFile):
            if valid_text(path) == path:
                found[path] = item
        elif item.unreachable:
            barred.add(path)
    return FolderLook(root, identity, device, found, frozenset(barred))


def scopes_within(root: Path, paths: Iterable[Path], ignored: Ignored) -> list[Path] | None:
    """Return the topmost of the paths that may concern the library; None when only a full look can tell."""
    wanted: list[Path] = []
    for path in sorted(set(paths)):
        if path == root or not path.is_relative_to(root):
            return None
        relative = path.relative_to(root)
        if _left_out(relative, ignored) or any(path.is_relative_to(above) for above in wanted):
            continue
        if any(
            part.is_symlink() for part in (path, *path.parents) if part.is_relative_to(root) and part != root
        ):
            return None  # what lies behind a link may be known by another path
        wanted.append(path)
    return wanted


def _left_out(relative: Path, ignored: Ignored) -> bool:
    *folders, name = relative.parts
    if any(scan.left_out_by_name(folder, folder=True) for folder in folders):
        return True
    if scan.left_out_by_name(name, folder=False) and not name.endswith(".icloud"):
        return True
    return ignored.matches_path(relative.as_posix())


def _nearest(place: Path) -> Path:
    return next((above for above in place.parents if above.exists()), Path(place.anchor))


def _device(folder: Path) -> int:
    try:
        return folder.stat().st_dev
    except OSError:
        return 0
