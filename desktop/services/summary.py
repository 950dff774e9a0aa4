"""A summary of one document when a person asks for it: passages of all of it, each sentence checked."""

from collections.abc import Sequence
from typing import Protocol

from desktop.domain.answers import Answer, AskRequest, SearchHit
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import Generator
from desktop.retrieval.library_questions import LibraryQuestion
from desktop.retrieval.names import plain_names
from desktop.retrieval.terms import name_terms
from desktop.services.answering import Tools
from desktop.services.checking import CheckedSentence, check_answer
from desktop.services.composing import Composition, answer_tiers
from desktop.services.evidence import PassageEvidence, evidence_of
from desktop.services.search import Found
from desktop.services.wording import Wording
from desktop.store import documents, names
from desktop.store.library_file import LibraryFile

READ_AT_MOST = 6
"""Passages of a document that a summary is made from."""


class Watcher(Protocol):
    """Who is told what happens while a summary is made."""

    def step(self, text: str) -> None:
        """A passage is being read."""

    def words(self, text: str) -> None:
        """Words were written."""


class SummaryService:
    """Summarises documents passage by passage, in their order; what was read and what not is said."""

    def __init__(self, library: LibraryFile, wording: Wording) -> None:
        self._library = library
        self._wording = wording

    def document_meant(self, asked: LibraryQuestion, request: AskRequest, whole: Found) -> int | None:
        """Return the one document that a question means: chosen, named, or the only one there is."""
        if len(request.documents) == 1:
            return request.documents[0]
        wanted = tuple(dict.fromkeys(plain_names(asked.topic) + name_terms(asked.topic)))
        with self._library.read() as c:
            named = names.name_hits(c, wanted, limit=2, where=whole.where) if wanted else []
            if named and (len(named) == 1 or named[0][1:] > named[1][1:]):
                return named[0][0]
            if documents.count_readable(c, whole.where) != 1:
                return None
        return next((hit.document.id for hit in whole.result.hits), None)

    def is_long(self, document_id: int) -> bool:
        """Return whether a document has more passages than are read of it one by one."""
        return self._passages(document_id)[1] > READ_AT_MOST

    def of(
        self, document_id: int, whole: Found, tools: Tools, watcher: Watcher, token: CancelToken
    ) -> Answer:
        """Return the summary of a document: worded and checked passage by passage, else quoted.

        A passage of which no wording stands is quoted with its first sentence.
        """
        question = whole.result.question
        hits, total = self._passages(document_id)
        composition = Composition()
        worded = False
        for passage in evidence_of(question, hits, {}, tools.embedder, token):
            watcher.step(f"Reading {passage.document.title}, passage {passage.hit.rank} of {total}")
            checked = self._worded(question, passage, tools, watcher, token)
            if checked:
                composition.add_checked(checked)
                worded = True
            else:
                first = passage.sentences[0]
                composition.add_quotes([(passage, first.start, first.end)])
        notices = [f"Read {len(hits)} of {total} passages of the document."] if len(hits) < total else []
        return Answer(
            question,
            question,
            "answered" if worded else "quoted" if composition.sentences else "deflected",
            composition.text() or "The document holds no sentences to summarise.",
            sentences=tuple(composition.sentences),
            sources=tuple(composition.sources),
            tiers=answer_tiers(whole.result.tiers, composition.sources),
            confidence=whole.result.confidence,
            notices=tuple(notices),
        )

    def _passages(self, document_id: int) -> tuple[list[SearchHit], int]:
        """Return the passages to read, ranked by their place in the document, and how many there are."""
        with self._library.read() as c:
            document = documents.by_id(c, document_id)
            holder = document_id if document is None or document.same_as is None else document.same_as
            chunks = [chunk for chunk in documents.chunks(c, holder) if chunk.position >= 0]
            found = documents.chunks_by_id(c, [chunks[at].id for at in _spread(len(chunks))])
        places = {chunk.id: place for place, chunk in enumerate(chunks, start=1)}
        hits = [
            SearchHit(rank=places[chunk.id], document=reference, chunk=chunk, score=0.0, cosine=0.0)
            for chunk, reference in found.values()
        ]
        return hits, len(chunks)

    def _worded(
        self, question: str, passage: PassageEvidence, tools: Tools, watcher: Watcher, token: CancelToken
    ) -> Sequence[CheckedSentence]:
        """Return the sentences about a passage that stand; none without a chat model."""
        if tools.generator is None:
            return ()
        text = "".join(self._pieces(tools.generator, question, passage, watcher, token))
        floor = tools.measured.support if tools.measured is not None else 0.0
        checked = check_answer(
            text, question, [passage], embedder=tools.embedder, support_floor=floor, token=token
        )
        return [sentence for sentence in checked if sentence.supported]

    def _pieces(
        self,
        generator: Generator,
        question: str,
        passage: PassageEvidence,
        watcher: Watcher,
        token: CancelToken,
    ) -> Sequence[str]:
        pieces = []
        for piece in self._wording.write(generator, question, passage.text_to_read(), token):
            watcher.words(piece)
            pieces.append(piece)
        return pieces


def _spread(count: int) -> list[int]:
    """Return at most READ_AT_MOST places below `count`: the first, the last and even steps between."""
    if count <= READ_AT_MOST:
        return list(range(count))
    return [step * (count - 1) // (READ_AT_MOST - 1) for step in range(READ_AT_MOST)]
