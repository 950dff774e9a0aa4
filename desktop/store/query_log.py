"""The log of questions: what was asked, how near the library came, what was decided, how long it took."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from desktop.store.library_file import Connection
from desktop.store.query import all_rows

KEPT = 10_000  # entries; older ones go


@dataclass(frozen=True, slots=True)
class QueryLogEntry:
    """One question; `content_version` is that of the snapshot it was answered from, `asked` is ISO 8601."""

    question: str
    mode: str
    outcome: str
    best_cosine: float
    content_version: int
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    asked: str = ""


def log(
    c: Connection,
    *,
    question: str,
    mode: str,
    outcome: str,
    best_cosine: float,
    content_version: int,
    timings_ms: Mapping[str, float],
) -> None:
    """Add an entry, and drop the oldest beyond KEPT."""
    c.execute(
        "insert into query_log (asked, question, mode, outcome, best_cosine, content_version, timings)"
        " values (?, ?, ?, ?, ?, ?, ?)",
        (
            datetime.now(UTC).isoformat(timespec="seconds"),
            question,
            mode,
            outcome,
            best_cosine,
            content_version,
            json.dumps(dict(timings_ms)),
        ),
    )
    c.execute("delete from query_log where id <= (select max(id) from query_log) - ?", (KEPT,))


def recent(c: Connection, limit: int = 100) -> list[QueryLogEntry]:
    """Return the latest entries, newest first."""
    rows = all_rows(
        c,
        "select question, mode, outcome, best_cosine, content_version, timings, asked"
        " from query_log order by id desc limit ?",
        (limit,),
    )
    return [
        QueryLogEntry(question, mode, outcome, cosine, version, json.loads(timings), asked)
        for question, mode, outcome, cosine, version, timings, asked in rows
    ]


def clear(c: Connection) -> None:
    """Forget all questions."""
    c.execute("delete from query_log")
