"""Rough figures of the store at a given size; run by hand: python tests/benchmarks/bench_store.py [CHUNKS].

Asserts nothing. Vectors lie around random centres, as passages about the same things do.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from numpy.typing import NDArray

from desktop.domain.records import ChunkDraft, Part, ReadDocument
from desktop.domain.work import CancelToken
from desktop.store import cells, collections, documents, lexical, names, queue, vectors
from desktop.store.filters import Filter
from desktop.store.lexical import IndexText
from desktop.store.library_file import LibraryFile

DIMENSION = 384
PER_DOCUMENT = 20
BATCH = 100  # documents a commit
K = 50
Result = TypeVar("Result")
_chance = np.random.default_rng(1)


def show(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)  # noqa: T201 - the output of a script


def timed(label: str, work: Callable[[], Result], repeat: int = 1) -> Result:
    """Print the mean milliseconds of a piece of work: elapsed, and of the processor (for busy machines)."""
    start, busy = time.perf_counter(), time.process_time()
    for _ in range(repeat):
        result = work()
    took, busy = (
        (now - then) / repeat * 1000
        for now, then in ((time.perf_counter(), start), (time.process_time(), busy))
    )
    show(f"{label:50} {took:10.1f} ms elapsed {busy:10.1f} ms processor")
    return result


def made_vectors(count: int) -> NDArray[np.float32]:
    """Unit vectors: a few thousand topics around a common mean, documents in them, passages around those."""
    shared = _chance.standard_normal(DIMENSION)
    topics = _chance.standard_normal((max(count // 100, 10), DIMENSION))
    owner = np.repeat(_chance.integers(0, len(topics), count // PER_DOCUMENT + 1), PER_DOCUMENT)[:count]
    spread = np.repeat(_chance.standard_normal((count // PER_DOCUMENT + 1, DIMENSION)), PER_DOCUMENT, 0)[
        :count
    ]
    made = 2 * shared + topics[owner] + 0.7 * spread + 0.7 * _chance.standard_normal((count, DIMENSION))
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return np.asarray(made, np.float32)


def fill(library: LibraryFile, count: int) -> None:
    """Store documents of PER_DOCUMENT chunks with words as frequent as in natural text."""
    share = 1 / np.arange(1, 30_001)
    words = np.array([f"w{n}" for n in range(30_000)])
    share /= share.sum()
    for start in range(0, count // PER_DOCUMENT, BATCH):
        with library.write() as c:
            for number in range(start, min(start + BATCH, count // PER_DOCUMENT)):
                group = collections.ensure(c, f"Collection {number % 10}")
                path = f"/reports/{number % 97}/report_{2000 + number % 25}_{number}.txt"
                document = documents.add_waiting(
                    c, collection_id=group.id, path=path, title=f"Report {number}", size=1, modified=0
                )
                passages = [
                    " ".join(words[_chance.choice(30_000, 130, p=share)]) for _ in range(PER_DOCUMENT)
                ]
                text = "\n".join(passages)
                drafts, place = [], 0
                for position, passage in enumerate(passages):
                    drafts.append(ChunkDraft(position, place, place + len(passage)))
                    place += len(passage) + 1
                read = ReadDocument(text, (Part(0, len(text)),), "text/plain")
                index = [IndexText(f"report {number}", "report", "", passage) for passage in passages]
                documents.store_text(c, document, read, content_hash=path, chunks=drafts, index=index)
                queue.finish(c, document)


def fill_names(library: LibraryFile, count: int) -> None:
    """Put documents in the list and the index of names, without texts."""
    rows = [
        (n, n % 10 + 1, f"/reports/{n % 97}/report_{2000 + n % 25}_{n}.txt", f"Qwen {n}b")
        for n in range(1, count + 1)
    ]
    with library.write() as c:
        for number in range(10):
            collections.ensure(c, f"Collection {number}")
        c.executemany(
            "insert into document (id, collection_id, path, title, title_key, folded, state, chunk_count)"
            " values (?1, ?2, ?3, ?4, lower(?4), lower(?4 || ' ' || ?3), 'ready', 1)",
            rows,
        )
        c.executemany(
            "insert into name_index (rowid, name) values (?, ?)",
            [(n, names.normalised(title, path)) for n, _, path, title in rows],
        )


def embed(library: LibraryFile, made: NDArray[np.float32]) -> None:
    """Add all vectors, 2,000 a commit."""
    with library.write() as c:
        vectors.register(c, model_id="m", name="m", dimension=DIMENSION)
        vectors.set_active(c, "m")
    while True:
        with library.write() as c:
            rows = [chunk for chunk, _ in vectors.missing(c, "m", 2000)]
            if not rows:
                documents.finish_vectors(c, "m")
                return
            vectors.add(c, "m", [(chunk, made[chunk - 1]) for chunk in rows])


def recall(
    library: LibraryFile, made: NDArray[np.float32], where: Filter, allowed: NDArray[np.bool_]
) -> float:
    """Return the share of the true K nearest that are found, over 20 questions near random chunks."""
    shares = []
    chance = np.random.default_rng(5)
    for chunk in chance.integers(0, len(made), 20):
        query = made[chunk] + 0.03 * chance.standard_normal(DIMENSION).astype(np.float32)
        cosines = np.where(allowed, made @ query, -2)
        wanted = set((np.argsort(-cosines)[: min(K, int(allowed.sum()))] + 1).tolist())
        with library.read() as c:
            found = {chunk for chunk, _ in vectors.nearest(c, "m", query, k=K, where=where)}
        shares.append(len(found & wanted) / len(wanted))
    return float(np.mean(shares))


def vector_figures(library: LibraryFile, made: NDArray[np.float32]) -> None:
    """Print times and recall of `nearest` for scopes of different sizes."""
    count = len(made)
    owners = np.arange(count) // PER_DOCUMENT  # document ids from 0 in the order of chunks
    scopes = {
        "everything": (Filter(), np.ones(count, bool)),
        "five collections of ten": (Filter(collections=(1, 2, 3, 4, 5)), owners % 10 < 5),
        "one collection of ten": (Filter(collections=(1,)), owners % 10 == 0),
        "50 documents": (Filter(documents=tuple(range(1, 51))), owners < 50),
        "one document": (Filter(documents=(7,)), owners == 6),
    }
    with library.read() as c:
        for label, (where, allowed) in scopes.items():
            timed(f"nearest, {label}", lambda w=where: vectors.nearest(c, "m", made[5], k=K, where=w), 5)
            show(f"{'':58} recall@{min(K, int(allowed.sum()))} {recall(library, made, where, allowed):.3f}")


def lexical_figures(library: LibraryFile) -> None:
    """Print times of the text index for a question of rare and one of frequent words."""
    one = Filter(collections=(1,))
    with library.read() as c:
        for label, terms in (("rare words", (900, 2000, 7000)), ("frequent words", (20, 40, 80, 200, 900))):
            match = " OR ".join(f'"w{n}"' for n in terms)
            timed(f"search, {label}", lambda m=match: lexical.search(c, m, limit=K), 5)
            timed(
                f"search, {label}, one collection",
                lambda m=match: lexical.search(c, m, limit=K, where=one),
                5,
            )
            timed(f"score statistics, {label}", lambda m=match: lexical.score_statistics(c, m), 5)
        timed(
            "frequencies of 10 words",
            lambda: lexical.document_frequencies(c, [f"w{n * n}" for n in range(10)]),
            5,
        )
        timed("check of the text index", lambda: lexical.check(c))


def name_figures(library: LibraryFile) -> None:
    """Print times of names and of the list."""
    with library.read() as c:
        for terms in (("qwen777b",), ("2013",), ("2013", "report2013", "777b"), ("absent99",)):
            found = timed(f"name hits {terms}", lambda t=terms: names.name_hits(c, t), 5)
            show(f"{'':58} {len(found)} found")
        one = Filter(collections=(1,))
        timed("name hits ('2013',), one collection", lambda: names.name_hits(c, ("2013",), where=one), 5)
        for how in ({}, {"offset": 90_000}, {"text": "report 777"}, {"order": "path", "descending": True}):
            timed(f"list, {how}", lambda h=how: documents.listing(c, **h), 3)
        timed("statistics", lambda: documents.statistics(c), 3)


def main() -> None:
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        library = LibraryFile(Path(folder, "library.sqlite"))
        made = made_vectors(count)
        timed(f"store {count} chunks", lambda: fill(library, count))
        lexical_figures(library)
        timed(f"add {count} vectors", lambda: embed(library, made))
        vector_figures(library, made)

        def cluster() -> bool:
            with library.write() as c:
                return vectors.recluster_if_needed(
                    c, "m", CancelToken(), cluster_from=min(count, cells.CLUSTER_FROM)
                )

        timed("make cells", cluster)
        vector_figures(library, made)
        show(f"compacted: bytes before and after {library.compact()}")
        library.close()
        library = LibraryFile(Path(folder, "names.sqlite"))
        timed(f"store {count} documents", lambda: fill_names(library, count))
        name_figures(library)
        library.close()


if __name__ == "__main__":
    main()
