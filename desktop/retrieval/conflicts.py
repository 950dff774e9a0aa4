"""Whether two sentences say the same thing with different facts: "The depot is in Ulm", "... in Kiel"."""

from desktop.retrieval import support
from desktop.retrieval.polarity import denies
from desktop.retrieval.tokens import index_tokens

_SAME_WORDING = 0.75  # of the words that are no facts


def conflicting(said: str, other: str, question: str) -> bool:
    """Return whether `other` has another fact where `said` has one, in the same words.

    Both must hold the facts of the question that `said` holds: the code of another town is no conflict.
    """
    if denies(said) != denies(other) or said == other:
        return False
    mine, theirs = support.facts(said), support.facts(other)
    held, held_by_other = support.holdings(said), support.holdings(other)
    if any(held.holds(fact) and not held_by_other.holds(fact) for fact in support.facts(question)):
        return False
    differs = any(not held_by_other.holds(fact) for fact in mine)
    if not differs or all(held.holds(fact) for fact in theirs):
        return False
    return _likeness(_wording(said, mine), _wording(other, theirs)) >= _SAME_WORDING


def _wording(sentence: str, facts: tuple[support.Fact, ...]) -> frozenset[str]:
    keys = {token for fact in facts for token in index_tokens(fact.text).split()}
    return frozenset(index_tokens(sentence).split()) - keys


def _likeness(first: frozenset[str], second: frozenset[str]) -> float:
    either = first | second
    return len(first & second) / len(either) if either else 0.0
