"""Terms of a question for a profile: what its word lists and its scaffold are compared with."""

import re

_TOKEN = re.compile(r"\$?[^\W_]+")
_MINIMUM_LETTERS = 3
_SHORT_TERMS = frozenset({"id"})


def question_tokens(question: str) -> tuple[str, ...]:
    """Return the terms in order: three or more letters, or with a digit or `$`, or `id`."""
    return tuple(token for token in _TOKEN.findall(question.lower()) if _counts(token))


def other_number(word: str) -> str:
    """Return the word without its final s when it has more than three letters, else with one more s."""
    if word.endswith("s") and len(word) > _MINIMUM_LETTERS:
        return word[:-1]
    return f"{word}s"


def _counts(token: str) -> bool:
    return (
        len(token) >= _MINIMUM_LETTERS
        or token in _SHORT_TERMS
        or any(character.isdecimal() or character == "$" for character in token)
    )
