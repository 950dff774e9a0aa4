"""The right version first: documents of the version a question asks for, else the newest one."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop.retrieval.hits import RankedHit, ranked
from desktop.retrieval.versions import (
    Versions,
    bare_numbers,
    document_versions,
    edition,
    series,
    versions,
    wanted_end,
    with_periods,
)

AGREEING_FACTOR = 1.5
CONTRADICTING_FACTOR = 0.6
OUTDATED_FACTOR = 0.95  # unasked, a newer version stands before an older one that fits about as well
_AHEAD = 1.001
_MOST_VERSIONS = 8


@dataclass(frozen=True, slots=True)
class DatedName:
    """What a document is called, and the ISO 8601 date that it states."""

    document_id: int
    title: str
    path: str
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The ids of documents of the right version, and of their rivals.

    `reason`: "asked" for a version that the question names, "end" for the newest or oldest of a series that
    it wants, "newest" for the newest of a series when it says nothing.
    """

    reason: Literal["asked", "end", "newest"]
    right: frozenset[int]
    rivals: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Series:
    """The editions, by document id, of documents with one title; `few` when all are versions of one thing."""

    editions: Mapping[int, tuple[tuple[int, ...], str]]
    few: bool


def standings(
    question: str, documents: Iterable[DatedName], products: Sequence[str] = ()
) -> tuple[Standing, ...]:
    """Return how documents stand to the version that a question wants; nothing where versions do not matter.

    A document is of the versions in its name; in a series of few, also of the date it states. A rival is of
    others only. `products` are names that a bare number after them is a version of. Unasked, the newest is
    right only of a series of few: many documents of one title are records, each for itself, and where some
    have neither version nor date they are parts of one work.
    """
    known = {document.document_id: document for document in documents}
    named = {key: document_versions(d.title, d.path, products) for key, d in known.items()}
    groups = _by_series(known.values())
    asked = _asked(question, named, products)
    if asked:
        return _of_asked(asked, known, named, groups)
    end = wanted_end(question)
    found = []
    for group in groups if end else [group for group in groups if group.few]:
        editions = group.editions
        chosen = min(editions.values()) if end < 0 else max(editions.values())
        right = frozenset(document for document, of in editions.items() if of == chosen)
        rivals = frozenset(editions.keys() - right)
        found.append(Standing("end" if end else "newest", right, rivals))
    return tuple(found)


def prefer_versions(
    question: str, hits: Sequence[RankedHit], products: Sequence[str] = ()
) -> list[RankedHit]:
    """Return the hits with those of the right version raised and their rivals lowered.

    The newest or oldest of a series that a question wants takes the place of the best of the series.
    """
    names = {
        hit.document_id: DatedName(
            hit.document_id, hit.title, hit.path, hit.created_at if hit.date_stated else None
        )
        for hit in hits
    }
    found = list(hits)
    for standing in standings(question, names.values(), products):
        raised, lowered = _factors(standing, found)
        factors = dict.fromkeys(standing.right, raised) | dict.fromkeys(standing.rivals, lowered)
        name = "outdated" if standing.reason == "newest" else "version"
        found = [_weighed(hit, name, factors.get(hit.document_id, 1.0)) for hit in found]
    return ranked(found)


def _factors(standing: Standing, hits: Sequence[RankedHit]) -> tuple[float, float]:
    if standing.reason == "newest":
        return 1.0, OUTDATED_FACTOR
    if standing.reason == "asked":
        return AGREEING_FACTOR, CONTRADICTING_FACTOR
    own = max(hit.score for hit in hits if hit.document_id in standing.right)
    best = max(hit.score for hit in hits if hit.document_id in standing.right | standing.rivals)
    return (_AHEAD * best / own if 0 < own < best else 1.0), CONTRADICTING_FACTOR


def _asked(question: str, named: Mapping[int, Versions], products: Sequence[str]) -> Versions:
    """Return the versions a question asks for; a bare number counts when a document is of that version."""
    asked = versions(question, products)
    known = frozenset(number for name in named.values() for number in name.get("version", ()))
    numbers = asked.get("version", frozenset()) | (bare_numbers(question) & known)
    return asked | {"version": numbers} if numbers else asked


def _by_series(documents: Iterable[DatedName]) -> list[_Series]:
    """Return the series that have documents of more than one edition."""
    titles: dict[str, list[DatedName]] = defaultdict(list)
    for document in documents:
        titles[series(document.title)].append(document)
    found = []
    for alike in titles.values():
        every = {d.document_id: edition(d.title, d.path, d.date) for d in alike}
        editions = {document: of for document, of in every.items() if any(of)}
        if len(set(editions.values())) > 1:
            found.append(_Series(editions, few=len(editions) == len(every) <= _MOST_VERSIONS))
    return found


def _of_asked(
    asked: Versions,
    known: Mapping[int, DatedName],
    named: Mapping[int, Versions],
    groups: Sequence[_Series],
) -> tuple[Standing, ...]:
    """Return the documents that agree with a question and those that contradict it, if any agrees."""
    dated = {document for group in groups if group.few for document in group.editions}
    agreement = {
        key: _agreement(asked, with_periods(named[key], document.date if key in dated else None))
        for key, document in known.items()
    }
    right = frozenset(key for key, value in agreement.items() if value > 0)
    rivals = frozenset(key for key, value in agreement.items() if value < 0)
    return (Standing("asked", right, rivals),) if right else ()


def _agreement(asked: Versions, name: Versions) -> int:
    """Return 1 when a document has a version asked for and contradicts none, -1 when it contradicts one."""
    shared = [asked[kind] & name[kind] for kind in asked if kind in name]
    if not shared:
        return 0
    return 1 if all(shared) else -1


def _weighed(hit: RankedHit, name: str, factor: float) -> RankedHit:
    return hit if factor == 1 else hit.with_factor(name, factor, hit.score * factor)
