"""Zip archives of documents: one document with a part for each file, named as it lies in the archive."""

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from desktop.domain.records import HEADING_SEPARATOR, Refusal
from desktop.ingest import refusals
from desktop.ingest.archive import SafeZip
from desktop.ingest.building import Metadata, Reading, TextBuilder
from desktop.ingest.cleaning import one_line
from desktop.ingest.inner import add_inner, opened_archive
from desktop.ingest.refusals import RefusedError
from desktop.ingest.scan import left_out_by_name
from desktop.ingest.spot import Spot

MAX_MEMBERS = 500
_PATH_LIMIT = 200
_NUMBERS = re.compile(r"(\d+)")


def read(path: Path) -> Reading:
    """Read the documents in an archive; one that lies in another archive is refused."""
    builder = TextBuilder()
    not_read: list[str] = []
    with opened_archive() as is_first, SafeZip(path) as package:
        if not is_first:
            raise RefusedError(refusals.INNER_ARCHIVE)
        members = sorted(
            ((shown, entry) for entry, shown in package.members() if not _left_out(shown)), key=_natural
        )
        for shown, entry in members[:MAX_MEMBERS]:
            not_read.extend(_add_member(builder, package, entry, shown))
        if len(members) > MAX_MEMBERS:
            not_read.append(
                f"The archive holds {len(members)} files; the first {MAX_MEMBERS} were looked at."
            )
    if not builder.length:
        raise RefusedError(_refusal(not_read))
    document = builder.build("application/zip", parts_not_read=tuple(not_read))
    return Reading(document, Metadata(title=path.stem))


def _add_member(builder: TextBuilder, package: SafeZip, entry: str, shown: str) -> tuple[str, ...]:
    label = one_line(shown, _PATH_LIMIT)
    try:
        content = package.read(entry)
    except RefusedError as error:
        return (f"{label}: {error.refusal.reason}",)
    spot = Spot(label, label.replace("/", HEADING_SEPARATOR))
    return add_inner(builder, shown, content, spot, label)


def _left_out(path: str) -> bool:
    """Whether a file would be left out of a folder too: hidden, of the system, temporary."""
    *folders, name = PurePosixPath(path.replace("\\", "/")).parts or ("",)
    return any(left_out_by_name(folder, folder=True) for folder in folders) or bool(
        left_out_by_name(name, folder=False)
    )


def _natural(member: tuple[str, str]) -> list[tuple[int, str]]:
    """Sort "part 10" after "part 9"."""
    pieces = _NUMBERS.split(member[0].casefold())
    return [(int(piece), "") if piece.isdecimal() and len(piece) < 19 else (0, piece) for piece in pieces]


def _refusal(not_read: Sequence[str]) -> Refusal:
    """Why an archive gave nothing: what all its files have in common, else that there is no document."""
    for refusal in (refusals.LOCKED, refusals.WRONG_PASSWORD, refusals.UNKNOWN_CIPHER, refusals.TOO_LARGE):
        if not_read and all(sentence.endswith(refusal.reason) for sentence in not_read):
            return refusal
    return refusals.NOTHING_INSIDE
