"""How good a ranking or a decision is: the measures of information retrieval."""

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

DEPTH = 10
LONG_DEPTH = 100


def first_of_each(keys: Iterable[Key]) -> list[Key]:
    """Return each key at its first place: documents ranked by their best passage."""
    return list(dict.fromkeys(keys))


def ndcg(ranked: Sequence[Key], grades: Mapping[Key, float], depth: int = DEPTH) -> float:
    """Return the normalised discounted cumulative gain at `depth`, from 0 to 1.

    Gain is the grade, discount log2(rank + 1), as trec_eval has it (Järvelin and Kekäläinen 2002). Grades of
    0 and below gain nothing; 0 when nothing is relevant.
    """
    ideal = _discounted(sorted((grade for grade in grades.values() if grade > 0), reverse=True)[:depth])
    found = _discounted([max(grades.get(key, 0.0), 0.0) for key in ranked[:depth]])
    return found / ideal if ideal else 0.0


def recall(ranked: Sequence[Key], grades: Mapping[Key, float], depth: int) -> float:
    """Return the share of relevant keys (grade above 0) among the first `depth`; 0 when none is relevant."""
    relevant = {key for key, grade in grades.items() if grade > 0}
    return len(relevant.intersection(ranked[:depth])) / len(relevant) if relevant else 0.0


def reciprocal_rank(ranked: Sequence[Key], grades: Mapping[Key, float]) -> float:
    """Return 1 / rank of the first relevant key; 0 when there is none."""
    return next((1 / rank for rank, key in enumerate(ranked, start=1) if grades.get(key, 0.0) > 0), 0.0)


def balanced_accuracy(decisions: Iterable[tuple[bool, bool]]) -> float | None:
    """Return the mean of the shares of both classes that were decided right.

    Each decision is (what is true, what was said). None unless both classes occur.
    """
    right: dict[bool, list[bool]] = {True: [], False: []}
    for truth, said in decisions:
        right[truth].append(truth == said)
    if not all(right.values()):
        return None
    return sum(sum(found) / len(found) for found in right.values()) / 2


def area_under_curve(labelled: Iterable[tuple[bool, float]]) -> float | None:
    """Return the chance that a positive scores above a negative, ties counting half (area under the ROC).

    Each entry is (whether it is positive, its score). None unless both classes occur.
    """
    entries = sorted(labelled, key=lambda entry: entry[1])
    positives = sum(label for label, _ in entries)
    negatives = len(entries) - positives
    if not positives or not negatives:
        return None
    below, wins = 0, 0.0
    for _, tied in groupby(entries, key=lambda entry: entry[1]):
        labels = [label for label, _ in tied]
        up, down = sum(labels), len(labels) - sum(labels)
        wins += up * (below + down / 2)
        below += down
    return wins / (positives * negatives)


def mean(values: Iterable[float]) -> float:
    """Return the mean; 0 for no values."""
    found = list(values)
    return math.fsum(found) / len(found) if found else 0.0


def _discounted(gains: Sequence[float]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
