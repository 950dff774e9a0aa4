"""Multi-hop: the references in the best passages are looked up too, and those in what they lead to."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from desktop.retrieval.hits import Hop, RankedHit
from desktop.retrieval.multihop import DEFAULT_PER_HOP, HopHit, follow
from desktop.services.candidates import Passages

STAGE = "Following references"
_START = 10  # hits whose references are followed

LookUp = Callable[[str], tuple[Sequence[RankedHit], Passages]]


def follow_references(
    hits: Sequence[RankedHit], passages: Passages, look_up: LookUp, *, depth: int
) -> tuple[list[RankedHit], Passages]:
    """Return the hits with those that references lead to, by score, and the passages of all.

    `look_up` searches for one reference in the scope of the question. References of the first ten hits are
    followed; a hit further down that one leads to moves up when it is worth more so.
    """
    start, rest = hits[:_START], hits[_START:]
    walk = _Walk(start, passages, look_up)
    followed = follow([walk.as_hop(hit) for hit in start], walk.search, depth=depth)
    found = {hit.source: replace(walk.hits[hit.source], score=hit.score) for hit in followed}
    for hit in rest:
        reached = found.get(_source(hit))
        if reached is None or reached.score < hit.score:
            found[_source(hit)] = hit
    return sorted(found.values(), key=lambda hit: -hit.score), walk.passages


class _Walk:
    """The hits met so far by their source, and the search for the next ones."""

    def __init__(self, start: Sequence[RankedHit], passages: Passages, look_up: LookUp) -> None:
        self.hits = {_source(hit): hit for hit in start}
        self.passages = dict(passages)
        self._look_up = look_up
        self._hop = 0

    def search(self, references: Sequence[str]) -> list[HopHit]:
        """Look up the references of one hop; hits met before are left out."""
        self._hop += 1
        reached: list[HopHit] = []
        for reference in references:
            found, passages = self._look_up(reference)
            named = [hit for hit in found if hit.name_hit]  # a name leads to that document alone
            for hit in (named or found)[:DEFAULT_PER_HOP]:
                if _source(hit) in self.hits:
                    continue
                self.hits[_source(hit)] = _reached(hit, Hop(self._hop, reference))
                self.passages[hit.chunk_id] = passages[hit.chunk_id]
                reached.append(self.as_hop(hit))
        return reached

    def as_hop(self, hit: RankedHit) -> HopHit:
        """Return a hit as the walk over references sees it; its own name is no reference."""
        return HopHit(_source(hit), self.passages[hit.chunk_id][0].text, hit.score)


def _reached(hit: RankedHit, hop: Hop) -> RankedHit:
    """Return a hit without what it was to the reference: that says nothing of the question."""
    return replace(
        hit,
        hop=hop,
        lexical=False,
        name_hit=False,
        bm25=None,
        vector_rank=None,
        lexical_rank=None,
        factors=(),
    )


def _source(hit: RankedHit) -> str:
    return str(hit.chunk_id)
