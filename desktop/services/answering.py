"""Answer one question from the best passages: gate, wording from one passage at a time, check, quotation."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from desktop.domain.records import Chunk
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import Embedder, Generator
from desktop.retrieval import gate
from desktop.retrieval.conclusions import stands_in
from desktop.retrieval.evidence import says_nothing_new
from desktop.services.asides import asides
from desktop.services.calibration import Calibration
from desktop.services.change_answers import change_answer
from desktop.services.checking import CheckedSentence, check_answer
from desktop.services.confirming import PartAnswer, confirmed
from desktop.services.evidence import PassageEvidence, find_evidence, in_turn, other_versions
from desktop.services.quoting import best_unless_shown, quotations
from desktop.services.search import Found
from desktop.services.wording import Wording

_READ_AT_MOST = 3  # passages the model is asked about
_WORDED_AT_MOST = 2  # of them, passages an answer is worded from
_NO_DOUBT = 0.65  # a passage this likely to answer ends the search
_SEEN = 0.7  # log-odds of a passage that is quoted although nothing could be worded from it
_SEEN_CLEARLY = 2.0  # the same although what was worded from it was denied
_SAID = 0.0  # log-odds that a text says the short answer taken from it: right ones had 0.2 and more
_LEAST_DOUBT = 1e-3  # of probability
_SCORE_SHARE = 0.4
_ROW_HANDICAP = 0.03  # of probability
_UNMEASURED = _NO_DOUBT  # the probability of a passage that passed a gate without one


@dataclass(frozen=True, slots=True)
class Tools:
    """The models at hand, and what was measured for the embedder."""

    embedder: Embedder | None
    generator: Generator | None
    measured: Calibration | None


@dataclass(frozen=True, slots=True)
class _Judged:
    """A passage with the probability that it answers and the chat model's own log-odds that it does."""

    probability: float
    verdict: float
    passage: PassageEvidence

    @property
    def likelihood(self) -> float:
        """What orders judged passages: the probability, a little the best sentence's own score.

        A small model misreads rows of tables: of two passages as likely, the one in sentences goes first.
        """
        return self.probability + _SCORE_SHARE * self.passage.score - _ROW_HANDICAP * self.passage.is_row

    @property
    def log_odds(self) -> float:
        """The probability as log-odds."""
        return math.log(self.probability) - math.log(max(1 - self.probability, _LEAST_DOUBT))


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

    def evidence(self, question: str, found: Found, *, whole: Found) -> list[PassageEvidence]:
        """Return the best passages with their ranked sentences.

        For a part of a question, passages near the part and near the whole in turn: "what did the work cost?"
        may be about what the first part names.
        """
        embedder, token = self._tools.embedder, self._token
        near = find_evidence(question, found, whole.result.hits, embedder, token)
        if found is whole:
            return near
        both = f"{question} {whole.result.question}"
        return in_turn(near, find_evidence(both, found, whole.result.hits, embedder, token))

    def promising(self, found: Found, passages: Sequence[PassageEvidence]) -> bool:
        """Whether the nearest sentence gives reason to read on."""
        if not passages:
            return False
        # The chat model decides better than any cosine: what it will read needs only a chance.
        lenient = self._tools.generator is not None
        return self._decide(found, passages[0], verdict=None, lenient=lenient).answerable

    def reading(self, passage: PassageEvidence) -> None:
        """Tell the person which passage is read now."""
        self._step(f"Reading {passage.document.title}{place_of(passage.hit.chunk)}")

    def states(self, question: str, text: str) -> float | None:
        """Return the chat model's log-odds that a text states the answer; None without a model."""
        generator, judge = self._tools.generator, self._wording.judge
        return None if generator is None else judge.states_answer(generator, question, text, self._token)

    def says_yes(self, question: str, text: str) -> float | None:
        """Return the chat model's log-odds of Yes to a question about a text; None without a model."""
        generator, judge = self._tools.generator, self._wording.judge
        return None if generator is None else judge.says_yes(generator, question, text, self._token)

    def value(self, question: str, text: str) -> str:
        """Return a short answer that stands in the text as it is; empty for none, or none that is sure."""
        generator = self._tools.generator
        if generator is None:
            return ""
        pieces = self._wording.write(generator, question, text, self._token, short=True)
        words = "".join(pieces).strip().rstrip(".")
        sure = stands_in(words, text) and (self.states(question, text) or 0.0) > _SAID
        return words if sure else ""

    def answer(
        self, question: str, found: Found, passages: Sequence[PassageEvidence], said: Sequence[str] = ()
    ) -> PartAnswer:
        """Answer from the passages, the likeliest first, until one answers; else quote; else nothing.

        `said` are the answers to earlier parts: who asks two things does not want to hear one twice.
        """
        change = change_answer(question, passages) if self.promising(found, passages) else None
        if change is not None:
            return PartAnswer(quotes=(change.quote,), asides=change.asides)
        part = self._answer(question, found, passages, said)
        if not part.proofs:
            return part
        beside = asides(question, part.proofs[0], passages)
        shown = [*part.proofs, *(aside.cites for aside in beside)]
        nearer = best_unless_shown(question, part.read, shown)
        return replace(part, quotes=(*part.quotes, *nearer), asides=beside)

    def _answer(
        self, question: str, found: Found, passages: Sequence[PassageEvidence], said: Sequence[str]
    ) -> PartAnswer:
        if not self.promising(found, passages):
            return PartAnswer()
        generator = self._tools.generator
        if generator is None:
            return PartAnswer(quotes=quotations(question, passages))
        judged = self._judged(question, found, passages, generator)
        likely = [each.passage for each in judged]
        denied: set[int] = set()
        for each in judged[:_WORDED_AT_MOST]:
            for short in (False, True):
                checked = self._worded(question, each.passage, likely, generator, short=short)
                if not checked or _repeats(checked, question, said):
                    continue
                judge, token = self._wording.judge, self._token
                part = confirmed(judge, generator, question, checked, token, prior=each.log_odds)
                if not part.empty:
                    return replace(part, read=tuple(likely))
                denied.add(each.passage.hit.chunk.id)
                break
        # The model could not word what it says it has seen: only then are the words themselves shown, and
        # not where what it worded turned out to be about something else.
        sure = [
            each.passage
            for each in judged
            if each.verdict > (_SEEN_CLEARLY if each.passage.hit.chunk.id in denied else _SEEN)
        ]
        return PartAnswer(quotes=quotations(question, sure)) if sure else PartAnswer()

    def _judged(
        self, question: str, found: Found, passages: Sequence[PassageEvidence], generator: Generator
    ) -> list[_Judged]:
        """Return the passages that state the answer as far as the chat model can tell, likeliest first.

        One that leaves little doubt ends the search: reading takes time.
        """
        judged: list[_Judged] = []
        for passage in passages[:_READ_AT_MOST]:
            self.reading(passage)
            text = passage.text_to_judge()
            verdict = self._wording.judge.states_answer(generator, question, text, self._token)
            decision = self._decide(found, passage, verdict=verdict)
            if decision.answerable:
                probability = _UNMEASURED if decision.probability is None else decision.probability
                judged.append(_Judged(probability, verdict, passage))
                if probability >= _NO_DOUBT:
                    break
        # Of several versions that answer, the one that is wanted, however likely the others are.
        others = other_versions(question, [*found.result.hits, *(passage.hit for passage in passages)])
        return sorted(judged, key=lambda each: (each.passage.document.id in others, -each.likelihood))

    def _worded(
        self,
        question: str,
        passage: PassageEvidence,
        likely: Sequence[PassageEvidence],
        generator: Generator,
        *,
        short: bool,
    ) -> tuple[CheckedSentence, ...]:
        """Word an answer from one passage; nothing when its first sentence does not stand."""
        text = ""
        reading = passage.text_to_read()
        for piece in self._wording.write(generator, question, reading, self._token, short=short):
            text += piece
            self._words(piece)
        others = [other for other in likely if other is not passage]
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

    def _decide(
        self, found: Found, passage: PassageEvidence, *, verdict: float | None, lenient: bool = False
    ) -> gate.Decision:
        """Decide with the nearest sentence and, when asked, the chat model's verdict on this passage."""
        measured = self._tools.measured
        if measured is None or measured.floors is None or not found.signals.has_vectors:
            confidence = found.result.confidence
            answerable = confidence.answerable and (verdict is None or verdict > 0)
            return gate.Decision(answerable, confidence.band, confidence.reason)
        signals = replace(found.signals, sentence_cosine=passage.cosine, verdict=verdict or 0.0)
        model = (measured.sentences or measured.passages) if verdict is None else measured.evidence
        return gate.decide(signals, measured.floors, model, lenient=lenient)


def _repeats(checked: Sequence[CheckedSentence], question: str, said: Sequence[str]) -> bool:
    """Whether an answer brings nothing that an earlier part of the answer did not say."""
    known = " ".join((question, *said))
    return bool(said) and all(says_nothing_new(sentence.text, known) for sentence in checked)


def place_of(chunk: Chunk) -> str:
    """Return which page or slide a passage is on, as it follows a title; empty where there are none."""
    if chunk.page is None:
        return ""
    return f", {chunk.place or f'page {chunk.page_label or chunk.page}'}"
