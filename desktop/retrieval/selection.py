"""Choosing the passages of a question by scope, class and companion rules of a profile."""

from collections.abc import Mapping, Sequence

from desktop.retrieval.companions import add_companions, classes_in, suits_classes
from desktop.retrieval.profile import Profile
from desktop.retrieval.scopes import ScopedPassage, enumerate_scopes, is_enumeration, named_scopes, share


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
    scopes = named_scopes(question, aliases)
    if not scopes and is_enumeration(question, profile.enumeration):
        return enumerate_scopes(ranked, by_topic)
    asked = classes_in(question, profile.class_filter)
    chosen = share(ranked, scopes, limit)
    suited = [passage for passage in ranked if suits_classes(passage, asked, profile.class_filter)]
    kept = [passage for passage in chosen if suits_classes(passage, asked, profile.class_filter)]
    return add_companions(question, kept, suited, rules=profile.companions, scopes=scopes)
