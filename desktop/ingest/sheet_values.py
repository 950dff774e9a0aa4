"""Values of spreadsheet cells as people write them: dates in ISO form, percentages, numbers without noise."""

import re
import struct
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from math import isfinite

_DATE_IDS = frozenset({*range(14, 18), *range(27, 32), 36, *range(50, 55), 57, 58})
_TIME_IDS = frozenset({*range(18, 22), *range(32, 36), 45, 47, 55, 56})
_MOMENT_ID, _DURATION_ID, _PERCENT_IDS = 22, 46, frozenset({9, 10})
_QUOTED = re.compile(r"\"[^\"]*\"|\\.|_.|\*.")
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_BRACKETS = re.compile(r"\[[^\]]*\]")
_EPOCH_1900, _EPOCH_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)  # noqa: DTZ001 - cells have no zone
_LAST_DAY = 2_958_465  # 9999-12-31 in the 1900 system
_FALSE_LEAP_DAY = 60  # the 1900 system counts a 29 February 1900
_EXACT = 2**53  # whole numbers beyond lose digits


class Format(StrEnum):
    """What a number means by the format of its cell."""

    NUMBER = "number"
    PERCENT = "percent"
    DATE = "date"
    MOMENT = "moment"
    TIME = "time"
    DURATION = "duration"


def built_in_format(number: int) -> Format:
    """Return the meaning of one of Excel's own number formats by its id."""
    if number in _DATE_IDS:
        return Format.DATE
    if number in _TIME_IDS:
        return Format.TIME
    if number in _PERCENT_IDS:
        return Format.PERCENT
    return {_MOMENT_ID: Format.MOMENT, _DURATION_ID: Format.DURATION}.get(number, Format.NUMBER)


def coded_format(code: str) -> Format:
    """Return the meaning of a format code such as `yyyy-mm-dd` or `0.0%`."""
    code = _QUOTED.sub("", code.split(";", 1)[0])
    if _ELAPSED.search(code):
        return Format.DURATION
    code = _BRACKETS.sub("", code).lower()
    if code == "general" or "@" in code:
        return Format.NUMBER
    days, hours = bool(re.search("[yd]", code)), bool(re.search("[hs]", code))
    if days or hours:
        return Format.MOMENT if days and hours else Format.DATE if days else Format.TIME
    if re.fullmatch(r"[\W]*m+[\W]*", code):
        return Format.DATE
    return Format.PERCENT if "%" in code else Format.NUMBER


def number_text(value: float) -> str:
    """Return a number with at most fifteen digits; whole numbers have no decimal point."""
    if not isfinite(value):
        return str(value)
    if value == int(value) and abs(value) < _EXACT:
        return str(int(value))
    return format(value, ".15g")


def percent_text(value: float) -> str:
    """Return a share as a percentage: 0.075 is "7.5%"."""
    return f"{number_text(float(format(value * 100, '.12g')))}%"


def formatted(value: float, meaning: Format, *, since_1904: bool = False) -> str:
    """Return a number as its cell shows it in substance; one that is no date after all stays a number."""
    if meaning is Format.PERCENT:
        return percent_text(value)
    if meaning is Format.NUMBER or not 0 <= value <= _LAST_DAY:
        return number_text(value)
    if meaning is Format.DURATION:
        return duration_text(timedelta(seconds=round(value * 86400)))
    if not since_1904 and value < _FALSE_LEAP_DAY:
        value += 1
    moment = (_EPOCH_1904 if since_1904 else _EPOCH_1900) + timedelta(seconds=round(value * 86400))
    if meaning is Format.TIME:
        return time_text(moment.time())
    return moment.date().isoformat() if meaning is Format.DATE else moment_text(moment)


def moment_text(moment: datetime) -> str:
    """Return date and time; midnight is left out."""
    if moment.time() == time():
        return moment.date().isoformat()
    return f"{moment.date().isoformat()} {time_text(moment.time())}"


def iso_text(value: str) -> str:
    """Return a date written in ISO form as the other dates are; anything else stays as it is."""
    try:
        return moment_text(datetime.fromisoformat(value))
    except ValueError:
        return value


def time_text(value: time) -> str:
    """Return hours and minutes, and seconds where there are any."""
    return value.isoformat("seconds" if value.second else "minutes")


def duration_text(value: timedelta) -> str:
    """Return a duration as hours, minutes and seconds: "30:00:00"."""
    seconds = round(value.total_seconds())
    sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def python_text(value: object) -> str:
    """Return a value that a reading library made: text, number, truth value, date, time or duration."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return formatted(float(value), Format.NUMBER)
    if isinstance(value, datetime):
        return moment_text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return time_text(value)
    return duration_text(value) if isinstance(value, timedelta) else str(value)


def rk_number(data: bytes) -> float:
    """Return a number packed into four bytes: whole, or half of a double, perhaps a hundred times itself."""
    packed = struct.unpack("<i", data)[0]
    if packed & 2:
        value = float(packed >> 2)
    else:
        value = struct.unpack("<d", bytes(4) + struct.pack("<i", packed & ~3))[0]
    return value / 100 if packed & 1 else value
