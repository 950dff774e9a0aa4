"""Scopes: which ones a question names, how they share the results, which questions ask for a list."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from desktop.retrieval.profile import Enumeration
from desktop.retrieval.question_terms import question_tokens

_MINIMUM_SHARE = 2
_FIRST_PLACES = 5


@dataclass(frozen=True, slots=True)
class ScopedPassage:
    """A ranked passage with what scopes, classes and companion rules look at."""

    chunk_id: int
    scope: str
    heading: str
    text: str
    score: float
    document_id: int = 0

    @property
    def words(self) -> str:
        """Return heading and text, which patterns are matched against."""
        return f"{self.heading} {self.text}"


def named_scopes(question: str, aliases: Mapping[str, str]) -> tuple[str, ...]:
    """Return the scopes whose aliases stand in the question as whole words, in order, each once.

    Case does not matter; where several aliases begin at the same place the longest counts.
    """
    if not aliases:
        return ()
    by_length = sorted(aliases, key=len, reverse=True)
    pattern = re.compile(
        rf"(?<!\w)(?:{'|'.join(f'({re.escape(alias)})' for alias in by_length)})(?!\w)", re.IGNORECASE
    )
    found = (aliases[by_length[(match.lastindex or 1) - 1]] for match in pattern.finditer(question))
    return tuple(dict.fromkeys(found))


def share(ranked: Sequence[ScopedPassage], scopes: Sequence[str], limit: int) -> list[ScopedPassage]:
    """Return the best passages of the scopes: an equal share, of two at least, for each of several."""
    if not scopes:
        return list(ranked[:limit])
    each = limit if len(scopes) == 1 else max(_MINIMUM_SHARE, limit // len(scopes))
    best = [passage for scope in scopes for passage in _of_scope(ranked, scope)[:each]]
    return sorted(best, key=lambda passage: -passage.score)


def with_named(ranked: Sequence[ScopedPassage], scopes: Sequence[str], limit: int) -> list[ScopedPassage]:
    """Return the best `limit` passages of all, the best two of each scope among the first five."""
    promised = {passage.chunk_id for scope in scopes for passage in _of_scope(ranked, scope)[:_MINIMUM_SHARE]}
    others = [passage for passage in ranked if passage.chunk_id not in promised]
    first = promised | {passage.chunk_id for passage in others[: max(_FIRST_PLACES - len(promised), 0)]}
    return sorted(ranked, key=lambda passage: passage.chunk_id not in first)[:limit]


def is_enumeration(question: str, enumeration: Enumeration) -> bool:
    """Return whether the question asks which scopes there are for something ("which agencies ...")."""
    if not enumeration.cues or not enumeration.nouns:
        return False
    between = rf"(?:\W+\w+){{0,{enumeration.distance}}}?\W+"
    pattern = rf"(?<!\w){_any_of(enumeration.cues)}{between}{_any_of(enumeration.nouns)}(?!\w)"
    return re.search(pattern, question, re.IGNORECASE) is not None


def topic(question: str, enumeration: Enumeration) -> str:
    """Return the terms of the question that are not scaffold, joined by blanks."""
    return " ".join(token for token in question_tokens(question) if token not in enumeration.scaffold)


def enumerate_scopes(
    ranked: Sequence[ScopedPassage], by_topic: Iterable[tuple[int, float]]
) -> list[ScopedPassage]:
    """Return the best passage of each scope by the topic's ranking, with its score for the full question.

    `by_topic` holds chunk ids and scores, best first; only positive scores count.
    """
    passages = {passage.chunk_id: passage for passage in ranked}
    best: dict[str, ScopedPassage] = {}
    for chunk_id, score in by_topic:
        if score > 0 and chunk_id in passages:
            best.setdefault(passages[chunk_id].scope, passages[chunk_id])
    return sorted(best.values(), key=lambda passage: -passage.score)


def _of_scope(ranked: Sequence[ScopedPassage], scope: str) -> list[ScopedPassage]:
    return [passage for passage in ranked if passage.scope == scope]


def _any_of(words: Sequence[str]) -> str:
    return f"(?:{'|'.join(re.escape(word) for word in words)})"
