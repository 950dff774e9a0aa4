"""The parts of a Word 97 file: where its characters lie, which are left out, what its paragraphs are.

After the open specification [MS-DOC]; the names of structures are its names.
"""

import struct
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise

from desktop.ingest.refusals import DAMAGED, LOCKED, TOO_LARGE, RefusedError, unsupported

_TOO_OLD = unsupported("This Word file is older than Word 97; saved as .docx it can be read.")
_FIRST_VERSION = 0x00C1  # of Word 97
_ENCRYPTED, _TABLE_1 = 0x0100, 0x0200
_COUNTS = 76  # FibRgLw97.ccpText
_POINTERS = 154  # FibRgFcLcb97
_CLX, _CHARACTERS, _PARAGRAPHS = 33, 12, 13
_PAGE = 512  # bytes of a formatted disk page
_MOST_PAGES = 100_000
_MOST_CHARACTERS = 64 << 20
_COMPRESSED = 0x40000000
_HEADING_STYLES = range(1, 10)  # the indexes of "heading 1" to "heading 9" are the same in every file

_DELETED, _HIDDEN = 0x0800, 0x083C
_IN_TABLE, _ROW_END, _OUTLINE, _LIST = 0x2416, 0x2417, 0x2640, 0x460B
_DEFINE_TABLE, _CHANGE_TABS = 0xD608, 0xC615
_OPERANDS = (1, 1, 2, 4, 2, 2, 0, 3)  # bytes after a property by the upper bits of its number


@dataclass(frozen=True, slots=True)
class Properties:
    """What is needed of a paragraph. `level` counts from 0; None for body text."""

    level: int | None = None
    in_table: bool = False
    row_end: bool = False
    listed: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters `first` to `last` (exclusive) lie in the stream from byte `at`, `width` bytes each."""

    first: int
    last: int
    at: int
    width: int


class WordFile:
    """The characters of a document by position, and what is known of each."""

    def __init__(self, stream: bytes, tables: tuple[bytes, bytes]) -> None:
        version, flags = struct.unpack_from("<H", stream, 2)[0], struct.unpack_from("<H", stream, 10)[0]
        if flags & _ENCRYPTED:
            raise RefusedError(LOCKED)
        if version < _FIRST_VERSION:
            raise RefusedError(_TOO_OLD)
        self._stream = stream
        self._table = tables[1 if flags & _TABLE_1 else 0]
        self._pieces = self._read_pieces()
        self.characters = "".join(self._text(piece) for piece in self._pieces)
        self._left_out = self._left_out_ranges()
        self._runs = self._paragraph_runs()
        self._run_starts = [start for start, _, _ in self._runs]

    def lengths(self) -> tuple[int, int, int, int, int, int]:
        """Return the characters of body, footnotes, headers, comments, endnotes and text boxes."""
        body, notes, headers, _, comments, ends, boxes = struct.unpack_from("<7I", self._stream, _COUNTS)
        return body, notes, headers, comments, ends, boxes

    def plex(self, index: int, size: int) -> list[int]:
        """Return the positions of a table of the file; each has data of `size` bytes beside it."""
        offset, length = struct.unpack_from("<II", self._stream, _POINTERS + 8 * index)
        count = max(length - 4, 0) // (4 + size)
        return list(struct.unpack_from(f"<{count + 1}I", self._table, offset)) if length >= 4 else []

    def is_left_out(self, position: int) -> bool:
        """Whether a character is deleted or hidden."""
        index = bisect_right(self._left_out, (position, 1 << 40)) - 1
        return index >= 0 and position < self._left_out[index][1]

    def properties(self, position: int) -> Properties:
        """Return what holds for the paragraph whose end mark is at this position."""
        index = bisect_right(self._pieces, position, key=lambda piece: piece.first) - 1
        piece = self._pieces[max(index, 0)]
        at = piece.at + (position - piece.first) * piece.width
        index = bisect_right(self._run_starts, at) - 1
        if index < 0 or at >= self._runs[index][1]:
            return Properties()
        return self._runs[index][2]

    def _read_pieces(self) -> list[_Piece]:
        """Read the piece table: after changes are saved, text lies in pieces all over the file."""
        offset, length = struct.unpack_from("<II", self._stream, _POINTERS + 8 * _CLX)
        at, end = offset, offset + length
        while at < end and self._table[at] == 1:
            at += 3 + struct.unpack_from("<H", self._table, at + 1)[0]
        if at >= end or self._table[at] != 2:
            raise RefusedError(DAMAGED)
        size = struct.unpack_from("<I", self._table, at + 1)[0]
        count = (size - 4) // 12
        starts = struct.unpack_from(f"<{count + 1}I", self._table, at + 5)
        if starts[0] != 0 or starts[-1] > _MOST_CHARACTERS:
            raise RefusedError(TOO_LARGE if starts[-1] > _MOST_CHARACTERS else DAMAGED)
        pieces: list[_Piece] = []
        for index, (first, last) in enumerate(pairwise(starts)):
            where = struct.unpack_from("<I", self._table, at + 5 + 4 * (count + 1) + 8 * index + 2)[0]
            narrow = bool(where & _COMPRESSED)
            where = (where & (_COMPRESSED - 1)) // (2 if narrow else 1)
            width = 1 if narrow else 2
            if last < first or where + (last - first) * width > len(self._stream):
                raise RefusedError(DAMAGED)
            pieces.append(_Piece(first, last, where, width))
        return pieces

    def _text(self, piece: _Piece) -> str:
        """The characters of a piece; halves of a sign outside the basic plane stay two, to keep the count."""
        data = self._stream[piece.at : piece.at + (piece.last - piece.first) * piece.width]
        if piece.width == 1:
            return data.decode("cp1252", "replace")
        return "".join(map(chr, struct.unpack(f"<{len(data) // 2}H", data)))

    def _left_out_ranges(self) -> list[tuple[int, int]]:
        """The ranges of characters that are deleted or hidden, in order."""
        found: list[tuple[int, int]] = []
        for start, end, data in self._formatted(_CHARACTERS):
            marks = dict(_sprms(data[1 : 1 + data[0]])) if data else {}
            if not any(marks.get(sprm, b"\0")[:1] not in {b"\0", b""} for sprm in (_DELETED, _HIDDEN)):
                continue
            for piece in self._pieces:
                first = max(start, piece.at)
                last = min(end, piece.at + (piece.last - piece.first) * piece.width)
                if first < last:
                    shift = piece.first
                    begin = shift + (first - piece.at) // piece.width
                    found.append((begin, shift + -(-(last - piece.at) // piece.width)))
        return _merged(found)

    def _paragraph_runs(self) -> list[tuple[int, int, Properties]]:
        """The properties of paragraphs by the bytes of the stream they lie in."""
        runs: list[tuple[int, int, Properties]] = []
        for start, end, data in self._formatted(_PARAGRAPHS):
            body = data[2 : 2 + data[1] * 2] if data[:1] == b"\0" else data[1 : data[0] * 2] if data else b""
            runs.append((start, end, _paragraph(body)))
        return sorted(runs, key=lambda run: run[0])

    def _formatted(self, index: int) -> list[tuple[int, int, bytes]]:
        """The runs of formatted disk pages: first byte, end, and the rest of the page from their data on."""
        offset, length = struct.unpack_from("<II", self._stream, _POINTERS + 8 * index)
        count = min(max(length - 4, 0) // 8, _MOST_PAGES)
        pages = struct.unpack_from(f"<{count}I", self._table, offset + 4 * (count + 1)) if count else ()
        step = 1 if index == _CHARACTERS else 13
        found: list[tuple[int, int, bytes]] = []
        for number in pages:
            begin = (number & 0x3FFFFF) * _PAGE
            page = self._stream[begin : begin + _PAGE]
            if len(page) < _PAGE:
                continue
            runs = min(page[-1], (_PAGE - 5) // (4 + step))
            edges = struct.unpack_from(f"<{runs + 1}I", page)
            for position, (start, end) in enumerate(pairwise(edges)):
                at = page[4 * (runs + 1) + position * step] * 2
                found.append((start, end, page[at : _PAGE - 1] if at else b""))
        return found


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


def _paragraph(data: bytes) -> Properties:
    """Read a style index and the properties after it."""
    if len(data) < 2:
        return Properties()
    style = struct.unpack_from("<H", data)[0]
    found = dict(_sprms(data[2:]))
    level = style - 1 if style in _HEADING_STYLES else None
    if own := found.get(_OUTLINE):
        level = own[0] if own[0] < 9 else None
    listed = found.get(_LIST, b"\0\0") != b"\0\0"
    return Properties(level, found.get(_IN_TABLE) == b"\1", found.get(_ROW_END) == b"\1", listed)


def _sprms(data: bytes) -> list[tuple[int, bytes]]:
    """The single properties in a run of them: number and operand."""
    found: list[tuple[int, bytes]] = []
    at = 0
    while at + 2 < len(data):
        number = struct.unpack_from("<H", data, at)[0]
        at += 2
        size = _OPERANDS[number >> 13]
        if number == _DEFINE_TABLE:
            size = struct.unpack_from("<H", data, at)[0] + 1 if at + 2 <= len(data) else len(data)
        elif size == 0:
            if number == _CHANGE_TABS and data[at] == 0xFF:
                break  # its length is told by what it holds, and nothing needed follows it
            size = data[at] + 1
        found.append((number, data[at : at + size]))
        at += size
    return found
