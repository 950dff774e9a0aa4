"""Passages that must not be missing beside others, and passages for other people than the question's."""

from collections.abc import Sequence

from desktop.retrieval.profile import ClassFilter, CompanionRule
from desktop.retrieval.scopes import ScopedPassage


def classes_in(text: str, class_filter: ClassFilter) -> frozenset[str]:
    """Return the classes of people a text names."""
    return frozenset(name for name, pattern in class_filter.classes.items() if pattern.search(text))


def suits_classes(passage: ScopedPassage, asked: frozenset[str], class_filter: ClassFilter) -> bool:
    """Return False for a passage of the filtered kind that is bound to classes not asked about."""
    if not asked or class_filter.passage is None or not class_filter.passage.search(passage.words):
        return True
    bound = classes_in(passage.words, class_filter)
    return not bound or bool(bound & asked)


def add_companions(
    question: str,
    chosen: Sequence[ScopedPassage],
    ranked: Sequence[ScopedPassage],
    *,
    rules: Sequence[CompanionRule],
    scopes: Sequence[str],
) -> list[ScopedPassage]:
    """Return the chosen passages and, for each rule and scope, the best one that the rule asks for.

    The scopes are those named in the question, else that of the first chosen passage. Nothing is removed.
    """
    results = list(chosen)
    relevant = scopes or [passage.scope for passage in chosen[:1]]
    for rule in rules:
        if not rule.question.search(question):
            continue
        for scope in relevant:
            if not any(passage.scope == scope and rule.passage.search(passage.words) for passage in results):
                results.extend(_best(ranked, rule, scope))
    return results


def _best(ranked: Sequence[ScopedPassage], rule: CompanionRule, scope: str) -> list[ScopedPassage]:
    fitting = (passage for passage in ranked if passage.scope == scope and rule.passage.search(passage.words))
    return list(fitting)[:1]
