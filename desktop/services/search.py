"""Find the passages of the library for a question, with reasons."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desktop.config.paths import AppPaths
from desktop.domain.answers import Confidence, SearchHit, SearchRequest, SearchResult, Tiers
from desktop.domain.errors import UserError
from desktop.domain.records import DocumentRef
from desktop.domain.work import CancelToken, Report, no_report
from desktop.ingest.language import detect
from desktop.retrieval import gate, tiers
from desktop.retrieval.hits import RankedHit
from desktop.retrieval.profile import GateRule
from desktop.services import calibration, reasons
from desktop.services.candidates import CandidateFinder, Passages, QuestionVector
from desktop.services.model_host import ModelHost
from desktop.services.optional_steps import OptionalSteps
from desktop.services.profile_shelf import ProfileShelf
from desktop.services.ranking import Ranker, Ranking
from desktop.services.related import related_passages
from desktop.services.scoping import plan_search
from desktop.services.search_course import Course
from desktop.services.selecting import Asked, select_hits
from desktop.services.valid_text import valid_text
from desktop.store import query_log, vector_models
from desktop.store.filters import EVERYTHING, Filter
from desktop.store.library_file import LibraryFile

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """A search result with what the answer steps need besides.

    `word_weights` say how rare the question's words are, `where` what of the library may be shown.
    """

    result: SearchResult
    word_weights: Mapping[str, float]
    signals: gate.Signals
    content_version: int
    where: Filter = EVERYTHING


class SearchService:
    """Searches from one read snapshot. Safe to call from several threads."""

    def __init__(self, library: LibraryFile, host: ModelHost, paths: AppPaths) -> None:
        self._library = library
        self._host = host
        self._paths = paths
        self._finder = CandidateFinder(library)
        self._ranker = Ranker(library)
        self._shelf = ProfileShelf(paths)
        self._steps = OptionalSteps(library, host, self._finder, self._ranker, paths.resource("prompts"))

    def warm_up(self) -> None:
        """Load what tells languages, most of a second's work, so that the first search need not wait."""
        detect("The boat leaves the harbour in the morning.")

    def search(self, request: SearchRequest, token: CancelToken, report: Report = no_report) -> SearchResult:
        """Return ranked hits, confidence and tiers. Without vectors it uses words alone and says so."""
        return self.find(request, token, report).result

    def find(self, request: SearchRequest, token: CancelToken, report: Report = no_report) -> Found:
        """Search and return also what the answer steps need. Only the optional steps report."""
        started = time.perf_counter()
        request = replace(request, question=valid_text(request.question))
        course = self._steps.begin(request, token, report)
        question = self._embed(request, course)
        embedded = time.perf_counter()
        token.check()
        with self._library.read() as c:  # one snapshot for every list and every companion
            plan = plan_search(c, request, self._shelf)
            candidates = self._finder.find(request, question, plan)
            token.check()
            ranking = self._ranker.rank(request, question, candidates, plan.profile)
            asked = Asked(request, question, plan, candidates)
            asked, ranking = self._steps.before(c, asked, ranking, course)
            selected = select_hits(c, asked, ranking.hits)
        course.notices.extend(plan.notices)
        floors, logistic = self._gate(question, ranking.signals, plan.profile.gate)
        decision = gate.decide(ranking.signals, floors, logistic)
        fused = time.perf_counter()
        selected = self._steps.after(asked, selected, ranking, course)
        timings = {
            "embed": (embedded - started) * 1000 - course.timings_ms.get("hyde", 0.0),
            **candidates.timings_ms,
            "fuse": (fused - embedded) * 1000 - sum(candidates.timings_ms.values()),
            **course.timings_ms,
            "total": (time.perf_counter() - started) * 1000,
        }
        result = SearchResult(
            question=request.question,
            mode=request.mode,
            scopes=request.scopes,
            hits=_hits(request.question, selected.hits[: selected.count], selected.passages),
            confidence=_confidence(ranking, decision, found=bool(selected.hits)),
            tiers=_tiers(selected.hits, selected.passages, floors, answerable=decision.answerable),
            timings_ms={name: round(value, 2) for name, value in timings.items()},
            notices=tuple(course.notices),
        )
        return Found(result, ranking.word_weights, ranking.signals, candidates.content_version, plan.reach)

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
        return related_passages(self._library, document_id, token, limit=limit)

    def _embed(self, request: SearchRequest, course: Course) -> QuestionVector | None:
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
                course.notices.append(
                    "Search by meaning is being prepared for the new model; words are searched."
                )
                return None
            texts = list(dict.fromkeys([request.question, self._steps.sought(request, course)]))
            found = embedder.embed_queries(texts, course.token)
            course.supposed = found[1] if len(texts) > 1 else None
            return QuestionVector(active, found[0])
        except UserError as error:
            _log.warning("search by words alone: %s", error)
            course.notices.append(f"Searched by words alone. {error.detail}")
            return None

    def _gate(
        self, question: QuestionVector | None, signals: gate.Signals, rule: GateRule
    ) -> tuple[gate.Floors | None, gate.LogisticGate | None]:
        """Return what the profile's rule decides by; nothing leaves it to how far the words stand out."""
        model_id = question.model_id if question is not None else calibration.ANY_MODEL
        measured = calibration.calibration(self._paths, model_id)
        if measured is None or rule == "confidence":
            return None, None
        floors = measured.floors if question is not None else None
        if rule == "floors":
            return floors, None
        return floors, measured.passages if signals.has_vectors else measured.words


def _tiers(
    ranked: Sequence[RankedHit], passages: Passages, floors: gate.Floors | None, *, answerable: bool
) -> Tiers:
    assigned = tiers.assign_tiers(ranked, floor=floors.lexical_support if floors is not None else 0.0)
    references = {ref.id: ref for _, ref in passages.values()}
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


def _confidence(ranking: Ranking, decision: gate.Decision, *, found: bool) -> Confidence:
    return Confidence(
        z_score=ranking.words.z_score,
        margin=ranking.words.margin,
        term_coverage=ranking.words.term_coverage,
        best_cosine=ranking.signals.best_cosine,
        answerable=decision.answerable and found,
        band=decision.band,
        reason=decision.reason,
    )


def _hits(question: str, ranked: Sequence[RankedHit], passages: Passages) -> tuple[SearchHit, ...]:
    hits = []
    for rank, hit in enumerate(ranked, start=1):
        chunk, reference = passages[hit.chunk_id]
        found = SearchHit(
            rank=rank,
            document=reference,
            chunk=chunk,
            score=hit.score,
            cosine=hit.cosine,
            lexical_rank=hit.lexical_rank,
            vector_rank=hit.vector_rank,
            name_hit=hit.name_hit,
            companion=hit.companion,
            companion_at=hit.companion_at,
        )
        why = (*reasons.why(hit, rank), *reasons.uncertain(question, chunk.text))
        hits.append(replace(found, why=why))
    return tuple(hits)
