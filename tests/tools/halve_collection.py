"""Make questions without an answer: python tests/tools/halve_collection.py FOLDER TARGET

Copies a question collection without every second run of five documents (an article of XQuAD). Questions all
of whose documents are gone become `off-library`, those with some left are dropped. For `carrel calibrate`.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

RUN = 5


def halve(folder: Path, target: Path) -> tuple[int, int]:
    """Write the halved collection; return how many questions keep their answer and how many lost it."""
    documents = rows(folder / "docs.jsonl")
    kept = [row for number, row in enumerate(documents) if number // RUN % 2 == 0]
    ids = {row["id"] for row in kept}
    grades = [line.split("\t") for line in (folder / "qrels.tsv").read_text("utf-8").splitlines()[1:]]
    wanted: dict[str, set[str]] = defaultdict(set)
    for question, document, _ in grades:
        wanted[question].add(document)
    questions = [row for row in rows(folder / "queries.jsonl") if wanted[row["id"]]]
    answered = {row["id"] for row in questions if wanted[row["id"]] <= ids}
    lost = {row["id"] for row in questions if not wanted[row["id"]] & ids}
    target.mkdir(parents=True, exist_ok=True)
    write(target / "docs.jsonl", kept)
    write(target / "queries.jsonl", [row for row in questions if row["id"] in answered | lost])
    lines = ["\t".join(grade) for grade in grades if grade[0] in answered]
    (target / "qrels.tsv").write_text("\n".join(["query-id\tcorpus-id\tscore", *lines]) + "\n", "utf-8")
    write(target / "answers.jsonl", [label(row["id"], row["id"] in answered) for row in questions])
    return len(answered), len(lost)


def label(question: str, answered: bool) -> dict[str, Any]:
    """Return the line of one question."""
    group = "answerable" if answered else "off-library"
    return {"qid": question, "answerable": answered, "class": group, "answers": []}


def rows(file: Path) -> list[dict[str, Any]]:
    """Return the objects of a JSONL file."""
    return [json.loads(line) for line in file.read_text("utf-8").split("\n") if line]


def write(file: Path, entries: Iterable[dict[str, Any]]) -> None:
    """Write a JSONL file."""
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in entries), "utf-8")


def main(arguments: Sequence[str]) -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args(arguments)
    answered, lost = halve(options.folder, options.target)
    sys.stdout.write(f"{answered} questions with an answer, {lost} without\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
