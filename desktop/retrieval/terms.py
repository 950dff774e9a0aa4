"""The terms of a question: words for the text index, and names with a number in them."""

import re
from collections.abc import Iterable

# A run of letters and digits; marks (vowel signs, tone marks) belong to the letter before them.
_MARKS = r"\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0dff\u0e31-\u0e4e\u1a00-\u1aff"
_RUN = rf"[^\W_](?:[^\W_]|[{_MARKS}])*"
_TERM = re.compile(rf"{_RUN}(?:\.{_RUN})*")
_MINIMUM_NAME_LENGTH = 4


def lexical_terms(question: str) -> tuple[str, ...]:
    """Return the question's lower-cased words, each once in order; a dot inside a word keeps it whole."""
    return _once(_TERM.findall(question.lower()))


def normalised_name(text: str) -> str:
    """Return the letters and digits of a text, lower-cased and joined: the form names are compared in."""
    return "".join(character for character in text.lower() if character.isalnum())


def name_terms(question: str) -> tuple[str, ...]:
    """Return the normalised words that look like a versioned name ("Qwen 3.8" gives qwen38).

    A word counts when it has a digit and at least four characters; a purely numeric word is also joined to
    the word before it.
    """
    words = [normalised_name(token) for token in question.split()]
    candidates: list[str] = []
    for word, following in zip(words, [*words[1:], ""], strict=False):
        candidates.append(word)
        if word and following.isdecimal():
            candidates.append(word + following)
    return _once(candidate for candidate in candidates if _is_name(candidate))


def _is_name(word: str) -> bool:
    return len(word) >= _MINIMUM_NAME_LENGTH and any(character.isdecimal() for character in word)


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
