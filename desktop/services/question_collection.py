"""A folder of documents with questions whose right documents, and maybe answers, are known."""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from desktop.domain.errors import UserError
from desktop.services.valid_text import valid_text

Row = TypeVar("Row")

DOCUMENTS = "docs.jsonl"
QUESTIONS = "queries.jsonl"
JUDGEMENTS = "qrels.tsv"
ANSWERS = "answers.jsonl"

ANSWERABLE, UNANSWERABLE = "answerable", "unanswerable"

_Known = tuple[tuple[str, ...], bool, str]  # texts, whether answerable, class
_ADVICE = (
    f"A collection is a folder with {DOCUMENTS} (id, title, text), {QUESTIONS} (id, text), {JUDGEMENTS}"
    f" (question id, document id, grade) and, if answers are known, {ANSWERS}"
    " (qid, answers, answerable, class)."
)


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document of the collection."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question: `grades` of the documents that answer it, `answers` as written in them.

    `group` is the class the collection gives it, "answerable" or "unanswerable" where it gives none.
    """

    id: str
    text: str
    grades: Mapping[str, float] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    answerable: bool = True
    group: str = ANSWERABLE


@dataclass(frozen=True, slots=True)
class QuestionCollection:
    """Documents and questions of one folder; `has_answers` says whether its answers are known."""

    name: str
    documents: tuple[SourceDocument, ...]
    questions: tuple[LabelledQuestion, ...]
    has_answers: bool


def read_collection(folder: Path) -> QuestionCollection:
    """Read a collection; UserError with file and line for what is missing or not of the form."""
    if not folder.is_dir():
        raise UserError("No such folder", f"{folder} is not a folder.", _ADVICE)
    documents = tuple(_rows(folder / DOCUMENTS, _document))
    _unique(folder / DOCUMENTS, [document.id for document in documents])
    questions = list(_rows(folder / QUESTIONS, _question))
    _unique(folder / QUESTIONS, [question.id for question in questions])
    if not documents or not questions:
        empty = DOCUMENTS if not documents else QUESTIONS
        raise UserError("Nothing to evaluate", f"{folder / empty} is empty.", _ADVICE)
    grades = _judgements(folder / JUDGEMENTS, {question.id for question in questions})
    questions = [replace(question, grades=grades.get(question.id, {})) for question in questions]
    file = folder / ANSWERS
    if file.exists():
        known = dict(_rows(file, _answer))
        questions = [_with_answer(question, known.get(question.id)) for question in questions]
    return QuestionCollection(folder.resolve().name, documents, tuple(questions), file.exists())


def spread(questions: Sequence[LabelledQuestion], limit: int | None) -> list[LabelledQuestion]:
    """Return at most `limit` questions, as many of each class as there are, evenly over the file's order."""
    if limit is None or limit >= len(questions):
        return list(questions)
    groups: dict[str, list[int]] = {}
    for index, question in enumerate(questions):
        groups.setdefault(question.group, []).append(index)
    chosen: list[int] = []
    left = limit
    # The smallest class first: what it cannot fill goes to the others.
    for done, members in enumerate(sorted(groups.values(), key=len)):
        share = min(len(members), left // (len(groups) - done))
        chosen += [members[place * len(members) // share] for place in range(share)]
        left -= share
    return [questions[index] for index in sorted(chosen)]


def rows_of(file: Path, advice: str = _ADVICE) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the JSON objects of a JSONL file with their line numbers; UserError for a line that is none."""
    for number, line in _lines(file, advice):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise malformed(file, number, f"is not JSON ({error})", advice) from error
        if not isinstance(row, dict):
            raise malformed(file, number, "is not a JSON object", advice)
        yield number, row


def malformed(file: Path, line: int, problem: str, advice: str = _ADVICE) -> UserError:
    """Return the error for a line that is not of the form."""
    return UserError("Not of the form", f"{file}, line {line}, {problem}.", advice)


def _lines(file: Path, advice: str = _ADVICE) -> Iterator[tuple[int, str]]:
    try:
        text = file.read_text("utf-8-sig")
    except FileNotFoundError as error:
        raise UserError("File missing", f"There is no {file}.", advice) from error
    except UnicodeDecodeError as error:
        raise UserError("Not of the form", f"{file} is not UTF-8 text.", advice) from error
    except OSError as error:
        raise UserError("File cannot be read", f"{file}: {error.strerror}.", advice) from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.removesuffix("\r")


def _rows(file: Path, make: Callable[[dict[str, Any]], Row]) -> Iterator[Row]:
    for number, row in rows_of(file):
        try:
            yield make(row)
        except ValueError as error:
            raise malformed(file, number, str(error)) from error


def _unique(file: Path, ids: Sequence[str]) -> None:
    seen: set[str] = set()
    for identifier in ids:
        if identifier in seen:
            raise UserError("Not of the form", f"{file} has the id “{identifier}” twice.", _ADVICE)
        seen.add(identifier)


def _document(row: dict[str, Any]) -> SourceDocument:
    return SourceDocument(_text(row, "id"), _text(row, "title", missing=""), _text(row, "text"))


def _question(row: dict[str, Any]) -> LabelledQuestion:
    group = _text(row, "class", missing="") or _text(row, "type", missing="")
    return LabelledQuestion(_text(row, "id"), _text(row, "text"), group=group or ANSWERABLE)


def _answer(row: dict[str, Any]) -> tuple[str, _Known]:
    answers = row.get("answers", [])
    if not isinstance(answers, list) or not all(isinstance(answer, dict) for answer in answers):
        raise ValueError("has no list of objects as “answers”")
    answerable = row.get("answerable", True)
    if not isinstance(answerable, bool):
        raise ValueError("has neither true nor false as “answerable”")  # noqa: TRY004 - the file is wrong
    texts = tuple(_text(answer, "text") for answer in answers)
    return _text(row, "qid"), (texts, answerable, _text(row, "class", missing=""))


def _with_answer(question: LabelledQuestion, known: _Known | None) -> LabelledQuestion:
    if known is None:
        return question
    answers, answerable, group = known
    group = group or (question.group if answerable else UNANSWERABLE)
    return replace(question, answers=answers, answerable=answerable, group=group)


def _text(row: Mapping[str, Any], name: str, missing: str | None = None) -> str:
    value = row.get(name, missing)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)  # an id without quotation marks
    if not isinstance(value, str):
        raise ValueError(f"has no text “{name}”")  # noqa: TRY004 - the file is wrong, not the program
    return valid_text(value)


def _judgements(file: Path, known: set[str]) -> dict[str, dict[str, float]]:
    """Return the grades of each question. A header is skipped; documents that are missing count as missed."""
    grades: dict[str, dict[str, float]] = {}
    for number, line in _lines(file):
        columns = line.split("\t")
        try:
            question, *_, document, last = columns if len(columns) > 2 else ("", "", "")
            grade = float(last)
        except ValueError as error:
            if number == 1:
                continue
            raise malformed(file, number, "has no question id, document id and grade between tabs") from error
        if not math.isfinite(grade):
            raise malformed(file, number, "has a grade that is not a number")
        if question in known and grade > 0:
            grades.setdefault(question, {})[document] = grade
    if not grades:
        raise UserError("Nothing to evaluate", f"No line of {file} names a question of the folder.", _ADVICE)
    return grades
