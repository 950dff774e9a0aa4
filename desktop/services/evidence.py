"""The sentences of the best passages that answer a question best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop.domain.answers import SearchHit, Source
from desktop.domain.records import DocumentRef
from desktop.domain.work import CancelToken
from desktop.ingest.sentences import sentence_spans
from desktop.llm.interfaces import Embedder, Vectors
from desktop.retrieval.evidence import rank_sentences
from desktop.services.search import Found

PASSAGES = 5  # the best passages whose sentences are looked at
_READ_SENTENCES = 3  # the best sentences of a passage, which the model reads
_MAX_QUOTED = 2


@dataclass(frozen=True, slots=True)
class EvidenceSentence:
    """One sentence of a passage; `start` and `end` are offsets in the document text."""

    start: int
    end: int
    text: str
    cosine: float
    score: float
    vector: Vectors | None


@dataclass(frozen=True, slots=True)
class PassageEvidence:
    """A passage with its sentences in reading order; `best` is the index of the best of them."""

    hit: SearchHit
    sentences: tuple[EvidenceSentence, ...]
    best: int

    @property
    def score(self) -> float:
        """The score of the best sentence."""
        return self.sentences[self.best].score

    @property
    def cosine(self) -> float:
        """The cosine of the best sentence."""
        return self.sentences[self.best].cosine

    @property
    def document(self) -> DocumentRef:
        """The document of the passage."""
        return self.hit.document

    def text_to_read(self) -> str:
        """Return what the model reads: where the passage stands, then its best sentences in reading order.

        Measured: the three best sentences serve a small model as well as the whole passage, in less time.
        """
        ranked = sorted(range(len(self.sentences)), key=lambda at: -self.sentences[at].score)
        chosen = sorted(ranked[:_READ_SENTENCES])
        return "\n".join([self.place(), *(self.sentences[at].text for at in chosen)])

    def whole_text(self) -> str:
        """Return the place and the whole passage, which a sentence of an answer is checked against."""
        return f"{self.place()}\n{self.hit.chunk.text}"

    def place(self) -> str:
        """Return where the passage stands: title, date and heading path."""
        parts = (self.document.title, self.document.date or "", self.hit.chunk.heading)
        return " - ".join(part for part in parts if part)

    def quote(self, number: int, start: int, end: int) -> Source:
        """Return the numbered source that quotes the document from `start` to `end`."""
        chunk = self.hit.chunk
        return Source(
            n=number,
            document=self.document,
            chunk_id=chunk.id,
            quote=chunk.text[start - chunk.start : end - chunk.start],
            start=start,
            end=end,
            page=chunk.page,
            page_label=chunk.page_label,
            heading=chunk.heading,
            place=chunk.place,
        )


def find_evidence(
    question: str,
    found: Found,
    hits: Sequence[SearchHit],
    embedder: Embedder | None,
    token: CancelToken,
) -> list[PassageEvidence]:
    """Return the passages by their best sentence, best first.

    Without an embedder the sentences are ranked by the question's words alone.
    """
    spans = [_spans(hit) for hit in hits]
    texts = [_piece(hit, a, b) for hit, of in zip(hits, spans, strict=True) for a, b in of]
    if not texts:
        return []
    question_vector, vectors = _embedded(question, texts, embedder, token)
    passages: list[PassageEvidence] = []
    first = 0
    for hit, of in zip(hits, spans, strict=True):
        last = first + len(of)
        rows = vectors[first:last] if vectors is not None else None
        passage = _passage(
            question,
            hit,
            of,
            texts[first:last],
            question_vector=question_vector,
            vectors=rows,
            weights=found.word_weights,
        )
        if passage is not None:
            passages.append(passage)
        first = last
    return sorted(passages, key=lambda passage: -passage.score)


def best_quotes(passages: Sequence[PassageEvidence], *, limit: int = _MAX_QUOTED) -> tuple[Source, ...]:
    """Return the best sentences of all passages as numbered sources, each in the person's words order."""
    ranked = sorted(
        ((sentence, passage) for passage in passages for sentence in passage.sentences),
        key=lambda pair: -pair[0].score,
    )
    return tuple(
        passage.quote(number, sentence.start, sentence.end)
        for number, (sentence, passage) in enumerate(ranked[:limit], start=1)
    )


def _piece(hit: SearchHit, start: int, end: int) -> str:
    return hit.chunk.text[start - hit.chunk.start : end - hit.chunk.start]


def _spans(hit: SearchHit) -> list[tuple[int, int]]:
    return sentence_spans(hit.chunk.text, hit.chunk.start)


def _embedded(
    question: str, texts: Sequence[str], embedder: Embedder | None, token: CancelToken
) -> tuple[Vectors | None, Vectors | None]:
    if embedder is None:
        return None, None
    return embedder.embed_queries([question], token)[0], embedder.embed_passages(texts, token, urgent=True)


def _passage(
    question: str,
    hit: SearchHit,
    spans: Sequence[tuple[int, int]],
    texts: Sequence[str],
    *,
    question_vector: Vectors | None,
    vectors: Vectors | None,
    weights: Mapping[str, float],
) -> PassageEvidence | None:
    if not spans:
        return None
    if question_vector is None or vectors is None:
        cosines = [0.0] * len(texts)
    else:
        cosines = [float(value) for value in vectors @ question_vector]
    ranked = rank_sentences(question, texts, cosines, weights)
    scores = {sentence.index: sentence.score for sentence in ranked}
    sentences = tuple(
        EvidenceSentence(
            start=start,
            end=end,
            text=texts[index],
            cosine=cosines[index],
            score=scores[index],
            vector=vectors[index] if vectors is not None else None,
        )
        for index, (start, end) in enumerate(spans)
    )
    return PassageEvidence(hit, sentences, ranked[0].index)
