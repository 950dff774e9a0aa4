"""From the candidate lists of a question to one ranked list, with the numbers the gate decides by."""

import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from desktop.domain.answers import SearchRequest
from desktop.ingest import language
from desktop.llm.interfaces import Vectors
from desktop.retrieval import evidence, fitness, fusion, gate, recency
from desktop.retrieval.confidence import LexicalConfidence, lexical_confidence, term_coverage
from desktop.retrieval.expansion import with_terms_meant
from desktop.retrieval.hits import RankedHit
from desktop.retrieval.profile import Profile
from desktop.retrieval.version_order import prefer_versions
from desktop.services.candidates import Candidates, QuestionVector
from desktop.store import vector_sample
from desktop.store.library_file import LibraryFile

_REACHABLE = 0.8  # share of the greatest z-score possible that a small library must reach
_BEST_LEXICAL = 3  # keyword hits whose texts say how fit the keyword list is


@dataclass(frozen=True, slots=True)
class Ranking:
    """The fused list, best first.

    `words` says how far the best keyword hit stands out, `word_weights` how rare the question's words are.
    """

    hits: tuple[RankedHit, ...]
    signals: gate.Signals
    words: LexicalConfidence
    word_weights: Mapping[str, float]


class Ranker:
    """Fuses both lists by how fit each is for the question. Safe to call from several threads."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._sample: tuple[str, int, Vectors] | None = None

    def rank(
        self,
        request: SearchRequest,
        question: QuestionVector | None,
        candidates: Candidates,
        profile: Profile,
    ) -> Ranking:
        """Fuse both lists as the profile says and collect the signals of the gate."""
        best = [
            with_terms_meant(request.question, _whole_text(candidates, hit), profile.expansion)
            for hit in candidates.lexical[:_BEST_LEXICAL]
        ]
        spread = self._cosine_spread(question, candidates)
        nearest = max((hit.cosine for hit in candidates.vector), default=0.0)
        z_score = spread.z_score(nearest) if spread is not None else None
        fused = self._fused(request, candidates, profile, best, spread)
        hits = self._adjusted(request, fused, profile)
        rarity = evidence.question_weights(request.question, candidates.frequencies, candidates.chunk_count)
        words = self._words_stand_out(request, candidates, profile)
        signals = gate.Signals(
            best_cosine=nearest,
            lexical_hit=bool(candidates.lexical),
            z_score=z_score or 0.0,
            word_share=max(
                (evidence.word_share(request.question, [text], rarity) for text in best), default=0.0
            ),
            bm25=candidates.bm25[2],
            foreign=_is_foreign(request, candidates),
            confident=words.confident,
            has_vectors=profile.gate != "confidence" and question is not None and bool(candidates.vector),
        )
        return Ranking(tuple(hits), signals, words, rarity)

    @staticmethod
    def _fused(
        request: SearchRequest,
        candidates: Candidates,
        profile: Profile,
        best: list[str],
        spread: fitness.CosineSpread | None,
    ) -> list[RankedHit]:
        if profile.mix == "weighted":
            return fusion.weighted_mix(candidates.vector, candidates.lexical, weight=profile.vector_share)
        weights = fitness.list_weights(
            request.question,
            best,
            frequencies=candidates.frequencies,
            chunk_count=candidates.chunk_count,
            z_score=spread.z_score(candidates.vector[0].nearness) if spread is not None else None,
        )
        if profile.mix == "convex" and request.mode == "hybrid":
            return fusion.convex_mix(
                candidates.vector,
                candidates.lexical,
                vector_weight=weights.vector,
                lexical_weight=weights.lexical,
                typical_cosine=spread.mean if spread is not None else 0.0,
                k=profile.fusion_k,
            )
        return fusion.reciprocal_rank_fusion(
            candidates.vector,
            candidates.lexical,
            k=profile.fusion_k,
            vector_weight=weights.vector if request.mode == "hybrid" else 1.0,
            lexical_weight=weights.lexical if request.mode == "hybrid" else 1.0,
        )

    @staticmethod
    def _adjusted(request: SearchRequest, hits: list[RankedHit], profile: Profile) -> list[RankedHit]:
        """Return the hits raised or lowered for language, version and date."""
        hits = fusion.prefer_language(hits, language.detect(request.question), factor=profile.language_factor)
        hits = prefer_versions(request.question, hits, profile.products)
        return recency.boost_recent(
            hits,
            now=datetime.now(UTC),
            weight=profile.recency_weight,
            half_life_days=profile.recency_half_life_days,
        )

    def _words_stand_out(
        self, request: SearchRequest, candidates: Candidates, profile: Profile
    ) -> LexicalConfidence:
        """Return how far the best keyword hit stands out and how many of the question's words it holds."""
        mean, deviation, top, second = candidates.bm25
        return lexical_confidence(
            mean=mean,
            deviation=deviation,
            scores=(top, second) if top else (),
            coverage=self._coverage(request, candidates, profile),
            # One hit among n chunks cannot stand out by more than the root of n - 1.
            z_threshold=min(profile.z_threshold, _REACHABLE * math.sqrt(max(candidates.chunk_count - 1, 0))),
            coverage_floor=profile.coverage_floor,
        )

    @staticmethod
    def _coverage(request: SearchRequest, candidates: Candidates, profile: Profile) -> float:
        best = next((hit for hit in candidates.lexical if not hit.name_hit), None)
        if best is None:
            return 0.0
        return term_coverage(request.question, _whole_text(candidates, best), profile.expansion)

    def _cosine_spread(
        self, question: QuestionVector | None, candidates: Candidates
    ) -> fitness.CosineSpread | None:
        """Return how the cosines of all chunks to the question are spread, estimated on an even sample."""
        if question is None or not candidates.vector:
            return None
        sample = self._sampled(question.model_id, candidates.content_version)
        if len(sample) < 2:
            return None
        cosines = sample @ question.vector
        return fitness.CosineSpread(float(cosines.mean()), float(cosines.std()), len(sample))

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


def _is_foreign(request: SearchRequest, candidates: Candidates) -> bool:
    """Whether the nearest passage is known to be in another language than the question."""
    written = candidates.vector[0].language if candidates.vector else None
    return written is not None and language.detect(request.question) not in (None, written)


def _whole_text(candidates: Candidates, hit: RankedHit) -> str:
    chunk = candidates.passages[hit.chunk_id][0]
    return f"{hit.title}\n{chunk.heading}\n{chunk.text}"
