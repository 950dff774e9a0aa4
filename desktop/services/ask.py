"""Answer a question from the library, evidence first."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from desktop.config.paths import AppPaths
from desktop.domain.answers import (
    Answer,
    AnswerEvent,
    AskRequest,
    EvidenceSelected,
    NoticeGiven,
    Outcome,
    Retrieved,
    SearchRequest,
    StepStarted,
    TextStreamed,
    Tiers,
)
from desktop.domain.errors import UserError
from desktop.domain.records import DocumentRef
from desktop.domain.work import CancelToken, Progress, Report
from desktop.llm.interfaces import Embedder, Generator
from desktop.retrieval.comparisons import compared
from desktop.retrieval.decompose import has_name, pointing_back, split_question, subject_of
from desktop.retrieval.library_questions import library_question
from desktop.services.answering import PartAnswerer, Tools
from desktop.services.calibration import calibration
from desktop.services.composing import Composition, answer_tiers
from desktop.services.confirming import PartAnswer
from desktop.services.evidence import PassageEvidence, best_quotes
from desktop.services.linking import Links, linked
from desktop.services.model_host import ModelHost
from desktop.services.notices import Notices
from desktop.services.overview import OverviewService
from desktop.services.reading_agent import ReadingAgent
from desktop.services.rewriting import Rewriter, earlier_exchanges
from desktop.services.search import Found, SearchService
from desktop.services.side_by_side import side_by_side
from desktop.services.summary import SummaryService
from desktop.services.tuning import TuningService
from desktop.services.turns import Turn
from desktop.services.valid_text import valid_text
from desktop.services.wording import Wording
from desktop.store.library_file import LibraryFile

MAX_QUESTION = 4000  # characters; a longer text is a document, not a question
_CLOSEST = 3
_NOT_IN_LIBRARY = "Your documents do not say."
_NOT_ANSWERED = "Your documents speak of this, but no passage states the answer."


@dataclass
class _Course:
    """What happens while one question is answered."""

    emit: Callable[[AnswerEvent], None]
    turn: Turn
    started: float
    first_word: float | None = None
    steps: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def step(self, text: str) -> None:
        self.steps.append(text)
        self.emit(StepStarted(text))

    def notice(self, text: str) -> None:
        if text not in self.notices:
            self.notices.append(text)
            self.emit(NoticeGiven(text))

    def words(self, text: str) -> None:
        self.mark_first_word()
        self.turn.add(text)
        self.emit(TextStreamed(text))

    def mark_first_word(self) -> None:
        if self.first_word is None:
            self.first_word = self.elapsed()

    def elapsed(self) -> float:
        return (time.perf_counter() - self.started) * 1000

    def timings(self, retrieved: float) -> dict[str, float]:
        total = self.elapsed()
        first = total if self.first_word is None else self.first_word
        return {"retrieve": round(retrieved, 1), "first_token": round(first, 1), "total": round(total, 1)}


class AskService:
    """Runs the flow of one question: retrieve, gate, evidence, wording, check, store."""

    def __init__(
        self, library: LibraryFile, search: SearchService, host: ModelHost, notices: Notices, paths: AppPaths
    ) -> None:
        self._library = library
        self._search = search
        self._host = host
        self._notices = notices
        self._paths = paths
        self._wording = Wording(paths.resource("prompts"))
        self._rewriter = Rewriter(paths.resource("prompts"))
        self._tuning = TuningService(library)
        self._overview = OverviewService(library)
        self._summary = SummaryService(library, self._wording)
        self._agent = ReadingAgent(library, paths.resource("prompts"))

    def warm_up(self, token: CancelToken) -> None:
        """Let the chat model read, while a question is typed, what it needs before any passage.

        Seconds of work in the background, once. What hinders it will be said when a question is asked.
        """
        if self._host.judges and self._host.has("chat"):
            with suppress(UserError):
                self._wording.judge.warm_up(self._host.background_generator(), token)

    def ask(self, request: AskRequest, *, token: CancelToken, emit: Callable[[AnswerEvent], None]) -> Answer:
        """Answer, telling `emit` what happens on the way (on this thread).

        Events in order: StepStarted for a follow-up and each optional step of the search, Retrieved, then on
        an answerable question EvidenceSelected, then StepStarted and TextStreamed. TextStreamed text is
        provisional; the returned Answer replaces it. Cancelled leaves the turn stored as interrupted.
        """
        started = time.perf_counter()
        question = _checked(request.question)
        token.check()
        turn = Turn(self._library, request)
        course = _Course(emit, turn, started)
        unsubscribe = self._notices.subscribe(course.notice)
        try:
            whole = self._found(question, request, course, token)
            answer = self._answer(request, whole, course, token)
        except BaseException:
            turn.interrupt()
            raise
        finally:
            unsubscribe()
        turn.finish(answer)
        return answer

    def _found(self, question: str, request: AskRequest, course: _Course, token: CancelToken) -> Found:
        """Search for the question, completed from the conversation; a wrong scope leaves no turn."""
        asked = self._standalone(question, request, course, token)
        try:
            return self._find(asked, request, token, course.step)
        except UserError:
            course.turn.discard()
            raise

    def _standalone(self, question: str, request: AskRequest, course: _Course, token: CancelToken) -> str:
        turn = course.turn
        if request.as_it_stands or request.conversation_id != turn.conversation_id:
            return question
        earlier = earlier_exchanges(self._library, turn.conversation_id, before=turn.message_id)

        def generator() -> Generator | None:
            with suppress(UserError):  # said when it is asked for again, to word the answer
                return self._host.generator() if request.use_model else None
            return None

        return self._rewriter.standalone(question, earlier, generator, course, token)

    def _answer(self, request: AskRequest, whole: Found, course: _Course, token: CancelToken) -> Answer:
        retrieved = course.elapsed()
        for notice in whole.result.notices:
            course.notice(notice)
        course.emit(Retrieved(whole.result))
        tools = self._tools(request, whole.result.question, course)
        composed = self._of_the_library(request, whole, tools, course, token)
        if composed is None:
            answers, near = self._answer_parts(request, whole, tools, course, token)
            composed = self._composed(whole, answers, near, course)
            if composed.outcome == "deflected" and tools.generator is not None and near:
                composed = replace(composed, may_read_on=not self._reads_on(request))
        answer = replace(
            composed,
            question=request.question,
            standalone_question=whole.result.question,
            steps=tuple(course.steps),
            notices=tuple(course.notices),
            model=tools.generator.info.name if tools.generator is not None else "",
            timings_ms=course.timings(retrieved),
            conversation_id=course.turn.conversation_id,
            message_id=course.turn.message_id,
        )
        self._search.log(whole, answer.outcome)
        return answer

    def _of_the_library(
        self, request: AskRequest, whole: Found, tools: Tools, course: _Course, token: CancelToken
    ) -> Answer | None:
        """Answer a question about many documents or a whole one; None for a question like any other."""
        asked = library_question(whole.result.question)
        if asked is None:
            return None
        if asked.kind != "summary":
            return self._overview.answer(asked, whole, tools.embedder, token)
        document_id = self._summary.document_meant(asked, request, whole)
        if document_id is None:
            return None
        if self._reads_on(request) and self._summary.is_long(document_id):
            read = self._agent.answer(whole.result.question, (), tools, course, token, only=document_id)
            if not read.empty:
                return self._composed(whole, [read], (), course)
        summary = self._summary.of(document_id, whole, tools, course, token)
        for notice in summary.notices:
            course.notice(notice)
        return summary

    def _answer_parts(
        self, request: AskRequest, whole: Found, tools: Tools, course: _Course, token: CancelToken
    ) -> tuple[list[PartAnswer], list[PassageEvidence]]:
        """Answer each thing a question asks in turn; a later part may point back to an earlier answer."""
        wording = self._wording.tuned(self._tuning.current().used, course.notice)
        answerer = PartAnswerer(tools, wording, course.step, course.words, token)
        parts = split_question(whole.result.question)

        def find(text: str, within: Sequence[int] = ()) -> Found:
            return self._find(text, request, token, course.step, within)

        links = Links(self._library, whole.where, find)
        answers: list[PartAnswer] = []
        near: list[PassageEvidence] = []
        for part in parts:
            said = [answer.text for answer in answers if answer.text]
            answer, passages, promising = PartAnswer(), [], False
            for asked in _ways_to_ask(part, answers, again=tools.generator is not None):
                found = whole if len(parts) == 1 else find(asked)
                passages = answerer.evidence(asked, found, whole=whole)
                promising = answerer.promising(found, passages)
                if promising:
                    course.mark_first_word()
                    course.emit(EvidenceSelected(best_quotes(passages)))
                answer = answerer.answer(asked, found, passages, said)
                if compared(asked) is not None:
                    answer = side_by_side(asked, answerer, find, answer)
                elif promising:
                    answer = linked(asked, answerer, links, passages, answer)
                if not answer.empty:
                    break
            if answer.empty and self._reads_on(request) and (request.read or promising):
                answer = self._agent.answer(asked, passages, tools, course, token)
            answers.append(answer)
            near += passages
        return answers, near

    def _reads_on(self, request: AskRequest) -> bool:
        return self._host.reads_on if request.read is None else request.read

    def _find(
        self,
        question: str,
        request: AskRequest,
        token: CancelToken,
        step: Callable[[str], None],
        within: Sequence[int] = (),
    ) -> Found:
        """Search what the person asked to look at, or only the documents `within`."""
        wanted = SearchRequest(
            question=question,
            scopes=request.scopes,
            documents=tuple(within) or request.documents,
            rerank=request.rerank,
            hyde=request.hyde,
            multihop=request.multihop,
            use_model=request.use_model,
        )
        return self._search.find(wanted, token, _each_stage(step))

    def _tools(self, request: AskRequest, question: str, course: _Course) -> Tools:
        """Return the models there are; what is missing is said once and done without."""
        embedder: Embedder | None = None
        generator: Generator | None = None
        try:
            embedder = self._host.embedder()
        except UserError as error:
            course.notice(f"Meaning cannot be compared. {error.detail}")
        if request.use_model:
            try:
                generator = self._host.generator()
            except UserError as error:
                course.notice(f"Answered by quotation only. {error.detail}")
        if generator is not None and not self._host.judges:
            course.notice(f"Answered by quotation only. {generator.info.name} is too small to be relied on.")
            generator = None
        if generator is not None and not self._wording.leaves_room(generator, question):
            course.notice(f"Answered by quotation only. The question is too long for {generator.info.name}.")
            generator = None
        measured = calibration(self._paths, embedder.info.id) if embedder is not None else None
        return Tools(embedder, generator, measured)

    @staticmethod
    def _composed(
        whole: Found, answers: Sequence[PartAnswer], near: Sequence[PassageEvidence], course: _Course
    ) -> Answer:
        """Return the answer's text, sentences, sources and tiers; the rest is filled in by the caller."""
        question, confidence = whole.result.question, whole.result.confidence
        outcome = _outcome(answers)
        if outcome == "deflected":
            return Answer(
                question,
                question,
                outcome,
                _NOT_ANSWERED if confidence.answerable else _NOT_IN_LIBRARY,
                closest=best_quotes(near, limit=_CLOSEST),
                tiers=Tiers(maybe_try=_weak_hits(whole)),
                confidence=confidence,
            )
        composition = Composition()
        for part in answers:
            composition.add_checked(part.checked)
            if part.checked:
                composition.add_asides(part.asides)
                composition.add_quotes(part.quotes)
            else:
                composition.add_conclusion(part.conclusion, part.quotes)
                composition.add_quotes(part.quotes)
                composition.add_asides(part.asides)
        if not all(part.checked or part.quotes for part in answers):
            course.notice("Your documents do not answer every part of the question.")
        return Answer(
            question,
            question,
            outcome,
            composition.text(),
            sentences=tuple(composition.sentences),
            sources=tuple(composition.sources),
            tiers=answer_tiers(whole.result.tiers, composition.sources),
            confidence=confidence,
        )


def _ways_to_ask(part: str, answers: Sequence[PartAnswer], *, again: bool) -> Iterator[str]:
    """Yield a part of a question as it points back, and `again` under the heading of the answer before.

    "What did the work cost?" says nothing of the roof that the part before it asked about; the heading of
    the passage that answered that one does. A part with a name of its own needs none.
    """
    yield pointing_back(part, [answer.text for answer in answers if answer.text])
    proofs = [answer.proofs[0][0] for answer in reversed(answers) if answer.proofs]
    subject = subject_of(proofs[0].hit.chunk.heading) if proofs else ""
    if again and subject and not has_name(part):
        yield f"{part.rstrip()} ({subject})"


def _each_stage(step: Callable[[str], None]) -> Report:
    """Return a report that tells each stage once, however far it is."""
    told: list[str] = []

    def report(progress: Progress) -> None:
        if told[-1:] != [progress.stage]:
            told.append(progress.stage)
            step(progress.stage)

    return report


def _outcome(answers: Sequence[PartAnswer]) -> Outcome:
    if any(part.checked for part in answers):
        return "answered"
    return "quoted" if any(part.quotes for part in answers) else "deflected"


def _weak_hits(whole: Found) -> tuple[DocumentRef, ...]:
    tiers = whole.result.tiers
    documents = {d.id: d for d in (*tiers.maybe_try, *tiers.suggested, *tiers.related)}
    return tuple(documents.values())[:8]


def _checked(question: str) -> str:
    clean = " ".join(valid_text(question).split())
    if not clean:
        raise UserError("No question", "The question is empty.", "Type a question.")
    if len(clean) > MAX_QUESTION:
        raise UserError(
            "Question too long",
            f"The question has {len(clean):,} characters; {MAX_QUESTION:,} is the most.",
            "Save the long text as a file, add it to the library and ask about it.",
        )
    return clean
