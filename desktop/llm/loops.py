"""Notices when a model repeats itself for ever."""

from collections.abc import Sequence

_LONGEST = 64  # tokens of the longest passage whose repetition is noticed
_SPAN = 48  # tokens that a repetition must fill; shorter ones are tables, dots and refrains
_TIMES = 3


def is_looping(tokens: Sequence[int]) -> bool:
    """Return whether the end of `tokens` is one n-gram, at least three times in a row and at least 48 tokens.

    Meant to be called after each token; only the end is looked at.
    """
    for length in range(1, _LONGEST + 1):
        span = max(_TIMES * length, _SPAN)
        if span > len(tokens):
            return False
        tail = tokens[len(tokens) - span :]
        # A sequence repeats with this period exactly when it equals itself shifted by one period.
        if tail[-1] == tail[-1 - length] and tail[length:] == tail[: span - length]:
            return True
    return False
