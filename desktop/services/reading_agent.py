"""Reading on in whole documents, step by step, where single passages gave no answer."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from desktop.domain.answers import SearchHit
from desktop.domain.records import Chunk
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage, Generator
from desktop.retrieval.evidence import question_weights, word_share
from desktop.services.answering import Tools, place_of
from desktop.services.checking import check_answer
from desktop.services.confirming import PartAnswer, confirmed
from desktop.services.evidence import PassageEvidence, evidence_of
from desktop.services.judging import Judge
from desktop.services.prompting import as_data
from desktop.services.reading_steps import (
    MOST_CHARACTERS,
    MOST_READS,
    OpenDocument,
    Read,
    Reply,
    grammar,
    parse_step,
    shown,
    table_of,
)
from desktop.store import documents, summaries
from desktop.store.library_file import LibraryFile

_DOCUMENTS = 3  # on the table
_BEGINS = 3  # places of its best passages that a document is opened at
_GIST = 240  # characters of a document without a summary that stand for it
_STEP_TOKENS = 256
_MARGIN = 16
_LEAST_READ = 1000  # characters: less is not worth a read
_CHECKED_AGAINST = 6  # passages of what was read that an answer is compared with
_LEFT_OUT = "Earlier parts of the documents did not fit into the model's context beside what was read last."


class Watcher(Protocol):
    """Who is told what happens during a reading."""

    def step(self, text: str) -> None:
        """A stretch of a document is being read."""

    def notice(self, text: str) -> None:
        """Something could not be done."""


class ReadingAgent:
    """Lets the chat model choose where to read on; the program decides what it sees and what stands."""

    def __init__(self, library: LibraryFile, prompts: Path) -> None:
        self._library = library
        self._instructions = prompts.joinpath("reader.txt").read_text("utf-8").strip()
        self._judge = Judge(prompts)
        self._task = prompts.joinpath("read.txt").read_text("utf-8").strip()

    def answer(
        self,
        question: str,
        passages: Sequence[PassageEvidence],
        tools: Tools,
        watcher: Watcher,
        token: CancelToken,
        *,
        only: int | None = None,
    ) -> PartAnswer:
        """Return what reading in the likeliest documents gives, each sentence checked; nothing for nothing.

        At most MOST_READS stretches of MOST_CHARACTERS are read. `only` is a document to stay in.
        """
        if tools.generator is None:
            return PartAnswer()
        table = self._table(passages, only)
        if not table:
            return PartAnswer()
        reading = _Reading(question, table, tools.generator, self._instructions, self._task)
        for left in range(MOST_READS, -1, -1):
            token.check()
            step = reading.next_step(token, may_read=left > 0)
            if isinstance(step, Reply):
                checked = self._checked(step.text, question, table, tools, token)
                if not checked.empty or not left:
                    return checked
                step = Read(1, table[0].read[-1][1] if table[0].read else 0)
            if step is None or not left:
                return PartAnswer()
            place = reading.open(step, watcher.notice)
            if place is None:
                return PartAnswer()
            watcher.step(f"Reading {place[0].reference.title}{self._place(*place)}")
        return PartAnswer()

    def _table(self, passages: Sequence[PassageEvidence], only: int | None) -> list[OpenDocument]:
        """Return the documents of the best passages, the best first."""
        begins: dict[int, list[int]] = {} if only is None else {only: []}
        for passage in passages:
            if only is None or passage.document.id == only:
                begins.setdefault(passage.document.id, []).append(passage.hit.chunk.start)
        wanted = list(begins)[:_DOCUMENTS]
        with self._library.read() as c:
            gists = summaries.of(c, wanted)
            found = [documents.by_id(c, document_id) for document_id in wanted]
            texts = [documents.text(c, document_id) for document_id in wanted]
        return [
            OpenDocument(
                document.ref,
                text,
                gists.get(document.id) or " ".join(text[:_GIST].split()),
                tuple(begins[document.id][:_BEGINS]),
            )
            for document, text in zip(found, texts, strict=True)
            if document is not None and text
        ]

    def _place(self, document: OpenDocument, start: int) -> str:
        chunk = next((k for k in self._chunks(document) if k.end > start), None)
        return place_of(chunk) if chunk is not None else ""

    def _chunks(self, document: OpenDocument) -> list[Chunk]:
        with self._library.read() as c:
            return [k for k in documents.chunks(c, document.reference.id) if k.position >= 0]

    def _checked(
        self, text: str, question: str, table: Sequence[OpenDocument], tools: Tools, token: CancelToken
    ) -> PartAnswer:
        """Return the sentences of an answer that what was read bears out."""
        generator = tools.generator
        if not text or generator is None:
            return PartAnswer()
        hits = self._hits(text, question, table)
        evidence = evidence_of(question, hits, {}, tools.embedder, token)
        floor = tools.measured.support if tools.measured is not None else 0.0
        checked = check_answer(
            text, question, evidence, embedder=tools.embedder, support_floor=floor, token=token
        )
        proved = [sentence for sentence in checked if sentence.passage is not None]
        return confirmed(self._judge, generator, question, proved, token)

    def _hits(self, text: str, question: str, table: Sequence[OpenDocument]) -> list[SearchHit]:
        """Return the passages that were read, those first that share most with the answer."""
        weights = question_weights(f"{text} {question}", {}, 1)
        read = [
            (word_share(f"{text} {question}", [chunk.text], weights), document, chunk)
            for document in table
            if document.read
            for chunk in self._chunks(document)
            if any(chunk.start < last and chunk.end > first for first, last in document.read)
        ]
        read.sort(key=lambda entry: -entry[0])
        return [
            SearchHit(rank=rank, document=document.reference, chunk=chunk, score=share, cosine=0.0)
            for rank, (share, document, chunk) in enumerate(read[:_CHECKED_AGAINST], start=1)
        ]


class _Reading:
    """One reading: what is on the table and what of it is before the model."""

    def __init__(
        self, question: str, table: list[OpenDocument], generator: Generator, instructions: str, task: str
    ) -> None:
        self._question = question
        self._table = table
        self._generator = generator
        self._instructions = instructions
        self._task = task
        self._pages: list[str] = []

    def next_step(self, token: CancelToken, *, may_read: bool) -> Read | Reply | None:
        """Let the model choose; the first step is to read, the last to answer."""
        form = grammar(len(self._table), may_read=may_read, may_answer=bool(self._pages))
        written = "".join(
            self._generator.stream(self._messages(), token, max_tokens=_STEP_TOKENS, grammar=form)
        )
        return parse_step(written.strip())

    def open(self, step: Read, notice: Callable[[str], None]) -> tuple[OpenDocument, int] | None:
        """Put what a step wants before the model; None when nothing is left to read or nothing fits.

        Where it does not fit beside what was read before, that goes, the oldest first.
        """
        number = min(max(step.document, 1), len(self._table))
        for at in (number, *range(1, len(self._table) + 1)):
            document = self._table[at - 1]
            stretch = document.stretch(step.start if at == number else 0)
            if stretch is not None:
                break
        else:
            return None
        start, end = stretch
        for dropped, length in _ways_to_fit(len(self._pages), end - start):
            whole = document.stretch(start, length) or stretch
            page = shown(document, at, start, whole[1])
            if self._fits([*self._pages[dropped:], page]):
                if dropped:
                    notice(_LEFT_OUT)
                self._pages = [*self._pages[dropped:], page]
                document.read.append((start, whole[1]))
                return document, start
        return None

    def _fits(self, pages: Sequence[str]) -> bool:
        length = self._generator.count_tokens(self._messages(pages))
        return length + _STEP_TOKENS + _MARGIN <= self._generator.info.context

    def _messages(self, pages: Sequence[str] | None = None) -> list[ChatMessage]:
        parts = [as_data(table_of(self._table), "documents")]
        parts += [as_data(page, "text") for page in (self._pages if pages is None else pages)]
        asked = "\n\n".join([*parts, f"Question: {self._question}", self._task])
        return [ChatMessage("system", self._instructions), ChatMessage("user", asked)]


def _ways_to_fit(pages: int, length: int) -> Iterator[tuple[int, int]]:
    """Yield how many earlier pages to drop and how much to read, from the best way to the worst."""
    for dropped in range(pages + 1):
        yield dropped, min(length, MOST_CHARACTERS)
    while length > _LEAST_READ:
        length = length * 2 // 3
        yield pages, length
