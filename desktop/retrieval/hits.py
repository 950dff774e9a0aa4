"""The ranked chunk that travels through fusion, recency, reranking and tiers."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reranked:
    """Who compared a hit with the question once more ("the reranker BGE"), and its place before, from 1."""

    by: str
    place: int


@dataclass(frozen=True, slots=True)
class Hop:
    """How a hit was reached: over `number` references, the last of which was `reference`."""

    number: int
    reference: str


@dataclass(frozen=True, slots=True)
class RankedHit:
    """One chunk in a ranked list, with everything its order depends on and everything that explains it.

    `score` is the score of the latest step, `cosine` the similarity to the question (0 when unknown).
    `lexical` says that the words of the question led here. `created_at` is ISO 8601 or None, and
    `date_stated` unless only the file has it. Ranks count from 1; `bm25` is the score in the lexical list.
    `factors` names what changed the score, in order: ("recency", 0.0004), ("language", 1.15). `companion`
    names the rule of a profile that asks for the chunk; what the rule is about stands at `companion_at`.
    `supposed` says that the vector list is that of the question with a hypothetical answer. `summary_cosine`
    is the similarity of its document's summary, where that and no passage led to the document.
    """

    chunk_id: int
    document_id: int
    position: int
    path: str
    title: str
    created_at: str | None = None
    score: float = 0.0
    cosine: float = 0.0
    lexical: bool = False
    language: str | None = None
    lexical_rank: int | None = None
    vector_rank: int | None = None
    name_hit: bool = False
    factors: tuple[tuple[str, float], ...] = ()
    companion: str = ""
    companion_at: int = 0
    bm25: float | None = None
    supposed: bool = False
    reranked: Reranked | None = None
    hop: Hop | None = None
    date_stated: bool = True
    summary_cosine: float = 0.0

    @property
    def nearness(self) -> float:
        """The cosine that places the hit in the vector list."""
        return max(self.cosine, self.summary_cosine)

    def with_factor(self, name: str, amount: float, score: float) -> "RankedHit":
        """Return the same hit with a new score and the reason for it."""
        return replace(self, score=score, factors=(*self.factors, (name, amount)))


def rank_key(hit: RankedHit) -> tuple[float, float, str, int]:
    """Return the sort key of every ranked list: score and cosine descending, then path and position."""
    return (-hit.score, -hit.cosine, hit.path, hit.position)


def ranked(hits: list[RankedHit]) -> list[RankedHit]:
    """Return the hits in rank order, as a new list."""
    return sorted(hits, key=rank_key)
