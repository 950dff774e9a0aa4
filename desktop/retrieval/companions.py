"""Passages that must not be missing beside others, and passages for other people than the question's."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.retrieval.profile import ClassFilter, CompanionRule
from desktop.retrieval.scopes import ScopedPassage


@dataclass(frozen=True, slots=True)
class Want:
    """A passage that a rule asks for in one scope; `document_id` is that of the scope's best result."""

    rule: CompanionRule
    scope: str
    document_id: int | None = None

    def fits(self, passage: ScopedPassage) -> bool:
        """Whether the passage is one of the wanted, in whichever document of the scope."""
        return passage.scope == self.scope and self.rule.passage.search(passage.words) is not None

    def fits_document(self, passage: ScopedPassage) -> bool:
        """Whether the passage is a wanted one of the document that goes first."""
        return passage.document_id == self.document_id and self.fits(passage)

    @property
    def document_first(self) -> bool:
        """Whether one document goes before the others of the scope."""
        return self.rule.same_document_first and self.document_id is not None


def classes_in(text: str, class_filter: ClassFilter) -> frozenset[str]:
    """Return the classes of people a text names."""
    return frozenset(name for name, pattern in class_filter.classes.items() if pattern.search(text))


def suits_classes(passage: ScopedPassage, asked: frozenset[str], class_filter: ClassFilter) -> bool:
    """Return False for a passage of the filtered kind that is bound to classes not asked about."""
    if not asked or class_filter.passage is None or not class_filter.passage.search(passage.words):
        return True
    bound = classes_in(passage.words, class_filter)
    return not bound or bool(bound & asked)


def wants(
    question: str, chosen: Sequence[ScopedPassage], *, rule: CompanionRule, scopes: Sequence[str]
) -> list[Want]:
    """Return what the rule asks for in each of the scopes, nothing when it is not about the question."""
    if not rule.question.search(question):
        return []
    best = {passage.scope: passage.document_id for passage in reversed(chosen)}
    return [Want(rule, scope, best.get(scope)) for scope in scopes]


def companion(
    want: Want, results: Sequence[ScopedPassage], ranked: Sequence[ScopedPassage]
) -> ScopedPassage | None:
    """Return the best passage that is wanted and not among the results, None when nothing is missing."""
    if want.document_first:
        if any(want.fits_document(passage) for passage in results):
            return None
        own = next((passage for passage in ranked if want.fits_document(passage)), None)
        if own is not None:
            return own
    if any(want.fits(passage) for passage in results):
        return None
    return next((passage for passage in ranked if want.fits(passage)), None)


def add_companions(
    wanted: Sequence[Want], chosen: Sequence[ScopedPassage], ranked: Sequence[ScopedPassage]
) -> list[ScopedPassage]:
    """Return the chosen passages and after them those that are wanted and missing; nothing is removed."""
    results = list(chosen)
    for want in wanted:
        found = companion(want, results, ranked)
        if found is not None:
            results.append(found)
    return results
