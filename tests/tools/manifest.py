"""The lines of a folder's `manifest.tsv`, and whether what a reader made of a file is what its line expects.

Columns: path, format, what is special, expectation, texts to find or reason of the refusal, where, texts
that must not be found. Several texts are joined by ` || `.
"""

import csv
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from desktop.domain.records import Part, ReadDocument, Refusal

# Words of an expected reason -> the codes that say so; the first row that fits counts.
_REASONS: tuple[tuple[str, frozenset[str]], ...] = (
    ("cap", frozenset({"damaged", "too_large"})),
    ("password", frozenset({"locked"})),
    ("too large", frozenset({"too_large"})),
    ("OCR", frozenset({"no_text"})),
    ("empty", frozenset({"empty"})),
    ("broken OLE", frozenset({"unsupported", "damaged"})),
    ("image|archive|binary|lock file|not supported|not a document", frozenset({"unsupported"})),
    ("broken|damaged|nesting|hostile", frozenset({"damaged", "empty"})),
)
_MAY_BE_READ = re.compile(r"or read|OCR")  # text recognition may make a document of it
_ESCAPE = re.compile(r"\\x([0-9a-f]{2})|\\u([0-9a-f]{4})")


@dataclass(frozen=True, slots=True)
class Line:
    """What is expected of one file."""

    path: str
    format: str
    special: str
    expect: str  # find, refuse, either, no-text, partial
    text: str
    where: str
    unwanted: tuple[str, ...]

    @property
    def wanted(self) -> tuple[str, ...]:
        """The texts to find."""
        return tuple(self.text.split(" || ")) if self.expect == "find" else ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a file came out. `missing` and `violations` are texts; `said` is for people."""

    right: bool
    missing: tuple[str, ...] = ()
    violations: tuple[str, ...] = ()
    said: str = ""


def read_manifest(folder: Path) -> list[Line]:
    """Return the lines of `folder/manifest.tsv`; a first line of column names is passed over."""
    with (folder / "manifest.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [_line([*row, *[""] * 7][:7]) for row in rows if row and row[0] != "path"]


def _line(row: list[str]) -> Line:
    path, kind, special, expect, text, where, unwanted = row
    return Line(path, kind, special, expect, text, where, _unwanted(unwanted))


def _unwanted(text: str) -> tuple[str, ...]:
    """Escapes of signs that cannot be written are resolved, escapes of letters are meant as they stand."""

    def resolve(match: re.Match[str]) -> str:
        sign = chr(int(match[1] or match[2], 16))
        return match[0] if sign.isprintable() else sign

    return tuple(_ESCAPE.sub(resolve, item) for item in text.split(" || ") if item)


def plain(text: str) -> str:
    """Return text as a search sees it: compatible signs, no soft hyphens, cells apart by single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).replace("\u00ad", "").replace(" | ", " ").split())


def judge(line: Line, found: ReadDocument | Refusal) -> Verdict:
    """Compare what a reader made of the file with what its line expects."""
    if isinstance(found, Refusal):
        return Verdict(_refusal_is_right(line, found), line.wanted, (), f"{found.code}: {found.reason}")
    text = plain(f"{found.title}\n{found.text}")
    missing = tuple(item for item in line.wanted if plain(item) not in text)
    violations = tuple(item for item in line.unwanted if item in found.text)
    readable = line.expect != "refuse" or bool(_MAY_BE_READ.search(line.text))
    return Verdict(readable and not missing and not violations, missing, violations, f"read: {found.title}")


def _refusal_is_right(line: Line, refusal: Refusal) -> bool:
    if line.expect == "find" or refusal.code == "timeout":
        return False
    if line.expect == "no-text":
        return refusal.code in {"empty", "no_text"}
    if line.expect == "refuse":
        return any(re.search(words, line.text) and refusal.code in codes for words, codes in _REASONS)
    return True


def places(line: Line, document: ReadDocument) -> list[str]:
    """Return where each wanted text was found: kind, page, place and heading of its part."""
    return [f"{wanted} -> {_place(part)}" for wanted in line.wanted if (part := _part(document, wanted))]


def _part(document: ReadDocument, wanted: str) -> Part | None:
    texts = ((part, plain(document.text[part.start : part.end])) for part in document.parts)
    return next((part for part, text in texts if plain(wanted) in text), None)


def _place(part: Part) -> str:
    page = f"page {part.page}" if part.page else ""
    return ", ".join(item for item in (part.kind, page, part.place, part.heading) if item)
