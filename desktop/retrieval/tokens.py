"""Tokens of the text index, and match expressions over them.

The FTS5 table splits at blanks only and stems ASCII words, so everything about words is decided here, once
for documents and once for questions: case and accents are folded (the exact spelling stays beside the folded
one), identifiers stay whole beside their parts, dates stand as ISO 8601 beside their spelling, Chinese,
Japanese and Korean are cut into pairs of characters, Thai, Lao, Khmer and Burmese into threes. The stemmer
knows English only; text that is not plainly English also holds the first letters of its words (measured: 2 to
5 points of nDCG@10 for German, Romanian and Greek, a loss for English).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from desktop.retrieval import scripts
from desktop.retrieval.folding import normalise
from desktop.retrieval.quantities import dates
from desktop.retrieval.stopwords import english_lead, function_words
from desktop.retrieval.words import (
    LEAD,
    LINK,
    TRAIL,
    compound_tokens,
    folded_parts,
    plain_word,
    split_compound,
    stems,
    word_tokens,
)

MAXIMUM_QUERY_TOKENS = 64
_SMALL_LIBRARY = 200  # chunks; below, no word is called frequent
_FREQUENT_SHARE = 0.3
_POSTINGS_BUDGET = 200_000  # chunks touched by one question, so that a million stay within the latency target
_PAIR, _TRIPLE = 2, 3

_YEAR = re.compile(r"(?:19|20)\d\d|[年년]|[^\x00-\x7f]\d{3}")  # without one there is no date
# In plain ASCII the year of a date stands after a blank or a separator, or a separator and a figure follow.
_ASCII_YEAR = re.compile(r"(?:19|20)\d\d(?:(?<=[\s/.-]\d{4})(?!\d)|(?<!\d\d{4})(?=[-/.]\d))")
_ENDINGS = ".,;:!?)"  # signs after a word that are no part of it
_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_BROKEN_WORD = re.compile(r"-(?<=[^\W\d_]-)[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
_BROKEN_RUN = re.compile(f"(?<=[{scripts.PAIRED}])[ \t]*\r?\n[ \t]*(?=[{scripts.PAIRED}])")


@dataclass(frozen=True, slots=True)
class QueryGroup:
    """The tokens of one written thing, most exact first.

    `plain` is its folded word, if it is one word; `parts` are its folded words. `beginnings` are its stems,
    to be searched when the question is `foreign` (not English) or when the library does not have the word.
    """

    tokens: tuple[str, ...]
    plain: str = ""
    parts: tuple[str, ...] = ()
    prefix: bool = False
    beginnings: tuple[str, ...] = ()
    foreign: bool = False

    @property
    def every(self) -> tuple[str, ...]:
        """Return the tokens that may be searched, the most exact first."""
        return (*self.tokens, *self.beginnings)


def index_tokens(text: str) -> str:
    """Return the tokens of a text separated by single blanks, for the text index."""
    words: list[str] = []
    grams: list[str] = []
    unbroken = _unbroken(text)
    if unbroken.isascii():
        words.extend(chain.from_iterable(map(_ascii_tokens, unbroken.split())))
    else:
        for kind, written in _scan(unbroken):
            if kind == "compound":
                words.extend(compound_tokens(written))
            else:
                grams.extend(_grams_with_tail(written, _PAIR if kind == "paired" else _TRIPLE))
    beginnings = () if english_lead(words) > 0 else stems(words)
    days = (token for token in _date_tokens(text) if token not in words)
    return " ".join([*words, *beginnings, *grams, *days])


def whole_words(text: str) -> list[str]:
    """Return the folded words of a text, without the beginnings that stand for other endings in the index."""
    return [token for token in index_tokens(text).split() if not token.endswith("~")]


def query_groups(question: str) -> list[QueryGroup]:
    """Return the words, identifiers and pieces of a question in order, each with its tokens."""
    groups: list[QueryGroup] = []
    for kind, written in _scan(_unbroken(question)):
        if kind == "compound":
            groups.append(QueryGroup(compound_tokens(written), plain_word(written), folded_parts(written)))
            continue
        size = _PAIR if kind == "paired" else _TRIPLE
        if len(written) < size:
            groups.append(QueryGroup((written,), prefix=True))
        else:
            groups.extend(QueryGroup((gram,)) for gram in _grams(written, size))
    groups.extend(QueryGroup((token,)) for token in _finest_dates(_date_tokens(question)))
    lead = english_lead([group.plain for group in groups])
    if lead > 0:
        return groups
    foreign = lead < 0 or not question.isascii()
    return [replace(group, beginnings=tuple(stems(group.tokens)), foreign=foreign) for group in groups]


def query_tokens(question: str) -> tuple[str, ...]:
    """Return every token a question may be searched by, each once: those to ask the frequencies of.

    Function words are among them only when there is nothing else: to count the commonest words takes long.
    """
    tokens = (token for group in _topical(query_groups(question)) for token in group.every)
    return tuple(dict.fromkeys(tokens))


def _topical(groups: list[QueryGroup], also: frozenset[str] = frozenset()) -> list[QueryGroup]:
    """Return the groups without function words and other plain words, all when nothing remains."""
    left_out = function_words([group.plain for group in groups]) | also
    return [group for group in groups if group.plain not in left_out] or groups


def match_expression(
    question: str, frequencies: Mapping[str, int], chunk_count: int, *, in_scope: bool = False
) -> str | None:
    """Return an FTS5 expression that finds the question's words, or None when it has no words.

    `frequencies` holds for each token of `query_tokens` the number of chunks it is in. Function words, and
    words in many chunks, are left out when others remain; but in a scope, which may have few of those chunks,
    only for what they would cost. Of an identifier, the forms that find no other chunks than its exact form
    does are left out.
    """
    groups = query_groups(question)
    topical = _topical(groups, _parts_of_known_dates(groups, frequencies))
    prefixes = {group.tokens[0] for group in topical if group.prefix}
    candidates = list(dict.fromkeys(token for group in topical for token in _distinct(group, frequencies)))
    small = in_scope or chunk_count < _SMALL_LIBRARY
    frequent = chunk_count if small else int(chunk_count * _FREQUENT_SHARE)
    chosen = _affordable(candidates, frequencies, prefixes, frequent)
    return " OR ".join(_quoted(token, prefix=token in prefixes) for token in chosen) or None


def all_words_expression(text: str) -> str | None:
    """Return an FTS5 expression for chunks that have every topical word of a text, None without words."""
    topical = _topical(query_groups(text))
    alternatives = (
        " OR ".join(_quoted(token, prefix=group.prefix) for token in dict.fromkeys(group.every))
        for group in topical[:MAXIMUM_QUERY_TOKENS]
    )
    return " AND ".join(f"({either})" for either in alternatives) or None


def _unbroken(text: str) -> str:
    """Return the normalised text with what was broken at line ends joined."""
    text = _BROKEN_WORD.sub("-", normalise(text))
    return text if text.isascii() else _BROKEN_RUN.sub("", text)


def _scan(unbroken: str) -> Iterator[tuple[str, str]]:
    ascii_only = unbroken.isascii()
    # Nothing that is written reaches over a blank, and the same pieces come again and again.
    for piece in unbroken.split():
        yield from _scan_piece(piece, ascii_only=ascii_only)


@lru_cache(maxsize=65536)
def _ascii_tokens(piece: str) -> tuple[str, ...]:
    """Return the tokens of a piece without blanks: in ASCII there are only words and compounds."""
    word = piece.rstrip(_ENDINGS)
    if word.isalnum():
        return word_tokens(word)
    found = _scanner(ascii_only=True).finditer(piece)
    return tuple(token for match in found for token in split_compound(match.group()))


@lru_cache(maxsize=65536)
def _scan_piece(piece: str, *, ascii_only: bool) -> tuple[tuple[str, str], ...]:
    found = _scanner(ascii_only=ascii_only).finditer(piece)
    return tuple((match.lastgroup or "", match.group()) for match in found)


@lru_cache(maxsize=2)
def _scanner(*, ascii_only: bool) -> re.Pattern[str]:
    word = scripts.ASCII_WORD if ascii_only else scripts.word_pattern()
    compound = f"(?P<compound>{LEAD}{word}(?:{LINK}{word})*{TRAIL})"
    if ascii_only:
        return re.compile(compound)
    return re.compile(f"{compound}|(?P<paired>[{scripts.PAIRED}]+)|(?P<tripled>[{scripts.TRIPLED}]+)")


def _date_tokens(text: str) -> list[str]:
    """Return the days and months that the dates in a text mean, as 2024-04-03 and 2024-04."""
    year = _ASCII_YEAR if text.isascii() else _YEAR
    if year.search(text) is None:
        return []
    return sorted(key for key in dates(text) if key.startswith(("19", "20")))


def _parts_of_known_dates(groups: Sequence[QueryGroup], frequencies: Mapping[str, int]) -> frozenset[str]:
    """Return the numbers in those dates that the library has: April 2024 is a date, not any 2024."""
    known = {token for group in groups for token in group.tokens[:1] if frequencies.get(token, 0)}
    parts = {part for token in known if _DATE.fullmatch(token) for part in token.split("-")}
    return frozenset(parts | {part.lstrip("0") for part in parts})


def _finest_dates(keys: Sequence[str]) -> list[str]:
    """Return the keys without the months of days that are among them."""
    return [key for key in keys if not any(other.startswith(f"{key}-") for other in keys)]


def _grams(run: str, size: int) -> list[str]:
    return [run[start : start + size] for start in range(len(run) - size + 1)]


def _grams_with_tail(run: str, size: int) -> list[str]:
    """Return the grams and the shorter ends, so that a prefix search finds every shorter piece."""
    return [run[start : start + size] for start in range(len(run))]


def _distinct(group: QueryGroup, frequencies: Mapping[str, int]) -> Iterator[str]:
    exact = next((token for token in group.tokens if frequencies.get(token, 0)), None)
    beginnings = group.beginnings if group.foreign or exact is None else ()
    for token in (*group.tokens, *beginnings):
        if token == exact or exact is None or frequencies.get(token, 0) != frequencies[exact]:
            yield token


def _affordable(
    candidates: Sequence[str], frequencies: Mapping[str, int], prefixes: set[str], frequent: int
) -> list[str]:
    """Return the candidates worth searching: known and not too frequent, rarest first, within the budget."""
    known = [token for token in candidates if frequencies.get(token, 0) or token in prefixes]
    if not known:
        return list(candidates[:MAXIMUM_QUERY_TOKENS])
    chosen: list[str] = []
    spent = 0
    for token in sorted(known, key=lambda token: frequencies.get(token, 0))[:MAXIMUM_QUERY_TOKENS]:
        count = frequencies.get(token, 0)
        if chosen and (count > frequent or spent + count > _POSTINGS_BUDGET):
            break
        chosen.append(token)
        spent += count
    return chosen


def _quoted(token: str, *, prefix: bool) -> str:
    quoted = '"' + token.replace('"', '""') + '"'
    return f"{quoted}*" if prefix else quoted
