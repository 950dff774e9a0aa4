"""What frequent words cost: python tests/benchmarks/bench_words.py [CHUNKS].

A library of chunks with words as frequent as in English text, the commonest of them real function words.
Prints the milliseconds of the processor for a search by words: questions of rare words, of frequent words,
and of both. Asserts nothing.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from desktop.app import App, build
from desktop.domain.answers import SearchRequest
from desktop.domain.work import CancelToken
from desktop.store import collections
from desktop.store.library_file import LibraryFile

PER_DOCUMENT = 20
WORDS_A_CHUNK = 80
DISTINCT = 60_000
REPEAT = 7
# Roughly by frequency; word n of the library is as frequent as Zipf's law says.
_COMMON = """the of and to a in is that for it as was with be by on not he i this are or his from at which but
    have an had they you were their one all we can her has there been if more when will would who so no out up
    how what some time people year good work first new water day way part place number"""
COMMON = _COMMON.split()
QUESTIONS = (
    ("rare words", "w9000 w20000 w41000"),
    ("rare among function words", "what is the w9000 of the w20000 and how was it"),
    ("words of middling frequency", "w150 w300 w700"),
    ("middling among function words", "how is the w150 of a w300 in the w700"),
    ("frequent words", "good work people water"),
    ("frequent among function words", "how is the good work of people with the water"),
    ("function words alone", "the of a how"),
    ("the commonest word", "the"),
)


def show(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)  # noqa: T201 - the output of a script


def bodies(count: int) -> Iterator[str]:
    """Yield the tokens of each chunk."""
    words = np.array([*COMMON, *(f"w{number}" for number in range(len(COMMON), DISTINCT))])
    share = 1 / np.arange(2, DISTINCT + 2)
    chance = np.random.default_rng(1)
    for start in range(0, count, 5000):
        size = min(5000, count - start)
        for row in chance.choice(DISTINCT, (size, WORDS_A_CHUNK), p=share / share.sum()):
            yield " ".join(words[row])


def fill(library: LibraryFile, count: int) -> None:
    """Store documents, chunks and their tokens."""
    texts = bodies(count)
    with library.write() as c:
        collections.ensure(c, "Papers")
        c.executemany(
            "insert into document (id, collection_id, path, title, title_key, folded, state, chunk_count)"
            " values (?1, 1, '/papers/' || ?1 || '.txt', 'Paper', 'paper', 'paper', 'ready', ?2)",
            ((number, PER_DOCUMENT) for number in range(1, count // PER_DOCUMENT + 1)),
        )
    for first in range(1, count + 1, 20_000):
        numbers = range(first, min(first + 20_000, count + 1))
        with library.write() as c:
            c.executemany(
                "insert into chunk (id, document_id, position, start, stop, text, heading, place, text_hash,"
                " embedding_hash) values (?1, ?2, ?3, 0, 1, 'text', '', '', ?1, x'00')",
                ((n, (n - 1) // PER_DOCUMENT + 1, (n - 1) % PER_DOCUMENT) for n in numbers),
            )
            c.executemany(
                "insert into chunk_index (rowid, title, name, heading, body)"
                " values (?, 'paper', 'paper', '', ?)",
                ((n, next(texts)) for n in numbers),
            )


def milliseconds(app: App, question: str) -> float:
    """Return the median time of one search by words."""
    request = SearchRequest(question, mode="lexical")
    times = []
    for _ in range(REPEAT):
        begun = time.process_time()
        app.services.search.search(request, CancelToken())
        times.append((time.process_time() - begun) * 1000)
    return statistics.median(times)


def main() -> None:
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300_000
    with tempfile.TemporaryDirectory() as folder:
        app = build(data=Path(folder))
        begun = time.perf_counter()
        fill(app.library, count)
        show(f"{count:,} chunks stored in {time.perf_counter() - begun:.0f} s")
        milliseconds(app, QUESTIONS[0][1])
        for label, question in QUESTIONS:
            show(f"{label:32} {milliseconds(app, question):7.1f} ms   {question}")
        app.close()


if __name__ == "__main__":
    main()
