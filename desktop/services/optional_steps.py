"""The optional steps of a search: a hypothetical answer before it, reranking and multi-hop after it."""

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from desktop.domain.answers import SearchRequest
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.retrieval.exact import keep_in_reach
from desktop.retrieval.hits import RankedHit
from desktop.services import hopping
from desktop.services.candidates import CandidateFinder, Passages, QuestionVector
from desktop.services.companion_search import scoped_passage
from desktop.services.hypothetical import Supposer
from desktop.services.model_host import ModelHost
from desktop.services.modes import chosen_modes
from desktop.services.ranking import Ranker, Ranking
from desktop.services.refining import Refiner
from desktop.services.search_course import Course
from desktop.services.selecting import Asked, Selected
from desktop.store import vectors
from desktop.store.library_file import Connection, LibraryFile

_SUPPOSING = "Writing a supposed answer to search with"
_log = logging.getLogger(__name__)


class OptionalSteps:
    """Does what the request or the library's defaults ask for; a step that fails is said and left out."""

    def __init__(
        self, library: LibraryFile, host: ModelHost, finder: CandidateFinder, ranker: Ranker, prompts: Path
    ) -> None:
        self._library = library
        self._host = host
        self._finder = finder
        self._ranker = ranker
        self._supposer = Supposer(host, prompts)
        self._refiner = Refiner(library, host, prompts)

    def begin(self, request: SearchRequest, token: CancelToken, report: Report) -> Course:
        """Return the course of one search with the modes chosen."""
        with self._library.read() as c:
            return Course(chosen_modes(c, request), token, report)

    def sought(self, request: SearchRequest, course: Course) -> str:
        """Return the text to search the vectors with: the question and, if wanted, a supposed answer."""
        if not (course.modes.hyde and request.use_model):
            if course.modes.hyde:
                course.notices.append("Without the chat model no supposed answer was searched with.")
            return request.question
        started = time.perf_counter()
        course.report(Progress(_SUPPOSING))
        try:
            supposed = self._supposer.supposed(request.question, course.token)
        except (UserError, RuntimeError) as error:
            _log.warning("no hypothetical answer: %s", error)
            detail = f" {error.detail}" if isinstance(error, UserError) else ""
            course.notices.append(f"No supposed answer was written, the question alone was searched.{detail}")
            return request.question
        course.took("hyde", started)
        if not supposed:
            course.notices.append("The chat model supposed nothing, the question alone was searched.")
        return f"{request.question} {supposed}".strip()

    def before(self, c: Connection, asked: Asked, ranking: Ranking, course: Course) -> tuple[Asked, Ranking]:
        """Return the hits that a supposed answer leads to, if there is one; the signals stay the question's.

        What a model made up may order passages. It must not make the library look as if it answered.
        """
        if course.supposed is None or asked.vector is None:
            return asked, ranking
        model_id = asked.vector.model_id
        supposed = QuestionVector(model_id, course.supposed)
        candidates = self._finder.find(asked.request, supposed, asked.plan)
        found = self._ranker.rank(asked.request, supposed, candidates, asked.plan.profile).hits
        own = vectors.cosines(c, model_id, asked.vector.vector, [hit.chunk_id for hit in found])
        hits = tuple(replace(hit, cosine=own.get(hit.chunk_id, 0.0), supposed=True) for hit in found)
        return replace(asked, candidates=candidates), replace(ranking, hits=hits)

    def after(self, asked: Asked, selected: Selected, ranking: Ranking, course: Course) -> Selected:
        """Return the selected hits reranked and with those that references lead to."""
        if course.modes.rerank:
            started = time.perf_counter()
            selected = self._reranked(asked, selected, ranking, course)
            course.took("rerank", started)
        if course.modes.multihop:
            started = time.perf_counter()
            course.report(Progress(hopping.STAGE))
            selected = self._followed(asked, selected, course)
            course.took("hop", started)
        return selected

    def _reranked(self, asked: Asked, selected: Selected, ranking: Ranking, course: Course) -> Selected:
        """Return the hits in a new order; where several scopes share the result, only within it."""
        end = selected.count if _is_shared(asked) else len(selected.hits)
        hits = self._refiner.refine(
            asked,
            selected.hits[:end],
            selected,
            promised=_promised(asked, selected),
            weights=ranking.word_weights,
            course=course,
        )
        return replace(selected, hits=(*hits, *selected.hits[end:]))

    def _followed(self, asked: Asked, selected: Selected, course: Course) -> Selected:
        """Return the hits with those of the hops; what rules ask for and each scope's share stay shown."""
        shown = selected.hits[: selected.count]
        hits, passages = hopping.follow_references(
            selected.hits,
            selected.passages,
            lambda reference: self._look_up(asked, reference, course),
            depth=course.modes.multihop,
        )
        if _is_shared(asked):
            kept = {hit.chunk_id for hit in shown} | {hit.chunk_id for hit in hits if hit.hop is not None}
            count = len(kept)
        else:
            kept = _promised(asked, selected)
            count = max(selected.count, min(asked.request.limit, len(hits)))
        hits = keep_in_reach(hits, [hit for hit in hits if hit.chunk_id in kept], kept, wanted=count)
        return Selected(tuple(hits), count, passages)

    def _look_up(self, asked: Asked, reference: str, course: Course) -> tuple[Sequence[RankedHit], Passages]:
        """Return what a reference finds where the question may look, with cosines to the question itself."""
        course.token.check()
        request = replace(asked.request, question=reference)
        vector = self._embedded(asked.vector, reference, course.token)
        with self._library.read() as c:
            candidates = self._finder.find(request, vector, asked.plan)
            if candidates.content_version != asked.candidates.content_version:
                return (), {}  # an import in between: two states of the library must not mix
            found = self._ranker.rank(request, vector, candidates, asked.plan.profile).hits
            suited = [
                hit
                for hit in found
                # What is merely near to a file name or an address in meaning is not what it refers to.
                if (hit.lexical or request.mode == "vector")
                and asked.plan.selection.suits(scoped_passage(candidates.passages[hit.chunk_id], hit.score))
            ]
            near = (
                vectors.cosines(c, vector.model_id, asked.vector.vector, [hit.chunk_id for hit in suited])
                if vector is not None and asked.vector is not None
                else {}
            )
        hits = [replace(hit, cosine=near.get(hit.chunk_id, 0.0)) for hit in suited]
        return hits, candidates.passages

    def _embedded(
        self, question: QuestionVector | None, reference: str, token: CancelToken
    ) -> QuestionVector | None:
        if question is None:
            return None
        try:
            vector = self._host.embedder().embed_queries([reference], token)[0]
        except UserError as error:
            _log.warning("a reference is searched by words alone: %s", error)
            return None
        return QuestionVector(question.model_id, vector)


def _is_shared(asked: Asked) -> bool:
    """Whether several scopes share the result, so that none may be crowded out."""
    selection = asked.plan.selection
    return len(selection.scopes) > 1 or selection.enumerates


def _promised(asked: Asked, selected: Selected) -> set[int]:
    """Return the chunks shown that companion rules ask for, the best one for each of their wishes."""
    shown = [
        scoped_passage(selected.passages[hit.chunk_id], hit.score) for hit in selected.hits[: selected.count]
    ]
    promised: set[int] = set()
    for want in asked.plan.selection.wanted(shown):
        fitting = [passage for passage in shown if want.fits(passage)]
        first = [passage for passage in fitting if want.document_first and want.fits_document(passage)]
        promised |= {passage.chunk_id for passage in (first or fitting)[:1]}
    return promised
