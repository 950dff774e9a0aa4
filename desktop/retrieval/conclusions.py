"""What a comparison wants concluded: that both are so ("Are A and B lakes?"), what they share, or order."""

import re

from desktop.retrieval.comparisons import without
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
_SHARED = re.compile(
    r"\b(?:same|alike|differ\w*|each other|gleiche?[nmrs]?|selbe[nmrs]?|derselbe|dieselbe|dasselbe|"
    r"verschieden\w*|mism[oa]s?|distint[oa]s?)\b",
    re.IGNORECASE,
)
_SAME = re.compile(r"\bsame\s+(?P<noun>[^\W\d_][\w-]+)", re.IGNORECASE)
_MOST_VALUE_WORDS = 8
_LEAST_VALUE = 3  # letters or digits
_IN_TIME = re.compile(
    r"\b(?:first|earlier|earliest|older|oldest|younger|youngest|newer|newest|later|latest|zuerst|früher|"
    r"älter|jünger|später|ältere[rs]?|jüngere[rs]?|primero|primera|antes|después)\b",
    re.IGNORECASE,
)
_AGE = re.compile(r"\b(?:old|young|born|älter|jünger|geboren|naci)\w*", re.IGNORECASE)
_BIRTH = re.compile(
    r"(?:\bborn\b|\bgeboren\b|\bnaci\w+|\*|\()[^.;()]{0,30}?\b(?P<year>1\d{3}|20\d\d)\b", re.IGNORECASE
)
_YEAR = re.compile(
    r"(?P<dated>\b(?:in|since|from|by|until|before|after|year|im|jahr|seit|bis|en|desde|año|de)\s+)?"
    r"(?<![\d.,/-])(?P<year>1\d{3}|20\d\d)(?![\d.,/-]\d|\d)(?P<counted>\s+(?:[^\W\d_]+\s+)?(?:km|m|kg|people|[a-zäöüß]{2,}s)\b)?",
    re.IGNORECASE,
)


def asks_whether_both(question: str) -> bool:
    """Tell whether Yes or No about each of two things answers a question.

    One that asks for something they share ("in the same year") is not: nothing about one alone answers it.
    Nor is one with a "not", to which a Yes may mean either.
    """
    asks = _WHETHER.match(question) and _BOTH.search(question)
    return asks is not None and not _SHARED.search(question) and not denies(question)


def question_of_one(question: str, other: str) -> str:
    """Return a question about two things without the other one: "Is A a lake?"."""
    asked = _BOTH.sub("", without(question, other), count=1)
    verb = _WHETHER.match(asked)
    if verb is None:
        return asked
    one = _SINGULAR.get(verb["verb"].lower(), verb["verb"])
    return f"{one.capitalize()} {asked[verb.end() :]}"


def shared_noun(question: str) -> str | None:
    """Return what two things are asked to share: "band" for "Are A and B members of the same band?"."""
    same = _SAME.search(question) if _WHETHER.match(question) else None
    return same["noun"] if same is not None else None


def stands_in(value: str, text: str) -> bool:
    """Tell whether a short answer stands in a text as it is, as whole words, case and accents aside."""
    plain = fold_text(value)
    if len(plain.split()) > _MOST_VALUE_WORDS or sum(map(str.isalnum, plain)) < _LEAST_VALUE:
        return False
    return re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", fold_text(text)) is not None


def alike(values: tuple[str, str], texts: tuple[str, str]) -> bool | None:
    """Tell whether two short answers, each from its text, are the same; None where that is not clear.

    It is not where one has all words of the other, or stands in the other's text too: "Soho" and "London".
    """
    one, other = (fold_text(value) for value in values)
    if one == other:
        return True
    first, second = set(one.split()), set(other.split())
    if first <= second or second <= first or stands_in(one, texts[1]) or stands_in(other, texts[0]):
        return None
    return False


def asks_for_order(question: str) -> bool:
    """Tell whether a question asks which of two things is older or came first."""
    return _IN_TIME.search(question) is not None


def telling_year(question: str, text: str) -> int | None:
    """Return the one year that a text puts its thing in; None where it has none or several.

    For a question about age that is the year of birth, whatever other years there are.
    """
    if _AGE.search(question) and (birth := _BIRTH.search(text)):
        return int(birth["year"])
    years = {int(found["year"]) for found in _YEAR.finditer(text) if found["dated"] or not found["counted"]}
    return years.pop() if len(years) == 1 else None
