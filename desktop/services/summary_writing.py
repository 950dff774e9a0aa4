"""Summaries written in the background by the chat model, one document after the other."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from desktop.config.paths import AppPaths
from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import Document
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest.sentences import sentence_spans
from desktop.llm.interfaces import Vectors
from desktop.retrieval import support
from desktop.retrieval.evidence import question_weights, word_share
from desktop.services.index_rows import summary_row
from desktop.services.lead_sentences import LEAST_PASSAGES, keep_lead_sentences, lead_sentences
from desktop.services.model_host import ModelHost
from desktop.services.wording import Wording
from desktop.store import documents, settings, summaries, vector_models, vectors
from desktop.store.library_file import LibraryFile

SummaryChoice = Literal["auto", "always", "never"]

PATIENCE = 3600.0
"""Seconds of work up to which summaries are written unasked."""

_KEY = "summaries"
_PACE = "summary_seconds"
_FIRST_GUESS = 15.0  # seconds a summary takes where none was written yet: a model of 1.5 billion on two cores
_NEWEST = 0.2  # weight of the newest time against the earlier ones
_READ_WORDS = 220  # lead sentences the model reads
_MOST_SENTENCES = 3
_OWN_WORDS = 0.5  # share of a sentence's words that the document has: less is made up
_LACKING_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class SummaryStatus:
    """What is chosen for a library, how many summaries a model has written and has yet to write.

    `seconds_left` is what the waiting ones take. `writes` says whether they are written unasked.
    """

    choice: SummaryChoice
    written: int
    waiting: int
    seconds_left: float

    @property
    def writes(self) -> bool:
        """Whether the background may write."""
        return self.choice == "always" or (self.choice == "auto" and self.seconds_left <= PATIENCE)


class SummaryWriter:
    """Writes what waits. Each summary is one transaction, so that a kill costs the one that was begun.

    `wanted` tells whether the chat model may be used unasked at all.
    """

    def __init__(
        self, library: LibraryFile, host: ModelHost, paths: AppPaths, wanted: Callable[[], bool]
    ) -> None:
        self._library = library
        self._host = host
        self._wanted = wanted
        self._wording = Wording(paths.resource("prompts"))

    def status(self) -> SummaryStatus:
        """Return what is chosen and what is left to do."""
        with self._library.read() as c:
            counts = summaries.counts(c)
            chosen, pace = settings.get(c, _KEY), settings.get(c, _PACE)
        each = float(pace) if isinstance(pace, int | float) and pace > 0 else _FIRST_GUESS
        choice = cast("SummaryChoice", chosen) if chosen in get_args(SummaryChoice) else "auto"
        return SummaryStatus(choice, counts.written, counts.waiting, counts.waiting * each)

    def choose(self, choice: SummaryChoice) -> None:
        """Keep whether the model writes summaries: always, never, or where it takes an hour at most."""
        with self._library.write() as c:
            settings.put(c, _KEY, choice)

    def work(self, *, token: CancelToken, report: Report, asked: bool = False) -> int:
        """Write until nothing waits, and return how many were written; `asked` writes whatever is chosen.

        Progress stage is "summarising", `label` the file name. Cancelled between and within summaries; what
        was begun is begun again next time. UserError without a chat model.
        """
        self._keep_lead_sentences(token)
        status = self.status()
        unasked = status.writes and self._wanted() and self._host.has("chat")
        if not status.waiting or not (asked or unasked):
            return 0
        done = 0
        while (document := self._next()) is not None:
            name = Path(document.path).name
            report(Progress("summarising", done, max(status.waiting, done + 1), name))
            started = time.monotonic()
            if self._write(document, token):
                self._note_pace(time.monotonic() - started)
                done += 1
        report(Progress("summarising", done, done, ""))
        return done

    def _keep_lead_sentences(self, token: CancelToken) -> None:
        """Give documents of an older library their own sentences; a few at a time, others may write too."""
        with self._library.read() as c:
            lacking = summaries.lacking(c, LEAST_PASSAGES)
        for first in range(0, len(lacking), _LACKING_AT_ONCE):
            token.check()
            with self._library.write() as c:
                for document_id in lacking[first : first + _LACKING_AT_ONCE]:
                    keep_lead_sentences(c, document_id)

    def _next(self) -> Document | None:
        with self._library.write() as c:
            document_id = summaries.next_to_write(c)
            if document_id is None:
                return None
            summaries.begin(c, document_id)
            return documents.by_id(c, document_id)

    def _write(self, document: Document, token: CancelToken) -> bool:
        """Write the summary of a document; return whether one stands."""
        try:
            token.check()
            text = self._written(document, token)
            vector = self._vector(document.title, text, token) if text else None
        except (Cancelled, UserError):
            with self._library.write() as c:
                summaries.put_back(c, document.id)
            raise
        with self._library.write() as c:
            now = documents.by_id(c, document.id)
            if now is None or (now.content_hash, now.title) != (document.content_hash, document.title):
                return False  # it waits again if it is still there
            if not text:
                summaries.give_up(c, document.id)
                return False
            row = summary_row(document.title, Path(now.path), text)
            model = self._host.name("chat")
            chunk = summaries.put(c, document.id, text, row, model=model, language=document.language)
            if vector is not None and vector_models.find(c, vector[0]) is not None:
                vectors.add(c, vector[0], [(chunk, vector[1])])
        return True

    def _written(self, document: Document, token: CancelToken) -> str:
        """Return the sentences of the model that the document bears out."""
        with self._library.read() as c:
            passages = [chunk for chunk in documents.chunks(c, document.id) if chunk.position >= 0]
        read = f"{document.title}\n{lead_sentences(document.title, passages, most_words=_READ_WORDS)}"
        generator = self._host.background_generator()
        written = " ".join("".join(self._wording.summarise(generator, read, token)).split())
        sentences = [written[start:end] for start, end in sentence_spans(written)]
        return " ".join(sentence for sentence in sentences[:_MOST_SENTENCES] if _borne_out(sentence, read))

    def _vector(self, title: str, text: str, token: CancelToken) -> tuple[str, Vectors] | None:
        """Return the vector of a summary and its model; None leaves it to the next indexing."""
        with self._library.read() as c:
            active = vector_models.active(c)
        embedder = self._host.embedder() if active is not None else None
        if embedder is None or embedder.info.id != active:
            return None
        whole = vectors.embedding_text(title, "", text)
        return embedder.info.id, embedder.embed_passages([whole], token)[0]

    def _note_pace(self, seconds: float) -> None:
        with self._library.write() as c:
            known = settings.get(c, _PACE)
            before = float(known) if isinstance(known, int | float) and known > 0 else seconds
            settings.put(c, _PACE, round(_NEWEST * seconds + (1 - _NEWEST) * before, 2))


def _borne_out(sentence: str, read: str) -> bool:
    """Whether the text has all facts and at least half of the words of a sentence about it."""
    if support.unsupported(sentence, [read]):
        return False
    return word_share(sentence, [read], question_weights(sentence, {}, 1)) >= _OWN_WORDS
