"""How far the best keyword hit stands out from the whole corpus."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from desktop.retrieval.expansion import expanded_terms
from desktop.retrieval.profile import Expansion
from desktop.retrieval.question_terms import question_tokens

_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class LexicalConfidence:
    """Numbers of one keyword search: z-score of the best hit, lead over the second, share of terms it has."""

    z_score: float = 0.0
    margin: float = 0.0
    term_coverage: float = 0.0
    confident: bool = False


def lexical_confidence(
    *,
    mean: float,
    deviation: float,
    scores: Sequence[float],
    coverage: float,
    z_threshold: float,
    coverage_floor: float,
) -> LexicalConfidence:
    """Return the confidence from the statistics of the corpus and the scores of the results, best first.

    `mean` and `deviation` (of the population) are over all chunks, those without a match counting as 0.
    Without results everything is 0 and nothing is confident.
    """
    if not scores:
        return LexicalConfidence()
    top = scores[0]
    second = scores[1] if len(scores) > 1 else 0.0
    z_score = (top - mean) / (deviation or _TINY)
    return LexicalConfidence(
        z_score=z_score,
        margin=(top - second) / (top + _TINY),
        term_coverage=coverage,
        confident=z_score >= z_threshold and coverage >= coverage_floor,
    )


def term_coverage(question: str, top_text: str, expansion: Expansion) -> float:
    """Return the share of the question's expanded terms that the best chunk's heading and text have."""
    terms = set(expanded_terms(question, expansion))
    return len(terms & set(question_tokens(top_text))) / len(terms) if terms else 0.0


def statistics(scores: Sequence[float]) -> tuple[float, float]:
    """Return mean and population standard deviation; (0, 0) for no scores."""
    if not scores:
        return 0.0, 0.0
    mean = math.fsum(scores) / len(scores)
    return mean, math.sqrt(math.fsum((score - mean) ** 2 for score in scores) / len(scores))
