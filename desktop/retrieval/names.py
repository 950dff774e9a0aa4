"""Names of documents in a question."""

import re
from pathlib import PurePosixPath

from desktop.retrieval.terms import normalised_name

_FILE = re.compile(r"[\w()][\w.()&+-]*\.[A-Za-z][A-Za-z0-9]{1,4}(?![\w.])")
_JOINED = re.compile(r"(?<![\w/.])[^\W_]+(?:_[^\W_]+)+(?![\w/])")
_QUOTED = re.compile(r"[“\"„«»‘]([^“”\"„«»‘’]{3,120})[”\"“»«’]")
_MINIMUM_NAME = 4


def plain_names(question: str) -> tuple[str, ...]:
    """Return the normalised names of documents a question mentions, to be looked up beside its name terms.

    These are file names without their ending, words joined by underscores, and quoted titles of two or more
    words.
    """
    files = (PurePosixPath(match.group()).stem for match in _FILE.finditer(question))
    joined = (match.group() for match in _JOINED.finditer(question))
    titles = (match[1] for match in _QUOTED.finditer(question) if len(match[1].split()) > 1)
    names = (normalised_name(text) for text in (*files, *joined, *titles))
    return tuple(dict.fromkeys(name for name in names if len(name) >= _MINIMUM_NAME))
