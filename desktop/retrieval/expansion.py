"""The words that the terms of a question bring along."""

from collections.abc import Iterator

from desktop.retrieval.profile import Expansion
from desktop.retrieval.question_terms import other_number, question_tokens


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


def _brought(token: str, expansion: Expansion) -> Iterator[str]:
    for words in expansion.word_lists:
        yield from words.get(token, ())
    if expansion.number_forms and token.isalpha():
        yield other_number(token)
