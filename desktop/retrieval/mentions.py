"""What in a text may be the name of something that another document is about."""

import re

from desktop.retrieval.folding import fold_text

MOST_WORDS = 8  # of a name
_LEAST = 4  # letters and digits
_ENDS = " ,.;:!?\"'“”„‘’()[]{}«»"


def mentions(text: str) -> tuple[str, ...]:
    """Return the stretches of a text that may be names, each once, by place, the longer first.

    A name has up to MOST_WORDS words of one line and begins with no small letter; a single word that begins
    the text is none: it is a capital by its place.
    """
    found: dict[str, None] = {}
    for number, line in enumerate(text.splitlines()):
        words = line.split()
        for first in range(len(words)):
            if not _begins_name(words[first]):
                continue
            for last in range(min(first + MOST_WORDS, len(words)), first, -1):
                name = " ".join(words[first:last]).strip(_ENDS)
                alone = last == first + 1 and first == number == 0
                if not alone and sum(map(str.isalnum, name)) >= _LEAST:
                    found[name] = None
    return tuple(found)


def names_title(text: str, title: str) -> bool:
    """Tell whether a text has a title as whole words, case and accents aside; "(film)" after it aside."""
    name = re.escape(fold_text(re.sub(r"\s*\([^()]*\)$", "", title)))
    return re.search(rf"(?<!\w){name}(?!\w)", fold_text(text)) is not None


def _begins_name(word: str) -> bool:
    start = word.lstrip(_ENDS)[:1]
    return start.isalnum() and not start.islower()
