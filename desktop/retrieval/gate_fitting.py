"""Fit the gate of an embedding model to labelled questions: a small logistic model and cosine floors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from desktop.retrieval.gate import Floors, LogisticGate, Signals, decide, signal_value
from desktop.retrieval.measures import area_under_curve, balanced_accuracy

LEAST_OF_EACH = 10  # questions with and without an answer; fewer say nothing about a floor

_RIDGE = 1.0  # of standardised weights: few questions must not make a steep gate
_STEPS = 100
_TOLERANCE = 1e-9
_SURE_SHARE = 0.98  # of the questions without an answer that the answer floor alone must refuse
_KEPT_SHARE = 0.99  # of the questions with an answer that the lenient threshold must let through
_DIGITS = 5

Numbers = NDArray[np.float64]
Judge = Callable[[Signals], tuple[float, bool]]
Fit = Callable[[Sequence[Signals], Sequence[bool]], Judge]


@dataclass(frozen=True, slots=True)
class Held:
    """How well a gate did on questions it was not fitted to; None where a class is missing."""

    balanced_accuracy: float | None
    area_under_curve: float | None


def fit_logistic(signals: Sequence[Signals], labels: Sequence[bool], names: Sequence[str]) -> LogisticGate:
    """Return the logistic model of `names` for labelled questions; both classes weigh the same.

    Weights minimise the log loss with an L2 penalty (Newton's method, the same result every time); the
    threshold is the one of best balanced accuracy, the lenient one keeps nearly every question that has an
    answer. ValueError unless both classes occur.
    """
    truth = np.array(labels, bool)
    if truth.all() or not truth.any():
        raise ValueError("questions with and without an answer are needed")
    table = np.array([[signal_value(entry, name) for name in names] for entry in signals], np.float64)
    means, scales = table.mean(axis=0), table.std(axis=0)
    scales[scales < _TOLERANCE] = 1.0
    weights = _newton((table - means) / scales, truth)
    gate = LogisticGate(
        weights=_rounded(names, weights[:-1]),
        bias=round(float(weights[-1]), _DIGITS),
        means=_rounded(names, means),
        scales=_rounded(names, scales),
    )
    probabilities = [gate.probability(entry) for entry in signals]
    threshold = best_threshold(probabilities, labels)
    kept = float(np.quantile(np.array(probabilities)[truth], 1 - _KEPT_SHARE))
    return replace(gate, threshold=round(threshold, _DIGITS), lenient=round(min(threshold, kept), _DIGITS))


def fit_floors(signals: Sequence[Signals], labels: Sequence[bool]) -> Floors:
    """Return cosine floors: with a keyword hit that of best balanced accuracy, alone one few reach by chance.

    Raises ValueError unless both classes occur.
    """
    cosines = [entry.best_cosine for entry in signals]
    support = round(best_threshold(cosines, labels), 4)
    without = [cosine for cosine, label in zip(cosines, labels, strict=True) if not label]
    alone = round(float(np.quantile(without, _SURE_SHARE)), 4)
    return Floors(answer=max(support, alone), lexical_support=support)


def best_threshold(values: Sequence[float], labels: Sequence[bool]) -> float:
    """Return the threshold of best balanced accuracy; in the middle of the gap, of several the lowest.

    A value at the threshold counts as answerable. ValueError unless both classes occur.
    """
    order = np.argsort(values, kind="stable")
    ranked, truth = np.array(values, np.float64)[order], np.array(labels, bool)[order]
    positives, negatives = int(truth.sum()), int((~truth).sum())
    if not positives or not negatives:
        raise ValueError("questions with and without an answer are needed")
    lost = np.concatenate([[0], np.cumsum(truth)]) / positives
    refused = np.concatenate([[0], np.cumsum(~truth)]) / negatives
    balance = (1 - lost) + refused
    balance[1:-1][ranked[1:] == ranked[:-1]] = -1  # equal values cannot be told apart
    place = int(np.argmax(balance))
    if place in (0, len(ranked)):
        return float(ranked[0] if place == 0 else np.nextafter(ranked[-1], np.inf))
    return float((ranked[place - 1] + ranked[place]) / 2)


def held_out(signals: Sequence[Signals], labels: Sequence[bool], fit: Fit) -> Held:
    """Return how a gate fitted to one half of the questions does on the other, both ways, taken together.

    Halves alternate within each class, so they are the same every time.
    """
    halves = alternating(labels)
    scores: list[tuple[bool, float]] = []
    decisions: list[tuple[bool, bool]] = []
    for half in (0, 1):
        fitted = [index for index, part in enumerate(halves) if part != half]
        judge = fit([signals[i] for i in fitted], [labels[i] for i in fitted])
        for index in (index for index, part in enumerate(halves) if part == half):
            score, answerable = judge(signals[index])
            scores.append((labels[index], score))
            decisions.append((labels[index], answerable))
    return Held(balanced_accuracy(decisions), area_under_curve(scores))


def logistic_judge(names: Sequence[str]) -> Fit:
    """Return what fits a logistic model of `names` and judges by it."""

    def fit(signals: Sequence[Signals], labels: Sequence[bool]) -> Judge:
        gate = fit_logistic(signals, labels, names)
        return lambda entry: (p := gate.probability(entry), p >= gate.threshold)

    return fit


def floors_judge(signals: Sequence[Signals], labels: Sequence[bool]) -> Judge:
    """Fit cosine floors and return what judges by them."""
    floors = fit_floors(signals, labels)
    return lambda entry: (entry.best_cosine, decide(entry, floors).answerable)


def alternating(labels: Sequence[bool]) -> list[int]:
    """Return 0 or 1 for each entry, in turn within each class."""
    seen = {True: 0, False: 0}
    halves = []
    for label in labels:
        halves.append(seen[label] % 2)
        seen[label] += 1
    return halves


def _newton(table: Numbers, truth: NDArray[np.bool_]) -> Numbers:
    """Return the weights of the columns and, last, the bias."""
    columns = np.hstack([table, np.ones((len(table), 1))])
    share = np.where(truth, 0.5 / truth.mean(), 0.5 / (~truth).mean())
    penalty = np.diag([_RIDGE] * table.shape[1] + [0.0])
    weights = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        slope = columns.T @ (share * (expected - truth)) + penalty @ weights
        curve = columns.T @ (columns * (share * expected * (1 - expected))[:, None]) + penalty
        step = np.linalg.solve(curve + _TOLERANCE * np.eye(len(weights)), slope)
        weights -= step
        if np.abs(step).max() < _TOLERANCE:
            break
    return weights


def _rounded(names: Sequence[str], values: Numbers) -> dict[str, float]:
    return {name: round(float(value), _DIGITS) for name, value in zip(names, values, strict=True)}
