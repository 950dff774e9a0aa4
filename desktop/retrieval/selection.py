"""Choosing the passages of a question by scope, class and companion rules of profiles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from desktop.retrieval.companions import Want, add_companions, classes_in, suits_classes, wants
from desktop.retrieval.profile import Profile
from desktop.retrieval.scopes import (
    ScopedPassage,
    enumerate_scopes,
    is_enumeration,
    named_scopes,
    share,
    with_named,
)


@dataclass(frozen=True, slots=True)
class Selection:
    """How a question chooses among passages.

    `profile` is that of the library; `own` holds the profiles of scopes that have another one. `scopes` are
    those the question names.
    """

    question: str
    profile: Profile
    scopes: tuple[str, ...] = ()
    own: Mapping[str, Profile] = field(default_factory=dict)

    def profile_of(self, scope: str) -> Profile:
        """Return the profile of a scope."""
        return self.own.get(scope, self.profile)

    @property
    def only_named(self) -> bool:
        """Whether nothing but the scopes named may be shown: the profile of each has to say so."""
        return bool(self.scopes) and all(
            self.profile_of(scope).named_scopes == "only" for scope in self.scopes
        )

    @property
    def enumerates(self) -> bool:
        """Whether the question names no scope and asks which there are."""
        return not self.scopes and is_enumeration(self.question, self.profile.enumeration)

    def suited(self, ranked: Sequence[ScopedPassage]) -> list[ScopedPassage]:
        """Return the passages without those bound to other classes of people than the question's."""
        return [passage for passage in ranked if self.suits(passage)]

    def suits(self, passage: ScopedPassage) -> bool:
        """Whether the passage is for the people the question is about."""
        class_filter = self.profile_of(passage.scope).class_filter
        return suits_classes(passage, classes_in(self.question, class_filter), class_filter)

    def chosen(self, ranked: Sequence[ScopedPassage], limit: int) -> list[ScopedPassage]:
        """Return the best suited passages, each scope named with its share."""
        if self.scopes and not self.only_named:
            return self.suited(with_named(ranked, self.scopes, limit))
        return self.suited(share(ranked, self.scopes, limit))

    def wanted(self, chosen: Sequence[ScopedPassage]) -> list[Want]:
        """Return the companions that rules ask for in the scopes named, else in that of the best passage."""
        relevant = self.scopes or tuple(passage.scope for passage in chosen[:1])
        rules = dict.fromkeys(rule for scope in relevant for rule in self.profile_of(scope).companions)
        return [
            want
            for rule in rules
            for want in wants(
                self.question,
                chosen,
                rule=rule,
                scopes=[scope for scope in relevant if rule in self.profile_of(scope).companions],
            )
        ]


def select(
    question: str,
    ranked: Sequence[ScopedPassage],
    by_topic: Sequence[tuple[int, float]],
    *,
    profile: Profile,
    aliases: Mapping[str, str],
    limit: int,
) -> list[ScopedPassage]:
    """Return the passages for a question from the whole ranked corpus.

    `by_topic` ranks the same chunks for the topic of an enumeration (`scopes.topic`); it is used only for
    one that names no scope. `aliases` are the profile's and those of the library's collections.
    """
    selection = Selection(question, profile, named_scopes(question, aliases))
    if selection.enumerates:
        return enumerate_scopes(ranked, by_topic)
    chosen = selection.chosen(ranked, limit)
    return add_companions(selection.wanted(chosen), chosen, selection.suited(ranked))
