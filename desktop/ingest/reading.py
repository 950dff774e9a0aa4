"""Read files inside a reader process, each in one consistent state, and hand them over as lines of JSON.

Long texts go through a file and not through the pipe between the processes, as data and not as objects. A
line is written as soon as its file is read: a process that dies has lost only the file it died of.
"""

import json
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from desktop.domain.records import Part, ReadDocument, Refusal
from desktop.ingest import extract, hashing
from desktop.ingest.options import ReadOptions
from desktop.ingest.progress import noted_in
from desktop.ingest.refusals import unreadable

_USUAL = ReadOptions()
_TRIES = 3  # for a file that is being written
_PAUSE = 0.1  # seconds between them


@dataclass(frozen=True, slots=True)
class FileToRead:
    """A file and how to read it; content whose hash is among `known` need not be read again."""

    path: str
    options: ReadOptions = _USUAL
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What was read of one file and what the file was at that moment; None: its content is known.

    `fingerprint` is empty when it proves nothing (see `hashing.rested`). `restless`: the file was being
    written all the time, what was read is a copy of it; it should be read again when it rests.
    `details` is the traceback of an error nobody foresaw, for the log.
    """

    outcome: ReadDocument | Refusal | None
    content_hash: str = ""
    fingerprint: str = ""
    size: int = 0
    modified: float = 0.0
    restless: bool = False
    details: str = ""


def read_files(files: Sequence[FileToRead], folder: str, name: str) -> None:
    """Read the files in order; the outcome of each becomes a line of the file `name` in `folder`."""
    place = Path(folder, name)
    with place.open("w", encoding="utf-8") as out, noted_in(progress_beside(place)):
        for file in files:
            out.write(json.dumps(_as_data(read_one(file, Path(folder))), ensure_ascii=True) + "\n")
            out.flush()


def progress_beside(place: Path) -> Path:
    """Return where it is noted which page of a long file is at work, while the outcomes go to `place`."""
    return place.with_suffix(".page")


def read_one(file: FileToRead, folder: Path) -> ReadFile:
    """Read one file, again if it changed meanwhile; one that never rests is copied to `folder` and read."""
    path = Path(file.path)
    try:
        for _ in range(_TRIES):
            found = _attempt(path, file)
            if found is not None:
                return found
            time.sleep(_PAUSE)
        with tempfile.TemporaryDirectory(dir=folder) as place:
            copy = Path(shutil.copy2(path, place))  # under its own name, which may be its title
            outcome, details = extract.read_in_detail(copy, file.options)
            size, modified = copy.stat().st_size, copy.stat().st_mtime
            return ReadFile(
                outcome, hashing.content_hash(copy), "", size, modified, restless=True, details=details
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


def _attempt(path: Path, file: FileToRead) -> ReadFile | None:
    """Read a file; None when it was changed meanwhile."""
    outcome: ReadDocument | Refusal | None = None
    details = ""
    now = time.time()
    before = path.stat()
    content_hash = hashing.content_hash(path)
    if content_hash not in file.known:
        outcome, details = extract.read_in_detail(path, file.options)
    if hashing.fingerprint(path.stat()) != hashing.fingerprint(before):
        return None
    proof = hashing.fingerprint(before) if hashing.rested(before, now) else ""
    return ReadFile(outcome, content_hash, proof, before.st_size, before.st_mtime, details=details)


def load(path: Path) -> list[ReadFile]:
    """Return the outcomes that `read_files` left, without the one that was being written when it died."""
    try:
        with path.open(encoding="utf-8") as lines:
            return [_from_data(json.loads(line)) for line in lines if line.endswith("\n")]
    except FileNotFoundError:
        return []


def _as_data(found: ReadFile) -> dict[str, Any]:
    """The fields as JSON values; a part is a list of its fields."""
    data = {name: getattr(found, name) for name in ReadFile.__slots__}
    outcome = data.pop("outcome")
    if outcome is None:
        return data
    if isinstance(outcome, Refusal):
        return data | {"refusal": asdict(outcome)}
    document = {name: getattr(outcome, name) for name in ReadDocument.__slots__}
    document["parts"] = [[getattr(part, name) for name in Part.__slots__] for part in outcome.parts]
    return data | {"document": document}


def _from_data(data: dict[str, Any]) -> ReadFile:
    if "refusal" in data:
        return ReadFile(Refusal(**data.pop("refusal")), **data)
    document = data.pop("document", None)
    if document is None:
        return ReadFile(None, **data)
    document["parts"] = tuple(Part(*values) for values in document["parts"])
    document["parts_not_read"] = tuple(document["parts_not_read"])
    document["spellings"] = tuple((offset, spelling) for offset, spelling in document["spellings"])
    return ReadFile(ReadDocument(**document), **data)
