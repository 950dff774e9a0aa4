"""Whether a question can be understood without the ones before it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop.retrieval.folding import fold, normalise
from desktop.retrieval.follow_up_words import AFTER_THESE, BEFORE_ONE, TIMES, FollowUpWords, follow_up_words
from desktop.retrieval.stopwords import function_words

_WORD = re.compile(r"[^\W_]+(?:[-'’.@/_+#][^\W_]+)*(?:\+\+|#|%)?")
_CLITIC = re.compile(
    r"(?<=\w)-(?:t-)?(?=(?:elles?|ils?|on|ce|vous|nous|tu|je|lhes?|[oa]s?|l[oa]s?)$)", re.IGNORECASE
)
_QUESTION_MARK = re.compile(r"[?？؟;]\s*$")
_EXPLETIVE = re.compile(
    r"\b(?:it\s+(?:takes?|costs?|is|was|possible|allowed|necessary|required|permitted|safe|legal|mean)\b.*\b(?:to|that)"
    r"|gibt\s+es|gab\s+es|es\s+gibt|geht\s+es|there\s+(?:is|are|was|were)|(?:is|are|was|were)\s+there"
    r"|(?:this|these|est[ea]|dies\w+)\s+(?:year|month|week|morning|evening|summer|winter|año|mes|semana|"
    r"jahr|monat|woche))\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\s*(?:please\s+)?(?:tell\s+me|say|explain|give\s+me)\s+(?:more|it|why|how)\b|\s*(?:any\s+)?more\s+details"
    r"|\s*(?:mehr|erzähl\w*\s+mehr|más\s+detalles|explica|dime\s+más)\b",
    re.IGNORECASE,
)
Dependence = Literal["none", "possible", "certain"]

_SHORTEST_STEM = 4  # letters
_FRAGMENT = 3  # words: no more without a verb is no question by itself
_SHORT = 2


@dataclass(frozen=True, slots=True)
class Word:
    """A written word of a question with its offsets, lower-cased and folded, and whether it tells a topic."""

    text: str
    lower: str
    plain: str
    start: int
    end: int
    telling: bool

    @property
    def named(self) -> bool:
        """Whether it is written like a name, an identifier or a number."""
        return self.text[:1].isupper() or any(character.isdecimal() for character in self.text)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A question cut into words. `rest` begins where the words of a follow-up ("And what about") end."""

    text: str
    words: tuple[Word, ...]
    language: FollowUpWords
    rest: int

    @property
    def remnant(self) -> tuple[Word, ...]:
        """The words after the opening of a follow-up; all words when there is none."""
        words = tuple(word for word in self.words if word.start >= self.rest)
        # "Wie sieht es mit Beta aus?" ends with the rest of its verb.
        return words[:-1] if self.rest and words and words[-1].lower == "aus" else words

    @property
    def asks(self) -> bool:
        """Whether the remnant is a clause of its own: it begins with a question word or a verb."""
        first = self.remnant[0].lower if self.remnant else ""
        second = self.remnant[1].lower if len(self.remnant) > 1 else ""
        begins = first in self.language.asking or first in self.language.verbs
        # "Seit wann", "in which": a preposition before the question word.
        return begins or (first in self.language.prepositions and second in self.language.asking)


def parse(question: str, before: str = "") -> Parsed:
    """Cut a question into words; `before` lends its language to a question that shows none."""
    written = list(_written(question))
    folded = [fold(normalise(text)) for text, _ in written]
    language = follow_up_words(folded, [fold(normalise(text)) for text, _ in _written(before)])
    grammar = language.asking | language.verbs | language.articles | language.prepositions
    functions = function_words(folded) | grammar
    words = []
    for (text, start), plain in zip(written, folded, strict=True):
        lower = normalise(text)
        # A single letter is a function word of a language that is not known here, or tells nothing.
        telling = not {plain, lower} & functions and (len(plain) > 1 or plain.isdecimal())
        words.append(Word(text, lower, plain, start, start + len(text), telling))
    opener = language.opener.match(question)
    return Parsed(question, tuple(words), language, opener.end() if opener else 0)


def _written(question: str) -> Iterator[tuple[str, int]]:
    """Yield each written word and its offset; a pronoun behind a hyphen ("pèse-t-elle") is a word."""
    for match in _WORD.finditer(question):
        joint = _CLITIC.search(match.group())
        if joint is None:
            yield match.group(), match.start()
        else:
            yield match.group()[: joint.start()], match.start()
            yield match.group()[joint.end() :], match.start() + joint.end()


def same_word(one: Word, other: Word) -> bool:
    """Whether two words are the same but for a short ending."""
    a, b = sorted((one.plain, other.plain), key=len)
    return a == b or (len(a) >= _SHORTEST_STEM and b.startswith(a[:-1]) and len(b) - len(a) <= 2)


def dependence(question: str, before: str = "") -> Dependence:
    """Return whether a question needs the one before it to be understood.

    It does with a pronoun, an ellipsis or a word like "the other one"; perhaps when it asks for the one thing
    that is somebody's ("What is the price?"); not when it names what it is about or is a line of key words.
    In an unknown language only its length can tell.
    """
    parsed = parse(question, before)
    words = parsed.remnant
    if not words or (parsed.rest and not parsed.asks) or _MORE.match(question):
        return "certain"
    names = [at for at, word in enumerate(words) if word.telling and _is_name(word, at, parsed)]
    if any(_points_back(words, at, parsed, names) for at in range(len(words))):
        return "certain"
    telling = [at for at, word in enumerate(words) if word.telling]
    if not parsed.asks:
        return _of_a_fragment(question, len(words), len(telling))
    if names:
        return "none"
    which = words[0].lower == "which" and len(words) > 1 and words[1].lower in parsed.language.verbs
    if len(words) <= _SHORT or which or not telling:
        return "certain"
    of_something = len(telling) == 1 and words[telling[0] - 1].lower in parsed.language.definite
    return "possible" if of_something else "none"


def _of_a_fragment(question: str, words: int, telling: int) -> Dependence:
    """Return the dependence of words without a verb: "Beta?", perhaps "Opening hours?", not "ferry fares"."""
    if words > _FRAGMENT or not _QUESTION_MARK.search(question):
        return "none"
    return "possible" if telling > 1 else "certain"


def _is_name(word: Word, at: int, parsed: Parsed) -> bool:
    """Whether a word is a name or number. German writes every noun large: there only numbers tell."""
    if any(character.isdecimal() for character in word.text):
        return True
    german = "der" in parsed.language.definite
    return at > 0 and word.text[:1].isupper() and not german


def _points_back(words: Sequence[Word], at: int, parsed: Parsed, names: Sequence[int]) -> bool:
    """Whether a word points to something that the question itself did not name before it."""
    word = words[at]
    if word.lower not in parsed.language.pointing or (word.text == "Sie" and at > 0):
        return word.lower == "das" and _stands_for_a_thing(words, at)
    before = words[at - 1].lower if at else ""
    if word.lower in {"one", "ones"} and before not in BEFORE_ONE:
        return False
    after = words[at + 1].lower if at + 1 < len(words) else ""
    if word.lower == "that" and at and before not in AFTER_THESE and after not in TIMES:
        return False  # "the pump that leaks"
    if any(match.start() <= word.start < match.end() for match in _EXPLETIVE.finditer(parsed.text)):
        return False
    return not any(name < at for name in names)


def _stands_for_a_thing(words: Sequence[Word], at: int) -> bool:
    """Whether German "das" is no article: nothing follows it that it could belong to."""
    return at == len(words) - 1 or (
        at == len(words) - 2 and words[-1].lower in {"so", "auch", "genau", "denn"}
    )
