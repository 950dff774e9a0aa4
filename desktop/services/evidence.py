"""The sentences of the best passages that answer a question best."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import PurePath

from desktop.domain.answers import SearchHit, Source
from desktop.domain.records import HEADING_SEPARATOR, DocumentRef
from desktop.domain.work import CancelToken
from desktop.ingest.sentences import sentence_spans
from desktop.llm.interfaces import Embedder, Vectors
from desktop.retrieval.evidence import rank_sentences, says_nothing_new
from desktop.retrieval.version_order import DatedName, standings
from desktop.services.search import Found

_BY_RANK = 5  # passages looked at because of their rank
_BY_MEANING = 4  # further ones because they are the nearest: a weak word list must not hide them
_OF_WHOLE = 3  # passages of the whole question, for a part of it
_WORDS_READ = 110  # the most the model reads of one passage
_MAX_QUOTED = 2
_REPEATED = 0.25  # share of a passage's sentences that must be new beside better passages
_NEWER_GAP = 0.04  # of score: a newer version stands before an older one that is better by no more
_VERSION_GAP = 0.08  # the same when the question asks for a version
_HEADER_ROW = re.compile(r"[^:\n]+(?: \| [^:\n]+)+")


@dataclass(frozen=True, slots=True)
class EvidenceSentence:
    """One sentence of a passage; `start` and `end` are offsets in the document text.

    `cosine`, `score` and `vector` belong to the sentence under its heading: "4.3.1: The printer ..." answers
    a question about 4.3.1, the sentence alone does not.
    """

    start: int
    end: int
    text: str
    cosine: float
    score: float
    vector: Vectors | None


@dataclass(frozen=True, slots=True)
class PassageEvidence:
    """A passage with its telling sentences in reading order; `best` is the index of the best of them."""

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
    def is_row(self) -> bool:
        """Whether the best sentence is a row of a table."""
        return " | " in self.sentences[self.best].text

    @property
    def document(self) -> DocumentRef:
        """The document of the passage."""
        return self.hit.document

    def text_to_read(self) -> str:
        """Return what the model reads: where the passage stands, then the passage.

        Of a long passage the best sentence and what follows it, then the next best ones, in reading order.
        """
        order = sorted(range(len(self.sentences)), key=lambda at: -self.sentences[at].score)
        wanted = [at for best in order for at in (best, best + 1) if at < len(self.sentences)]
        chosen: list[int] = []
        words = 0
        for at in dict.fromkeys(wanted):
            words += len(self.sentences[at].text.split())
            if chosen and words > _WORDS_READ:
                break
            chosen.append(at)
        return "\n".join([self.place(), *(_as_prose(self.sentences[at].text) for at in sorted(chosen))])

    def text_to_judge(self) -> str:
        """Return where the passage stands and its best sentence between its neighbours.

        A small model tells from a short text best whether it states the answer, and in half the time.
        """
        around = self.sentences[max(0, self.best - 1) : self.best + 2]
        return "\n".join([self.place(), *(_as_prose(sentence.text) for sentence in around)])

    def whole_text(self) -> str:
        """Return file name, place and the whole passage, which a sentence of an answer is checked against."""
        return f"{PurePath(self.document.path).name}\n{self.place()}\n{self.hit.chunk.text}"

    def place(self) -> str:
        """Return where the passage stands: title and heading path."""
        return " - ".join(part for part in (self.document.title, self.hit.chunk.heading) if part)

    def words(self, start: int, end: int) -> str:
        """Return the text of the passage from `start` to `end`, offsets of its document."""
        chunk = self.hit.chunk
        return chunk.text[start - chunk.start : end - chunk.start]

    def words_in_place(self, start: int, end: int) -> str:
        """Return the same under title and headings, as the chat model reads a quotation."""
        return f"{self.place()}\n{self.words(start, end)}"

    def quote(self, number: int, start: int, end: int) -> Source:
        """Return the numbered source that quotes the document from `start` to `end`."""
        chunk = self.hit.chunk
        return Source(
            n=number,
            document=self.document,
            chunk_id=chunk.id,
            quote=self.words(start, end),
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
    also: Sequence[SearchHit],
    embedder: Embedder | None,
    token: CancelToken,
) -> list[PassageEvidence]:
    """Return the best passages by their best sentence, best first; a newer version before an older one.

    The first few of `also` are looked at too. Without an embedder the sentences are ranked by the question's
    words alone.
    """
    hits = _looked_at(found.result.hits, also)
    passages = evidence_of(
        question, hits, found.word_weights, embedder, token, spans_of=lambda hit: _news(hit, question)
    )
    ordered = sorted(passages, key=lambda passage: -passage.score)
    return right_version_first(question, ordered, found.result.hits)


def evidence_of(
    question: str,
    hits: Sequence[SearchHit],
    weights: Mapping[str, float],
    embedder: Embedder | None,
    token: CancelToken,
    *,
    spans_of: Callable[[SearchHit], list[tuple[int, int]]] | None = None,
) -> list[PassageEvidence]:
    """Return those of the passages that say anything, each with its telling sentences, in the given order.

    `spans_of` chooses the sentences of a passage; without it they are all but headings.
    """
    spans = [(spans_of or telling_spans)(hit) for hit in hits]
    contexts = [_in_context(hit, a, b) for hit, of in zip(hits, spans, strict=True) for a, b in of]
    if not contexts:
        return []
    question_vector, vectors = _embedded(question, contexts, embedder, token)
    passages: list[PassageEvidence] = []
    first = 0
    for hit, of in zip(hits, spans, strict=True):
        last = first + len(of)
        if of:
            passage = _passage(
                question,
                hit,
                of,
                contexts=contexts[first:last],
                question_vector=question_vector,
                vectors=vectors[first:last] if vectors is not None else None,
                weights=weights,
            )
            passages.append(passage)
        first = last
    return passages


def in_turn(first: Sequence[PassageEvidence], second: Sequence[PassageEvidence]) -> list[PassageEvidence]:
    """Return two rankings as one, taking from each in turn; a passage stays where it stands first."""
    merged: dict[int, PassageEvidence] = {}
    for passage in chain(*zip_longest(first, second)):
        if passage is not None:
            merged.setdefault(passage.hit.chunk.id, passage)
    return list(merged.values())


def best_quotes(passages: Sequence[PassageEvidence], *, limit: int = _MAX_QUOTED) -> tuple[Source, ...]:
    """Return the best sentences of all passages as numbered sources, best first."""
    ranked = sorted(
        ((sentence, passage) for passage in passages for sentence in passage.sentences),
        key=lambda pair: -pair[0].score,
    )
    return tuple(
        passage.quote(number, sentence.start, sentence.end)
        for number, (sentence, passage) in enumerate(ranked[:limit], start=1)
    )


def right_version_first(
    question: str, passages: Sequence[PassageEvidence], hits: Sequence[SearchHit]
) -> list[PassageEvidence]:
    """Return the passages with those of other versions behind the version that the question wants.

    A passage of another version comes first only when it is clearly better, by more than a gap in score.
    `hits` show how many documents are alike.
    """
    gaps = other_versions(question, (*hits, *(passage.hit for passage in passages)))
    return sorted(passages, key=lambda passage: -(passage.score - gaps.get(passage.document.id, 0.0)))


def other_versions(question: str, hits: Sequence[SearchHit]) -> dict[int, float]:
    """Return the documents that are another version than the question wants, each with its gap in score."""
    documents = {hit.document.id: hit.document for hit in hits}
    names = [DatedName(d.id, d.title, d.path, d.stated_date) for d in documents.values()]
    return {
        document: _NEWER_GAP if standing.reason == "newest" else _VERSION_GAP
        for standing in standings(question, names)
        for document in standing.rivals
    }


def telling_spans(hit: SearchHit) -> list[tuple[int, int]]:
    """Return the sentences of a passage without those that only name it: headings and header rows."""
    names = {name.casefold() for name in (hit.document.title, *hit.chunk.heading.split(HEADING_SEPARATOR))}
    spans = sentence_spans(hit.chunk.text, hit.chunk.start)
    return [
        (start, end)
        for start, end in spans
        if (text := _piece(hit, start, end)).casefold() not in names and not _HEADER_ROW.fullmatch(text)
    ]


def _news(hit: SearchHit, question: str) -> list[tuple[int, int]]:
    """Return the telling sentences but those that only ask the question too.

    A statement of its words stays: it says yes, or which one ("Pump A must not be used").
    """
    return [
        (start, end)
        for start, end in telling_spans(hit)
        if not _asks(piece := _piece(hit, start, end)) or not says_nothing_new(piece, question)
    ]


def _asks(sentence: str) -> bool:
    return sentence.rstrip(" \n\t\"'”»)").endswith(("?", "？", "؟", "\u037e"))


def _looked_at(hits: Sequence[SearchHit], also: Sequence[SearchHit]) -> list[SearchHit]:
    hits = _without_repetitions(hits)
    nearest = sorted(hits[_BY_RANK:], key=lambda hit: -hit.cosine)[:_BY_MEANING]
    brought = [hit for hit in hits if hit.companion]
    chosen = [*hits[:_BY_RANK], *nearest, *brought, *also[:_OF_WHOLE]]
    return list({hit.chunk.id: hit for hit in chosen}.values())


def _without_repetitions(hits: Sequence[SearchHit]) -> list[SearchHit]:
    """Return the hits without passages nearly all of which better ones say: a text that repeats itself."""
    said: set[str] = set()
    kept: list[SearchHit] = []
    for hit in hits:
        own = {_piece(hit, start, end) for start, end in telling_spans(hit)}
        if len(own - said) > _REPEATED * len(own) or not own:
            kept.append(hit)
            said |= own
    return kept


def _piece(hit: SearchHit, start: int, end: int) -> str:
    return hit.chunk.text[start - hit.chunk.start : end - hit.chunk.start]


def _in_context(hit: SearchHit, start: int, end: int) -> str:
    heading = hit.chunk.heading.split(HEADING_SEPARATOR)[-1] or hit.document.title
    return f"{heading}: {_piece(hit, start, end)}"


def _as_prose(sentence: str) -> str:
    """Return a table row in a form that a small model reads better than bars."""
    return sentence.replace(" | ", "; ")


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
    *,
    contexts: Sequence[str],
    question_vector: Vectors | None,
    vectors: Vectors | None,
    weights: Mapping[str, float],
) -> PassageEvidence:
    if question_vector is None or vectors is None:
        cosines = [0.0] * len(spans)
    else:
        cosines = [float(value) for value in vectors @ question_vector]
    ranked = rank_sentences(question, contexts, cosines, weights)
    scores = {sentence.index: sentence.score for sentence in ranked}
    sentences = tuple(
        EvidenceSentence(
            start=start,
            end=end,
            text=_piece(hit, start, end),
            cosine=cosines[index],
            score=scores[index],
            vector=vectors[index] if vectors is not None else None,
        )
        for index, (start, end) in enumerate(spans)
    )
    return PassageEvidence(hit, sentences, ranked[0].index)
