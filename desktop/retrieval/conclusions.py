"""What a comparison wants concluded: that both are so ("Are A and B lakes?"), what they share, or order."""

import re
from dataclasses import dataclass

from desktop.retrieval.comparisons import without
from desktop.retrieval.evidence import stem
from desktop.retrieval.folding import fold_text
from desktop.retrieval.polarity import denies

_SINGULAR = {
    "are": "is",
    "were": "was",
    "do": "does",
    "have": "has",
    "sind": "ist",
    "waren": "war",
    "haben": "hat",
    "son": "es",
    "eran": "era",
    "fueron": "fue",
    "tienen": "tiene",
}
_WHETHER = re.compile(rf"^\W*(?P<verb>did|{'|'.join(_SINGULAR)})\b\s*", re.IGNORECASE)
_BOTH = re.compile(r"\b(?:both|beide|ambos|ambas)\b\s*", re.IGNORECASE)
_MUTUAL = re.compile(
    r"\b(?:same|alike|differ\w*|each other|one another|together|gleiche?[nmrs]?|selbe[nmrs]?|"
    r"derselbe|dieselbe|dasselbe|verschieden\w*|zusammen|miteinander|einander|mism[oa]s?|distint[oa]s?|"
    r"juntos|juntas)\b",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\bthe same\s+(?P<noun>[^\W\d_][\w-]*(?:\s+[^\W\d_][\w-]*){0,2})\s*\?*\s*$", re.IGNORECASE
)
_SEVERAL = re.compile(r"\b(?:and|or|as|in|at|of|on|by|for|with)\b", re.IGNORECASE)
_MOST_VALUE_WORDS = 8
_LEAST_VALUE = 3  # letters or digits
_IN_TIME = re.compile(
    r"\b(?:first|earlier|earliest|older|oldest|younger|youngest|newer|newest|later|latest|zuerst|früher|"
    r"älter|jünger|später|ältere[rs]?|jüngere[rs]?|primero|primera|antes|después)\b",
    re.IGNORECASE,
)
_AGE = re.compile(r"\b(?:old|young|born|new|älter|jünger|geboren|naci)\w*", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\d)(?:1\d{3}|20\d\d)(?!\d)")
_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|ene|abr|ago|dic)[^\W\d_]*\.?"
    r"(?:\s+\d{1,2},)?"
)
_DATED = re.compile(
    rf"\b(?:in|since|im|jahr|seit|en|desde|año|on|{_MONTH})\s+(?:\d{{1,2}}\.?\s+(?:de\s+)?)?(?:{_MONTH}\s+)?"
    r"(?P<year>1\d{3}|20\d\d)"
    r"(?!\d|[.,/-]\d|\s*(?:v\.|a\.\s?C|[%°$€£]|(?:[^\W\d_]+s|BCE?|km|kg|mm?|EUR|people|rpm)\b))",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[.;()]")
_BORN = re.compile(
    r"(?:\b(?:born|geboren|naci\w+)\b[^.;()]{0,40}?|[(*]\s*(?:(?:born|b\.|\*)\s*)?"
    rf"(?:\d{{1,2}}\.?\s+)?(?:(?:de\s+)?{_MONTH}\s+(?:de\s+)?)?)(?P<year>1\d{{3}}|20\d\d)(?!\d)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True)
class Event:
    """A year, and the beginning of the word that says what happened in it: "found" for "founded in 1871"."""

    year: int
    kind: str


def asks_whether_both(question: str) -> bool:
    """Tell whether Yes or No about each of two things answers a question.

    One that asks for something they share ("in the same year") is not: nothing about one alone answers it.
    Nor is one with a "not", to which a Yes may mean either.
    """
    asks = _WHETHER.match(question) and _BOTH.search(question)
    return asks is not None and not _MUTUAL.search(question) and not denies(question)


def question_of_one(question: str, other: str) -> str:
    """Return a question about two things without the other one: "Is A a lake?"."""
    asked = _BOTH.sub("", without(question, other), count=1)
    verb = _WHETHER.match(asked)
    if verb is None:
        return asked
    one = _SINGULAR.get(verb["verb"].lower(), verb["verb"])
    return f"{one.capitalize()} {asked[verb.end() :]}"


def shared_noun(question: str) -> str | None:
    """Return what two things are asked to share: "band" for "Are A and B members of the same band?".

    Only where nothing follows it: "the same make and model" asks for two things.
    """
    same = _SAME.search(question) if _WHETHER.match(question) and not denies(question) else None
    return same["noun"] if same is not None and not _SEVERAL.search(same["noun"]) else None


def question_of_value(question: str, other: str, noun: str) -> str:
    """Return what to ask of one thing alone: "Which band? Is A a member of which band?"."""
    asked = re.sub(rf"\bthe same\s+{re.escape(noun)}", f"which {noun}", question_of_one(question, other))
    return f"Which {noun}? {asked}"


def stands_in(value: str, text: str) -> bool:
    """Tell whether a short answer stands in a text as it is, as whole words, case and accents aside."""
    plain = _plain(value)
    if len(plain.split()) > _MOST_VALUE_WORDS or sum(map(str.isalnum, plain)) < _LEAST_VALUE:
        return False
    return re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", _plain(text)) is not None


def asks_for_order(question: str, names: tuple[str, str]) -> bool:
    """Tell whether a question asks which of two things is older or came first; their names do not count."""
    return _IN_TIME.search(_nameless(question, names)) is not None


def in_order(question: str, names: tuple[str, str], texts: tuple[str, str]) -> tuple[Event, Event] | None:
    """Return when the same happened to two things, in their order; None where that is not clear.

    For a question about age births count, or else whatever happened to both; for any other what it asks for.
    """
    asked = _nameless(question, names)
    about_age = _AGE.search(asked) is not None
    one, other = (_birth(text) for text in texts) if about_age else (None, None)
    if one is None and other is None:
        one, other = (_event(text) for text in texts)
    if one is None or other is None or one.kind != other.kind or one.year == other.year:
        return None
    told = about_age or one.kind in {stem(word) for word in _WORD.findall(fold_text(asked))}
    return (one, other) if told else None


def _birth(text: str) -> Event | None:
    found = _BORN.search(text)
    return Event(int(found["year"]), "born") if found is not None else None


def _event(text: str) -> Event | None:
    """Return the only year of a text with what happened in it; other numbers like years make it unclear."""
    if len(set(_NUMBER.findall(text))) != 1 or (found := _DATED.search(text)) is None:
        return None
    words = _WORD.findall(_CLAUSE_END.split(text[: found.start()])[-1])
    return Event(int(found["year"]), stem(fold_text(words[-1]))) if words else None


def _nameless(question: str, names: tuple[str, str]) -> str:
    return question.replace(names[0], " ").replace(names[1], " ")


def _plain(text: str) -> str:
    return " ".join(fold_text(text).split())
