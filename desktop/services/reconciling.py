"""What to do so that a library agrees with a folder again: a decision from two lists that touches neither."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from desktop.domain.records import DocumentState
from desktop.ingest.scan import FoundFile
from desktop.store.files import KnownFile

Pair = tuple[KnownFile, FoundFile]
ContentHash = Callable[[str], str]

VERIFY_AFTER = (
    7 * 24 * 3600.0
)  # seconds after which the content of an unchanged-looking file is compared again
_UNREAD = frozenset({DocumentState.WAITING, DocumentState.READING})


@dataclass(frozen=True, slots=True)
class Plan:
    """Each known and each found file is in exactly one list, or it is unchanged and in none.

    `touched` files have the stored content but look otherwise than noted. `back` are offline ones that are
    there again; they may be in `touched` or `changed` too. `offline` cannot be reached now, `gone` are no
    longer in the folder.
    """

    added: tuple[FoundFile, ...] = ()
    changed: tuple[Pair, ...] = ()
    touched: tuple[Pair, ...] = ()
    moved: tuple[Pair, ...] = ()
    back: tuple[KnownFile, ...] = ()
    offline: tuple[KnownFile, ...] = ()
    gone: tuple[KnownFile, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything is to be done."""
        lists = (self.added, self.changed, self.touched, self.moved, self.back, self.offline, self.gone)
        return any(lists)


def plan(
    known: Mapping[str, KnownFile],
    found: Mapping[str, FoundFile],
    *,
    unreachable: Callable[[KnownFile], bool],
    content_hash: ContentHash,
    due: Callable[[KnownFile], bool] = lambda _: False,
) -> Plan:
    """Compare what is known with what was found, both by path.

    `content_hash` reads a file, "" when it cannot; it is asked only where the looks of a file prove nothing.
    `unreachable` tells of a missing file whether it may still be there. `due` asks for a comparison of
    content although a file looks unchanged.
    """
    changed: list[Pair] = []
    touched: list[Pair] = []
    for path in sorted(known.keys() & found.keys()):
        pair = (known[path], found[path])
        verdict = compare(*pair, content_hash, due=due(pair[0]))
        if verdict == "changed":
            changed.append(pair)
        elif verdict == "touched":
            touched.append(pair)
    missing = [known[path] for path in sorted(known.keys() - found.keys())]
    away = [file for file in missing if unreachable(file)]
    absent = [file for file in missing if not unreachable(file)]
    fresh = [found[path] for path in sorted(found.keys() - known.keys())]
    moved = match_moves(absent, fresh, content_hash)
    left, arrived = {old.document_id for old, _ in moved}, {new.path for _, new in moved}
    return Plan(
        added=tuple(file for file in fresh if file.path not in arrived),
        changed=tuple(changed),
        touched=tuple(touched),
        moved=tuple(moved),
        back=tuple(known[path] for path in sorted(known.keys() & found.keys()) if known[path].offline),
        offline=tuple(file for file in away if not file.offline),
        gone=tuple(file for file in absent if file.document_id not in left),
    )


def compare(known: KnownFile, found: FoundFile, content_hash: ContentHash, *, due: bool = False) -> str:
    """Return "same", "touched" (same content, other looks) or "changed" for a file that is known."""
    if not known.content_hash:
        # It waits anyway, or a reader failed on it, or it could not be opened, which may have changed since.
        failed = bool(known.fingerprint) and known.fingerprint == found.fingerprint
        return "same" if failed or known.state in _UNREAD else "changed"
    if known.fingerprint and known.fingerprint == found.fingerprint and not due:
        return "same"
    current = content_hash(str(found.path))
    if not current:
        return "same"  # it cannot be opened just now; what is stored serves on
    return "touched" if current == known.content_hash else "changed"


def match_moves(
    missing: Iterable[KnownFile], fresh: Sequence[FoundFile], content_hash: ContentHash
) -> list[Pair]:
    """Return which missing file is which new one: of equal content, by equal name first."""
    by_size: dict[int, list[FoundFile]] = defaultdict(list)
    for file in fresh:
        by_size[file.size].append(file)
    wanted: dict[str, list[KnownFile]] = defaultdict(list)
    hashes: dict[str, list[FoundFile]] = defaultdict(list)
    hashed: set[int] = set()
    for old in missing:
        if not old.content_hash or old.size not in by_size:
            continue
        wanted[old.content_hash].append(old)
        if old.size not in hashed:
            hashed.add(old.size)
            for file in by_size[old.size]:
                hashes[content_hash(str(file.path))].append(file)
    pairs: list[Pair] = []
    for identity, olds in wanted.items():
        pairs += _assigned(olds, hashes.get(identity, []))
    return pairs


def _assigned(olds: Sequence[KnownFile], news: Sequence[FoundFile]) -> list[Pair]:
    """Give each old file one new one, those with the same name, then the same folder, first."""
    pairs: list[Pair] = []
    free = list(news)
    waiting = list(olds)
    for part in ("name", "parent", ""):
        for old in list(waiting):
            alike = next(
                (new for new in free if not part or _part(old.path, part) == _part(new.path, part)), None
            )
            if alike is not None:
                pairs.append((old, alike))
                free.remove(alike)
                waiting.remove(old)
    return pairs


def _part(path: str | PurePath, part: str) -> object:
    return getattr(PurePath(path), part)
