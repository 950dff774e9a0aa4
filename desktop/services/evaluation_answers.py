"""Ask the questions of a collection and compare the shown answers with the known ones."""

import json
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop.domain.answers import Answer, AnswerEvent, AskRequest, Sentence, Source
from desktop.domain.work import CancelToken
from desktop.retrieval import support
from desktop.retrieval.answer_match import states_answer
from desktop.retrieval.evidence import question_weights, word_share
from desktop.services.ask import AskService
from desktop.services.evaluation_report import AnswerMeasures, EvaluationRequest
from desktop.services.question_collection import LabelledQuestion

_MOST_WORDS = 0.6  # share of a sentence's words that a quotation must hold to entail it


@dataclass(frozen=True, slots=True)
class _Judged:
    """What became of one question; lists hold one entry a citation and one a sentence shown as supported."""

    question: LabelledQuestion
    refused: bool
    right: bool
    citations: tuple[bool, ...]
    sentences: tuple[bool, ...]
    seconds_to_first_word: float


class AnswerEvaluation:
    """Runs the program's own question flow, one conversation a question."""

    def __init__(self, ask: AskService, request: EvaluationRequest) -> None:
        self._ask = ask
        self._request = request
        self._judged: list[_Judged] = []

    def ask(self, question: LabelledQuestion, token: CancelToken) -> None:
        """Ask one question in a conversation of its own."""
        request = AskRequest(
            question.text,
            use_model=self._request.use_model,
            rerank=self._request.rerank,
            hyde=self._request.hyde,
            multihop=self._request.multihop,
        )
        answer = self._ask.ask(request, token=token, emit=_ignore)
        judged = judge(question, answer)
        self._judged.append(judged)
        if self._request.write is not None:
            with self._request.write.open("a", encoding="utf-8") as file:
                file.write(json.dumps(_line(judged, answer), ensure_ascii=False) + "\n")

    def by_class(self) -> dict[str, AnswerMeasures]:
        """Return the measures of each class of questions."""
        return {
            group: self.measures(group) for group in dict.fromkeys(e.question.group for e in self._judged)
        }

    def measures(self, group: str | None = None) -> AnswerMeasures:
        """Return the measures over the questions of a class, None for all."""
        judged = [entry for entry in self._judged if group in (None, entry.question.group)]
        return AnswerMeasures(
            questions=len(judged),
            right=_share(entry.right for entry in judged if entry.question.answerable),
            refused=_share(entry.refused for entry in judged if not entry.question.answerable),
            citation_precision=_share(good for entry in judged for good in entry.citations),
            unsupported_unmarked=_share(not held for entry in judged for held in entry.sentences),
            seconds_to_first_word=_median(entry.seconds_to_first_word for entry in judged),
        )


def judge(question: LabelledQuestion, answer: Answer) -> _Judged:
    """Compare one shown answer with the known answers of its question."""
    shown = "\n".join([answer.text, *(source.quote for source in answer.sources)])
    sources = {source.n: source for source in answer.sources}
    refused = answer.outcome == "deflected"
    cited = [(part, [sources[n] for n in part.citations]) for part in answer.sentences]
    return _Judged(
        question=question,
        refused=refused,
        right=not refused and _states(shown, question),
        citations=tuple(
            _states(source.quote, question) or _holds(part.text, source, question.text)
            for part, of in cited
            if len(of) == 1  # what the program concludes from several is no quotation of any of them
            for source in of
        ),
        sentences=tuple(_proved(part, of, question.text) for part, of in cited if part.supported),
        seconds_to_first_word=answer.timings_ms.get("first_token", 0.0) / 1000,
    )


def _line(judged: _Judged, answer: Answer) -> dict[str, object]:
    """Return what a person needs to read an answer against its sources."""
    return {
        "class": judged.question.group,
        "question": judged.question.text,
        "known": judged.question.answers,
        "outcome": answer.outcome,
        "right": judged.right,
        "sentences": [
            {
                "text": part.text,
                "supported": part.supported,
                "sources": [_read(source) for source in answer.sources if source.n in part.citations],
            }
            for part in answer.sentences
        ],
        "seconds": answer.timings_ms.get("total", 0.0) / 1000,
    }


def _states(text: str, question: LabelledQuestion) -> bool:
    return any(states_answer(text, answer) for answer in question.answers)


def _proved(sentence: Sentence, cited: Sequence[Source], question: str) -> bool:
    texts = [_read(source) for source in cited]
    return bool(cited) and not support.unsupported(sentence.text, texts, question=question)


def _holds(sentence: str, source: Source, question: str) -> bool:
    """Whether a quotation holds every fact of a sentence and most of its words."""
    text = _read(source)
    if support.unsupported(sentence, [text], question=question):
        return False
    return word_share(sentence, [text], question_weights(sentence, {}, 1)) >= _MOST_WORDS


def _read(source: Source) -> str:
    """Return a quotation as people see it: under its title and heading."""
    return f"{source.document.title}\n{source.heading}\n{source.quote}"


def _share(values: Iterable[bool]) -> float | None:
    found = list(values)
    return round(sum(found) / len(found), 4) if found else None


def _median(values: Iterable[float]) -> float:
    found = list(values)
    return round(statistics.median(found), 3) if found else 0.0


def _ignore(_event: AnswerEvent) -> None:
    """Nobody watches."""
