"""Reranking: the best passages compared with the question once more, by the best means there is."""

import logging
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress
from desktop.retrieval.exact import exact_hits, keep_in_reach
from desktop.retrieval.hits import RankedHit, Reranked
from desktop.retrieval.rerank import reorder, with_scores_in_order
from desktop.services.candidates import Passages
from desktop.services.model_host import ModelHost
from desktop.services.scorers import CrossEncoder, Marks, Scorer, Verdict, is_able
from desktop.services.search_course import Course
from desktop.services.selecting import Asked, Selected
from desktop.services.wording import Wording
from desktop.store import vectors
from desktop.store.library_file import LibraryFile

STAGE = "Comparing passages with the question"
_FIRST_PLACES = 10  # what a person looks at: fewer hits need no new order
_CLOSENESS = "closeness in meaning"
_log = logging.getLogger(__name__)


class Refiner:
    """Takes the first means that works: reranker, chat model by yes or no, by marks, cosine, none.

    A scorer that cannot tell a fitting passage from an unfitting one at its first use is used no more. Scores
    only order: no hit is left out. Safe to call from several threads.
    """

    def __init__(self, library: LibraryFile, host: ModelHost, prompts: Path) -> None:
        self._library = library
        self._host = host
        self._wording = Wording(prompts)
        self._lock = threading.Lock()
        self._sane: dict[str, bool] = {}

    def refine(
        self,
        asked: Asked,
        hits: Sequence[RankedHit],
        selected: Selected,
        *,
        promised: Collection[int],
        weights: Mapping[str, float],
        course: Course,
    ) -> Sequence[RankedHit]:
        """Return `hits`, of those selected, by how well they answer; too few stay untouched.

        The promised chunks and exact keyword hits among those shown stay among them, exact hits among the
        first ten among these. What could not be done is noted in the course.
        """
        wanted = min(selected.count, _FIRST_PLACES, asked.request.limit)
        if len(hits) < min(_FIRST_PLACES, asked.request.limit):
            if hits:
                course.notices.append(
                    f"Only {len(hits)} passages were found, so they were not compared again."
                )
            return hits
        texts = {hit.chunk_id: _text(selected.passages, hit) for hit in hits}
        by, scores = self._scores(asked, [texts[hit.chunk_id] for hit in hits], course) or (
            _CLOSENESS,
            self._cosines(asked, hits, course),
        )
        marked = [
            replace(hit, reranked=Reranked(by, place)) if place <= len(scores) else hit
            for place, hit in enumerate(hits, start=1)
        ]
        ordered = reorder(marked, dict(enumerate(scores)), wanted=wanted)
        exact = exact_hits(asked.request.question, hits, lambda hit: texts[hit.chunk_id], weights)
        ordered = keep_in_reach(ordered, hits, exact, wanted=wanted)
        ordered = keep_in_reach(ordered, hits, exact, wanted=selected.count)
        return with_scores_in_order(keep_in_reach(ordered, hits, promised, wanted=selected.count))

    def _scores(self, asked: Asked, texts: Sequence[str], course: Course) -> tuple[str, list[float]] | None:
        """Return who scored and the scores of the first hits, None when no model could."""
        for make in self._means(use_model=asked.request.use_model):
            name = "the model"
            try:
                scorer = make()
                name = scorer.name
                if self._is_sane(scorer, course.token):
                    return name, _scored(scorer, asked.request.question, texts, course)
                reason = "It cannot tell a fitting passage from another and is no longer used for this."
            except (UserError, RuntimeError) as error:
                _log.warning("%s could not compare passages: %s", name, error)
                reason = error.detail if isinstance(error, UserError) else "It met an error."
            course.notices.append(f"{_upper(name)} could not compare the passages. {reason}")
        return None

    def _means(self, *, use_model: bool) -> Iterator[Callable[[], Scorer]]:
        if self._host.has("reranker"):
            yield lambda: CrossEncoder(self._host)
        if use_model and self._host.has("chat"):
            yield lambda: Verdict(self._host, self._wording)
            yield lambda: Marks(self._host, self._wording)

    def _is_sane(self, scorer: Scorer, token: CancelToken) -> bool:
        """Whether the scorer tells fitting passages from others; tried once a run."""
        with self._lock:
            known = self._sane.get(scorer.id)
        if known is not None:
            return known
        sane = is_able(scorer, token)
        if not sane:
            _log.warning("%s cannot tell fitting passages from others", scorer.id)
        with self._lock:
            self._sane[scorer.id] = sane
        return sane

    def _cosines(self, asked: Asked, hits: Sequence[RankedHit], course: Course) -> list[float]:
        """Return the cosine of every hit, none when the question has no vector.

        A hit that waits for its vector counts as far away.
        """
        question = asked.vector
        if question is None:
            course.notices.append("No model could compare the passages, so they kept their order.")
            return []
        course.notices.append(
            f"Neither a reranker nor the chat model compared the passages, but {_CLOSENESS} alone."
        )
        with self._library.read() as c:
            known = vectors.cosines(c, question.model_id, question.vector, [hit.chunk_id for hit in hits])
        return [known.get(hit.chunk_id, -1.0) for hit in hits]


def _scored(scorer: Scorer, question: str, texts: Sequence[str], course: Course) -> list[float]:
    total = min(scorer.most, len(texts))
    scores: list[float] = []
    while len(scores) < total:
        course.report(Progress(STAGE, len(scores), total))
        portion = texts[len(scores) : min(len(scores) + scorer.portion, total)]
        scores += scorer.scores(question, portion, course.token)
    return scores


def _text(passages: Passages, hit: RankedHit) -> str:
    chunk, document = passages[hit.chunk_id]
    return "\n".join(part for part in (document.title, chunk.heading, chunk.text) if part)


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]
