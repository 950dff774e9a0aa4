"""Answer one question from the best passages: gate, wording from one passage at a time, check, quotation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from desktop.domain.records import Chunk
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import Embedder, Generator
from desktop.retrieval import gate
from desktop.services.calibration import Calibration
from desktop.services.checking import CheckedSentence, check_answer
from desktop.services.evidence import PASSAGES, PassageEvidence, find_evidence
from desktop.services.search import Found
from desktop.services.wording import Wording

_READ_AT_MOST = 3  # passages the model is asked about
_QUOTED = 2
_MAX_QUOTE_GAP = 0.05  # a second quotation must be nearly as good as the first


@dataclass(frozen=True, slots=True)
class Tools:
    """The models at hand, and what was measured for the embedder."""

    embedder: Embedder | None
    generator: Generator | None
    measured: Calibration | None


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """The answer to one part of a question: worded and checked, or quoted, or nothing."""

    checked: tuple[CheckedSentence, ...] = ()
    quotes: tuple[tuple[PassageEvidence, int, int], ...] = ()


class PartAnswerer:
    """Answers parts of one question. `step` and `words` tell the person what happens."""

    def __init__(
        self,
        tools: Tools,
        wording: Wording,
        step: Callable[[str], None],
        words: Callable[[str], None],
        token: CancelToken,
    ) -> None:
        self._tools = tools
        self._wording = wording
        self._step = step
        self._words = words
        self._token = token

    def evidence(self, question: str, found: Found) -> list[PassageEvidence]:
        """Return the best passages with their ranked sentences; nothing when the gate says no."""
        hits = found.result.hits[:PASSAGES]
        return find_evidence(question, found, hits, self._tools.embedder, self._token)

    def answer(self, question: str, found: Found, passages: Sequence[PassageEvidence]) -> PartAnswer:
        """Answer from the passages, the likeliest first, until one answers; else quote; else nothing."""
        if not passages or not self._decide(found, passages[0], verdict=None).answerable:
            return PartAnswer()
        generator = self._tools.generator
        if generator is None:
            return PartAnswer(quotes=_quotations(passages))
        promising = self._judged(question, found, passages, generator)
        for passage in promising:
            checked = self._worded(question, passage, passages, generator)
            if checked:
                return PartAnswer(checked=checked)
        return PartAnswer(quotes=_quotations(promising)) if promising else PartAnswer()

    def _judged(
        self, question: str, found: Found, passages: Sequence[PassageEvidence], generator: Generator
    ) -> list[PassageEvidence]:
        """Return the passages that state the answer as far as the chat model can tell, likeliest first.

        The first one that leaves little doubt ends the search: reading is what takes time.
        """
        judged: list[tuple[float, PassageEvidence]] = []
        for passage in passages[:_READ_AT_MOST]:
            self._step(f"Reading {passage.document.title}{_place(passage.hit.chunk)}")
            verdict = self._wording.states_answer(generator, question, passage.text_to_read(), self._token)
            decision = self._decide(found, passage, verdict=verdict)
            if decision.answerable:
                judged.append((decision.probability or verdict, passage))
                if decision.band == "strong":
                    break
        return [passage for _, passage in sorted(judged, key=lambda pair: -pair[0])]

    def _worded(
        self,
        question: str,
        passage: PassageEvidence,
        passages: Sequence[PassageEvidence],
        generator: Generator,
    ) -> tuple[CheckedSentence, ...]:
        """Word an answer from one passage; nothing when no sentence of it stands."""
        text = ""
        for piece in self._wording.write(generator, question, passage.text_to_read(), self._token):
            text += piece
            self._words(piece)
        others = [other for other in passages if other is not passage]
        floor = self._tools.measured.support if self._tools.measured is not None else 0.0
        checked = check_answer(
            text,
            question,
            [passage, *others],
            embedder=self._tools.embedder,
            support_floor=floor,
            token=self._token,
        )
        return tuple(checked) if checked and all(sentence.supported for sentence in checked[:1]) else ()

    def _decide(self, found: Found, passage: PassageEvidence, *, verdict: float | None) -> gate.Decision:
        """Decide with the nearest sentence and, when asked, the chat model's verdict on this passage."""
        measured = self._tools.measured
        if measured is None or not found.signals.has_vectors:
            confidence = found.result.confidence
            answerable = confidence.answerable and (verdict is None or verdict > 0)
            return gate.Decision(answerable, confidence.band, confidence.reason)
        signals = replace(
            found.signals,
            best_cosine=max(found.signals.best_cosine, passage.cosine),
            sentence_cosine=passage.cosine,
            verdict=verdict or 0.0,
        )
        model = measured.sentences if verdict is None else measured.evidence
        return gate.decide(signals, measured.floors, model)


def _quotations(passages: Sequence[PassageEvidence]) -> tuple[tuple[PassageEvidence, int, int], ...]:
    """Return the best sentences of all passages, best first, with no more than is nearly as good."""
    ranked = sorted(
        ((sentence, passage) for passage in passages for sentence in passage.sentences),
        key=lambda pair: -pair[0].score,
    )[:_QUOTED]
    best = ranked[0][0].score
    return tuple(
        (passage, sentence.start, sentence.end)
        for sentence, passage in ranked
        if sentence.score >= best - _MAX_QUOTE_GAP
    )


def _place(chunk: Chunk) -> str:
    label = chunk.page_label or (str(chunk.page) if chunk.page is not None else "")
    return f", page {label}" if label else ""
