"""Versions of documents: what a text names, which one a question asks for, which one is the newest."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from desktop.retrieval.folding import fold_text
from desktop.retrieval.quantities import dates, without_dates

Versions = dict[str, frozenset[str]]

_ORDINALS = (
    "first|erste[nmrs]?|primer|primero|premier|primo|primeiro",
    "second|zweite[nmrs]?|segundo|deuxieme|secondo",
    "third|dritte[nmrs]?|tercer|tercero|troisieme|terzo|terceiro",
    "fourth|vierte[nmrs]?|cuarto|quatrieme|quarto",
)
_PLACE = "|".join(f"(?P<p{place}>{words})" for place, words in enumerate(_ORDINALS, start=1))
_NUMBERED = r"(?P<number>[1-4])(?:\.|st|nd|rd|th|er|e|o|º)?"
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_FISCAL = re.compile(r"(?<![a-z0-9])fy[ ']?(\d{2})(?!\d)")
_YEARS = re.compile(
    rf"({_YEAR.pattern})\s*(?:-|–|to|until|till|through|bis|hasta|jusqu'en)\s*({_YEAR.pattern})"
)
_LONGEST_SPAN = 60  # years between two that stand for all between
_PERIODS = {
    "quarter": (
        re.compile(r"(?<![a-z0-9])(?:q(?P<a>[1-4])|(?P<b>[1-4])q)(?![a-z])"),
        re.compile(rf"(?<!\w)(?:{_NUMBERED}|{_PLACE})[ -](?:fiscal )?(?:quarter|quartal|trimestre)"),
    ),
    "half": (
        re.compile(r"(?<![a-z0-9])(?:h(?P<a>[12])|(?P<b>[12])h)(?![a-z])"),
        re.compile(rf"(?<!\w)(?:{_NUMBERED}|{_PLACE})[ -](?:half|halbjahr|semestre)"),
    ),
}
_DOTTED = r"\d+(?:\.\d+)*"
_VERSION = re.compile(
    rf"(?<![\w.])(?:v|ver|version|rev|revision|release|edition|issue)[ ._-]{{0,2}}({_DOTTED})(?![\w.]|-\d)"
)
_EDITION = re.compile(r"(?<![\w.])(\d+)(?:st|nd|rd|th|\.)? (?:edition|auflage|ausgabe|edicion)\b")
_BARE = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?![\w.])")
_NUMBERS = rf"v?{_DOTTED}(?:\s*(?:to|and|or|[-,→])\s*v?{_DOTTED})*"
_DATED = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_NEWEST = re.compile(
    r"\b(?:newest|latest|most recent|current|up[- ]to[- ]date"
    r"|neueste[nmrs]?|aktuell(?:e[nmrs]?|ste[nmrs]?)|jungste[nmrs]?"
    r"|mas reciente|actual|vigente|ultim[oa]|plus recente?|dernier|derniere|actuel|actuelle)\b"
)
_OLDEST = re.compile(
    r"\b(?:oldest|earliest|alteste[nmrs]?|fruheste[nmrs]?|mas antigu[oa]|plus ancien(?:ne)?)\b"
)
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d{2})([01]\d)([0-3]\d)(?!\d)")


def versions(text: str, products: Sequence[str] = ()) -> Versions:
    """Return the versions a text names: by year, month, day, quarter, half, version, and of each product.

    A span of years names all years in it. `products` are names that a bare number after them is a version of.
    """
    folded = _folded(text)
    dated = {key for key in dates(folded) if _DATED.fullmatch(key)}
    found = {
        "year": frozenset(_years(folded)),
        "month": frozenset(key[:7] for key in dated),
        "day": frozenset(key for key in dated if len(key) > 7),
        **{kind: frozenset(_places(folded, kind)) for kind in _PERIODS},
        "version": frozenset([*_VERSION.findall(folded), *_EDITION.findall(folded)]),
        **{product: _of_product(folded, product) for product in products},
    }
    return {kind: values for kind, values in found.items() if values}


def bare_numbers(text: str) -> frozenset[str]:
    """Return the numbers with dots in a text, which may be versions: 2.0 of "Fathom 2.0"."""
    return frozenset(_BARE.findall(_folded(text)))


def document_versions(title: str, path: str, products: Sequence[str] = ()) -> Versions:
    """Return the versions in a document's title and file name; 8.2 of a product is an 8 too."""
    name = versions(f"{title} {_stem(path)}", products)
    return name | {product: _with_beginnings(name[product]) for product in products if product in name}


def series(title: str) -> str:
    """Return a title without the version it names: equal for all versions of one document."""
    folded = _folded(title)
    bare = without_dates(folded)
    for pattern in (_FISCAL, _VERSION, _EDITION, *_PERIODS["quarter"], *_PERIODS["half"], _YEAR):
        bare = pattern.sub(" ", bare)
    return " ".join(re.findall(r"\w+", bare)) or " ".join(_folded(title).split())


def edition(title: str, path: str, date: str | None) -> tuple[tuple[int, ...], str]:
    """Return what orders the versions of one document, the newest highest.

    That is the version number in the name, then the period in the name as ISO 8601 text, made exact by the
    document's date where that lies within; without one, the document's date.
    """
    name = document_versions(title, path)
    numbers = [tuple(int(part) for part in number.split(".")) for number in name.get("version", ())]
    period = max(_periods(name), default="")
    return max(numbers, default=()), date if date and date.startswith(period) else period


def wanted_end(question: str) -> int:
    """Return 1 when a question asks for the newest version, -1 for the oldest, else 0."""
    folded = _folded(question)
    return bool(_NEWEST.search(folded)) - bool(_OLDEST.search(folded))


def with_periods(named: Versions, date: str | None = None) -> Versions:
    """Return the versions with the quarter and half of a month, and with a date's year, month and day.

    The date counts only where the name has no period of its own.
    """
    found = dict(named)
    if date and _YEAR.match(date) and not named.keys() & {"year", "month", "day"}:
        found |= {
            "year": frozenset([date[:4]]),
            "month": frozenset([date[:7]]),
            "day": frozenset([date[:10]]),
        }
    months = {int(month[5:7]) for month in found.get("month", ()) if len(month) == 7}
    if months and not named.keys() & {"quarter", "half"}:
        found["quarter"] = frozenset(str((month + 2) // 3) for month in months)
        found["half"] = frozenset(str((month + 5) // 6) for month in months)
    return found


def _folded(text: str) -> str:
    plain = _COMPACT.sub(r"\1-\2-\3", re.sub(r"[_/]", " ", text))
    return fold_text(plain)


def _stem(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).stem


def _years(folded: str) -> Iterator[str]:
    yield from _YEAR.findall(folded)
    for short in _FISCAL.findall(folded):
        yield f"20{short}"
    for match in _YEARS.finditer(folded):
        first, last = int(match[1]), int(match[2])
        if first < last <= first + _LONGEST_SPAN:
            yield from (str(year) for year in range(first, last + 1))


def _places(folded: str, kind: str) -> Iterator[str]:
    """Yield the numbers of the quarters or halves that a text names."""
    for pattern in _PERIODS[kind]:
        for match in pattern.finditer(folded):
            groups = match.groupdict()
            place = next(name for name, value in groups.items() if value)
            number = place[1] if place.startswith("p") else groups[place] or ""
            if kind == "quarter" or number in "12":
                yield number


def _periods(name: Versions) -> Iterator[str]:
    """Yield the periods of a name as ISO 8601 text; a quarter or a half by its last month."""
    yield from name.get("day", ())
    yield from name.get("month", ())
    for year in name.get("year", ()):
        yield year
        yield from (f"{year}-{3 * int(number):02}" for number in name.get("quarter", ()))
        yield from (f"{year}-{6 * int(number):02}" for number in name.get("half", ()))


def _of_product(folded: str, product: str) -> frozenset[str]:
    """Return the numbers right after a product's name, both of "Proxmox VE 8 to 9"."""
    name = r"[\s-]*".join(re.escape(word) for word in fold_text(product).split())
    lists = re.findall(rf"(?<!\w){name}(?:[\s-]+[a-z]{{2}})?[\s-]*({_NUMBERS})(?!\w)", folded)
    return frozenset(number for found in lists for number in re.findall(_DOTTED, found))


def _with_beginnings(numbers: frozenset[str]) -> frozenset[str]:
    """Return the numbers and what they begin with: 8.2 is an 8 too."""
    parts = [number.split(".") for number in numbers]
    return frozenset(".".join(part[:length]) for part in parts for length in range(1, len(part) + 1))
