"""Patterns that people write: compiled without regard to case, and refused when they could run for ever."""

import re

_OPEN_REPEATS = 4  # of one pattern: each may multiply the work by the length of a passage
_ELEMENT = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<open>\()|(?P<close>\))|(?P<repeat>[*+]|\{\d*,\})|.", re.DOTALL
)


def compile_pattern(text: str) -> re.Pattern[str]:
    """Return the compiled pattern. Raises ValueError with the reason, to be read after "the pattern"."""
    try:
        pattern = re.compile(text, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError, Warning) as error:
        raise ValueError(f"is not a valid pattern: {error}") from error
    repeats, nested = _open_repeats(text)
    if nested:
        raise ValueError("repeats a group that repeats something itself, which can take for ever")
    if repeats > _OPEN_REPEATS:
        raise ValueError(f"repeats without a limit (* or +) more than {_OPEN_REPEATS} times")
    return pattern


def _open_repeats(text: str) -> tuple[int, bool]:
    """Return how many repeats have no upper limit, and whether one of them is of a group with another."""
    groups = [False]  # whether each group that is open has a repeat
    count, nested = 0, False
    closed = False  # what stands just before is a group with a repeat in it
    for match in _ELEMENT.finditer(text):
        if match["repeat"]:
            count += 1
            nested = nested or closed
            groups[-1] = True
        elif match["open"]:
            groups.append(False)
        elif match["close"] and len(groups) > 1:
            closed = groups.pop()
            groups[-1] = groups[-1] or closed
            continue
        closed = False
    return count, nested
