"""PowerPoint 97 to 2003 (.ppt): the slides as last saved, their titles and speaker notes.

After the open specification [MS-PPT]: a slide is found through the directory of the newest edit, so that what
was deleted or replaced before is not read.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.cleaning import one_line
from desktop.ingest.ole import opened, properties, stream
from desktop.ingest.refusals import DAMAGED, LOCKED, RefusedError

_MEDIA_TYPE = "application/vnd.ms-powerpoint"
_ENCRYPTED_TOKEN = 0xF3D1C4DF
_EDIT, _DIRECTORY = 0x0FF5, 0x1772
_SLIDE_LIST, _PERSIST, _SLIDE_ATOM, _SHOW_INFO = 0x0FF0, 0x03F3, 0x03EF, 0x03F9
_TEXT_KIND, _CHARACTERS, _BYTES, _OUTLINE = 0x0F9F, 0x0FA0, 0x0FA8, 0x0F9E
_SLIDES, _NOTES = 0, 2  # kinds of lists of slides
_HIDDEN = 0x0004
_TITLES, _NOTE_TEXT, _OTHER = frozenset({0, 6}), 2, 4
_CONTAINER = 0xF
_TITLE_LIMIT = 200  # characters of a title kept as heading
_MOST_EDITS = 10_000


@dataclass(frozen=True, slots=True)
class _Record:
    """One record: its kind, its instance, whether it holds records, and where its content lies."""

    kind: int
    instance: int
    holds_records: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """A slide as its list names it, with the texts kept there."""

    persist: int
    identity: int
    texts: list[tuple[int, str]]


def read(path: Path) -> Reading:
    """Read a .ppt file."""
    with opened(path) as file:
        if file.exists("EncryptedSummary"):
            raise RefusedError(LOCKED)
        token, edit = struct.unpack_from("<II", stream(file, "Current User"), 12)
        if token == _ENCRYPTED_TOKEN:
            raise RefusedError(LOCKED)
        deck = _Deck(stream(file, "PowerPoint Document"), edit)
        builder = TextBuilder()
        slides = deck.add_slides(builder)
        return Reading(builder.build(_MEDIA_TYPE, pages=slides), properties(file))


class _Deck:
    """The records of a presentation."""

    def __init__(self, content: bytes, edit: int) -> None:
        self._content = content
        self._places, document = self._directory(edit)
        lists = [
            record
            for record in self._children(self._record(self._places[document]))
            if record.kind == _SLIDE_LIST
        ]
        self._slides = [
            entry for found in lists if found.instance == _SLIDES for entry in self._entries(found)
        ]
        notes = [entry for found in lists if found.instance == _NOTES for entry in self._entries(found)]
        self._notes = {entry.identity: entry.persist for entry in notes}

    def add_slides(self, builder: TextBuilder) -> int:
        """Add the slides in the order of the show; return their number."""
        for number, entry in enumerate(self._slides, 1):
            slide = self._container(entry.persist)
            texts = list(self._texts(slide, entry.texts)) if slide is not None else []
            texts += [text for text in entry.texts if text not in texts]
            place = f"slide {number}" + (" (hidden)" if slide is not None and self._is_hidden(slide) else "")
            words = one_line(" ".join(text for kind, text in texts if kind in _TITLES))
            title = words[:_TITLE_LIMIT].rstrip()
            builder.add(words, kind="heading", heading=title, page=number, place=place)
            for kind, text in texts:
                if kind not in _TITLES:
                    _add_lines(builder, text, heading=title, page=number, place=place)
            notes = "\n".join(self._notes_of(slide)) if slide is not None else ""
            builder.add(notes, kind="comment", heading=title, page=number, place=f"{place} notes")
        return len(self._slides)

    def _directory(self, edit: int) -> tuple[dict[int, int], int]:
        """Where each object of the newest state lies, and which of them is the document."""
        places: dict[int, int] = {}
        document = 0
        for _ in range(_MOST_EDITS):
            record = self._record(edit)
            if record.kind != _EDIT:
                raise RefusedError(DAMAGED)
            before, directory, reference = struct.unpack_from("<III", self._content, record.start + 8)
            document = document or reference
            found = self._record(directory)
            at = found.start
            while found.kind == _DIRECTORY and at + 4 <= found.end:
                head = struct.unpack_from("<I", self._content, at)[0]
                first, count = head & 0xFFFFF, head >> 20
                offsets = struct.unpack_from(f"<{count}I", self._content, at + 4)
                for number, offset in enumerate(offsets, first):
                    places.setdefault(number, offset)
                at += 4 + 4 * count
            if before == 0 or before >= edit:
                break
            edit = before
        return places, document

    def _record(self, at: int, limit: int | None = None) -> _Record:
        """The record at a byte; what claims to reach beyond what holds it is cut."""
        head, kind, length = struct.unpack_from("<HHI", self._content, at)
        end = min(at + 8 + length, len(self._content) if limit is None else limit)
        return _Record(kind, head >> 4, head & 0xF == _CONTAINER, at + 8, end)

    def _children(self, parent: _Record) -> Iterator[_Record]:
        at = parent.start
        while at + 8 <= parent.end:
            record = self._record(at, parent.end)
            yield record
            at = record.end

    def _all(self, parent: _Record) -> Iterator[_Record]:
        """Every record inside a container, however deep."""
        stack = [self._children(parent)]
        while stack:
            record = next(stack[-1], None)
            if record is None:
                stack.pop()
                continue
            yield record
            if record.holds_records:
                stack.append(self._children(record))

    def _container(self, persist: int) -> _Record | None:
        """The record of a slide or note; None when the file lacks it."""
        place = self._places.get(persist)
        if place is None or place + 8 > len(self._content):
            return None
        return self._record(place)

    def _entries(self, found: _Record) -> Iterator[_Entry]:
        """The slides of a list, each with the texts that follow it."""
        entry: _Entry | None = None
        kind = _OTHER
        for record in self._children(found):
            if record.kind == _PERSIST:
                if entry is not None:
                    yield entry
                persist, identity = struct.unpack_from("<I8xI", self._content, record.start)
                entry = _Entry(persist, identity, [])
            elif record.kind == _TEXT_KIND:
                kind = self._number(record)
            elif record.kind in {_CHARACTERS, _BYTES} and entry is not None:
                entry.texts.append((kind, self._text(record)))
        if entry is not None:
            yield entry

    def _texts(self, slide: _Record, outline: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """The texts of the shapes of a slide with their kinds; some only point into the outline."""
        kind = _OTHER
        for record in self._all(slide):
            if record.kind == _TEXT_KIND:
                kind = self._number(record)
            elif record.kind == _OUTLINE:
                index = self._number(record)
                if index < len(outline):
                    yield outline[index]
            elif record.kind in {_CHARACTERS, _BYTES}:
                text = self._text(record)
                if text.strip(" *\r\n"):  # a star stands for the number of the slide or the date
                    yield kind, text
                kind = _OTHER

    def _notes_of(self, slide: _Record) -> Iterator[str]:
        for record in self._children(slide):
            if record.kind == _SLIDE_ATOM:
                identity = struct.unpack_from("<I", self._content, record.start + 16)[0]
                notes = self._container(self._notes.get(identity, -1))
                if notes is not None:
                    yield from (text for kind, text in self._texts(notes, []) if kind == _NOTE_TEXT)

    def _is_hidden(self, slide: _Record) -> bool:
        return any(
            struct.unpack_from("<10xH", self._content, record.start)[0] & _HIDDEN
            for record in self._children(slide)
            if record.kind == _SHOW_INFO
        )

    def _number(self, record: _Record) -> int:
        return int(struct.unpack_from("<I", self._content, record.start)[0])

    def _text(self, record: _Record) -> str:
        """The characters of a text: two bytes each, or one where the other would be zero."""
        data = self._content[record.start : record.end]
        text = data.decode("utf-16-le", "replace") if record.kind == _CHARACTERS else data.decode("latin-1")
        return text.replace("\r", "\n").replace("\x0b", "\n").strip()


def _add_lines(builder: TextBuilder, text: str, *, heading: str, page: int, place: str) -> None:
    """Add the paragraphs of a shape; several of them are a list."""
    lines = [line for line in text.split("\n") if line.strip()]
    kind = "list" if len(lines) > 1 else "body"
    for index, line in enumerate(lines):
        gap = "\n" if index else "\n\n"
        builder.add(line, kind=kind, heading=heading, page=page, place=place, gap=gap)
