"""Names of documents in a question, and documents of the version a question asks for."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from desktop.retrieval.folding import fold_text
from desktop.retrieval.hits import RankedHit, ranked
from desktop.retrieval.quantities import dates
from desktop.retrieval.terms import normalised_name

AGREEING_FACTOR = 1.5
CONTRADICTING_FACTOR = 0.6

_FILE = re.compile(r"[\w()][\w.()&+-]*\.[A-Za-z][A-Za-z0-9]{1,4}(?![\w.])")
_QUOTED = re.compile(r"[“\"„«»‘]([^“”\"„«»‘’]{3,120})[”\"“»«’]")
_MINIMUM_NAME = 4
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_QUARTER = re.compile(
    r"(?<![a-z0-9])(?:q([1-4])|([1-4])q|([1-4])\.? ?(?:quartal|trimestre)"
    r"|(first|second|third|fourth|primer|segundo|tercer|cuarto|erstes|zweites|drittes|viertes)"
    r" (?:quarter|trimestre|quartal))(?![a-z])"
)
_ORDINALS = (("first", "primer", "erstes"), ("second", "segundo", "zweites"), ("third", "tercer", "drittes"))
_VERSION = re.compile(r"(?<![\w.])v(?:ersion)?[ ._-]?(\d+(?:\.\d+)*)(?![\w.]|-\d)")
_NUMBER = r"\d+(?:\.\d+)*"
_NUMBERS = rf"v?{_NUMBER}(?:\s*(?:to|and|or|[-,→])\s*v?{_NUMBER})*"
_MONTHLY = re.compile(r"\d{4}-\d{2}")

Versions = dict[str, frozenset[str]]


def plain_names(question: str) -> tuple[str, ...]:
    """Return the normalised names of documents a question mentions, to be looked up beside its name terms.

    These are file names (without their ending) and quoted titles of two or more words.
    """
    files = (PurePosixPath(match.group()).stem for match in _FILE.finditer(question))
    titles = (match[1] for match in _QUOTED.finditer(question) if len(match[1].split()) > 1)
    names = (normalised_name(text) for text in (*files, *titles))
    return tuple(dict.fromkeys(name for name in names if len(name) >= _MINIMUM_NAME))


def versions(text: str, products: Sequence[str] = ()) -> Versions:
    """Return the versions a text names, by kind: year, month, quarter, version, and each of the products."""
    folded = fold_text(re.sub(r"[_/]", " ", text))
    found = {
        "year": frozenset(_YEAR.findall(folded)),
        "month": frozenset(key for key in dates(folded) if _MONTHLY.fullmatch(key)),
        "quarter": frozenset(_quarter(match) for match in _QUARTER.finditer(folded)),
        "version": frozenset(_VERSION.findall(folded)),
        **{product: _of_product(folded, product) for product in products},
    }
    return {kind: values for kind, values in found.items() if values}


def prefer_versions(
    question: str, hits: Sequence[RankedHit], products: Sequence[str] = ()
) -> list[RankedHit]:
    """Return the hits with those raised whose document is named for the version asked for, rivals lowered.

    A rival names other years, months, quarters or versions only. `products` are names that a bare number
    after them is a version of. Without a version in the question, or when no hit's document agrees with it,
    nothing changes.
    """
    asked = versions(question, products)
    agreement = {hit.chunk_id: _agreement(asked, hit, products) for hit in hits} if asked else {}
    if not any(value > 0 for value in agreement.values()):
        return list(hits)
    return ranked([_weighed(hit, agreement[hit.chunk_id]) for hit in hits])


def _weighed(hit: RankedHit, agreement: int) -> RankedHit:
    if agreement == 0:
        return hit
    factor = AGREEING_FACTOR if agreement > 0 else CONTRADICTING_FACTOR
    return hit.with_factor("version", factor, hit.score * factor)


def _agreement(asked: Versions, hit: RankedHit, products: Sequence[str]) -> int:
    """Return 1 when the name has a version asked for and contradicts none, -1 when it contradicts one."""
    name = versions(f"{hit.title} {PurePosixPath(hit.path.replace(chr(92), '/')).stem}", products)
    name |= {product: _with_beginnings(name[product]) for product in products if product in name}
    shared = [asked[kind] & name[kind] for kind in asked if kind in name]
    if not shared:
        return 0
    return 1 if all(shared) else -1


def _of_product(folded: str, product: str) -> frozenset[str]:
    """Return the numbers right after a product's name, both of "Proxmox VE 8 to 9"."""
    name = r"[\s-]*".join(re.escape(word) for word in fold_text(product).split())
    lists = re.findall(rf"(?<!\w){name}(?:[\s-]+[a-z]{{2}})?[\s-]*({_NUMBERS})(?!\w)", folded)
    return frozenset(number for found in lists for number in re.findall(_NUMBER, found))


def _with_beginnings(numbers: frozenset[str]) -> frozenset[str]:
    """Return the numbers and what they begin with: 8.2 is an 8 too."""
    parts = [number.split(".") for number in numbers]
    return frozenset(".".join(part[:length]) for part in parts for length in range(1, len(part) + 1))


def _quarter(match: re.Match[str]) -> str:
    number = match[1] or match[2] or match[3]
    if number:
        return number
    return str(next((place for place, words in enumerate(_ORDINALS, start=1) if match[4] in words), 4))
