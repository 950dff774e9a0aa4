"""How many sentences are quoted, by how far apart they are."""

import pytest

from desktop.domain.answers import SearchHit
from desktop.domain.records import Chunk, DocumentRef
from desktop.services.evidence import EvidenceSentence, PassageEvidence
from desktop.services.quoting import best_unless_shown, quotations

TEXT = " ".join(f"The {nth} sentence says so in eight words." for nth in ("first", "second", "third", "last"))


def passage(*scores: float, text: str = TEXT) -> PassageEvidence:
    sentences, start = [], 0
    for score in scores:
        end = text.index(".", start) + 1
        said = text[start:end]
        sentences.append(EvidenceSentence(start, end, said, cosine=score, score=score, vector=None))
        start = end + 1
    chunk = Chunk(1, 1, 0, text, start=0, end=len(text))
    hit = SearchHit(1, DocumentRef(1, "Title", "/title.txt"), chunk, 0.0, 0.0)
    return PassageEvidence(hit, tuple(sentences), scores.index(max(scores)))


def quoted(read: PassageEvidence) -> list[list[int]]:
    """Return the sentences of each quotation by their places in the passage."""
    return [
        [at for at, s in enumerate(read.sentences) if start <= s.start < end]
        for _, start, end in quotations("Who?", [read])
    ]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((0.95, 0.80, 0.80, 0.80), [[0, 1]]),
        ((0.80, 0.80, 0.80, 0.95), [[3]]),
        ((0.80, 0.95, 0.90, 0.80), [[1, 2]]),
        ((0.90, 0.80, 0.89, 0.80), [[0, 1], [2, 3]]),
        ((0.89, 0.90, 0.80, 0.80), [[0, 1, 2]]),
        ((0.90, 0.89, 0.88, 0.87), [[0, 1], [2, 3]]),
    ],
)
def test_the_less_one_sentence_stands_out_the_more_are_quoted(
    scores: tuple[float, ...], expected: list[list[int]]
) -> None:
    assert quoted(passage(*scores)) == expected


def test_a_third_is_quoted_where_the_choice_is_a_guess_and_stands_alone() -> None:
    text = " ".join(f"Sentence number {nth} says so in eight words." for nth in range(8))
    read = passage(0.8, 0.9, 0.7, 0.89, 0.7, 0.88, 0.7, 0.7, text=text)
    assert quoted(read) == [[1, 2], [3, 4], [5]]


def test_an_initial_is_no_next_sentence() -> None:
    text = "The defence of it is disputed by most. J. A. Hobson and others wrote of it. More follows here."
    read = passage(0.95, 0.5, 0.5, 0.5, 0.5, text=text)
    assert quoted(read) == [[0, 1, 2, 3]]


def test_a_line_of_its_own_and_a_row_of_a_table_go_on_to_nothing() -> None:
    lines = TEXT.replace(". ", ".\n")
    assert quoted(passage(0.95, 0.8, 0.8, 0.8, text=lines)) == [[0]]
    rows = TEXT.replace("sentence says", "sentence | says")
    assert quoted(passage(0.95, 0.8, 0.8, 0.8, text=rows)) == [[0]]


@pytest.mark.parametrize(
    ("scores", "shown", "added"),
    [
        ((0.9, 0.7, 0.7, 0.85), 3, True),
        ((0.9, 0.7, 0.7, 0.895), 3, False),
        ((0.9, 0.85, 0.7, 0.7), 1, False),
        ((0.9, 0.7, 0.7, 0.85), 0, False),
    ],
)
def test_a_worded_answer_is_joined_by_a_clearly_nearer_quotation_that_is_not_shown(
    scores: tuple[float, ...], shown: int, added: bool
) -> None:
    read = passage(*scores)
    proof = (read, read.sentences[shown].start, read.sentences[shown].end)
    assert bool(best_unless_shown("Who?", [read], [proof])) is added
