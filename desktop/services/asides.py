"""What belongs beside an answer: documents that say otherwise, and the day that "next Friday" means."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath

from desktop.domain.records import DocumentRef
from desktop.retrieval.conflicts import conflicting
from desktop.retrieval.relative_dates import relative_dates
from desktop.retrieval.versions import versions
from desktop.services.evidence import EvidenceSentence, PassageEvidence

_MOST_CONFLICTS = 3
_SHORTEST_NAME = 4  # letters: "a.txt" is in every question
_DAY = len("2024-05-30")

Stretch = tuple[PassageEvidence, int, int]
"""A passage and the document offsets of what is quoted from it."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A sentence that the program adds, and what it cites."""

    text: str
    cites: Stretch


def asides(question: str, proof: Stretch, passages: Sequence[PassageEvidence]) -> tuple[Aside, ...]:
    """Return what to add to an answer that `proof` supports, from the passages that were found with it."""
    return (*_days_meant(proof), *_otherwise(question, proof, passages), *_brought_along(proof, passages))


def _days_meant(proof: Stretch) -> list[Aside]:
    passage, start, end = proof
    written = _day(passage.document)
    if written is None:
        return []
    return [
        Aside(
            f"“{found.phrase}”, counted from the date of the document, {written.isoformat()}, is"
            f" {found.day.isoformat()}.",
            proof,
        )
        for found in relative_dates(passage.words(start, end), written)
    ]


def _otherwise(question: str, proof: Stretch, passages: Sequence[PassageEvidence]) -> list[Aside]:
    """Return the sentences of other documents that say the same with other facts.

    A question that names a document, a year or a version has chosen among them.
    """
    passage, start, end = proof
    if versions(question) or _named(passage.document, question):
        return []
    said = passage.words(start, end)
    found: dict[str, Aside] = {}
    for other in passages:
        if other.document.id == passage.document.id:
            continue
        for sentence in other.sentences:
            if conflicting(said, sentence.text, question):
                words = " ".join(sentence.text.split())
                lead = _lead(passage.document, other.document)
                found.setdefault(words, Aside(f"{lead}: “{words}”", (other, sentence.start, sentence.end)))
    return list(found.values())[:_MOST_CONFLICTS]


def _brought_along(proof: Stretch, passages: Sequence[PassageEvidence]) -> list[Aside]:
    """Return the sentences that the profile's rules add to such an answer."""
    found: list[Aside] = []
    for passage in passages:
        wanted = passage.hit.chunk.start + passage.hit.companion_at
        said = next((s for s in passage.sentences if s.start <= wanted < s.end), None)
        if not passage.hit.companion or said is None or _overlap(proof, passage, said):
            continue
        words = " ".join(said.text.split())
        lead = passage.hit.companion[:1].upper() + passage.hit.companion[1:]
        found.append(Aside(f"{lead}: “{words}”", (passage, said.start, said.end)))
    return found


def _overlap(proof: Stretch, passage: PassageEvidence, said: EvidenceSentence) -> bool:
    shown, start, end = proof
    return shown.document.id == passage.document.id and said.start < end and said.end > start


def _named(document: DocumentRef, question: str) -> bool:
    """Return whether a question says the file name of a document, with or without its ending."""
    stem = PurePath(document.path).stem.casefold()
    plain = question.casefold()
    return len(stem) >= _SHORTEST_NAME and re.search(rf"\b{re.escape(stem)}\b", plain) is not None


def _lead(answered: DocumentRef, other: DocumentRef) -> str:
    """Return what says how the other document stands to the one that was answered from."""
    mine, theirs = _day(answered), _day(other)
    if mine is None or theirs is None or mine == theirs:
        return f"But {other.title} says"
    if theirs < mine:
        return f"That is as of {mine.isoformat()}; earlier, on {theirs.isoformat()}"
    return f"That is as of {mine.isoformat()}; later, on {theirs.isoformat()}"


def stated_day(document: DocumentRef) -> date | None:
    """Return the day that a document or its name states, not only its file; a month alone is none."""
    return _whole_day(document.stated_date)


def _day(document: DocumentRef) -> date | None:
    return _whole_day(document.date)


def _whole_day(written: str | None) -> date | None:
    try:
        return date.fromisoformat((written or "")[:_DAY])
    except ValueError:
        return None
