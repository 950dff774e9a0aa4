"""Terms of a question for a profile's keyword ranking, and the words they bring along."""

import re
from collections.abc import Iterator

from desktop.retrieval.profile import Expansion

_TOKEN = re.compile(r"\$?[^\W_]+")
_MINIMUM_LETTERS = 3
_SHORT_TERMS = frozenset({"id"})


def question_tokens(question: str) -> tuple[str, ...]:
    """Return the terms in order: three or more letters, or with a digit or `$`, or `id`."""
    return tuple(token for token in _TOKEN.findall(question.lower()) if _counts(token))


def expanded_terms(question: str, expansion: Expansion) -> tuple[str, ...]:
    """Return the terms, then for each of them the words it brings; repeated words stay repeated."""
    tokens = question_tokens(question)
    return (*tokens, *(word for token in tokens for word in _brought(token, expansion)))


def brought_words(question: str, expansion: Expansion) -> tuple[str, ...]:
    """Return the words the terms bring that the question does not have in one number or the other, each once.

    For a text index that stems: the other number of a word finds nothing there that the word does not.
    """
    tokens = question_tokens(question)
    known = {*tokens, *(other_number(token) for token in tokens)}
    words = (
        word for token in tokens for word_list in expansion.word_lists for word in word_list.get(token, ())
    )
    return tuple(dict.fromkeys(word for word in words if word not in known))


def with_terms_meant(question: str, text: str, expansion: Expansion) -> str:
    """Return the text followed by the question's terms that it says in words those terms bring."""
    if not expansion.word_lists:
        return text
    have = set(question_tokens(text))
    have |= {other_number(token) for token in have}
    meant = (
        token
        for token in question_tokens(question)
        if any(have.intersection(words.get(token, ())) for words in expansion.word_lists)
    )
    return " ".join([text, *dict.fromkeys(meant)])


def other_number(word: str) -> str:
    """Return the word without its final s when it has more than three letters, else with one more s."""
    if word.endswith("s") and len(word) > _MINIMUM_LETTERS:
        return word[:-1]
    return f"{word}s"


def _brought(token: str, expansion: Expansion) -> Iterator[str]:
    for words in expansion.word_lists:
        yield from words.get(token, ())
    if expansion.number_forms and token.isalpha():
        yield other_number(token)


def _counts(token: str) -> bool:
    return (
        len(token) >= _MINIMUM_LETTERS
        or token in _SHORT_TERMS
        or any(character.isdecimal() or character == "$" for character in token)
    )
