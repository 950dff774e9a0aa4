"""The honesty gate: whether the library supports an answer, and how strongly."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop.domain.answers import Band

_STRONG_SHARE = 0.6  # of the way from the threshold to certainty
_STRONG_LEAD = 0.03  # cosine over the answer floor


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known about one question after retrieval.

    `best_cosine` is that of the nearest passage, `sentence_cosine` that of the nearest sentence (None when
    not measured), `verdict` the chat model's log-odds that the evidence states the answer (0 when not asked),
    `z_score` how far the best cosine stands out, `word_share` the greatest IDF share of the question's words
    that one of the best keyword hits has, `bm25` the best keyword score. `foreign` says that the nearest
    passage is in another language than the question: then cosines are lower and few words are shared.
    """

    best_cosine: float = 0.0
    lexical_hit: bool = False
    sentence_cosine: float | None = None
    verdict: float = 0.0
    z_score: float = 0.0
    word_share: float = 0.0
    bm25: float = 0.0
    foreign: bool = False
    confident: bool = False
    has_vectors: bool = True


@dataclass(frozen=True, slots=True)
class Floors:
    """Cosine floors of one embedding model: to answer at all, and to answer when the words were found too."""

    answer: float
    lexical_support: float

    def __post_init__(self) -> None:
        if self.lexical_support > self.answer:
            raise ValueError("the lexical support floor must not be above the answer floor")


@dataclass(frozen=True, slots=True)
class LogisticGate:
    """A logistic model over signals, fitted by calibration for one embedding model.

    `weights` are by name of a signal, for values less `means` and divided by `scales`; an answer needs the
    probability `threshold`. `lenient` is one that nearly every question with an answer reaches.
    """

    weights: Mapping[str, float]
    bias: float
    threshold: float = 0.5
    lenient: float | None = None
    means: Mapping[str, float] = field(default_factory=dict)
    scales: Mapping[str, float] = field(default_factory=dict)

    def probability(self, signals: Signals) -> float:
        """Return the probability that the library answers the question."""
        total = self.bias
        for name, weight in self.weights.items():
            value = signal_value(signals, name)
            total += weight * (value - self.means.get(name, 0.0)) / (self.scales.get(name, 1.0) or 1.0)
        if total < 0:
            return math.exp(total) / (1 + math.exp(total))
        return 1 / (1 + math.exp(-total))


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome: whether to answer, the band people see, and the reason in words."""

    answerable: bool
    band: Band
    reason: str
    probability: float | None = None


def decide(
    signals: Signals,
    floors: Floors | None,
    logistic: LogisticGate | None = None,
    *,
    lenient: bool = False,
) -> Decision:
    """Return whether to answer; the band comes from the same numbers.

    With a calibrated model its probability decides; it must fit what was measured, with vectors or without.
    Else an answer needs the best cosine at the answer floor, or a keyword hit and the cosine at the lower
    support floor, and no verdict against it. Without vectors or floors, keyword confidence decides. `lenient`
    asks only whether reading on is worth the time.
    """
    if logistic is not None:
        threshold = logistic.threshold
        if lenient and logistic.lenient is not None:
            threshold = min(threshold, logistic.lenient)
        return _by_probability(logistic.probability(signals), threshold)
    if signals.has_vectors and floors is not None:
        return _by_floors(signals, floors)
    return _by_confidence(signals)


def _by_confidence(signals: Signals) -> Decision:
    if signals.confident:
        return Decision(
            answerable=True, band="fair", reason="the words of the question stand out in a passage"
        )
    return Decision(
        answerable=False, band="weak", reason="no passage stands out for the words of the question"
    )


def _by_probability(probability: float, threshold: float) -> Decision:
    shown = min(max(probability, 0.01), 0.99)  # no measurement is that sure
    reason = f"the passages found answer such questions {shown:.0%} of the time"
    if probability < threshold:
        return Decision(answerable=False, band="weak", reason=reason, probability=probability)
    strong = probability >= threshold + _STRONG_SHARE * (1 - threshold)
    return Decision(
        answerable=True, band="strong" if strong else "fair", reason=reason, probability=probability
    )


def _by_floors(signals: Signals, floors: Floors) -> Decision:
    if signals.verdict < 0:
        return Decision(answerable=False, band="weak", reason="the passage read does not state the answer")
    if signals.best_cosine >= floors.answer:
        strong = signals.best_cosine >= floors.answer + _STRONG_LEAD
        return Decision(
            answerable=True, band="strong" if strong else "fair", reason="a passage is close in meaning"
        )
    if signals.lexical_hit and signals.best_cosine >= floors.lexical_support:
        reason = "the words were found in a passage fairly close in meaning"
        return Decision(answerable=True, band="fair", reason=reason)
    return Decision(answerable=False, band="weak", reason="no passage is close enough in meaning")


def signal_value(signals: Signals, name: str) -> float:
    """Return a signal by its name as a number; the nearest passage stands in for a sentence not measured."""
    if name == "sentence_cosine" and signals.sentence_cosine is None:
        return signals.best_cosine
    return float(getattr(signals, name))
