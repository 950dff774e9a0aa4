"""Answers to questions about the library as a whole: how many documents, and what each that matches says."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.domain.answers import Answer, SearchHit, Sentence, Tiers
from desktop.domain.records import DocumentRef
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import Embedder
from desktop.retrieval.evidence import question_weights
from desktop.retrieval.library_questions import LibraryQuestion
from desktop.retrieval.tokens import all_words_expression, query_tokens
from desktop.services.composing import Composition
from desktop.services.evidence import evidence_of
from desktop.services.search import Found
from desktop.store import documents, lexical
from desktop.store.filters import Filter
from desktop.store.library_file import LibraryFile

LISTED = 20
"""Documents of which an answer shows what they say; how many there are is said in any case."""
_LEAST_LISTED = 3  # fewer documents are read like any others
_TITLES = 50


@dataclass(frozen=True, slots=True)
class _Matching:
    """Documents that have all the words of a topic: how many, and the best passage of the first ones."""

    total: int
    hits: tuple[SearchHit, ...]
    weights: dict[str, float]


class OverviewService:
    """Counts and lists documents. What it counts comes from the library, never from a model."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library

    def answer(
        self,
        asked: LibraryQuestion,
        whole: Found,
        embedder: Embedder | None,
        token: CancelToken,
    ) -> Answer | None:
        """Return the answer to a count or a list; None when the question is better read as any other.

        Its first sentence was counted: it is supported without a citation. The others quote one passage of
        each document. The caller fills in what every answer has.
        """
        if asked.kind == "count":
            return self._count(asked, whole)
        matching = self._matching(asked.topic, whole.where)
        if matching.total < _LEAST_LISTED:
            return None
        return _listed(asked.topic, matching, whole, embedder, token)

    def _count(self, asked: LibraryQuestion, whole: Found) -> Answer:
        with self._library.read() as c:
            total = documents.count_readable(c, whole.where)
        topic = asked.topic or asked.sort
        if not topic:
            return _counted(whole, _sentence_of_all(total, whole), ())
        matching = self._matching(topic, whole.where)
        if not matching.total and not asked.topic:
            # Nobody writes "bank statement" into every bank statement: all documents may be meant.
            text = f"{_sentence_of_all(total, whole)} None of them has the word “{topic}”."
            return _counted(whole, text, ())
        text = f"{matching.total} of {_documents(total)} {_have(matching.total)} “{topic}”."
        return _counted(whole, text, tuple(hit.document for hit in matching.hits))

    def _matching(self, topic: str, where: Filter) -> _Matching:
        expression = all_words_expression(topic)
        if expression is None:
            return _Matching(0, (), {})
        with self._library.read() as c:
            total, chunks = lexical.best_of_documents(c, expression, limit=_TITLES, where=where)
            found = documents.chunks_by_id(c, chunks)
            frequencies = lexical.document_frequencies(c, query_tokens(topic))
            weights = question_weights(topic, frequencies, lexical.chunk_count(c, where))
        hits = tuple(
            SearchHit(rank=rank, document=document, chunk=chunk, score=0.0, cosine=0.0)
            for rank, (chunk, document) in enumerate((found[chunk] for chunk in chunks), start=1)
        )
        return _Matching(total, hits, weights)


def _listed(
    topic: str, matching: _Matching, whole: Found, embedder: Embedder | None, token: CancelToken
) -> Answer:
    """Return what each of the best documents says, in the order of their names."""
    shown = sorted(matching.hits[:LISTED], key=lambda hit: (hit.document.title, hit.document.path))
    composition = Composition()
    for passage in evidence_of(topic, shown, matching.weights, embedder, token):
        sentence = passage.sentences[passage.best]
        composition.add_quotes([(passage, sentence.start, sentence.end)])
    documents_shown = len({source.document.id for source in composition.sources})
    lead = Sentence(
        f"{_documents(matching.total)} {_have(matching.total)} “{topic}”"
        + (f"; shown are {documents_shown} of them." if documents_shown < matching.total else "."),
        supported=True,
    )
    lines = [
        f"{source.document.title}: {sentence.text} [{source.n}]"
        for sentence, source in zip(composition.sentences, composition.sources, strict=True)
    ]
    cited = {source.document.id for source in composition.sources}
    others = [hit.document for hit in matching.hits if hit.document.id not in cited]
    question = whole.result.question
    return Answer(
        question,
        question,
        "answered",
        "\n".join([lead.text, *lines]),
        sentences=(lead, *composition.sentences),
        sources=tuple(composition.sources),
        tiers=Tiers(
            cited=tuple({source.document.id: source.document for source in composition.sources}.values()),
            related=tuple(others),
        ),
        confidence=whole.result.confidence,
    )


def _counted(whole: Found, text: str, named: Sequence[DocumentRef]) -> Answer:
    question = whole.result.question
    return Answer(
        question,
        question,
        "answered",
        text,
        sentences=(Sentence(text, supported=True),),
        tiers=Tiers(related=tuple(named)),
        confidence=whole.result.confidence,
    )


def _sentence_of_all(total: int, whole: Found) -> str:
    scopes = whole.result.scopes
    where = f"“{'”, “'.join(scopes)}”" if scopes else "The library"
    return f"{where} has {_documents(total)}."


def _documents(count: int) -> str:
    return f"{count:,} document" if count == 1 else f"{count:,} documents"


def _have(count: int) -> str:
    return "has" if count == 1 else "have"
