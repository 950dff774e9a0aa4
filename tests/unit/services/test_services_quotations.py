"""How many sentences are quoted, by how far apart they are."""

import pytest

from desktop.domain.answers import SearchHit
from desktop.domain.records import Chunk, DocumentRef
from desktop.services.answering import quotations
from desktop.services.evidence import EvidenceSentence, PassageEvidence

TEXT = " ".join(f"The {nth} sentence says so in eight words." for nth in ("first", "second", "third", "last"))


def passage(*scores: float) -> PassageEvidence:
    sentences, start = [], 0
    for score in scores:
        end = TEXT.index(".", start) + 1
        text = TEXT[start:end]
        sentences.append(EvidenceSentence(start, end, text, cosine=score, score=score, vector=None))
        start = end + 1
    chunk = Chunk(1, 1, 0, TEXT, start=0, end=len(TEXT))
    hit = SearchHit(1, DocumentRef(1, "Title", "/title.txt"), chunk, 0.0, 0.0)
    return PassageEvidence(hit, tuple(sentences), scores.index(max(scores)))


@pytest.mark.parametrize(
    ("scores", "quoted"),
    [
        ((0.95, 0.80, 0.80, 0.80), [0]),
        ((0.80, 0.95, 0.90, 0.80), [1, 2]),
        ((0.90, 0.89, 0.88, 0.87), [0, 1, 2]),
        ((0.90, 0.89, 0.86, 0.80), [0, 1]),
    ],
)
def test_the_less_one_sentence_stands_out_the_more_are_quoted(
    scores: tuple[float, ...], quoted: list[int]
) -> None:
    read = passage(*scores)
    places = [
        at
        for at, s in enumerate(read.sentences)
        for _, start, _ in quotations("Who?", [read])
        if s.start == start
    ]
    assert places == quoted
