"""The tokens of one written word or identifier: exact form first, then its parts and other spellings."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from desktop.retrieval import scripts
from desktop.retrieval.folding import fold

MAXIMUM_TOKEN = 64  # characters
LINK = r"(?:://|::|->|\+\+|(?<=\d),(?=\d)|[-_./\\:@&=+~'#])"
LEAD = r"(?:(?<![\w-])--?|(?<![\w@#$.])[@#$€£.])?"
TRAIL = r"(?:\+\+|[#%+](?!\w))?"

_JOINED_PARTS = 4
_PLAIN_LINKS = frozenset("-'")  # ordinary spelling; other links make an identifier
_EDGES = "-@#$€£.+%"
_UNIT = re.compile(r"(\d+)([^\W\d_]+)|([^\W\d_]{2,})(\d+)")
_VERSION = re.compile(r"v(\d[\d.]*\.\d+)")
_NUMERIC = re.compile(r"[\d.,]+")
_SHORT_NUMBER = 3  # digits
_STEM = 5  # letters; the same word in another case, number or person mostly begins alike
_ARABIC = re.compile("[\u0621-\u064a]{4,}")
_ARABIC_ARTICLE = re.compile("^(?:[\u0648\u0628\u0643\u0641]?\u0627\u0644|\u0644\u0644|\u0648)(?=.{3})")
_ARABIC_ENDING = re.compile(
    "(?<=.{3})(?:\u0647\u0627|\u0627\u0646|\u0627\u062a|\u0648\u0646|\u064a\u0646|\u064a\u0647|\u0647|\u064a)$"
)


@lru_cache(maxsize=1)
def _word() -> re.Pattern[str]:
    return re.compile(scripts.word_pattern())


@lru_cache(maxsize=65536)
def compound_tokens(written: str) -> tuple[str, ...]:
    """Return what `split_compound` does, remembered."""
    return split_compound(written)


def split_compound(written: str) -> tuple[str, ...]:
    """Return the tokens of a normalised word or identifier, each once, the most exact first.

    No token has a blank or more than MAXIMUM_TOKEN characters; what is longer is cut.
    """
    words = _word().findall(written)
    tokens = [*_wholes(written, words), *_parts(written, words)]
    return tuple(dict.fromkeys(token[:MAXIMUM_TOKEN] for token in tokens if token))


def word_tokens(word: str) -> tuple[str, ...]:
    """Return what `split_compound` does for a normalised word of letters and digits in ASCII."""
    return tuple(dict.fromkeys(token[:MAXIMUM_TOKEN] for token in _forms(word)))


def stems(tokens: Iterable[str]) -> Iterator[str]:
    """Yield the first letters of the longer plain words, marked, for languages that have no stemmer here."""
    for token in tokens:
        if len(token) > _STEM and token.isalpha() and fold(token) == token:
            yield f"{token[:_STEM]}~"


def plain_word(written: str) -> str:
    """Return the folded word when the written thing is one plain word, else an empty text."""
    return fold(written) if _word().fullmatch(written) else ""


def folded_parts(written: str) -> tuple[str, ...]:
    """Return the folded words that a normalised word or identifier consists of."""
    return tuple(fold(word) for word in _word().findall(written))


def _wholes(written: str, words: list[str]) -> Iterator[str]:
    if len(words) == 1 and written == words[0]:
        return
    core = written.strip(_EDGES) if len(words) > 1 else words[0]
    links = set("".join(_word().split(core))) if len(words) > 1 else set()
    identifier = bool(links - _PLAIN_LINKS) or any(character.isdecimal() for character in core)
    if len(written) <= MAXIMUM_TOKEN and (identifier or len(words) == 1 or written != core):
        yield fold(written)
    if len(words) == 1:
        return
    if written != core and len(core) <= MAXIMUM_TOKEN:
        yield fold(core)
    if version := _VERSION.fullmatch(core):
        yield version[1]
    if len(words) <= _JOINED_PARTS:
        yield fold("".join(words))
    yield from _files_and_languages(core)


def _files_and_languages(core: str) -> Iterator[str]:
    name = re.split(r"[/\\]", core)[-1]
    if name != core:
        yield fold(name)
    stem, dot, _ = name.rpartition(".")
    if dot and re.search(r"[-_]", stem):
        yield fold(stem)
    if (marked := core.find("++")) > 0:
        yield fold(core[: marked + 2])


def _parts(written: str, words: list[str]) -> Iterator[str]:
    numeric = len(words) > 1 and _NUMERIC.fullmatch(written) is not None
    for word in words:
        if numeric and len(word) < _SHORT_NUMBER:
            continue
        if len(words) > 1 and len(word) == 1 and "'" in written:
            continue
        yield from _forms(word)


def _forms(word: str) -> Iterator[str]:
    plain = fold(word)
    if word != plain:
        yield word
    yield plain
    if unit := _UNIT.fullmatch(plain):
        yield from (part for part in unit.groups() if part)
    if _ARABIC.fullmatch(plain):
        yield _ARABIC_ENDING.sub("", _ARABIC_ARTICLE.sub("", plain))
