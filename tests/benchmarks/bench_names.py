"""What a name in the question costs: python tests/benchmarks/bench_names.py [DOCUMENTS].

A library of documents named report_000001.pdf and so on, one short chunk each. Prints the milliseconds of the
processor for a search by words, for questions with and without a name. Asserts nothing.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from desktop.app import App, build
from desktop.domain.answers import SearchRequest
from desktop.domain.work import CancelToken
from desktop.retrieval import terms
from desktop.retrieval.names import plain_names
from desktop.store import collections, names
from desktop.store.filters import Filter
from desktop.store.library_file import LibraryFile

QUESTIONS = (
    ("no name", "what is said about the headcount of the plant"),
    ("file name", "what does report_000123.pdf say about the headcount of the plant"),
    ("name without ending", "headcount of the plant in report_000123"),
    ("name with a blank", "headcount of the plant in report 000123"),
    ("number alone", "headcount of the plant in 000123"),
    ("part of every name", "headcount of the plant in report0"),
    ("number in many names", "headcount of the plant in 0001"),
    ("name that is not there", "headcount of the plant in report_777777.pdf"),
    ("three names", "compare report_000123.pdf, report_000124.pdf and report_000125.pdf"),
)
REPEAT = 9


def show(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)  # noqa: T201 - the output of a script


def rows(count: int) -> Iterator[tuple[int, int, str, str]]:
    """Yield id, collection, path and title of each document."""
    for number in range(1, count + 1):
        yield number, number % 10 + 1, f"/reports/{number % 97}/report_{number:06}.pdf", f"Report {number:06}"


def words(number: int) -> str:
    """Return the text of a chunk: the words of the questions are in one of 50 and of 20 chunks."""
    asked = " headcount" * (number % 50 == 0) + " plant" * (number % 20 == 0)
    return f"w{number % 5000} w{number % 977} w{number % 31}{asked}"


def fill(library: LibraryFile, count: int) -> None:
    """Store the documents, their names and one chunk of each."""
    with library.write() as c:
        for number in range(10):
            collections.ensure(c, f"Collection {number}")
        c.executemany(
            "insert into document (id, collection_id, path, title, title_key, folded, state, chunk_count)"
            " values (?1, ?2, ?3, ?4, lower(?4), lower(?4 || ' ' || ?3), 'ready', 1)",
            rows(count),
        )
        for number, _, path, title in rows(count):
            names.put(c, number, title, path)
        c.executemany(
            "insert into chunk (id, document_id, position, start, stop, text, heading, place, text_hash,"
            " embedding_hash) values (?1, ?1, 0, 0, 1, ?2, '', '', ?1, x'00')",
            ((number, f"text {number}") for number, *_ in rows(count)),
        )
        c.executemany(
            "insert into chunk_index (rowid, title, name, heading, body) values (?, ?, ?, '', ?)",
            ((n, title.lower(), Path(path).stem, words(n)) for n, _, path, title in rows(count)),
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


def name_figures(library: LibraryFile, wanted: Sequence[str], where: Filter) -> tuple[float, int]:
    """Return the median time of the look-up of names alone and how many were found."""
    times = []
    with library.read() as c:
        for _ in range(REPEAT):
            begun = time.process_time()
            found = names.name_hits(c, wanted, where=where)
            times.append((time.process_time() - begun) * 1000)
    return statistics.median(times), len(found)


def main() -> None:
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        app = build(data=Path(folder))
        begun = time.perf_counter()
        fill(app.library, count)
        show(f"{count:,} documents stored in {time.perf_counter() - begun:.0f} s")
        milliseconds(app, QUESTIONS[0][1])
        base = milliseconds(app, QUESTIONS[0][1])
        for label, question in QUESTIONS:
            wanted = tuple(dict.fromkeys(terms.name_terms(question) + plain_names(question)))
            took, found = name_figures(app.library, wanted, Filter())
            scoped, _ = name_figures(app.library, wanted, Filter(collections=(1,)))
            whole = milliseconds(app, question)
            show(
                f"{label:30} search {whole:7.1f} ms ({whole - base:+7.1f})   names {took:6.1f} ms,"
                f" in a scope {scoped:6.1f} ms, {found:2} found"
            )
        app.close()


if __name__ == "__main__":
    main()
