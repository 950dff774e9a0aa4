"""The language a text is written in, or None where that cannot be said."""

import re
import threading
from functools import lru_cache
from typing import Any

from desktop.ingest.wordlists import words

# Languages people keep documents in; rare ones and dialects only draw short texts away from them.
_LANGUAGES = words(
    "af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu "
    "hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl ps "
    "pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh"
)
_SAME = {"nb": "no", "nn": "no"}
_NOT_WORDS = re.compile(r"https?://\S+|[!-~]+@[!-~]+|[!-~]*[\d_/\\][!-~]*")
_BEYOND_LATIN = re.compile(r"[^\W\d_\u0000-\u036f]")
_WINDOW = 400  # characters of one sample
_WINDOWS = 4
_SURE = 0.7
_KEPT = 10_000  # pieces of text remembered; a sample has at most 400 characters
_MIN_LETTERS = 12  # of an alphabet; other scripts say more with fewer signs
_MIN_SIGNS = 3

_load_lock = threading.Lock()


@lru_cache(maxsize=1)
def _identifier() -> Any:  # noqa: ANN401 - the library has no type hints
    from desktop.ingest import language_model

    identifier = language_model.load()
    identifier.set_languages(sorted(_LANGUAGES & set(identifier.labels)))
    return identifier


def detect(text: str) -> str | None:
    """Return the ISO 639-1 code of the language, None for too little text and for an even mix."""
    samples = _samples(text)
    votes: dict[str, int] = {}
    letters = 0
    for sample in samples:
        letters += len(sample)
        if found := _of_sample(sample):
            votes[found] = votes.get(found, 0) + len(sample)
    if not votes:
        return None
    best = max(votes, key=lambda language: votes[language])
    return best if votes[best] > 0.6 * letters else None


def spoken_throughout(text: str) -> bool:
    """Tell whether a text is so short that a language `detect` found for it was found all over it."""
    return len(text) <= _WINDOW * _WINDOWS


def _samples(text: str) -> list[str]:
    """Up to four stretches spread over the text, so that a change of language shows."""
    if len(text) > _WINDOW * _WINDOWS:
        step = (len(text) - _WINDOW) // (_WINDOWS - 1)
        pieces = [text[start : start + _WINDOW] for start in range(0, len(text) - _WINDOW + 1, step)]
    elif len(text) > 120:
        half = text.rfind(" ", 0, len(text) // 2 + 1)
        half = half if half > 40 else len(text) // 2
        pieces = [text[:half][:_WINDOW], text[half:][-_WINDOW:]]
    else:
        pieces = [text]
    return [cleaned for piece in pieces if (cleaned := " ".join(filter(None, map(_words, piece.split()))))]


@lru_cache(maxsize=_KEPT)
def _words(piece: str) -> str:
    """What is left of a piece without blanks when addresses, figures and codes are taken out."""
    return " ".join(_NOT_WORDS.sub(" ", piece).split())


def _of_sample(sample: str) -> str | None:
    if not _says_enough(sample[: 4 * _MIN_LETTERS]) and not _says_enough(sample):
        return None
    with _load_lock:
        identifier = _identifier()
    language, confidence = identifier.classify(sample)
    return _SAME.get(language, language) if confidence >= _SURE else None


def _says_enough(sample: str) -> bool:
    return sum(map(str.isalpha, sample)) >= _MIN_LETTERS or len(_BEYOND_LATIN.findall(sample)) >= _MIN_SIGNS
