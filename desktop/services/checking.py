"""The check of every sentence of an answer against the passage it was made from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from desktop.domain.work import CancelToken
from desktop.ingest.sentences import sentence_spans
from desktop.llm.interfaces import Embedder, Vectors
from desktop.retrieval import support, tokens
from desktop.retrieval.stopwords import function_words
from desktop.services.evidence import EvidenceSentence, PassageEvidence

_MARKER = re.compile(r"\s*\[\d+\]")  # the program owns the numbering: markers of the model vanish
_YES_OR_NO = frozenset({"yes", "no", "si", "ja", "nein", "oui", "non"})
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
    tried first, so a wrong number moves to the passage that does hold it.
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
    for passage in passages:
        if support.unsupported(sentence, [passage.whole_text()], question=question):
            continue
        closeness = _closeness(passage, vector)
        if vector is not None and max(closeness) < support_floor:
            continue
        start, end = _proof(sentence, passage, closeness)
        return CheckedSentence(sentence, passage, start, end)
    return CheckedSentence(sentence, None)


def says_nothing_new(sentence: str, question: str) -> bool:
    """Whether every telling word of a sentence stands in the question already: then it answers nothing."""
    asked = set(tokens.index_tokens(question).split())
    words = tokens.index_tokens(sentence).split()
    functions = function_words(words)
    if not words or words[0] in _YES_OR_NO:
        return not words
    return all(word in asked or word in functions for word in words)


def _closeness(passage: PassageEvidence, vector: Vectors | None) -> list[float]:
    """Return how close each sentence of the passage is; without vectors its rank for the question."""
    if vector is None:
        return [sentence.score for sentence in passage.sentences]
    return [
        float(np.dot(sentence.vector, vector)) if sentence.vector is not None else 0.0
        for sentence in passage.sentences
    ]


def _proof(sentence: str, passage: PassageEvidence, closeness: Sequence[float]) -> tuple[int, int]:
    """Return the offsets of the shortest stretch of sentences that proves the sentence.

    It holds all its facts and, if it can, the closest sentence; else the closest sentence alone.
    """
    facts = support.facts(sentence)
    best = max(range(len(closeness)), key=closeness.__getitem__)
    spans = passage.sentences
    for width in range(1, _WIDEST_QUOTE + 1):
        starts = range(max(0, best - width + 1), min(best, len(spans) - width) + 1)
        for first in sorted(starts, key=lambda at: -sum(closeness[at : at + width])):
            if _holds_all(facts, spans[first : first + width]):
                return spans[first].start, spans[first + width - 1].end
    holding = [at for at in range(len(spans)) if _holds_all(facts, spans[at : at + 1])]
    if holding:  # the facts stand together, away from the closest sentence
        at = max(holding, key=closeness.__getitem__)
        return spans[at].start, spans[at].end
    return spans[best].start, spans[best].end


def _holds_all(facts: Sequence[support.Fact], sentences: Sequence[EvidenceSentence]) -> bool:
    held = support.holdings(" ".join(sentence.text for sentence in sentences))
    return all(held.holds(fact) for fact in facts)
