"""The check of every sentence of an answer against the passage it was made from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from desktop.domain.work import CancelToken
from desktop.ingest.sentences import sentence_spans
from desktop.llm.interfaces import Embedder, Vectors
from desktop.retrieval import polarity, quantities, support, tokens
from desktop.retrieval.evidence import says_nothing_new, stem
from desktop.retrieval.stopwords import function_words
from desktop.services.evidence import EvidenceSentence, PassageEvidence

_MARKER = re.compile(
    r"\s*[\[【]\^?\d+(?:\s*[,;]\s*\d+)*[\]】]"
)  # the program owns the numbering: markers of the model vanish
_HOW_MANY = re.compile(r"\b(?:how many|cu[aá]nt[oa]s)\s+(\w+)(?:\s+(\w+))?", re.IGNORECASE)
_SHORT_FORMS = {
    stem(noun): short.split()
    for noun, short in {
        "miles": "mi sq",
        "square": "sq km2 m2",
        "kilometres": "km km2",
        "kilometers": "km km2",
        "metres": "m m2",
        "meters": "m m2",
        "feet": "ft foot",
        "inches": "in",
        "pounds": "lb lbs",
        "kilograms": "kg",
        "litres": "l",
        "hours": "h hr hrs",
        "minutes": "min mins",
        "percent": "pct",
    }.items()
}
_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_BARE_ANSWER = 4  # words
_FACT_ALLOWANCE = 0.1  # cosine: a bare "£9.50" is close to nothing
_WIDEST_QUOTE = 3  # sentences between the first and the last that prove a sentence


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence of an answer; `start`/`end` are the document offsets of what proves it, None for nothing."""

    text: str
    passage: PassageEvidence | None
    start: int = 0
    end: int = 0

    @property
    def supported(self) -> bool:
        """Whether the check found support."""
        return self.passage is not None

    @property
    def quote(self) -> str:
        """The words that prove it; empty for nothing."""
        return self.passage.words(self.start, self.end) if self.passage is not None else ""

    @property
    def proof(self) -> str:
        """What proves it, under its place; empty for nothing."""
        return self.passage.words_in_place(self.start, self.end) if self.passage is not None else ""


def check_answer(
    text: str,
    question: str,
    passages: Sequence[PassageEvidence],
    *,
    embedder: Embedder | None,
    support_floor: float,
    token: CancelToken,
) -> list[CheckedSentence]:
    """Return the sentences of an answer, each with the place that supports it.

    A sentence stands when one passage holds all its numbers, dates, names and identifiers and has a sentence
    of close meaning (cosine at least `support_floor`; not asked without an embedder). The first passage is
    tried first, so a wrong number moves to the passage that does hold it. What the passage denies is not
    proved by it.
    """
    clean = _MARKER.sub("", text).strip()
    sentences = [clean[start:end] for start, end in sentence_spans(clean)]
    if not sentences:
        return []
    vectors = embedder.embed_passages(sentences, token, urgent=True) if embedder is not None else None
    checked = []
    for index, sentence in enumerate(sentences):
        vector = vectors[index] if vectors is not None else None
        checked.append(_check(sentence, question, passages, vector, support_floor))
    return checked


def _check(
    sentence: str,
    question: str,
    passages: Sequence[PassageEvidence],
    vector: Vectors | None,
    support_floor: float,
) -> CheckedSentence:
    if says_nothing_new(sentence, question):
        return CheckedSentence(sentence, None)
    # Only the passage that was read gets the allowance: "2 cars" may find a 2 anywhere.
    floor = support_floor - (_FACT_ALLOWANCE if _brings_facts(sentence, question) else 0.0)
    for passage in passages:
        if support.unsupported(sentence, [passage.whole_text()], question=question):
            continue
        if _takes_nothing_from(sentence, passage, question):
            continue
        if not counts_what_was_asked(sentence, question, passage):
            continue
        closeness = _closeness(passage, vector)
        if not polarity.agrees(sentence, question, _closest(passage, closeness), passage.hit.chunk.text):
            continue
        if vector is not None and max(closeness) < (floor if passage is passages[0] else support_floor):
            continue
        start, end = _proof(sentence, question, passage, closeness)
        return CheckedSentence(sentence, passage, start, end)
    return CheckedSentence(sentence, None)


def _brings_facts(sentence: str, question: str) -> bool:
    """Whether the sentence has a fact that the question does not: then the facts speak for it as well."""
    asked = {key for fact in support.facts(question) for key in fact.keys}
    return any(not fact.keys & asked for fact in support.facts(sentence))


def _takes_nothing_from(sentence: str, passage: PassageEvidence, question: str) -> bool:
    """Whether what a sentence shares with the passage is all in the question or the passage's title."""
    words = _telling(sentence)
    body = _stems(" ".join(part.text for part in passage.sentences))
    known = _stems(f"{question} {passage.place()}")
    shared = [word for word in words if stem(word) in body] or words
    return all(stem(word) in known for word in shared)


def _telling(sentence: str) -> list[str]:
    """Return the words of a sentence that are no function words."""
    words = tokens.whole_words(sentence)
    functions = function_words(words)
    return [word for word in words if word not in functions]


def counts_what_was_asked(sentence: str, question: str, passage: PassageEvidence) -> bool:
    """Whether an answer to "how many cars" has a number of cars.

    The noun stands within a few words of the number in the answer, or, for a bare number, in the sentence of
    the passage that has it. Measured: so it is in 9 of 10 passages that answer (SQuAD 2.0).
    """
    asked = _HOW_MANY.search(question)
    if asked is None:
        return True
    nouns = {stem(word.lower()) for word in asked.groups() if word}
    nouns |= {stem(short) for noun in nouns for short in _SHORT_FORMS.get(noun, ())}
    words = _WORD.findall(sentence.lower())
    counts = [at for at, word in enumerate(words) if quantities.numbers(word)]
    if len(words) > _BARE_ANSWER:
        return any(nouns & {stem(word) for word in words[max(0, at - 2) : at + 4]} for at in counts)
    said = quantities.numbers(sentence)
    return any(
        said & quantities.numbers(part.text) and nouns & _stems(part.text) for part in passage.sentences
    )


def _stems(text: str) -> frozenset[str]:
    words = tokens.whole_words(text)
    return frozenset(words) | frozenset(stem(word) for word in words)


def _closeness(passage: PassageEvidence, vector: Vectors | None) -> list[float]:
    """Return how close each sentence of the passage is; without vectors its rank for the question."""
    if vector is None:
        return [sentence.score for sentence in passage.sentences]
    return [
        float(np.dot(sentence.vector, vector)) if sentence.vector is not None else 0.0
        for sentence in passage.sentences
    ]


def _closest(passage: PassageEvidence, closeness: Sequence[float]) -> str:
    return passage.sentences[max(range(len(closeness)), key=closeness.__getitem__)].text


def _proof(
    sentence: str, question: str, passage: PassageEvidence, closeness: Sequence[float]
) -> tuple[int, int]:
    """Return the offsets of the shortest stretch of sentences that proves the sentence.

    It holds all its facts, whatever else it brings that the question did not have and, if it can, the closest
    sentence; else the closest sentence alone.
    """
    facts = support.facts(sentence)
    spans = passage.sentences
    body = _stems(" ".join(span.text for span in spans))
    news = {stem(word) for word in _telling(sentence) if stem(word) in body} - _stems(question)
    best = max(range(len(closeness)), key=closeness.__getitem__)
    for width in range(1, _WIDEST_QUOTE + 1):
        starts = range(max(0, best - width + 1), min(best, len(spans) - width) + 1)
        for first in sorted(starts, key=lambda at: -sum(closeness[at : at + width])):
            if _holds_all(facts, news, spans[first : first + width]):
                return spans[first].start, spans[first + width - 1].end
    holding = [at for at in range(len(spans)) if _holds_all(facts, news, spans[at : at + 1])]
    if holding:  # the facts stand together, away from the closest sentence
        at = max(holding, key=closeness.__getitem__)
        return spans[at].start, spans[at].end
    return spans[best].start, spans[best].end


def _holds_all(facts: Sequence[support.Fact], news: set[str], sentences: Sequence[EvidenceSentence]) -> bool:
    text = " ".join(sentence.text for sentence in sentences)
    held = support.holdings(text)
    return all(held.holds(fact) for fact in facts) and news <= _stems(text)
