"""Read files inside a reader process, each in one consistent state, and hand them over as lines of JSON.

Long texts go through a file and not through the pipe between the processes, as data and not as objects. A
line is written as soon as its file is read: a process that dies has lost only the file it died of.
"""

import json
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from desktop.domain.records import Part, ReadDocument, Refusal
from desktop.ingest import chunker, extract, hashing
from desktop.ingest.chunker import Spans
from desktop.ingest.long_text import SliceLimits
from desktop.ingest.options import ReadOptions
from desktop.ingest.progress import noted_in
from desktop.ingest.refusals import unreadable

_USUAL = ReadOptions()
_BRIEF = 200_000  # characters of a text that is cut into sentences where it is read
_TRIES = 3  # for a file that is being written
_PAUSE = 0.1  # seconds between them


@dataclass(frozen=True, slots=True)
class FileToRead:
    """A file and how to read it; content whose hash is among `known` need not be read again.

    With `in_slices` a long plain text is read in slices (see ReadFile).
    """

    path: str
    options: ReadOptions = _USUAL
    known: tuple[str, ...] = ()
    in_slices: SliceLimits | None = None


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What was read of one file and what the file was at that moment; None: its content is known.

    `fingerprint` is empty when it proves nothing (see `hashing.rested`). `restless`: the file was being
    written all the time, what was read is a copy of it; it should be read again when it rests.
    `details` is the traceback of an error nobody foresaw, for the log. A long text is not in the outcome but
    in a file of its own, `slices_at`, in as many `slices`: see `slices_in`. `units` are those of the outcome,
    so that the chunker need not look for them again; None where nobody did.
    """

    outcome: ReadDocument | Refusal | None
    content_hash: str = ""
    fingerprint: str = ""
    size: int = 0
    modified: float = 0.0
    restless: bool = False
    details: str = ""
    slices: int = 0
    slices_at: str = ""
    units: Spans | None = None


def read_files(files: Sequence[FileToRead], folder: str, name: str) -> None:
    """Read the files in order; the outcome of each becomes a line of the file `name` in `folder`."""
    place = Path(folder, name)
    with place.open("w", encoding="utf-8") as out, noted_in(progress_beside(place)):
        for number, file in enumerate(files):
            found = read_one(file, Path(folder), slices_beside(place, number))
            out.write(json.dumps(_as_data(found), ensure_ascii=True) + "\n")
            out.flush()


def progress_beside(place: Path) -> Path:
    """Return where it is noted which page of a long file is at work, while the outcomes go to `place`."""
    return place.with_suffix(".page")


def slices_beside(place: Path, number: int) -> Path:
    """Return where the slices of the file with this number lie, while the outcomes go to `place`."""
    return place.with_suffix(f".{number}.slices")


def read_one(file: FileToRead, folder: Path, slices: Path) -> ReadFile:
    """Read one file, again if it changed meanwhile; one that never rests is copied to `folder` and read.

    The slices of a long text go to the file `slices`.
    """
    path = Path(file.path)
    try:
        for _ in range(_TRIES):
            found = _attempt(path, file, slices)
            if found is not None:
                return found
            time.sleep(_PAUSE)
        with tempfile.TemporaryDirectory(dir=folder) as place:
            copy = Path(shutil.copy2(path, place))  # under its own name, which may be its title
            found = _read(copy, file, slices)
            return replace(
                found,
                content_hash=hashing.content_hash(copy),
                size=copy.stat().st_size,
                modified=copy.stat().st_mtime,
                restless=True,
            )
    except OSError as error:
        return failed(path, unreadable(error))


def failed(path: Path, refusal: Refusal) -> ReadFile:
    """Return the refusal of a file that no content is known of, and how it looks: alike, it fails again."""
    try:
        status = path.stat()
    except OSError:
        return ReadFile(refusal)
    return ReadFile(refusal, "", hashing.fingerprint(status), status.st_size, status.st_mtime)


def _read(path: Path, file: FileToRead, slices: Path) -> ReadFile:
    """Read `path`, which is the file or a copy of it; a long text in slices where that is wanted."""
    limits = file.in_slices
    if limits is not None and path.stat().st_size >= limits.least:
        with slices.open("w", encoding="ascii") as out:
            count = 0

            def take(document: ReadDocument) -> None:
                nonlocal count
                out.write(json.dumps(_document_data(document), ensure_ascii=True) + "\n")
                count += 1

            whole, details = extract.read_slices(path, file.options, limits.most, take)
        if isinstance(whole, ReadDocument):
            return ReadFile(whole, details=details, slices=count, slices_at=str(slices))
        slices.unlink()
        if whole is not None:
            return ReadFile(whole, details=details)
    outcome, details = extract.read_in_detail(path, file.options)
    if isinstance(outcome, ReadDocument) and len(outcome.text) <= _BRIEF:
        return ReadFile(outcome, units=chunker.units_of(outcome))
    return ReadFile(outcome, details=details)


def _attempt(path: Path, file: FileToRead, slices: Path) -> ReadFile | None:
    """Read a file; None when it was changed meanwhile."""
    found = ReadFile(None)
    now = time.time()
    before = path.stat()
    content_hash = hashing.content_hash(path)
    if content_hash not in file.known:
        found = _read(path, file, slices)
    if hashing.fingerprint(path.stat()) != hashing.fingerprint(before):
        return None
    proof = hashing.fingerprint(before) if hashing.rested(before, now) else ""
    return replace(
        found,
        content_hash=content_hash,
        fingerprint=proof,
        size=before.st_size,
        modified=before.st_mtime,
    )


def load(path: Path) -> list[ReadFile]:
    """Return the outcomes that `read_files` left, without the one that was being written when it died."""
    try:
        with path.open(encoding="utf-8") as lines:
            return [_from_data(json.loads(line)) for line in lines if line.endswith("\n")]
    except FileNotFoundError:
        return []


def slices_in(path: Path) -> Iterator[ReadDocument]:
    """Yield the slices that a reader left in a file."""
    with path.open(encoding="ascii") as lines:
        for line in lines:
            yield _document_from(json.loads(line))


def _as_data(found: ReadFile) -> dict[str, Any]:
    """The fields as JSON values; a part is a list of its fields."""
    data = {name: getattr(found, name) for name in ReadFile.__slots__}
    outcome = data.pop("outcome")
    if outcome is None:
        return data
    if isinstance(outcome, Refusal):
        return data | {"refusal": asdict(outcome)}
    return data | {"document": _document_data(outcome)}


def _document_data(document: ReadDocument) -> dict[str, Any]:
    data = {name: getattr(document, name) for name in ReadDocument.__slots__}
    return data | {"parts": [[getattr(part, name) for name in Part.__slots__] for part in document.parts]}


def _from_data(data: dict[str, Any]) -> ReadFile:
    if data["units"] is not None:
        data["units"] = tuple(tuple(map(tuple, section)) for section in data["units"])
    if "refusal" in data:
        return ReadFile(Refusal(**data.pop("refusal")), **data)
    document = data.pop("document", None)
    if document is None:
        return ReadFile(None, **data)
    return ReadFile(_document_from(document), **data)


def _document_from(data: dict[str, Any]) -> ReadDocument:
    data["parts"] = tuple(Part(*values) for values in data["parts"])
    data["parts_not_read"] = tuple(data["parts_not_read"])
    data["spellings"] = tuple((offset, spelling) for offset, spelling in data["spellings"])
    return ReadDocument(**data)
