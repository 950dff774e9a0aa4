"""How much each list of candidates can be trusted for one question."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop.retrieval.evidence import question_weights, word_share

_TOP = 3
_FULL_Z = 8.0  # models reach 5 to 6 in languages they know, 2 to 4 in others
_LEXICAL_SCALE = 2 / 3
_LEAST_OF_OTHERS = 0.25  # share of the variance that the other chunks have at least
_LEAST = 0.02  # a list is never silent: its own finds stay at the end


@dataclass(frozen=True, slots=True)
class CosineSpread:
    """Mean and standard deviation of the cosines of `count` chunks to one question, the best among them."""

    mean: float
    deviation: float
    count: int

    def z_score(self, cosine: float) -> float:
        """Return how many deviations of the other chunks the best cosine lies above the mean.

        In a small library the best chunk itself makes most of the deviation: its part is taken out, which
        at most doubles the value, as a handful of chunks says little. A deviation of 0 counts as 1e-9.
        """
        z_score = (cosine - self.mean) / (self.deviation or 1e-9)
        return z_score / math.sqrt(max(1 - (1 + z_score**2) / self.count, _LEAST_OF_OTHERS))


@dataclass(frozen=True, slots=True)
class ListWeights:
    """Weights of the two lists for the fusion of one question."""

    vector: float
    lexical: float


def list_weights(
    question: str,
    best_lexical: Sequence[str],
    *,
    frequencies: Mapping[str, int],
    chunk_count: int,
    z_score: float | None,
) -> ListWeights:
    """Return the fusion weights of one question.

    `best_lexical` are the texts (title, heading, body) of the best keyword hits; the share of the question's
    weight they have together, words unknown to the library included, says how fit the keyword list is.
    `z_score` of the best cosine over all cosines says how fit the vector list is; None leaves it at 1.
    """
    weights = question_weights(question, frequencies, chunk_count)
    share = word_share(question, best_lexical[:_TOP], weights)
    return ListWeights(vector=vector_fitness(z_score), lexical=lexical_fitness(share))


def lexical_fitness(share: float) -> float:
    """Return the keyword list's weight for the share of the question's weight its best hits have."""
    return max(_LEAST, _LEXICAL_SCALE * share)


def vector_fitness(z_score: float | None) -> float:
    """Return the vector list's weight for the z-score of the best cosine; 1 when it is not known."""
    return 1.0 if z_score is None else min(1.0, max(_LEAST, (max(z_score, 0.0) / _FULL_Z) ** 2))
