"""The date of a document: what it says of itself before what the file system says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from desktop.domain.japanese_era import ERA_YEAR, gregorian_year

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar jänner enero janvier gennaio janeiro januari ianuarie stycznia января",
            "february feb februar febrero février fevrier febbraio fevereiro februarie lutego февраля",
            "march mar märz mär maerz marzo mars março maart martie marca марта",
            "april apr abril avril aprile aprilie kwietnia апреля",
            "may mai mayo maggio maio mei maja мая",
            "june jun juni junio juin giugno junho iunie czerwca июня",
            "july jul juli julio juillet luglio julho iulie lipca июля",
            "august aug agosto août aout augustus sierpnia августа",
            "september sep sept septiembre septembre settembre setembro septembrie września сентября",
            "october oct oktober okt octubre octobre ottobre outubro octombrie października октября",
            "november nov noviembre novembre novembro noiembrie listopada ноября",
            "december dec dezember dez diciembre décembre dicembre dezembro decembrie grudnia декабря",
        ),
        1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))
_YEAR = r"(?:19[5-9]\d|20[0-9]\d)"

_ANY_YEAR = re.compile(rf"{_YEAR}|{ERA_YEAR}")
_ASCII_YEAR = re.compile(_YEAR)  # no era is written in ASCII
_AROUND_YEAR = 60  # characters: a date with its time and zone, or with a long month, is shorter

_ISO = re.compile(
    rf"(?<!\d)({_YEAR})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?\s?(Z|[+-]\d\d:?\d\d)?)?(?!\d)"
)
_PDF = re.compile(
    r"(?:D:)?(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?\s*(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?.*", re.DOTALL
)
_DAY_MONTH = re.compile(
    rf"(?<![\d.])(\d{{1,2}})(?:st|nd|rd|th|er|º)?\.?\s+(?:de\s+|of\s+)?({_MONTH})\.?,?\s+(?:de\s+|del\s+)?({_YEAR})\b",
    re.IGNORECASE,
)
_MONTH_DAY = re.compile(rf"\b({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+({_YEAR})\b", re.IGNORECASE)
_DOTTED = re.compile(rf"(?<![\w.])(\d{{1,2}})\.\s?(\d{{1,2}})\.\s?({_YEAR})(?!\d)")
_SLASHED = re.compile(rf"(?<![\d/-])(\d{{1,2}})([/-])(\d{{1,2}})\2({_YEAR})(?!\d)")
_YEAR_FIRST = re.compile(rf"(?<!\d)({_YEAR})[./](\d{{1,2}})[./](\d{{1,2}})(?!\d)")
_EAST_ASIAN = re.compile(rf"({_YEAR})\s?[年년]\s?(\d{{1,2}})\s?[月월]\s?(\d{{1,2}})\s?[日일]")
_ERA = re.compile(rf"{ERA_YEAR}\s?年\s?(\d{{1,2}})\s?月\s?(\d{{1,2}})\s?日")
_COMPACT = re.compile(rf"(?<!\d)({_YEAR})(\d\d)(\d\d)(?!\d)")
_NAME_PARTED = re.compile(rf"(?<!\d)({_YEAR})[-_. ](\d\d)[-_. ](\d\d)(?!\d)")

_FIRST_LINES = 15  # lines at the top of a document in which its date is looked for
_FIRST_CHARACTERS = 1500
_FUTURE = timedelta(days=2)  # clocks and zones differ


@dataclass(frozen=True, slots=True)
class DocumentDate:
    """A date as ISO 8601 text (with time and zone where given) and where it was found."""

    iso: str | None
    source: str = ""


def document_date(
    *, front_matter: str, metadata: Sequence[str], text: str, name: str, modified: float | None
) -> DocumentDate:
    """Return the first certain date among front matter, metadata, first lines, file name and file time.

    `modified` is a Unix time. Dates in the future and ambiguous ones (03/04/2024) are passed over.
    """
    today = datetime.now(UTC) + _FUTURE
    candidates = [("front matter", [parse(front_matter)]), ("metadata", [parse(value) for value in metadata])]
    head = "\n".join(text[:_FIRST_CHARACTERS].split("\n")[:_FIRST_LINES])
    candidates += [("text", [find_in_text(head)]), ("file name", [find_in_name(name)])]
    for source, values in candidates:
        for value in values:
            if value and value[:10] <= today.date().isoformat():
                return DocumentDate(value, source)
    if modified is not None and 0 < modified <= today.timestamp():
        return DocumentDate(datetime.fromtimestamp(modified, UTC).isoformat(timespec="seconds"), "file time")
    return DocumentDate(None)


def parse(value: str) -> str | None:
    """Return the date that a metadata value holds as ISO text, None when it holds none for certain."""
    value = value.strip()
    if not value:
        return None
    if match := _PDF.fullmatch(value):
        year, month, day, hour, minute, second, zulu, sign, zone_hour, zone_minute = match.groups()
        zone = "Z" if zulu else f"{sign}{zone_hour}:{zone_minute or '00'}" if sign else ""
        return _iso(year, month, day, hour, minute, second, zone)
    return find_in_text(value)


def find_in_text(text: str) -> str | None:
    """Return the earliest certain date in a stretch of text as ISO text."""
    any_year = _ASCII_YEAR if text.isascii() else _ANY_YEAR
    years = [match.start() for match in any_year.finditer(text)]
    if not years:
        return None
    # A date stands around its year, and looking for its many forms takes long.
    begin, end = max(0, years[0] - _AROUND_YEAR), years[-1] + _AROUND_YEAR
    found = [
        (match.start(), value)
        for pattern in _TEXT_PATTERNS
        for match in pattern.finditer(text, begin, end)
        if (value := _value(pattern, match))
    ]
    return min(found)[1] if found else None


def find_in_name(name: str) -> str | None:
    """Return the full date in a file name; a year or month alone is not a date."""
    for pattern in (_NAME_PARTED, _COMPACT):
        for match in pattern.finditer(name):
            if value := _iso(*match.groups()):
                return value
    return find_in_text(re.sub(r"[_\s]+", " ", name))


_TEXT_PATTERNS = (_ISO, _DAY_MONTH, _MONTH_DAY, _DOTTED, _SLASHED, _YEAR_FIRST, _EAST_ASIAN, _ERA)


def _value(pattern: re.Pattern[str], match: re.Match[str]) -> str | None:
    """The ISO text of one match; None when it is no date or an ambiguous one."""
    groups = match.groups()
    if pattern is _DAY_MONTH:
        return _iso(groups[2], str(_MONTHS[groups[1].lower()]), groups[0])
    if pattern is _MONTH_DAY:
        return _iso(groups[2], str(_MONTHS[groups[0].lower()]), groups[1])
    if pattern is _DOTTED:
        return _iso(groups[2], groups[1], groups[0])
    if pattern is _ERA:
        era, number, month, day = groups
        return _iso(str(gregorian_year(era, number)), month, day)
    if pattern is _SLASHED:
        first, _, second, year = groups
        if int(first) > 12:
            return _iso(year, second, first)
        return _iso(year, first, second) if int(second) > 12 or first == second else None
    return _iso(*groups)


def _iso(year: str, month: str, day: str, *time: str | None) -> str | None:
    """Join the parts to ISO text, None when the calendar has no such day.

    `time` is nothing, or hour, minute, second and zone, where all may be missing.
    """
    try:
        text = date(int(year), int(month), int(day)).isoformat()
        hour, minute, second, zone = (*time, *(None,) * 4)[:4]
        if hour is None or minute is None:
            return text
        text = f"{text}T{int(hour):02}:{int(minute):02}:{int(second or 0):02}"
        if zone and zone != "Z" and ":" not in zone:
            zone = f"{zone[:3]}:{zone[3:]}"
        datetime.fromisoformat(text + (zone or "").replace("Z", "+00:00"))
    except ValueError:
        return None
    return text + (zone or "")
