"""Numbers and dates of a text in one notation, whatever notation and language it uses."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal, InvalidOperation

from desktop.domain.japanese_era import ERA_YEAR, gregorian_year
from desktop.retrieval.folding import fold_text

_SMALL = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
    "thousand": 1000,
    "cero": 0,
    "uno": 1,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "siete": 7,
    "ocho": 8,
    "nueve": 9,
    "diez": 10,
    "doce": 12,
    "trece": 13,
    "catorce": 14,
    "quince": 15,
    "veinte": 20,
    "treinta": 30,
    "cuarenta": 40,
    "cincuenta": 50,
    "sesenta": 60,
    "setenta": 70,
    "ochenta": 80,
    "noventa": 90,
    "cien": 100,
    "ciento": 100,
    "mil": 1000,
    "eins": 1,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "funf": 5,
    "sechs": 6,
    "sieben": 7,
    "acht": 8,
    "neun": 9,
    "zehn": 10,
    "zwolf": 12,
    "dreizehn": 13,
    "vierzehn": 14,
    "funfzehn": 15,
    "sechzehn": 16,
    "siebzehn": 17,
    "achtzehn": 18,
    "neunzehn": 19,
    "zwanzig": 20,
    "dreissig": 30,
    "vierzig": 40,
    "funfzig": 50,
    "sechzig": 60,
    "siebzig": 70,
    "achtzig": 80,
    "neunzig": 90,
    "hundert": 100,
    "tausend": 1000,
}  # fmt: skip; left out are words that are others in another language: once, elf, null
_SCALES = {
    "thousand": 10**3, "tausend": 10**3, "million": 10**6, "millions": 10**6, "millionen": 10**6,
    "millon": 10**6, "millones": 10**6, "mio": 10**6, "billion": 10**9, "billions": 10**9,
    "milliarde": 10**9, "milliarden": 10**9, "mrd": 10**9, "trillion": 10**12,
}  # fmt: skip
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar enero janner janvier gennaio janeiro ianuarie januari stycznia января",
            "february feb februar febrero fevrier febbraio fevereiro februarie februari lutego февраля",
            "march mar marz marzo mrz mars marco martie maart marca марта",
            "april apr abril avril aprile aprilie kwietnia апреля",
            "may mai mayo maggio maio mei maja мая",
            "june jun juni junio juin giugno junho iunie czerwca июня",
            "july jul juli julio juillet luglio julho iulie lipca июля",
            "august aug agosto aout augustus sierpnia августа",
            "september sep sept septiembre septembre settembre setembro septembrie wrzesnia сентября",
            "october oct oktober okt octubre octobre ottobre outubro octombrie pazdziernika октября",
            "november nov noviembre novembre novembro noiembrie listopada ноября",
            "december dec dezember dez diciembre decembre dicembre dezembro decembrie grudnia декабря",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_YEAR = r"(?P<year>[12]\d{3})"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|\.)?"
_WORDED = tuple(
    re.compile(rf"(?<![\w]){pattern}(?!\w)")
    for pattern in (
        rf"{_DAY}\s+(?:of\s+|de\s+)?{_MONTH}(?:,?\s+(?:of\s+|de\s+|del\s+)?{_YEAR})?",
        rf"{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?",
        rf"{_MONTH},?\s+(?:of\s+|de\s+|del\s+)?{_YEAR}",
    )
)
_ISO = re.compile(
    r"(?<!\d)(?P<year>[12]\d{3})(?:[-/]|\.(?=\d\d?\.\d))(?P<month>[01]?\d)(?:[-/.](?P<day>[0-3]?\d))?(?!\d|\.\d)"
)
_EAST_ASIAN = re.compile(
    rf"(?:(?P<year>[12]\d{{3}})|{ERA_YEAR})\s?[年년]\s?(?P<month>[01]?\d)\s?[月월](?:\s?(?P<day>[0-3]?\d)\s?[日일])?"
)
_SHORT = re.compile(r"(?<![\d.])(?P<first>[0-3]?\d)[-/.](?P<second>[0-3]?\d)[-/.](?P<year>[12]\d{3})(?!\d)")
_NUMBER = re.compile(r"(?<![\w.,])[-+]?\d(?:[\d.,'\u00a0\u202f]*\d|(?: \d{3})+(?:[.,]\d+)?)?(?:\s+([a-z]+))?")
_TRAILING_UNIT = re.compile(r"(\d+(?:[.,]\d+)?)([a-z]{1,4}|%)(?!\w)")
_GROUPED = re.compile(r"\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+")
_JOINTS = frozenset({"and", "y", "und"})
_ASSEMBLED = re.compile(r"[a-z]+(?:[- ](?:und |y )?[a-z]+)*")
_GERMAN = re.compile(r"(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und([a-z]+zig|dreissig)")


def dates(text: str) -> frozenset[str]:
    """Return the dates of a text as 2024-05-01, with their parts 2024-05 and --05-01.

    A date such as 03/04/2024 is read both ways.
    """
    folded = fold_text(text)
    return frozenset([*_certain_dates(folded), *_ambiguous_dates(folded)])


def uncertain_dates(text: str) -> dict[str, frozenset[str]]:
    """Return the dates that can be read two ways, as they are written, with the keys of both readings."""
    found: dict[str, frozenset[str]] = {}
    for match in _SHORT.finditer(fold_text(text)):
        if len(readings := _short_readings(match)) > 1:
            found[match.group()] = frozenset(key for reading in readings for key in reading)
    return found


def without_dates(text: str) -> str:
    """Return a folded text with a blank for each date and each month of a year in it."""
    for pattern in (*_WORDED, _ISO, _SHORT, _EAST_ASIAN):
        text = pattern.sub(" ", text)
    return text


def numbers(text: str) -> frozenset[str]:
    """Return every reading of the numbers of a text as plain decimals: 1.250 is both 1250 and 1.250."""
    folded = fold_text(text)
    found: set[str] = set()
    for match in _NUMBER.finditer(folded):
        written = match.group()
        digits = written if match[1] is None else written[: match.start(1) - match.start()].strip()
        found.update(_readings(digits, _SCALES.get(match[1] or "", 1)))
    for match in _TRAILING_UNIT.finditer(folded):
        found.update(_readings(match[1], 1))
    for match in (*_ISO.finditer(folded), *_SHORT.finditer(folded)):
        found.update(str(int(part)) for part in match.groups() if part)
    return frozenset(found | set(_number_words(folded)))


def month_number(word: str) -> int | None:
    """Return the month a folded word names, 1 to 12."""
    return _MONTHS.get(word)


def _certain_dates(folded: str) -> Iterator[str]:
    for pattern in (*_WORDED, _ISO):
        for match in pattern.finditer(folded):
            parts = match.groupdict()
            month = parts["month"]
            number = int(month) if month.isdecimal() else _MONTHS[month]
            yield from _date_keys(parts.get("year"), number, parts.get("day"))
    for match in _EAST_ASIAN.finditer(folded):
        year = match["year"] or str(gregorian_year(match["era"], match["era_year"]))
        yield from _date_keys(year, int(match["month"]), match["day"])


def _ambiguous_dates(folded: str) -> Iterator[str]:
    for match in _SHORT.finditer(folded):
        for keys in _short_readings(match):
            yield from keys


def _short_readings(match: re.Match[str]) -> list[tuple[str, ...]]:
    """Return the keys of each reading of a date such as 03/04/2024 that the calendar has."""
    first, second, year = match["first"], match["second"], match["year"]
    readings = (tuple(_date_keys(year, int(m), d)) for d, m in ((first, second), (second, first)))
    return list(dict.fromkeys(keys for keys in readings if keys))


def _date_keys(year: str | None, month: int, day: str | None) -> Iterator[str]:
    try:
        when = date(int(year or 2000), month, int(day or 1))
    except ValueError:
        return
    if year and day:
        yield when.isoformat()
    if year:
        yield f"{when:%Y-%m}"
    if day:
        yield f"--{when:%m-%d}"


def _readings(digits: str, scale: int) -> Iterator[str]:
    plain = re.sub(r"[' \u00a0\u202f+-]", "", digits)  # a text often words the sign ("fell by 3")
    candidates = {plain}
    if "," in plain or "." in plain:
        last = max(plain.rfind(","), plain.rfind("."))
        whole = re.sub(r"[.,]", "", plain[:last])
        candidates = {f"{whole}.{plain[last + 1 :]}"}
        if _GROUPED.fullmatch(plain) and len({*plain} & {",", "."}) == 1:
            candidates.add(re.sub(r"[.,]", "", plain))
            if plain.count(",") + plain.count(".") > 1:
                candidates = {re.sub(r"[.,]", "", plain)}
    for candidate in candidates:
        yield from _canonical(candidate, scale)


def _canonical(candidate: str, scale: int) -> Iterator[str]:
    """Yield the reading; small decimals stay as written, since 3.10 may be a version."""
    try:
        value = Decimal(candidate) * scale
    except InvalidOperation:
        return
    if scale > 1 or abs(value) >= 100 or value == value.to_integral_value():
        yield f"{value.normalize():f}"
    if scale == 1 and abs(value) < 100 and "." in candidate:
        yield candidate


def _number_words(folded: str) -> Iterator[str]:
    for match in _ASSEMBLED.finditer(folded):
        total: int | None = None
        for word in (*re.split(r"[- ]+", match.group()), ""):
            value = _word_value(word)
            if value is not None and total is not None and _continues(total, value):
                total = max(total, 1) * value if value >= 100 else total + value
            elif value is not None or word not in _JOINTS:
                if total is not None:
                    yield str(total)
                total = value


def _continues(total: int, value: int) -> bool:
    """Return whether a number word goes on with the number before it ("two hundred", "twenty-five")."""
    return total < value if value >= 100 else total >= 20 and value < total and total % 10 == 0


def _word_value(word: str) -> int | None:
    if german := _GERMAN.fullmatch(word):
        return _SMALL.get(german[2], 0) + _SMALL.get(german[1], 1)
    if word.startswith("veinti") and word[6:] in _SMALL:
        return 20 + _SMALL[word[6:]]
    return _SMALL.get(word)
