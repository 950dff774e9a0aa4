"""The answer to "When did it change?": the newest dated statement and the one before it, side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import permutations

from desktop.retrieval.change_questions import asks_for_change
from desktop.retrieval.conflicts import conflicting
from desktop.services.asides import Aside, Stretch, stated_day
from desktop.services.evidence import EvidenceSentence, PassageEvidence

_AS_GOOD = 0.1  # of score: among statements about as near to the question the newest counts


@dataclass(frozen=True, slots=True)
class Change:
    """What is said now, and what belongs beside it."""

    quote: Stretch
    asides: tuple[Aside, ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two dated statements of the same with other facts."""

    score: float
    day: date
    before: date
    new: Stretch
    old: Stretch
    old_words: str


def change_answer(question: str, passages: Sequence[PassageEvidence]) -> Change | None:
    """Return what two dated documents say differently; None when nothing of that kind is asked or known."""
    if not asks_for_change(question):
        return None
    pairs = list(_pairs(question, passages))
    if not pairs:
        return None
    best = max(pair.score for pair in pairs)
    near = [pair for pair in pairs if pair.score >= best - _AS_GOOD]
    change = max(near, key=lambda pair: (pair.day, pair.before, pair.score))
    return Change(
        change.new,
        (
            Aside(
                f"That is as of {change.day.isoformat()}; earlier, on {change.before.isoformat()}:"
                f" “{change.old_words}”",
                change.old,
            ),
            Aside(
                f"So it changed after {change.before.isoformat()} and by {change.day.isoformat()}.",
                change.new,
            ),
        ),
    )


def _pairs(question: str, passages: Sequence[PassageEvidence]) -> Iterator[_Pair]:
    for new, old in permutations(passages, 2):
        day, before = stated_day(new.document), stated_day(old.document)
        if day is None or before is None or day <= before:
            continue
        for said in new.sentences:
            for other in old.sentences:
                if conflicting(said.text, other.text, question):
                    yield _Pair(
                        said.score + other.score,
                        day,
                        before,
                        _stretch(new, said),
                        _stretch(old, other),
                        " ".join(other.text.split()),
                    )


def _stretch(passage: PassageEvidence, sentence: EvidenceSentence) -> Stretch:
    return passage, sentence.start, sentence.end
