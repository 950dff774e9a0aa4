"""What an evaluation found, as records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from desktop.domain.answers import Mode


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """What to evaluate: `limit` questions (None for all) of a collection's folder.

    `answers` asks each of them too, without the chat model when `use_model` is False; `write` is a file that
    gets every shown answer as a line of JSON, to be read by people. `embedder` and `chat` are ids of models,
    empty for those in use.
    """

    folder: Path
    mode: Mode = "hybrid"
    rerank: bool | None = None
    hyde: bool | None = None
    multihop: int | None = None
    answers: bool = False
    use_model: bool = True
    limit: int | None = None
    write: Path | None = None
    embedder: str = ""
    chat: str = ""


@dataclass(frozen=True, slots=True)
class RetrievalMeasures:
    """Means over questions; documents are ranked by their best passage.

    `answer_in_first` is the share whose best passage states a known answer, None where none is known.
    """

    questions: int
    ndcg_at_10: float
    recall_at_10: float
    recall_at_100: float
    mrr: float
    answer_in_first: float | None = None


@dataclass(frozen=True, slots=True)
class GateMeasures:
    """How many questions the gate let through and refused, on the passages alone.

    `balanced_accuracy` compares with what is answerable, None unless both kinds occur. For a class of
    questions without an answer it is that of this class against all answerable ones.
    """

    answered: int
    refused: int
    balanced_accuracy: float | None


@dataclass(frozen=True, slots=True)
class AnswerMeasures:
    """How good shown answers (with their quotations) are.

    `right` is the share of answerable questions whose answer states a known one; `refused` the share of the
    others that were refused; `citation_precision` the share of citations whose quotation states a known
    answer or holds the facts and most words of its sentence; `unsupported_unmarked` the share of sentences
    shown as supported whose quotations do not hold their facts. `seconds_to_first_word` is the median. None
    where there was nothing to measure.
    """

    questions: int
    right: float | None
    refused: float | None
    citation_precision: float | None
    unsupported_unmarked: float | None
    seconds_to_first_word: float


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """The result of one evaluation; parts that were not asked for are None."""

    collection: str
    mode: Mode
    questions: int
    overall: RetrievalMeasures
    by_class: Mapping[str, RetrievalMeasures]
    gate: GateMeasures | None = None
    gate_by_class: Mapping[str, GateMeasures] = field(default_factory=dict)
    answers: AnswerMeasures | None = None
    answers_by_class: Mapping[str, AnswerMeasures] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
