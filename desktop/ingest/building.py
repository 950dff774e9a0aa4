"""Assemble the text of a document from cleaned pieces, keeping the place of each as a Part."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop.domain.records import HEADING_SEPARATOR, Part, ReadDocument
from desktop.ingest.cleaning import clean_text, one_line
from desktop.ingest.refusals import EMPTY, RefusedError

_HEADING_LIMIT = 200  # characters of one heading kept in a path
_RANGES = 20  # ranges of numbers that one sentence lists


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a file says about itself; dates as found in it, not yet normalised."""

    title: str = ""
    author: str = ""
    dates: tuple[str, ...] = ()  # most telling first
    front_matter_date: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader of one format returns: the document without title, date and language, and metadata."""

    document: ReadDocument
    metadata: Metadata = field(default_factory=Metadata)


class HeadingPath:
    """The headings above the current place, outermost first."""

    def __init__(self) -> None:
        self._levels: list[str] = []

    def enter(self, level: int, text: str) -> str:
        """Open a heading of `level` (1 is outermost), closing deeper ones; return the new path."""
        level = min(max(level, 1), 12)
        del self._levels[level - 1 :]
        self._levels.extend([""] * (level - 1 - len(self._levels)))
        self._levels.append(one_line(text, _HEADING_LIMIT))
        return self.path

    @property
    def path(self) -> str:
        """The path joined for people; levels that were skipped are left out."""
        return HEADING_SEPARATOR.join(text for text in self._levels if text)


class TextBuilder:
    """Joins pieces to one text; parts are in order, do not overlap and leave out only the gaps between."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._parts: list[Part] = []
        self._length = 0
        self.spellings: list[tuple[int, str]] = []

    @property
    def length(self) -> int:
        """Characters written so far."""
        return self._length

    def ends_with(self, signs: str) -> bool:
        """Whether the last sign written is one of `signs`; also true of an empty text."""
        return not self._pieces or self._pieces[-1].endswith(tuple(signs))

    def add(
        self,
        text: str,
        *,
        kind: str = "body",
        heading: str = "",
        page: int | None = None,
        page_label: str | None = None,
        place: str = "",
        gap: str = "\n\n",
    ) -> int | None:
        """Clean and append one part after `gap`; return where it starts, None when nothing was left of it."""
        return self.add_exact(
            clean_text(text).strip(),
            Part(0, 0, kind, heading, page, page_label, place),
            gap=gap,
        )

    def add_exact(self, text: str, part: Part, *, gap: str = "\n\n") -> int | None:
        """Append text that is clean already, unchanged, with the place of `part`; return where it starts."""
        if not text.strip():
            return None
        if self._length:
            self._append(gap)
        start = self._length
        self._append(text)
        self._parts.append(
            Part(start, self._length, part.kind, part.heading, part.page, part.page_label, part.place)
        )
        return start

    def _append(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def build(
        self,
        media_type: str,
        *,
        encoding: str = "",
        pages: int | None = None,
        pages_without_text: int = 0,
        parts_not_read: tuple[str, ...] = (),
    ) -> ReadDocument:
        """Return the document; refuse one without any text as empty."""
        if not self._parts:
            raise RefusedError(EMPTY)
        return ReadDocument(
            text="".join(self._pieces),
            parts=tuple(self._parts),
            media_type=media_type,
            encoding=encoding,
            pages=pages,
            pages_without_text=pages_without_text,
            parts_not_read=parts_not_read,
            spellings=tuple(self.spellings),
        )


def are_or_is(noun: str, numbers: Sequence[int]) -> str:
    """Return numbers in order as the beginning of a sentence: "Page 3 is", "Pages 3, 5–9 are"."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    shown = [str(first) if first == last else f"{first}–{last}" for first, last in ranges]
    if len(shown) > _RANGES:
        shown = [*shown[:_RANGES], "and more"]
    noun = noun.capitalize()
    return f"{noun} {shown[0]} is" if len(numbers) == 1 else f"{noun}s {', '.join(shown)} are"
