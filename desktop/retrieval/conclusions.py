"""What a comparison wants concluded: that both are so ("Are A and B both lakes?"), or which came first."""

import re

from desktop.retrieval.comparisons import without

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
_IN_TIME = re.compile(
    r"\b(?:first|earlier|earliest|older|oldest|younger|youngest|newer|newest|later|latest|zuerst|früher|"
    r"älter|jünger|später|ältere[rs]?|jüngere[rs]?|primero|primera|antes|después)\b",
    re.IGNORECASE,
)
_AGE = re.compile(r"\b(?:old|young|born|älter|jünger|geboren|naci)\w*", re.IGNORECASE)
_BIRTH = re.compile(
    r"(?:\bborn\b|\bgeboren\b|\bnaci\w+|\*|\()[^.;()]{0,30}?\b(?P<year>1\d{3}|20\d\d)\b", re.IGNORECASE
)
_YEAR = re.compile(r"(?<![\d.,/-])(?:1\d{3}|20\d\d)(?![\d.,/-]\d|\d)(?!\s*(?:km|m|people|kg|feet|miles)\b)")


def asks_whether_both(question: str) -> bool:
    """Tell whether Yes or No about each of two things answers a question.

    One that asks for something they share ("in the same year") is not: nothing about one alone answers it.
    """
    return bool(_WHETHER.match(question) and _BOTH.search(question)) and not _SHARED.search(question)


def question_of_one(question: str, other: str) -> str:
    """Return a question about two things without the other one: "Is A a lake?"."""
    asked = _BOTH.sub("", without(question, other), count=1)
    verb = _WHETHER.match(asked)
    if verb is None:
        return asked
    one = _SINGULAR.get(verb["verb"].lower(), verb["verb"])
    return f"{one.capitalize()} {asked[verb.end() :]}"


def asks_for_order(question: str) -> bool:
    """Tell whether a question asks which of two things is older or came first."""
    return _IN_TIME.search(question) is not None


def telling_year(question: str, text: str) -> int | None:
    """Return the one year that a text puts its thing in; None where it has none or several.

    For a question about age that is the year of birth, whatever other years there are.
    """
    if _AGE.search(question) and (birth := _BIRTH.search(text)):
        return int(birth["year"])
    years = {int(year) for year in _YEAR.findall(text)}
    return years.pop() if len(years) == 1 else None
