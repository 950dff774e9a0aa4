"""Files inside other files (attachments, archive members), read like any other within limits."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from desktop.domain.records import Part, Refusal
from desktop.ingest import options, refusals
from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.cleaning import one_line
from desktop.ingest.spot import Spot

MAX_DEPTH = 5  # files inside files inside the file that was dropped
MAX_FILES = 1000  # of one dropped file
MAX_BYTES = 512 << 20  # of all of them
_NAME_LIMIT = 120
_SUFFIX = re.compile(r"\.\w{1,10}")


@dataclass(slots=True)
class _Budget:
    """What was unpacked so far of the file that was dropped."""

    depth: int = 0
    files: int = 0
    size: int = 0
    archives: int = 0


_budget: ContextVar[_Budget | None] = ContextVar("inner_budget", default=None)


@contextmanager
def fresh_budget() -> Iterator[None]:
    """Begin to count for a file that was dropped."""
    token = _budget.set(_Budget())
    try:
        yield
    finally:
        _budget.reset(token)


@contextmanager
def opened_archive() -> Iterator[bool]:
    """Note that an archive is open; False when it lies in another one and is therefore to stay closed."""
    budget = _budget.get() or _Budget()
    budget.archives += 1
    try:
        yield budget.archives == 1
    finally:
        budget.archives -= 1


def shown_name(name: str) -> str:
    """Return the name of an inner file as people read it: without folders, on one line."""
    base = PurePosixPath(name.replace("\\", "/")).name
    return one_line(base or name, _NAME_LIMIT)


def read_inner(name: str, content: bytes) -> Reading | Refusal:
    """Read a file that lies in the one being read; a limit that is reached is a Refusal like any other."""
    from desktop.ingest import extract

    budget = _budget.get() or _Budget()
    if budget.depth >= MAX_DEPTH or budget.files >= MAX_FILES or budget.size + len(content) > MAX_BYTES:
        return refusals.INNER_LIMIT
    budget.files += 1
    budget.size += len(content)
    budget.depth += 1
    # The encoding was chosen for the text of the file itself; a password may well be that of all.
    chosen = replace(options.current(), encoding="")
    suffix = _SUFFIX.fullmatch(PurePosixPath(name).suffix.lower())
    try:
        with tempfile.TemporaryDirectory(prefix="inner-") as folder, options.reading_with(chosen):
            path = Path(folder, f"inner{suffix[0] if suffix else ''}")
            path.write_bytes(content)
            return extract.reading(path)
    finally:
        budget.depth -= 1


def add_inner(builder: TextBuilder, name: str, content: bytes, spot: Spot, title: str) -> tuple[str, ...]:
    """Read an inner file and add its parts below a heading; return one sentence for each thing not read."""
    found = read_inner(name, content)
    label = shown_name(name)
    if isinstance(found, Refusal):
        return (f"{label}: {found.reason}",)
    builder.add(title, kind="heading", heading=spot.heading, place=spot.place)
    document = found.document
    end = 0
    for part in document.parts:
        gap = document.text[end : part.start] if end else "\n\n"
        end = part.end
        place = spot.inside(part.place, part.heading)
        start = builder.add_exact(
            document.text[part.start : part.end],
            Part(0, 0, part.kind, place.heading, place=place.place),
            gap=gap,
        )
        if start is not None:
            builder.spellings.extend(
                (start + offset - part.start, word)
                for offset, word in document.spellings
                if part.start <= offset < part.end
            )
    return tuple(f"{label}: {sentence}" for sentence in document.parts_not_read)
