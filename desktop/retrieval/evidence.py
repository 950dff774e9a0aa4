"""Which sentences answer a question best: meaning, and the rare words of the question."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from desktop.retrieval.stopwords import function_words
from desktop.retrieval.tokens import QueryGroup, index_tokens, query_groups, whole_words

WORD_WEIGHT = 0.1
_FORM = 4  # letters: words that begin alike are taken for forms of one ("identify", "identified")
_YES_OR_NO = frozenset({"yes", "no", "si", "ja", "nein", "oui", "non"})


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence by its place in the given list, with the two numbers its score is made of."""

    index: int
    score: float
    cosine: float
    word_share: float


def inverse_document_frequency(count: int, chunk_count: int) -> float:
    """Return the weight of a word that `count` of `chunk_count` chunks have; unknown words weigh most."""
    return math.log(1 + (max(chunk_count, count) - count + 0.5) / (count + 0.5))


def question_weights(question: str, frequencies: Mapping[str, int], chunk_count: int) -> dict[str, float]:
    """Return the weight of each topical word of a question by its most exact token.

    A word the library does not have weighs most. Function words have no weight unless there is nothing else.
    """
    groups = query_groups(question)
    functions = function_words([group.plain for group in groups])
    topical = [group for group in groups if group.plain not in functions] or groups
    return {
        group.tokens[0]: inverse_document_frequency(_frequency(group, frequencies), chunk_count)
        for group in topical
    }


def word_share(question: str, texts: Iterable[str], weights: Mapping[str, float]) -> float:
    """Return the share of the question's weight whose words the texts together have, from 0 to 1."""
    have = {token for text in texts for token in index_tokens(text).split()}
    return _share(question, have, weights)


def rank_sentences(
    question: str, sentences: Sequence[str], cosines: Sequence[float], weights: Mapping[str, float]
) -> list[RankedSentence]:
    """Return the sentences by cosine + 0.1 x share of the question's weight, equal ones in reading order."""
    shares = [word_share(question, [sentence], weights) for sentence in sentences]
    found = [
        RankedSentence(index, cosine + WORD_WEIGHT * share, cosine, share)
        for index, (cosine, share) in enumerate(zip(cosines, shares, strict=True))
    ]
    return sorted(found, key=lambda sentence: -sentence.score)


def _share(question: str, have: set[str], weights: Mapping[str, float]) -> float:
    total = sum(weights.values())
    if total <= 0:
        return 0.0
    stems = {stem(token) for token in have}
    groups = {group.tokens[0]: group for group in query_groups(question)}
    found = sum(weights.get(exact, 0.0) for exact, group in groups.items() if _has(group, have, stems))
    return min(1.0, found / total)


def _frequency(group: QueryGroup, frequencies: Mapping[str, int]) -> int:
    """Return the chunks that have the thing itself; an identifier whose parts alone are known is unknown."""
    exact = frequencies.get(group.tokens[0], 0)
    if exact:
        return exact
    if len(group.parts) > 1:
        return min(frequencies.get(part, 0) for part in group.parts)
    return next((frequencies[token] for token in group.every if frequencies.get(token, 0)), 0)


def _has(group: QueryGroup, have: set[str], stems: set[str]) -> bool:
    if group.prefix:
        return any(token.startswith(group.tokens[0]) for token in have)
    if len(group.parts) > 1:
        return group.tokens[0] in have or have.issuperset(group.parts)
    return any(token in have or stem(token) in stems for token in group.every)


def stem(token: str) -> str:
    """Return an ASCII word without its commonest English endings, as the text index would match it."""
    if not token.isalpha() or not token.isascii() or len(token) < 4:
        return token
    for ending in ("ing", "ed", "es", "s"):
        if token.endswith(ending) and len(token) - len(ending) >= 3:
            return token[: -len(ending)].rstrip("e")
    return token.rstrip("e")


def says_nothing_new(sentence: str, question: str) -> bool:
    """Return whether every telling word of a sentence stands in the question: then it answers nothing."""
    words = whole_words(sentence)
    if not words or words[0] in _YES_OR_NO:
        return not words
    asked = whole_words(question)
    known = function_words(words) | {*asked, *map(stem, asked)}
    return all(word in known or stem(word) in known for word in words)


def own_words(sentence: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Return the telling words of a sentence that none of the texts has, in any form: the writer's own."""
    words = whole_words(sentence)
    known = {word for text in texts for word in whole_words(text)}
    begun = {word[:_FORM] for word in known}
    common = function_words(words) | known
    return tuple(
        word for word in words if word not in common and (len(word) < _FORM or word[:_FORM] not in begun)
    )
