"""The candidate passages of a question: the vector list and the lexical list from one read snapshot."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop.domain.answers import SearchRequest
from desktop.domain.records import Chunk, DocumentRef
from desktop.llm.interfaces import Vectors
from desktop.retrieval import terms, tokens
from desktop.retrieval.expansion import brought_words
from desktop.retrieval.hits import RankedHit
from desktop.retrieval.names import plain_names
from desktop.retrieval.profile import Expansion
from desktop.retrieval.scopes import topic
from desktop.services import summary_hits
from desktop.services.scoping import Lane, Plan
from desktop.store import documents, lexical, names, vectors
from desktop.store.filters import Filter
from desktop.store.library_file import Connection, LibraryFile

NAME_CANDIDATES = 10
_LISTED = 100  # collections an enumeration names at most

Passages = dict[int, tuple[Chunk, DocumentRef]]
Scored = list[tuple[int, float]]
Measured = dict[tuple[str, Filter], tuple[float, float]]
"""Mean and standard deviation of BM25 by expression and scope, as far as known."""


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """A question as the embedding model of id `model_id` sees it: a unit vector of shape (dimension,)."""

    model_id: str
    vector: Vectors


@dataclass(frozen=True, slots=True)
class Candidates:
    """Both lists, best first, with what the later steps need to know about the library.

    `frequencies` are the chunk counts of the question's tokens; `bm25` is mean and deviation over all chunks
    the question may look at, best and second best of those found. `by_topic` holds the best chunk of each
    collection for the topic of an enumeration, with its score.
    """

    vector: tuple[RankedHit, ...]
    lexical: tuple[RankedHit, ...]
    passages: Passages
    frequencies: Mapping[str, int]
    chunk_count: int
    bm25: tuple[float, float, float, float]
    content_version: int
    timings_ms: dict[str, float] = field(default_factory=dict)
    by_topic: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class _Words:
    """The tokens of a question with the chunk counts of the library, to be searched with a lane's words."""

    question: str
    frequencies: Mapping[str, int]
    chunk_count: int

    def match(self, c: Connection, expansion: Expansion, where: Filter) -> str | None:
        """Return the expression for the question's words and those they bring, None for no words."""
        own = tokens.match_expression(self.question, self.frequencies, self.chunk_count, in_scope=bool(where))
        brought = " ".join(brought_words(self.question, expansion))
        frequencies = lexical.document_frequencies(c, tokens.query_tokens(brought)) if brought else {}
        also = tokens.match_expression(brought, frequencies, self.chunk_count, in_scope=bool(where))
        return " OR ".join(part for part in (own, also) if part) or None


class CandidateFinder:
    """Reads both lists of a question from the library."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library

    def find(self, request: SearchRequest, question: QuestionVector | None, plan: Plan) -> Candidates:
        """Return the candidates of the plan's lanes."""
        count = max(plan.profile.candidates, request.limit)
        with self._library.read() as c:
            started = time.perf_counter()
            near = _near(c, question, plan, count, wanted=request.limit)
            searched = time.perf_counter()
            words = _words(c, request)
            measured: Measured = {}
            found = _merged(plan.word_lanes, lambda lane: _matching(c, words, lane, count, measured), count)
            by_topic = _by_topic(c, plan, words)
            found = _with_scores(c, words, plan, found, by_topic)
            read = time.perf_counter()
            ids = dict.fromkeys(chunk for chunk, _ in (*near, *found, *by_topic))
            passages = documents.chunks_by_id(c, list(ids))
            named = _named(c, request, plan.reach, [passages[k][1].id for k, _ in found if k in passages])
            passages |= documents.chunks_by_id(c, [chunk for chunk in named if chunk not in passages])
            chunk_count = lexical.chunk_count(c, plan.where)
            bm25 = _bm25(c, words, plan, found, measured)
            version = documents.content_version(c)
            asked = (question.model_id, question.vector) if question is not None else None
            led = summary_hits.to_passages(c, asked, passages, near=near, found=found, named=named)
        speaker = _speakers((*(chunk for chunk, _ in (*led.near, *led.found)), *led.named), passages, plan)
        near = [(speaker.get(chunk, chunk), score) for chunk, score in led.near]
        found = [(speaker.get(chunk, chunk), score) for chunk, score in led.found]
        named = [speaker.get(chunk, chunk) for chunk in led.named]
        led_to = {speaker.get(chunk, chunk): cosine for chunk, cosine in led.cosines.items()}
        by_words = _distinct(_lexical_list(named, found, passages), passages, plan)
        kept = {_said(passages[hit.chunk_id], plan): hit.chunk_id for hit in by_words}
        return Candidates(
            vector=tuple(_distinct(_vector_list(near, passages, led_to), passages, plan)),
            lexical=tuple(by_words),
            passages=passages,
            frequencies=words.frequencies if words is not None else {},
            chunk_count=chunk_count,
            bm25=bm25,
            content_version=version,
            timings_ms={"vector": (searched - started) * 1000, "lexical": (read - searched) * 1000},
            by_topic=tuple((kept[_said(passages[chunk], plan)], score) for chunk, score in by_topic),
        )


def _words(c: Connection, request: SearchRequest) -> _Words | None:
    """Return the question's words, None when it has none or words are not searched."""
    wanted = tokens.query_tokens(request.question)
    if not wanted or request.mode == "vector":
        return None
    return _Words(request.question, lexical.document_frequencies(c, wanted), lexical.chunk_count(c))


def _merged(lanes: Sequence[Lane], search: Callable[[Lane], Scored], count: int) -> Scored:
    """Return what the lanes have, best first: `count` of all lanes together, and all of named scopes."""
    general = [row for lane in lanes if not lane.named for row in search(lane)]
    if sum(not lane.named for lane in lanes) > 1:
        general = sorted(general, key=_best_first)[:count]
    named = [row for lane in lanes if lane.named for row in search(lane)]
    if not named:
        return general
    return sorted({row[0]: row for row in (*general, *named)}.values(), key=_best_first)


def _best_first(row: tuple[int, float]) -> float:
    return -row[1]


def _near(c: Connection, question: QuestionVector | None, plan: Plan, count: int, *, wanted: int) -> Scored:
    """Return the nearest chunks, more than `count` where so many say the same that `wanted` are not left."""
    near = _merged(plan.meaning_lanes, lambda lane: _nearest(c, question, lane, count), count)
    if len(near) < count or count >= vectors.LARGEST_K:
        return near
    passages = documents.chunks_by_id(c, [chunk for chunk, _ in near])
    if len({_said(passages[chunk], plan) for chunk, _ in near if chunk in passages}) >= wanted:
        return near
    return _near(c, question, plan, min(4 * count, vectors.LARGEST_K), wanted=wanted)


def _nearest(c: Connection, question: QuestionVector | None, lane: Lane, count: int) -> Scored:
    if question is None:
        return []
    return vectors.nearest(c, question.model_id, question.vector, k=count, where=lane.where)


def _matching(c: Connection, words: _Words | None, lane: Lane, count: int, measured: Measured) -> Scored:
    match = words.match(c, lane.expansion, lane.where) if words is not None else None
    if not match:
        return []
    found, measured[match, lane.where] = lexical.measured_search(c, match, limit=count, where=lane.where)
    return found


def _by_topic(c: Connection, plan: Plan, words: _Words | None) -> Scored:
    """Return the best chunk of each collection for what an enumeration is about."""
    if words is None or len(plan.collections) < 2 or not plan.selection.enumerates:
        return []
    about = topic(words.question, plan.profile.enumeration)
    frequencies = lexical.document_frequencies(c, tokens.query_tokens(about))
    match = _Words(about, frequencies, words.chunk_count).match(c, plan.profile.expansion, plan.where)
    return lexical.best_of_collections(c, match, limit=_LISTED, where=plan.where) if match else []


def _with_scores(c: Connection, words: _Words | None, plan: Plan, found: Scored, by_topic: Scored) -> Scored:
    """Return the found chunks and those chosen by topic, these too with their scores for the question."""
    known = {chunk for chunk, _ in found}
    listed = [chunk for chunk, _ in by_topic if chunk not in known]
    match = words.match(c, plan.profile.expansion, plan.where) if words is not None and listed else None
    if not match:
        return found
    scores = lexical.scores(c, match, listed)
    return sorted([*found, *((chunk, scores.get(chunk, 0.0)) for chunk in listed)], key=_best_first)


def _bm25(
    c: Connection, words: _Words | None, plan: Plan, found: Scored, measured: Measured
) -> tuple[float, float, float, float]:
    match = words.match(c, plan.profile.expansion, plan.where) if words is not None else None
    if not match or not found:
        return 0.0, 0.0, 0.0, 0.0
    known = measured.get((match, plan.where))
    mean, deviation = known or lexical.score_statistics(c, match, plan.where)[:2]
    best = [score for _, score in found[:2]] + [0.0]
    return mean, deviation, best[0], best[1]


def _named(c: Connection, request: SearchRequest, where: Filter, found: Sequence[int]) -> list[int]:
    """Return one chunk of each document whose name the question says; `found` are documents by their words.

    Of documents that a name fits alike, those that the other words fit better come first.
    """
    asked = request.question
    wanted = tuple(dict.fromkeys(terms.name_terms(asked) + plain_names(asked)))
    if not wanted or request.mode == "vector":
        return []
    hits = names.name_hits(c, wanted, limit=NAME_CANDIDATES + 1, where=where)
    if len(hits) > NAME_CANDIDATES:
        # The cut goes through documents that fit alike: only words can tell which of them are meant.
        among = names.name_hits(c, wanted, limit=len(found), where=Filter(documents=tuple(found)))
        hits = [*(hit for hit in hits if hit[1:] > hits[-1][1:]), *among]
    places = {document: place for place, document in reversed(list(enumerate(found)))}
    hits = sorted(hits, key=lambda hit: (-hit[1], -hit[2], places.get(hit[0], len(found))))
    ranked = list(dict.fromkeys(document for document, _, _ in hits))[:NAME_CANDIDATES]
    first = names.first_chunk(c, ranked)
    return [first[document] for document in ranked if document in first]


def _vector_list(near: Scored, passages: Passages, led: Mapping[int, float]) -> list[RankedHit]:
    """Return the hits by meaning; `led` holds the own cosine of those that a summary led to."""
    hits = [
        (passage_hit(*passages[chunk], score=cosine, cosine=led.get(chunk, cosine)), cosine)
        for chunk, cosine in near
        if chunk in passages
    ]
    return [replace(hit, summary_cosine=near) if hit.chunk_id in led else hit for hit, near in hits]


def _lexical_list(named: Sequence[int], found: Scored, passages: Passages) -> list[RankedHit]:
    """Return name hits first, then chunks by BM25, each chunk once."""
    hits = [
        passage_hit(*passages[chunk], score=0.0, lexical=True, name_hit=True)
        for chunk in named
        if chunk in passages
    ]
    listed = set(named)
    hits += [
        passage_hit(*passages[chunk], score=score, lexical=True)
        for chunk, score in found
        if chunk in passages and chunk not in listed
    ]
    return hits


def passage_hit(
    chunk: Chunk,
    document: DocumentRef,
    *,
    score: float,
    cosine: float = 0.0,
    lexical: bool = False,
    name_hit: bool = False,
) -> RankedHit:
    """Return a stored passage as a hit."""
    return RankedHit(
        chunk_id=chunk.id,
        document_id=document.id,
        position=chunk.position,
        path=document.path,
        title=document.title,
        created_at=document.date,
        date_stated=document.date_source != "file time",
        score=score,
        cosine=cosine,
        lexical=lexical,
        language=chunk.language,
        name_hit=name_hit,
        bm25=score if lexical and not name_hit else None,
    )


def _speakers(chunks: Iterable[int], passages: Passages, plan: Plan) -> dict[int, int]:
    """Return for each chunk the first one that says the same, so that it is the same in every list."""
    first: dict[tuple[str, str], int] = {}
    known = [chunk for chunk in chunks if chunk in passages]
    return {chunk: first.setdefault(_said(passages[chunk], plan), chunk) for chunk in known}


def _distinct(hits: Sequence[RankedHit], passages: Passages, plan: Plan) -> list[RankedHit]:
    """Return the hits without passages that say word for word what a better one says."""
    best: dict[tuple[str, str], RankedHit] = {}
    for hit in hits:
        best.setdefault(_said(passages[hit.chunk_id], plan), hit)
    return list(best.values())


def _said(passage: tuple[Chunk, DocumentRef], plan: Plan) -> tuple[str, str]:
    """Return what a passage says; where scopes share the results, each scope says it for itself."""
    chunk, document = passage
    return chunk.text_hash or str(chunk.id), document.collection if plan.scopes_share else ""
