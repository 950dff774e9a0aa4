"""Measure search, gate and answers on a collection of questions whose right answers are known."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from desktop.config.paths import AppPaths
from desktop.domain.answers import SearchRequest
from desktop.domain.work import CancelToken, Progress, Report
from desktop.retrieval import measures
from desktop.retrieval.answer_match import states_answer
from desktop.services.evaluation_answers import AnswerEvaluation
from desktop.services.evaluation_bench import Bench, Models, open_bench
from desktop.services.evaluation_report import (
    EvaluationReport,
    EvaluationRequest,
    GateMeasures,
    RetrievalMeasures,
)
from desktop.services.question_collection import LabelledQuestion, read_collection, spread

PASSAGES = 200  # passages asked for, so that a hundred documents are among them


@dataclass(frozen=True, slots=True)
class _Searched:
    question: LabelledQuestion
    documents: tuple[str, ...]
    answered: bool
    answer_in_first: bool | None


class EvaluationService:
    """Evaluates in a temporary library; the person's own is not touched."""

    def __init__(self, models: Models, paths: AppPaths) -> None:
        self._models = models
        self._paths = paths

    def evaluate(self, request: EvaluationRequest, token: CancelToken, report: Report) -> EvaluationReport:
        """Return the measures of a collection; the same numbers for the same input, timings aside.

        Progress stages are "reading", "embedding", "questions", "searching" and "answering". UserError for a
        folder that is no collection and for a missing model.
        """
        started = time.perf_counter()
        collection = read_collection(request.folder)
        questions = spread(collection.questions, request.limit)
        notices: dict[str, None] = {}
        with closing(self._models(request.embedder, request.chat)) as host:
            if request.answers and request.use_model:
                host.generator()  # a missing model is said before an hour has passed
            embed = request.mode != "lexical" or request.answers
            with open_bench(host, self._paths, collection, token, report, embed=embed) as bench:
                built = time.perf_counter()
                found = [
                    _searched(bench, request, question, notices, token)
                    for question in _each(questions, "searching", token, report)
                ]
                searched = time.perf_counter()
                answers = AnswerEvaluation(bench.ask, request)
                for question in _each(questions if request.answers else (), "answering", token, report):
                    answers.ask(question, token)
        finished = time.perf_counter()
        gate = _gate(found) if collection.has_answers else {}
        return EvaluationReport(
            collection=collection.name,
            mode=request.mode,
            questions=len(questions),
            overall=_retrieval(found),
            by_class={name: _retrieval(group) for name, group in _groups(found).items() if _judged(group)},
            gate=gate.pop("", None),
            gate_by_class=gate,
            answers=answers.measures() if request.answers else None,
            answers_by_class=answers.by_class() if request.answers else {},
            notices=tuple(notices),
            timings_ms={
                "build": round((built - started) * 1000),
                "search": round((searched - built) * 1000),
                "answers": round((finished - searched) * 1000),
                "per_question": round((searched - built) * 1000 / len(questions), 2),
                "total": round((finished - started) * 1000),
            },
        )


def _each(
    questions: Sequence[LabelledQuestion], stage: str, token: CancelToken, report: Report
) -> Iterator[LabelledQuestion]:
    for done, question in enumerate(questions):
        token.check()
        report(Progress(stage, done, len(questions), ""))
        yield question


def _searched(
    bench: Bench,
    request: EvaluationRequest,
    question: LabelledQuestion,
    notices: dict[str, None],
    token: CancelToken,
) -> _Searched:
    wanted = SearchRequest(
        question.text,
        mode=request.mode,
        limit=PASSAGES,
        rerank=request.rerank,
        hyde=request.hyde,
        multihop=request.multihop,
    )
    result = bench.search.search(wanted, token)
    notices.update(dict.fromkeys(result.notices))
    first = result.hits[0].chunk.text if result.hits else ""
    return _Searched(
        question,
        tuple(measures.first_of_each(bench.names[hit.document.id] for hit in result.hits)),
        result.confidence.answerable,
        any(states_answer(first, answer) for answer in question.answers) if question.answers else None,
    )


def _retrieval(found: Iterable[_Searched]) -> RetrievalMeasures:
    """Return the means over the questions that have a relevant document."""
    judged = _judged(found)
    pairs = [(entry.documents, entry.question.grades) for entry in judged]
    known = [entry.answer_in_first for entry in judged if entry.answer_in_first is not None]
    return RetrievalMeasures(
        questions=len(judged),
        ndcg_at_10=_rounded(measures.mean(measures.ndcg(*pair) for pair in pairs)),
        recall_at_10=_rounded(measures.mean(measures.recall(*pair, measures.DEPTH) for pair in pairs)),
        recall_at_100=_rounded(measures.mean(measures.recall(*pair, measures.LONG_DEPTH) for pair in pairs)),
        mrr=_rounded(measures.mean(measures.reciprocal_rank(*pair) for pair in pairs)),
        answer_in_first=_rounded(measures.mean(known)) if known else None,
    )


def _judged(found: Iterable[_Searched]) -> list[_Searched]:
    return [entry for entry in found if entry.question.grades]


def _gate(found: Sequence[_Searched]) -> dict[str, GateMeasures]:
    """Return the decisions of the gate, overall under "" and by class."""
    answerable = [entry for entry in found if entry.question.answerable]
    groups = {"": list(found)} | _groups(found)
    measured = {}
    for name, group in groups.items():
        answered = sum(entry.answered for entry in group)
        against = [] if any(entry.question.answerable for entry in group) else answerable
        balanced = measures.balanced_accuracy(
            (entry.question.answerable, entry.answered) for entry in (*group, *against)
        )
        measured[name] = GateMeasures(
            answered, len(group) - answered, None if balanced is None else _rounded(balanced)
        )
    return measured


def _groups(found: Iterable[_Searched]) -> dict[str, list[_Searched]]:
    groups: dict[str, list[_Searched]] = {}
    for entry in found:
        groups.setdefault(entry.question.group, []).append(entry)
    return groups


def _rounded(value: float) -> float:
    return round(value, 4)
