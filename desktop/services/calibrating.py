"""Fit the gate of an embedding model to labelled questions and keep it with the model's id."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.config.paths import AppPaths
from desktop.domain.answers import SearchRequest
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, Progress, Report
from desktop.retrieval.gate import Signals
from desktop.retrieval.gate_fitting import (
    LEAST_OF_EACH,
    Held,
    fit_floors,
    fit_logistic,
    floors_judge,
    held_out,
    logistic_judge,
)
from desktop.services import calibration
from desktop.services.calibration import Calibration
from desktop.services.evaluation_bench import Models, open_bench
from desktop.services.evidence import find_evidence
from desktop.services.model_host import ModelHost
from desktop.services.question_collection import (
    QuestionCollection,
    malformed,
    read_collection,
    rows_of,
    spread,
)
from desktop.services.search import SearchService
from desktop.services.valid_text import valid_text

PASSAGE_SIGNALS = ("best_cosine", "z_score", "word_share", "foreign")
SENTENCE_SIGNALS = (*PASSAGE_SIGNALS, "sentence_cosine")
NEAR_MISS = "near-miss"  # what they lack only reading can tell, so no floor is fitted to them

_ADVICE = (
    'Each line is {"question": "...", "answerable": true} or false, asked of your library; or give the folder'
    " of a question collection."
)


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """What was fitted for which model, from how many questions, and where it was written."""

    model: str
    embedder: str
    questions: int
    answerable: int
    passages: Held
    sentences: Held
    floors: Held
    answer_floor: float
    lexical_support_floor: float
    file: str


@dataclass(frozen=True, slots=True)
class _Labelled:
    text: str
    answerable: bool


@dataclass(frozen=True, slots=True)
class _Source:
    """Questions of one file; `collection` is what they are asked of, None for the person's library."""

    questions: tuple[_Labelled, ...]
    collection: QuestionCollection | None = None


class CalibrationService:
    """Calibrates on the person's library, or on a collection in a throw-away one."""

    def __init__(self, search: SearchService, host: ModelHost, models: Models, paths: AppPaths) -> None:
        self._search = search
        self._host = host
        self._models = models
        self._paths = paths

    def calibrate(
        self,
        files: Sequence[Path],
        token: CancelToken,
        report: Report,
        *,
        embedder_id: str = "",
        limit: int | None = None,
    ) -> CalibrationReport:
        """Fit and write the gates of the embedder; UserError when the questions cannot tell a floor.

        Each file is JSONL of labelled questions about the person's library, or the folder of a question
        collection, which is indexed aside; another embedder can be named when all are folders. At most
        `limit` questions are taken of each. Progress stages are "reading", "embedding" and "searching".
        """
        sources = [_source(file, limit) for file in files]
        _enough([question for source in sources for question in source.questions])
        if embedder_id and any(source.collection is None for source in sources):
            raise UserError("Wrong embedder", "Your library is searched with the model in use.", _ADVICE)
        labels: list[bool] = []
        signals: list[Signals] = []
        with closing(self._models(embedder_id, "")) as models:
            for source in sources:
                labels += [question.answerable for question in source.questions]
                if source.collection is None:
                    signals += _signals(self._search, self._host, source.questions, token, report)
                    continue
                with open_bench(models, self._paths, source.collection, token, report) as bench:
                    signals += _signals(bench.search, models, source.questions, token, report)
            host = self._host if sources[0].collection is None else models
            return self._fit(host, labels, signals)

    def _fit(self, host: ModelHost, labels: Sequence[bool], signals: Sequence[Signals]) -> CalibrationReport:
        info = host.embedder().info
        floors = fit_floors(signals, labels)
        measured = Calibration(
            floors=floors,
            passages=fit_logistic(signals, labels, PASSAGE_SIGNALS),
            sentences=fit_logistic(signals, labels, SENTENCE_SIGNALS),
        )
        calibration.save(self._paths.calibration, info.id, measured)
        return CalibrationReport(
            model=info.id,
            embedder=info.name,
            questions=len(labels),
            answerable=sum(labels),
            passages=held_out(signals, labels, logistic_judge(PASSAGE_SIGNALS)),
            sentences=held_out(signals, labels, logistic_judge(SENTENCE_SIGNALS)),
            floors=held_out(signals, labels, floors_judge),
            answer_floor=floors.answer,
            lexical_support_floor=floors.lexical_support,
            file=str(self._paths.calibration),
        )


def _source(file: Path, limit: int | None) -> _Source:
    if not file.is_dir():
        return _Source(tuple(_labelled(file)[:limit]))
    collection = read_collection(file)
    known = [question for question in collection.questions if question.group != NEAR_MISS]
    questions = [_Labelled(question.text, question.answerable) for question in spread(known, limit)]
    return _Source(tuple(questions), collection)


def _labelled(file: Path) -> list[_Labelled]:
    questions = []
    for number, row in rows_of(file, _ADVICE):
        text, answerable = row.get("question"), row.get("answerable")
        if not isinstance(text, str) or not isinstance(answerable, bool):
            raise malformed(file, number, "has no “question” and “answerable”", _ADVICE)
        questions.append(_Labelled(valid_text(text), answerable))
    return questions


def _enough(questions: Sequence[_Labelled]) -> None:
    answerable = sum(question.answerable for question in questions)
    if min(answerable, len(questions) - answerable) < LEAST_OF_EACH:
        raise UserError(
            "Too few questions",
            f"There are {answerable} questions with an answer and {len(questions) - answerable} without.",
            f"At least {LEAST_OF_EACH} of each are needed. {_ADVICE}",
        )


def _signals(
    search: SearchService, host: ModelHost, questions: Sequence[_Labelled], token: CancelToken, report: Report
) -> list[Signals]:
    """Return what is known of each question once its nearest sentence is known."""
    embedder = host.embedder()
    signals = []
    for done, question in enumerate(questions):
        token.check()
        report(Progress("searching", done, len(questions), ""))
        found = search.find(SearchRequest(question.text), token)
        if not found.signals.has_vectors:
            raise UserError(
                "Nothing to calibrate",
                "The library has no vectors of this embedding model.",
                "Add documents, wait until they are ready, then calibrate.",
            )
        passages = find_evidence(question.text, found, (), embedder, token)
        signals.append(
            replace(found.signals, sentence_cosine=passages[0].cosine) if passages else found.signals
        )
    return signals
