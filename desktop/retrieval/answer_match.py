"""Whether a text states a known answer, letter case, accents, punctuation and articles aside."""

import re

from desktop.retrieval import scripts
from desktop.retrieval.folding import fold_text

_GROUPED = re.compile(r"(?<=\d)[,'’](?=\d{3}(?!\d))")
_WORD = re.compile(r"[^\W_]+")
_ARTICLES = frozenset({"a", "an", "the"})
_WITHOUT_BLANKS = re.compile(f"[{scripts.PAIRED}{scripts.TRIPLED}]")


def states_answer(text: str, answer: str) -> bool:
    """Return whether the words of `answer` stand in `text` in a row; an answer without words is never stated.

    Scripts without blanks between words are compared letter by letter.
    """
    wanted = _plain(answer)
    if not wanted:
        return False
    if _WITHOUT_BLANKS.search(wanted):
        return wanted.replace(" ", "") in _plain(text).replace(" ", "")
    return f" {wanted} " in f" {_plain(text)} "


def _plain(text: str) -> str:
    words = _WORD.findall(fold_text(_GROUPED.sub("", text)))
    return " ".join(word for word in words if word not in _ARTICLES)
