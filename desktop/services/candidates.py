"""The candidate passages of a question: the vector list and the lexical list from one read snapshot."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from desktop.domain.answers import SearchRequest
from desktop.domain.errors import UserError
from desktop.domain.records import Chunk, DocumentRef
from desktop.llm.interfaces import Vectors
from desktop.retrieval import terms, tokens
from desktop.retrieval.hits import RankedHit
from desktop.retrieval.names import plain_names
from desktop.store import collections, documents, lexical, names, vectors
from desktop.store.filters import Filter
from desktop.store.library_file import Connection, LibraryFile

CANDIDATES = 50  # of each list; more when more hits are asked for
NAME_CANDIDATES = 10

Passages = dict[int, tuple[Chunk, DocumentRef]]


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """A question as the embedding model of id `model_id` sees it: a unit vector of shape (dimension,)."""

    model_id: str
    vector: Vectors


@dataclass(frozen=True, slots=True)
class Candidates:
    """Both lists, best first, with what the later steps need to know about the library.

    `frequencies` are the chunk counts of the question's tokens; `bm25` is mean, deviation, best and second
    best over all chunks of the scope.
    """

    vector: tuple[RankedHit, ...]
    lexical: tuple[RankedHit, ...]
    passages: Passages
    frequencies: Mapping[str, int]
    chunk_count: int
    bm25: tuple[float, float, float, float]
    content_version: int
    timings_ms: dict[str, float] = field(default_factory=dict)


class CandidateFinder:
    """Reads both lists of a question from the library."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library

    def find(self, request: SearchRequest, question: QuestionVector | None) -> Candidates:
        """Return the candidates in the request's scope; UserError for a scope that does not exist."""
        longest = min(max(CANDIDATES, request.limit), vectors.LARGEST_K)
        with self._library.read() as c:
            where = scope_filter(c, request)
            started = time.perf_counter()
            near = self._nearest(c, question, where, longest)
            embedded = time.perf_counter()
            frequencies, match = self._match(c, request)
            found = lexical.search(c, match, limit=longest, where=where) if match else []
            bm25 = lexical.score_statistics(c, match, where) if match else (0.0, 0.0, 0.0, 0.0)
            named = self._named(c, request, where)
            read = time.perf_counter()
            ids = [chunk for chunk, _ in near] + [chunk for chunk, _ in found] + named
            passages = documents.chunks_by_id(c, list(dict.fromkeys(ids)))
            chunk_count = lexical.chunk_count(c, where)
            version = documents.content_version(c)
        return Candidates(
            vector=_vector_list(near, passages),
            lexical=_lexical_list(named, found, passages),
            passages=passages,
            frequencies=frequencies,
            chunk_count=chunk_count,
            bm25=bm25,
            content_version=version,
            timings_ms={"vector": (embedded - started) * 1000, "lexical": (read - embedded) * 1000},
        )

    @staticmethod
    def _nearest(
        c: Connection, question: QuestionVector | None, where: Filter, longest: int
    ) -> list[tuple[int, float]]:
        if question is None:
            return []
        return vectors.nearest(c, question.model_id, question.vector, k=longest, where=where)

    @staticmethod
    def _match(c: Connection, request: SearchRequest) -> tuple[Mapping[str, int], str | None]:
        """Return the frequencies of the question's tokens and the expression to search, None for none."""
        wanted = tokens.query_tokens(request.question)
        if not wanted or request.mode == "vector":
            return {}, None
        frequencies = lexical.document_frequencies(c, wanted)
        match = tokens.match_expression(request.question, frequencies, lexical.chunk_count(c))
        return frequencies, match

    @staticmethod
    def _named(c: Connection, request: SearchRequest, where: Filter) -> list[int]:
        """Return one chunk of each document whose name the question says."""
        asked = request.question
        wanted = tuple(dict.fromkeys(terms.name_terms(asked) + plain_names(asked)))
        if not wanted or request.mode == "vector":
            return []
        hits = names.name_hits(c, wanted, limit=NAME_CANDIDATES, where=where)
        first = names.first_chunk(c, [document for document, _, _ in hits])
        return [first[document] for document, _, _ in hits if document in first]


def scope_filter(c: Connection, request: SearchRequest) -> Filter:
    """Return the filter for the request's collections, documents and dates."""
    ids: list[int] = []
    for name in request.scopes:
        collection = collections.find(c, name)
        if collection is None:
            known = ", ".join(group.name for group in collections.all_collections(c)) or "none yet"
            raise UserError("Unknown collection", f"There is no collection “{name}”.", f"There are: {known}.")
        ids.append(collection.id)
    return Filter(tuple(ids), tuple(request.documents), request.since, request.until)


def _vector_list(near: Sequence[tuple[int, float]], passages: Passages) -> tuple[RankedHit, ...]:
    hits = [
        _hit(*passages[chunk], score=cosine, cosine=cosine) for chunk, cosine in near if chunk in passages
    ]
    return tuple(_without_repeats(hits, passages))


def _lexical_list(
    named: Sequence[int], found: Sequence[tuple[int, float]], passages: Passages
) -> tuple[RankedHit, ...]:
    """Return name hits first, then chunks by BM25, each chunk once."""
    hits = [
        _hit(*passages[chunk], score=0.0, lexical=True, name_hit=True) for chunk in named if chunk in passages
    ]
    listed = set(named)
    hits += [
        _hit(*passages[chunk], score=score, lexical=True)
        for chunk, score in found
        if chunk in passages and chunk not in listed
    ]
    return tuple(_without_repeats(hits, passages))


def _hit(
    chunk: Chunk,
    document: DocumentRef,
    *,
    score: float,
    cosine: float = 0.0,
    lexical: bool = False,
    name_hit: bool = False,
) -> RankedHit:
    return RankedHit(
        chunk_id=chunk.id,
        document_id=document.id,
        position=chunk.position,
        path=document.path,
        title=document.title,
        created_at=document.date,
        score=score,
        cosine=cosine,
        lexical=lexical,
        language=chunk.language,
        name_hit=name_hit,
    )


def _without_repeats(hits: Sequence[RankedHit], passages: Passages) -> list[RankedHit]:
    """Return the hits without passages that say word for word what a better one says."""
    best: dict[str, RankedHit] = {}
    for hit in hits:
        chunk = passages[hit.chunk_id][0]
        best.setdefault(chunk.text_hash or str(chunk.id), hit)
    return list(best.values())
