"""Whether a passage holds the facts of a sentence: its numbers, dates, names and identifiers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop.retrieval.folding import fold_text
from desktop.retrieval.quantities import dates, numbers
from desktop.retrieval.stopwords import english_lead, function_words
from desktop.retrieval.tokens import index_tokens

FactKind = Literal["number", "date", "name", "identifier"]

_WORD = re.compile(r"[^\W_]+(?:[-'’.@/_+#][^\W_]+)*(?:\+\+|#|%)?")
_MARKER = re.compile(r"\[\d+\]")
_IDENTIFIER = re.compile(
    r"(?=.*\d)(?=.*[^\W\d_])\S+|\d+(?:\.\d+){2,}|\S*(?:\+\+|#)|\S+_\S+|[\w-]+\.[a-z]{2,4}"
)
_ORDINAL_OR_UNIT = re.compile(r"\d+(?:[.,]\d+)?(?:st|nd|rd|th|[a-z]{1,3}|%)", re.IGNORECASE)
_RANGE = re.compile(r"(\d[\d.,]*)[–—-](\d[\d.,]*)(\D*)")
_GROUPS = re.compile(r"\d{1,3}(?:\.\d{3})+")
_PURE_NUMBER = re.compile(r"\d[\d.,'’/:-]*%?")
_SCALE = r"million\w*|billion\w*|thousand|mill[oó]n\w*|Milli\w+|Mio|Mrd"
_NUMBER_SPAN = re.compile(rf"[^\s\w]*\d\S*(?:\s+(?:\d{{3}}\b|{_SCALE}))*|\S+", re.IGNORECASE)
_SENTENCE_END = '.!?:;•–"“„«(\n'
_MINIMUM_PREFIX = 4  # letters of a name that may be followed by another ending
_GERMAN = frozenset({"der", "die", "das", "und", "ist", "ein", "eine", "den", "im", "wurde", "von", "mit"})
_ARTICLES = frozenset({"0", "1"})  # "one" and "a" are rarely counts


@dataclass(frozen=True, slots=True)
class Fact:
    """One checkable fact: as written, and every key that would prove it."""

    kind: FactKind
    text: str
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Holdings:
    """The facts a passage can prove, worked out once for many sentences."""

    numbers: frozenset[str]
    dates: frozenset[str]
    tokens: frozenset[str]

    def holds(self, fact: Fact) -> bool:
        """Return whether the passage has the fact, in any common notation, case and accents aside."""
        if fact.kind == "number":
            return bool(fact.keys & self.numbers)
        if fact.kind == "date":
            return bool(fact.keys & self.dates)
        if fact.keys & self.tokens:
            return True
        return fact.kind == "name" and any(self._has_form(key) for key in fact.keys)

    def _has_form(self, name: str) -> bool:
        return len(name) >= _MINIMUM_PREFIX and any(
            (token.startswith(name) and len(token) - len(name) <= 2)
            or (name.startswith(token) and len(name) - len(token) <= 2 and len(token) >= _MINIMUM_PREFIX)
            for token in self.tokens
        )


def holdings(passage: str) -> Holdings:
    """Return what a passage can prove."""
    words = " ".join(_WORD.findall(passage))  # "b='a'" is one word of the text index, two of a sentence
    tokens = (*index_tokens(passage).split(), *index_tokens(words).split())
    return Holdings(numbers(passage), dates(passage), frozenset(tokens))


def facts(sentence: str) -> tuple[Fact, ...]:
    """Return the facts of a sentence in order; citation markers are no facts."""
    text = _MARKER.sub(" ", sentence)
    found = [*_date_facts(text)]
    for fact in found:
        text = text.replace(fact.text, " " * len(fact.text))
    return (*found, *_number_facts(text), *_identifier_facts(text), *_name_facts(text))


def unsupported(sentence: str, passages: Sequence[str], *, question: str = "") -> tuple[Fact, ...]:
    """Return the facts of a sentence that no passage holds.

    Names of the question need no proof: an answer may repeat whom it is about.
    """
    asked = frozenset(index_tokens(question).split())
    known = [holdings(passage) for passage in passages]
    return tuple(
        fact
        for fact in facts(sentence)
        if not any(held.holds(fact) for held in known) and not (fact.kind == "name" and fact.keys & asked)
    )


def unrivalled(sentence: str, proof: str, question: str) -> bool:
    """Return whether a sentence brings facts that its proof holds, which has no others of their kinds.

    A fact can only be mistaken for another: where a text has one date, that date is hardly the wrong one.
    What stands in the question is neither brought nor a rival.
    """
    asked = frozenset(key for fact in facts(question) for key in fact.keys)
    brought = [fact for fact in facts(sentence) if not fact.keys & asked]
    if not brought or unsupported(sentence, [proof], question=question):
        return False
    known = asked.union(*(fact.keys for fact in brought))
    kinds = {fact.kind for fact in brought}
    return all(fact.kind not in kinds or fact.keys & known for fact in facts(proof))


def _date_facts(text: str) -> Iterator[Fact]:
    for span in _date_spans(text):
        keys = dates(span)
        full = frozenset(key for key in keys if len(key) == len("2024-05-01"))
        longest = full or frozenset(key for key in keys if not key.startswith("--")) or keys
        yield Fact("date", span, longest)


def _date_spans(text: str) -> Iterator[str]:
    """Yield the shortest stretches of up to five words that are dates, longest reading first."""
    words = list(re.finditer(r"\S+", text))
    start = 0
    while start < len(words):
        best = 0
        for length in range(min(5, len(words) - start), 0, -1):
            span = text[words[start].start() : words[start + length - 1].end()].strip(".,;:() ")
            if dates(span) and dates(span) != dates(span.split(None, 1)[-1] if length > 1 else ""):
                best = length
                yield _trimmed(span)
                break
        start += best or 1


def _trimmed(span: str) -> str:
    keys = dates(span)
    while " " in span and dates(span.rsplit(None, 1)[0]) == keys:
        span = span.rsplit(None, 1)[0].rstrip(".,;:()")
    return span


def _number_facts(text: str) -> Iterator[Fact]:
    for match in _NUMBER_SPAN.finditer(text):
        span = match.group().strip(".,;:!?()[]\"'“”„«»$€£")
        keys = numbers(span)
        if not keys or (_is_identifier(span) and not _ORDINAL_OR_UNIT.fullmatch(span)):
            continue
        if not any(character.isdecimal() for character in span) and keys <= _ARTICLES:
            continue
        ends = _RANGE.fullmatch(span)
        for key in _range_keys(ends) if ends is not None else (keys,):
            yield Fact("number", span, key)


def _range_keys(ends: re.Match[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return what proves both ends of "6–10 million" or "1628–31": each end is a fact of its own."""
    first, last, unit = ends.groups()
    whole = first[: len(first) - len(last)] + last
    return numbers(first) | numbers(first + unit), numbers(last + unit) | numbers(whole + unit)


def _identifier_facts(text: str) -> Iterator[Fact]:
    for match in _WORD.finditer(text):
        word = match.group()
        if _is_identifier(word) and not _ORDINAL_OR_UNIT.fullmatch(word):
            yield Fact("identifier", word, frozenset(index_tokens(word).split()[:1]))


def _is_identifier(word: str) -> bool:
    if _PURE_NUMBER.fullmatch(word):
        return (
            word.count(".") >= 2 and not dates(word) and "," not in word and _GROUPS.fullmatch(word) is None
        )
    return _IDENTIFIER.fullmatch(word) is not None


def _name_facts(text: str) -> Iterator[Fact]:
    words = list(_WORD.finditer(text))
    folded = [fold_text(word.group()) for word in words]
    german = english_lead(folded) < 0 and bool(_GERMAN & {*folded})
    functions = function_words(folded)
    for place, (word, plain) in enumerate(zip(words, folded, strict=True)):
        written = word.group()
        if not written[0].isupper() or plain in functions or _is_identifier(written):
            continue
        acronym = len(written) > 1 and written.isupper()
        following = place + 1 < len(words) and words[place + 1].group()[0].isupper()
        before = place > 0 and words[place - 1].group()[0].isupper() and folded[place - 1] not in functions
        first = place == 0 or text[: word.start()].rstrip()[-1:] in _SENTENCE_END
        if acronym or following or before or not (first or german):
            yield Fact("name", written, _name_keys(plain))


def _name_keys(plain: str) -> frozenset[str]:
    bare = re.sub(r"['’]s?$", "", plain)
    spellings = {bare, bare.replace("-", ""), *index_tokens(plain).split()[:1]}
    return frozenset(spellings | {bare[:-1]} if _has_genitive(bare) else spellings)


def _has_genitive(word: str) -> bool:
    return word.endswith("s") and len(word) > _MINIMUM_PREFIX
