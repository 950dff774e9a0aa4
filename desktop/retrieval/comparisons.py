"""Questions that set two named things side by side: "Is A or B older?", "Are A and B both in Ulm?"."""

import re
from typing import Literal

from desktop.retrieval.folding import fold_text

_WORD = r"\b[^\W\d_a-z][\w'’.&!-]*"
_JOINED = r"(?:\s+(?:of|the|for|de|del|la|las|los|von|der|und|&)){0,2}"
_NAME = rf"{_WORD}(?:{_JOINED}\s+(?:{_WORD}|\d+))*"
_ARTICLE = r"(?:(?:the|a|an|el|la|los|las|der|die|das)\s+(?:\w+\s+(?:of|by|de|von)\s+)?)?"
_OR = re.compile(rf"(?P<first>{_NAME})\s*,?\s+(?:or|o|u|oder)\s+{_ARTICLE}(?P<second>{_NAME})")
_AND = re.compile(rf"(?P<first>{_NAME})\s*,?\s+(?:and|y|e|und)\s+{_ARTICLE}(?P<second>{_NAME})")
_LISTED = re.compile(rf"{_WORD}\s*,\s*{_ARTICLE}$")
_ANDS, _ORS = ("and", "y", "e", "und"), ("or", "o", "u", "oder")
_TOGETHER = re.compile(
    r"\b(?:both|same|alike|differ\w*|compare|compared|ambos|ambas|mism[oa]s?|comparad[oa]s?|beide|gleiche[nrs]?|"
    r"vergleich\w*|unterschied\w*)\b",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"^(?:are|were|is|was|do|does|did|have|has|which|who|what|sind|waren|haben|son|eran|fueron|tienen)\s+",
    re.IGNORECASE,
)
_LEAST_NAME = 3  # letters
_LONGEST = 500  # characters; a longer question compares more than two names


def compared(question: str) -> tuple[str, str] | None:
    """Return the two names a question compares, in its order; None for any other or a very long question."""
    if len(question) > _LONGEST:
        return None
    text = _AUXILIARY.sub("", question.strip())
    match = _OR.search(text)
    if match is None and _TOGETHER.search(text):
        match = _AND.search(text)
    if match is None:
        return None
    names = match["first"].rstrip(".!"), match["second"].rstrip(".!")
    if any(len(name) < _LEAST_NAME for name in names) or fold_text(names[0]) == fold_text(names[1]):
        return None
    return names


def joined(question: str, names: tuple[str, str]) -> Literal["and", "or"] | None:
    """Return what stands between two names of a question; None where a third name goes before them."""
    first, second = map(re.escape, names)
    found = re.search(rf"{first}\s*,?\s+(?P<joint>\w+)\s+{_ARTICLE}{second}", question)
    if found is None or _LISTED.search(question[: found.start()]):
        return None
    joint = found["joint"].lower()
    return "and" if joint in _ANDS else "or" if joint in _ORS else None


def without(question: str, name: str) -> str:
    """Return a question that compares two things without one of them."""
    joint = r"(?:or|and|o|u|y|e|oder|und)"
    named = rf"(?:,?\s+{joint}\s+{_ARTICLE})?{re.escape(name)}(?:,?\s+{joint}\b)?"
    return " ".join(re.sub(named, "", question, count=1).split())


def speaks_of(text: str, name: str) -> bool:
    """Return whether a text has a name, case, accents and the ends of lines aside."""
    plain, wanted = (" ".join(fold_text(each).split()) for each in (text, name))
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", plain) is not None
