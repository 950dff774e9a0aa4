"""Measures keyword search on question collections: python tests/benchmarks/bench_retrieval.py FOLDER...

Each folder holds docs.jsonl, queries.jsonl and qrels.tsv. Whole documents are indexed (no chunks), ranked by
BM25 alone, and nDCG@10, Recall@10 and Recall@100 are printed. A development tool, not a test.
"""

import argparse
import json
import math
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import apsw

sys.path.insert(0, str(Path(__file__).parents[2]))

from desktop.retrieval.tokens import index_tokens, match_expression, query_tokens

TOKENIZER = "porter unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'"


class Index:
    """An FTS5 table in memory as the library has it: title and body, blanks separate the tokens."""

    def __init__(self, documents: Sequence[tuple[str, str, str]]) -> None:
        self.ids = [identifier for identifier, _, _ in documents]
        self.count = len(documents)
        self._known: dict[str, int] = {}
        self._db = apsw.Connection(":memory:")
        self._db.execute(f'CREATE VIRTUAL TABLE words USING fts5(title, body, tokenize="{TOKENIZER}")')
        rows = ((index_tokens(title), index_tokens(text)) for _, title, text in documents)
        self._db.executemany("INSERT INTO words(title, body) VALUES (?, ?)", rows)

    def frequency(self, token: str) -> int:
        """Return the number of documents that hold the token."""
        if token not in self._known:
            sql = "SELECT count(*) FROM words WHERE words MATCH ?"
            self._known[token] = self._db.execute(sql, (f'"{token}"',)).get
        return self._known[token]

    def search(self, question: str, limit: int = 100) -> list[str]:
        """Return the ids of the best documents for a question."""
        frequencies = {token: self.frequency(token) for token in query_tokens(question)}
        match = match_expression(question, frequencies, self.count)
        if match is None:
            return []
        sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words), rowid LIMIT ?"
        return [self.ids[row - 1] for (row,) in self._db.execute(sql, (match, limit))]


def gain(ranked: Sequence[str], relevant: dict[str, int], depth: int = 10) -> float:
    """Return nDCG at a depth."""
    found = sum(relevant.get(name, 0) / math.log2(place + 2) for place, name in enumerate(ranked[:depth]))
    ideal = sorted(relevant.values(), reverse=True)[:depth]
    return found / sum(value / math.log2(place + 2) for place, value in enumerate(ideal))


def read(folder: Path) -> tuple[list[tuple[str, str, str]], dict[str, str], dict[str, dict[str, int]]]:
    """Return the documents, the questions and the relevant documents of each question."""
    documents = [(row["id"], row.get("title", ""), row["text"]) for row in _rows(folder / "docs.jsonl")]
    questions = {row["id"]: row["text"] for row in _rows(folder / "queries.jsonl")}
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / "qrels.tsv").read_text("utf-8").splitlines():
        question, document, value = line.split("\t")
        if value.isdecimal() and int(value):
            relevant[question][document] = int(value)
    return documents, questions, relevant


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def measure(folder: Path) -> str:
    """Return one line of results for a collection."""
    documents, questions, relevant = read(folder)
    begun = time.perf_counter()
    index = Index(documents)
    built = time.perf_counter() - begun
    scores, found10, found100 = [], 0.0, 0.0
    begun = time.perf_counter()
    for name, wanted in relevant.items():
        ranked = index.search(questions[name])
        scores.append(gain(ranked, wanted))
        found10 += len(wanted.keys() & set(ranked[:10])) / len(wanted)
        found100 += len(wanted.keys() & set(ranked)) / len(wanted)
    count = len(scores)
    each = 1000 * (time.perf_counter() - begun) / count
    return (
        f"{folder.name:18} nDCG@10 {sum(scores) / count:.4f}  R@10 {found10 / count:.4f}  "
        f"R@100 {found100 / count:.4f}  {count} questions  index {built:.1f} s  search {each:.1f} ms"
    )


def main() -> None:
    """Measure every folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    for folder in parser.parse_args().folders:
        print(measure(folder), flush=True)  # noqa: T201 - the output of a script


if __name__ == "__main__":
    main()
