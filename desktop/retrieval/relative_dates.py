"""Dates that count from the day a document was written: "next Friday", "in two weeks", "tomorrow"."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from desktop.retrieval.folding import fold_text
from desktop.retrieval.quantities import numbers

_DAYS = (
    ("monday", "montag"),
    ("tuesday", "dienstag"),
    ("wednesday", "mittwoch"),
    ("thursday", "donnerstag"),
    ("friday", "freitag"),
    ("saturday", "samstag"),
    ("sunday", "sonntag"),
)
_WEEKDAYS = {name: number for number, names in enumerate(_DAYS) for name in names}
_NAMES = "|".join(_WEEKDAYS)
_WEEK = 7
_FIXED = {
    "the day before yesterday": -2,
    "the day after tomorrow": 2,
    "yesterday": -1,
    "today": 0,
    "tomorrow": 1,
    "anteayer": -2,
    "pasado manana": 2,
    "ayer": -1,
    "hoy": 0,
    "vorgestern": -2,
    "ubermorgen": 2,
    "gestern": -1,
    "heute": 0,
}


@dataclass(frozen=True, slots=True)
class RelativeDate:
    """A phrase as it is written and the day it means."""

    phrase: str
    day: date


def relative_dates(text: str, written: date) -> tuple[RelativeDate, ...]:
    """Return the days that phrases of a text mean when it was written on `written`, in order.

    "Next Friday" is the Friday of the week after; weeks begin on Monday. "This Friday" and "last Friday" are
    not read: they may mean either of two.
    """
    folded = fold_text(text)
    if len(folded) != len(text):
        folded = text.lower()  # where folding changes lengths, offsets would not match
    found: dict[int, RelativeDate] = {}
    for pattern, day_of in _RULES:
        for match in pattern.finditer(folded):
            try:
                day = day_of(match, written)
            except OverflowError:
                continue  # beyond the calendar
            taken = any(match.start() < at + len(f.phrase) and at < match.end() for at, f in found.items())
            if day is not None and not taken:
                found[match.start()] = RelativeDate(text[match.start() : match.end()], day)
    return tuple(found[at] for at in sorted(found))


def _fixed(match: re.Match[str], written: date) -> date | None:
    return written + timedelta(days=_FIXED[match.group()])


def _weekday(match: re.Match[str], written: date) -> date | None:
    monday = written - timedelta(days=written.weekday())
    return monday + timedelta(days=_WEEK + _WEEKDAYS[match["day"]])


def _distance(match: re.Match[str], written: date) -> date | None:
    count = next(iter(numbers(match["count"])), "")
    if not count.isdecimal() or len(count) > 4:
        return None
    days = int(count) * (1 if match["unit"].startswith(("day", "dia", "tag")) else _WEEK)
    back = "ago" in match.group().split() or match.group().startswith(("hace", "vor"))
    return written + timedelta(days=-days if back else days)


_UNIT = r"(?P<unit>days?|weeks?|dias?|semanas?|tagen?|wochen?)"
_Rule = tuple[re.Pattern[str], Callable[[re.Match[str], date], date | None]]
_RULES: tuple[_Rule, ...] = (
    (re.compile(rf"\b(?:{'|'.join(_FIXED)})\b"), _fixed),
    (re.compile(rf"\b(?:next|nachsten) (?P<day>{_NAMES})\b"), _weekday),
    (re.compile(rf"\b(?:in|en|dentro de) (?P<count>\w+) {_UNIT}\b"), _distance),
    (re.compile(rf"\b(?P<count>\w+) {_UNIT} ago\b"), _distance),
    (re.compile(rf"\b(?:hace|vor) (?P<count>\w+) {_UNIT}\b"), _distance),
)
