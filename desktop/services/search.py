"""Find the passages of the library for a question, with reasons."""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np

from desktop.config.paths import AppPaths
from desktop.domain.answers import Confidence, SearchHit, SearchRequest, SearchResult, Tiers
from desktop.domain.errors import UserError
from desktop.domain.records import DocumentRef
from desktop.domain.work import CancelToken
from desktop.ingest import language
from desktop.llm.interfaces import Vectors
from desktop.retrieval import evidence, fitness, fusion, gate, recency, tiers
from desktop.retrieval.confidence import term_coverage
from desktop.retrieval.hits import RankedHit
from desktop.retrieval.names import prefer_versions
from desktop.retrieval.profile import Profile, read_profile
from desktop.services import calibration, reasons
from desktop.services.candidates import CandidateFinder, Candidates, QuestionVector
from desktop.services.model_host import ModelHost
from desktop.store import documents, query_log, vector_models, vector_sample, vectors
from desktop.store.filters import Filter
from desktop.store.library_file import LibraryFile

_log = logging.getLogger(__name__)

_BEST_LEXICAL = 3  # keyword hits whose texts say how fit the keyword list is
_RELATED_CHUNKS = 8  # chunks of a document whose mean stands for it


@dataclass(frozen=True, slots=True)
class Found:
    """A search result with what the answer steps need besides: the weights of the question's words."""

    result: SearchResult
    word_weights: dict[str, float]
    signals: gate.Signals
    content_version: int


class SearchService:
    """Searches from one read snapshot. Safe to call from several threads."""

    def __init__(self, library: LibraryFile, host: ModelHost, paths: AppPaths) -> None:
        self._library = library
        self._host = host
        self._calibration_file = paths.resource(calibration.FILE)
        self._profile_file = paths.resource("profiles", "general.toml")
        self._finder = CandidateFinder(library)
        self._lock = threading.Lock()
        self._profile: Profile | None = None
        self._sample: tuple[str, int, Vectors] | None = None

    def search(self, request: SearchRequest, token: CancelToken) -> SearchResult:
        """Return ranked hits, confidence and tiers. Without vectors it uses words alone and says so."""
        return self.find(request, token).result

    def find(self, request: SearchRequest, token: CancelToken) -> Found:
        """Search and return also what the answer steps need."""
        started = time.perf_counter()
        notices: list[str] = []
        question = self._embed(request, token, notices)
        embedded = time.perf_counter()
        token.check()
        candidates = self._finder.find(request, question)
        token.check()
        ranked, signals = self._rank(request, question, candidates)
        decision = gate.decide(signals, *self._floors(question))
        finished = time.perf_counter()
        timings = {
            "embed": (embedded - started) * 1000,
            **candidates.timings_ms,
            "fuse": (finished - embedded) * 1000 - sum(candidates.timings_ms.values()),
            "total": (finished - started) * 1000,
        }
        result = SearchResult(
            question=request.question,
            mode=request.mode,
            scopes=request.scopes,
            hits=_hits(ranked[: request.limit], candidates),
            confidence=self._confidence(request, candidates, signals, decision, ranked),
            tiers=self._tiers(ranked, candidates, question, answerable=decision.answerable),
            timings_ms={name: round(value, 2) for name, value in timings.items()},
            notices=tuple(notices),
        )
        weights = evidence.question_weights(request.question, candidates.frequencies, candidates.chunk_count)
        return Found(result, weights, signals, candidates.content_version)

    def log(self, found: Found, outcome: str) -> None:
        """Note a question, its gate outcome and timings in the library's query log."""
        with self._library.write() as c:
            query_log.log(
                c,
                question=found.result.question,
                mode=found.result.mode,
                outcome=outcome,
                best_cosine=found.signals.best_cosine,
                content_version=found.content_version,
                timings_ms=found.result.timings_ms,
            )

    def related(self, document_id: int, token: CancelToken, *, limit: int = 8) -> list[SearchHit]:
        """Return passages of other documents that are close to this one, never the document itself."""
        with self._library.read() as c:
            document = documents.by_id(c, document_id)
            model = vector_models.active(c)
            if document is None or model is None:
                return []
            own = [chunk.id for chunk in documents.chunks(c, document.same_as or document_id)]
            found = vectors.vector_of(c, model, own[:_RELATED_CHUNKS])
            token.check()
            if not found:
                return []
            mean = np.mean(np.stack(list(found.values())), axis=0)
            near = vectors.nearest(c, model, mean, k=limit * 4 + len(own), where=Filter())
            passages = documents.chunks_by_id(c, [chunk for chunk, _ in near])
        best: dict[int, SearchHit] = {}
        for chunk_id, cosine in near:
            if chunk_id not in passages:
                continue
            chunk, reference = passages[chunk_id]
            if reference.id in (document_id, document.same_as) or reference.id in best:
                continue
            best[reference.id] = SearchHit(
                rank=len(best) + 1,
                document=reference,
                chunk=chunk,
                score=cosine,
                cosine=cosine,
                vector_rank=len(best) + 1,
                why=(f"close in meaning to the whole document (cosine {cosine:.2f})",),
            )
        return list(best.values())[:limit]

    def _embed(self, request: SearchRequest, token: CancelToken, notices: list[str]) -> QuestionVector | None:
        """Return the question's vector, or None with a notice when meaning cannot be searched."""
        if request.mode == "lexical" or not request.question.strip():
            return None
        with self._library.read() as c:
            active = vector_models.active(c)
        if active is None:
            return None  # nothing is embedded yet
        try:
            embedder = self._host.embedder()
            if embedder.info.id != active:
                notices.append("Search by meaning is being prepared for the new model; words are searched.")
                return None
            return QuestionVector(active, embedder.embed_queries([request.question], token)[0])
        except UserError as error:
            _log.warning("search by words alone: %s", error)
            notices.append(f"Searched by words alone. {error.detail}")
            return None

    def _rank(
        self, request: SearchRequest, question: QuestionVector | None, candidates: Candidates
    ) -> tuple[list[RankedHit], gate.Signals]:
        """Fuse both lists and collect the signals of the gate."""
        profile = self._general()
        z_score = self._cosine_z(question, candidates)
        best = [_whole_text(candidates, hit) for hit in candidates.lexical[:_BEST_LEXICAL]]
        weights = fitness.list_weights(
            request.question,
            best,
            frequencies=candidates.frequencies,
            chunk_count=candidates.chunk_count,
            z_score=z_score,
        )
        hits = fusion.reciprocal_rank_fusion(
            candidates.vector,
            candidates.lexical,
            k=profile.fusion_k,
            vector_weight=weights.vector if request.mode == "hybrid" else 1.0,
            lexical_weight=weights.lexical if request.mode == "hybrid" else 1.0,
        )
        hits = fusion.prefer_language(hits, language.detect(request.question), factor=profile.language_factor)
        hits = prefer_versions(request.question, hits)
        hits = recency.boost_recent(
            hits,
            now=datetime.now(UTC),
            weight=profile.recency_weight,
            half_life_days=profile.recency_half_life_days,
        )
        _, _, top, _ = candidates.bm25
        rarity = evidence.question_weights(request.question, candidates.frequencies, candidates.chunk_count)
        signals = gate.Signals(
            best_cosine=max((hit.cosine for hit in candidates.vector), default=0.0),
            lexical_hit=bool(candidates.lexical),
            z_score=z_score or 0.0,
            word_share=evidence.word_share(request.question, best, rarity),
            bm25=top,
            confident=self._words_stand_out(request, candidates),
            has_vectors=question is not None and bool(candidates.vector),
        )
        return hits, signals

    def _words_stand_out(self, request: SearchRequest, candidates: Candidates) -> bool:
        """Decide by words alone (retrieval section 8): the best hit stands out and holds the words."""
        profile = self._general()
        mean, deviation, top, _ = candidates.bm25
        z_score = (top - mean) / (deviation or 1e-9) if top else 0.0
        return (
            z_score >= profile.z_threshold and self._coverage(request, candidates) >= profile.coverage_floor
        )

    def _coverage(self, request: SearchRequest, candidates: Candidates) -> float:
        best = next((hit for hit in candidates.lexical if not hit.name_hit), None)
        if best is None:
            return 0.0
        return term_coverage(request.question, _whole_text(candidates, best), self._general().expansion)

    def _cosine_z(self, question: QuestionVector | None, candidates: Candidates) -> float | None:
        """Return how far the best cosine stands out of all cosines, estimated on an even sample."""
        if question is None or not candidates.vector:
            return None
        sample = self._sampled(question.model_id, candidates.content_version)
        if len(sample) < 2:
            return None
        cosines = sample @ question.vector
        deviation = float(cosines.std())
        return (candidates.vector[0].cosine - float(cosines.mean())) / (deviation or 1e-9)

    def _sampled(self, model_id: str, version: int) -> Vectors:
        """Return the sample of the library's vectors, read again when the library has changed."""
        with self._lock:
            if self._sample is not None and self._sample[:2] == (model_id, version):
                return self._sample[2]
        with self._library.read() as c:
            sample = vector_sample.sample(c, model_id)
        with self._lock:
            self._sample = (model_id, version, sample)
        return sample

    def _floors(self, question: QuestionVector | None) -> tuple[gate.Floors | None, gate.LogisticGate | None]:
        if question is None:
            return None, None
        measured = calibration.calibration(self._calibration_file, question.model_id)
        return (None, None) if measured is None else (measured.floors, measured.passages)

    def _confidence(
        self,
        request: SearchRequest,
        candidates: Candidates,
        signals: gate.Signals,
        decision: gate.Decision,
        ranked: Sequence[RankedHit],
    ) -> Confidence:
        _, _, top, second = candidates.bm25
        return Confidence(
            z_score=signals.z_score,
            margin=(top - second) / (top + 1e-9) if top else 0.0,
            term_coverage=self._coverage(request, candidates),
            best_cosine=signals.best_cosine,
            answerable=decision.answerable and bool(ranked),
            band=decision.band,
            reason=decision.reason,
        )

    def _tiers(
        self,
        ranked: Sequence[RankedHit],
        candidates: Candidates,
        question: QuestionVector | None,
        *,
        answerable: bool,
    ) -> Tiers:
        floors, _ = self._floors(question)
        floor = floors.lexical_support if floors is not None else 0.0
        assigned = tiers.assign_tiers(ranked, floor=floor)
        references = {ref.id: ref for _, ref in candidates.passages.values()}
        if not answerable:
            by_title = {hit.title: hit.document_id for hit in reversed(ranked)}
            titles = [references[by_title[title]] for title in assigned.maybe_try[: tiers.DEFAULT_RELATED]]
            return Tiers(maybe_try=tuple(titles))

        def listed(ids: Sequence[int]) -> tuple[DocumentRef, ...]:
            return tuple(references[document] for document in ids)

        return Tiers(
            cited=listed(assigned.cited),
            related=listed(assigned.related_to_cited),
            suggested=listed(assigned.suggested),
        )

    def _general(self) -> Profile:
        with self._lock:
            if self._profile is None:
                self._profile = read_profile(self._profile_file.read_text("utf-8"))
            return self._profile


def _whole_text(candidates: Candidates, hit: RankedHit) -> str:
    chunk = candidates.passages[hit.chunk_id][0]
    return f"{hit.title}\n{chunk.heading}\n{chunk.text}"


def _hits(ranked: Sequence[RankedHit], candidates: Candidates) -> tuple[SearchHit, ...]:
    hits = []
    for rank, hit in enumerate(ranked, start=1):
        chunk, reference = candidates.passages[hit.chunk_id]
        found = SearchHit(
            rank=rank,
            document=reference,
            chunk=chunk,
            score=hit.score,
            cosine=hit.cosine,
            lexical_rank=hit.lexical_rank,
            vector_rank=hit.vector_rank,
            name_hit=hit.name_hit,
        )
        hits.append(replace(found, why=reasons.why(hit)))
    return tuple(hits)
