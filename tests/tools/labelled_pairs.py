"""Sentences with a passage that supports them, and the same sentences spoiled so that it does not."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop.ingest.sentences import sentence_spans
from desktop.retrieval.answer_match import states_answer

SUPPORTED = ("whole sentence", "bare answer")
UNSUPPORTED = ("other number", "other name", "turned round", "other passage")

_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w.,]\d)|(?<![\w.,-])\d+(?![\w-]|[.,]\d)")
_NAME = re.compile(r"(?<=[a-z,] )(?:[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})*)")
_VERB = re.compile(
    r"\b(is|are|was|were|can|could|must|may|might|should|will|would|has|have|had|does|did)\b(?! not|n't)"
)
_DENIED = re.compile(r"\b(is|are|was|were|can|could|must|may|should|will|would|has|have|had|does|did) not\b")


@dataclass(frozen=True, slots=True)
class Fact:
    """A passage, a question that it answers, and the answer as it stands there."""

    passage: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence to be checked against a passage; `kind` says how it was made."""

    kind: str
    sentence: str
    passage: str
    question: str

    @property
    def supported(self) -> bool:
        """Whether the passage supports the sentence."""
        return self.kind in SUPPORTED


def labelled_pairs(facts: Sequence[Fact], *, seed: int = 1) -> Iterator[Pair]:
    """Yield every pair that can be made of the facts; the same ones for the same seed."""
    chance = random.Random(seed)
    names = sorted({name for fact in facts for name in _NAME.findall(fact.passage)})
    for place, fact in enumerate(facts):
        sentence = _sentence_with(fact)
        if sentence is None:
            continue
        others = [other for other in facts if other.passage != fact.passage]
        spoiled = {
            "whole sentence": sentence,
            "bare answer": fact.answer,
            "other number": _other_number(sentence, fact, chance),
            "other name": _other_name(sentence, fact, names, chance),
            "turned round": _turned_round(sentence),
            "other passage": _sentence_with(others[place % len(others)]) if others else None,
        }
        for kind, text in spoiled.items():
            if text:
                yield Pair(kind, text, fact.passage, fact.question)


def _sentence_with(fact: Fact) -> str | None:
    sentences = (fact.passage[a:b].strip() for a, b in sentence_spans(fact.passage))
    return next((sentence for sentence in sentences if states_answer(sentence, fact.answer)), None)


def _other_number(sentence: str, fact: Fact, chance: random.Random) -> str | None:
    """Return the sentence with one of its numbers changed into one that the passage does not have."""
    found = list(_NUMBER.finditer(sentence))
    if not found:
        return None
    number = chance.choice(found)
    value = int(number.group().replace(",", ""))
    for step in (1, 2, 3, 7, 10, 19):
        other = f"{value + step:,}" if "," in number.group() else str(value + step)
        if other not in fact.passage:
            return sentence[: number.start()] + other + sentence[number.end() :]
    return None


def _other_name(sentence: str, fact: Fact, names: Sequence[str], chance: random.Random) -> str | None:
    """Return the sentence with one of its names changed into one that the passage does not have."""
    found = list(_NAME.finditer(sentence))
    foreign = [
        name for name in names if not any(part in fact.passage + fact.question for part in name.split())
    ]
    if not found or not foreign:
        return None
    name = chance.choice(found)
    return sentence[: name.start()] + chance.choice(foreign) + sentence[name.end() :]


def _turned_round(sentence: str) -> str | None:
    """Return the sentence saying the opposite, by putting in or leaving out a "not"."""
    if _DENIED.search(sentence):
        return _DENIED.sub(r"\1", sentence, count=1)
    if re.search(r"\b(?:not|no|never|without|none)\b|n't", sentence) or not _VERB.search(sentence):
        return None
    return _VERB.sub(r"\1 not", sentence, count=1)
