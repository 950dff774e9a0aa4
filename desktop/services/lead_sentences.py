"""A summary made of a document's own sentences: what stands first, in it and under its headings."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from desktop.domain.records import HEADING_SEPARATOR, Chunk
from desktop.ingest.sentences import sentence_spans
from desktop.services.index_rows import summary_row
from desktop.store import documents, summaries
from desktop.store.library_file import Connection

LEAST_PASSAGES = 4
"""Passages of the shortest document that gets a summary: a shorter one says itself what it is about."""

_MOST_PASSAGES = 1000  # that are looked at: a text of a hundred megabytes has a hundred thousand
_MOST_WORDS = 80
_LEAST_WORDS = 5  # of a sentence that tells something
_LONGEST = 40  # words of a sentence that are kept
_OPENING = 2  # sentences from the beginning


def lead_sentences(title: str, passages: Sequence[Chunk], *, most_words: int = _MOST_WORDS) -> str:
    """Return the first sentences of a document and the first one under each heading, as far as there is room.

    Where there are more headings than room, those that stand evenly through the document are taken.
    """
    if not passages:
        return ""
    opening = _telling(passages[0], title)[:_OPENING]
    starts = [
        passage
        for before, passage in pairwise(passages)
        if passage.heading != before.heading or not passage.heading
    ]
    firsts = [sentence for passage in starts for sentence in _telling(passage, title)[:1]]
    room = most_words - sum(len(sentence.split()) for sentence in opening)
    return " ".join(dict.fromkeys([*opening, *_evenly(firsts, room)]))


def keep_lead_sentences(c: Connection, document_id: int) -> None:
    """Store the lead sentences of a document that is long enough and has no summary yet."""
    document = documents.by_id(c, document_id)
    chunks = documents.chunks(c, document_id, most=_MOST_PASSAGES)
    if document is None or len(chunks) < LEAST_PASSAGES or chunks[0].position < 0:
        return
    text = lead_sentences(document.title, chunks)
    if text:
        row = summary_row(document.title, Path(document.path), text)
        summaries.put(c, document_id, text, row, language=document.language)


def _telling(passage: Chunk, title: str) -> list[str]:
    """Return the sentences of a passage that are no headings, each cut where it grows long."""
    names = {name.casefold() for name in (title, *passage.heading.split(HEADING_SEPARATOR))}
    sentences = (" ".join(passage.text[a:b].split()) for a, b in sentence_spans(passage.text))
    return [
        " ".join(words[:_LONGEST])
        for sentence in sentences
        if len(words := sentence.split()) >= _LEAST_WORDS and sentence.casefold() not in names
    ]


def _evenly(sentences: Sequence[str], room: int) -> list[str]:
    """Return as many sentences as fit into `room` words, spread over all of them, in their order."""
    average = sum(len(sentence.split()) for sentence in sentences) / max(1, len(sentences))
    count = min(len(sentences), int(room / average) if average else 0)
    if count < 1:
        return []
    step = len(sentences) / count
    return [sentences[int(place * step)] for place in range(count)]
