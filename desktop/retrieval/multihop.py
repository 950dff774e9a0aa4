"""Following references from hit to hit."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from desktop.retrieval.references import references

HOP_FACTOR = 0.7
DEFAULT_PER_HOP = 3


@dataclass(frozen=True, slots=True)
class HopHit:
    """A hit reached over references: `source` (a path) tells hits apart, `text` may name more."""

    source: str
    text: str
    score: float
    hop: int = 0


def follow(
    start: Iterable[HopHit],
    search: Callable[[Sequence[str]], Iterable[HopHit]],
    *,
    depth: int,
    per_hop: int = DEFAULT_PER_HOP,
) -> list[HopHit]:
    """Return the hits and those their references lead to, by score.

    At each of `depth` hops at most twice `per_hop` references of the newest hits, their own sources among
    them, are searched at once; results seen before are skipped, and each hop takes the score times 0.7.
    """
    found: dict[str, HopHit] = {}
    newest = _unseen(start, found, hop=0)
    for hop in range(1, depth + 1):
        named = (name for hit in newest for name in references(f"{hit.source} {hit.text}"))
        wanted = tuple(dict.fromkeys(named))[: 2 * per_hop]
        if not wanted:
            break
        newest = _unseen(search(wanted), found, hop=hop)
    return sorted(found.values(), key=lambda hit: -hit.score)


def _unseen(hits: Iterable[HopHit], found: dict[str, HopHit], *, hop: int) -> list[HopHit]:
    new = []
    for hit in hits:
        if hit.source not in found:
            reached = HopHit(hit.source, hit.text, hit.score * HOP_FACTOR**hop, hop)
            found[hit.source] = reached
            new.append(reached)
    return new
