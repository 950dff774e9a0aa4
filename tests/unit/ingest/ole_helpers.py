"""Builders of old Office files: compound files, Word 97 documents and PowerPoint 97 presentations."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path

_SECTOR, _LEAST = 512, 4096
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def make_ole(path: Path, streams: Mapping[str, bytes]) -> Path:
    """Write a compound file of these streams, each at least 4,096 bytes long."""
    ordered = sorted(streams.items(), key=lambda item: (len(item[0]), item[0].upper()))
    contents = [data.ljust(_LEAST, b"\0") for _, data in ordered]
    sectors = [-(-len(data) // _SECTOR) for data in contents]
    directory = -(-(len(ordered) + 1) // 4)
    fats = 1
    while fats * 128 < fats + directory + sum(sectors):
        fats += 1
    starts = [fats + directory, *(fats + directory + total for total in accumulate(sectors))]
    table = [_FAT] * fats + [*range(fats + 1, fats + directory), _END]
    for start, count in zip(starts, sectors, strict=False):
        table += [*range(start + 1, start + count), _END]
    table += [_FREE] * (fats * 128 - len(table))
    entries = [_entry("Root Entry", 5, 1 if ordered else _FREE, _FREE, _END, 0)]
    for number, ((name, _), data, start) in enumerate(zip(ordered, contents, starts, strict=False), 1):
        following = number + 1 if number < len(ordered) else _FREE
        entries.append(_entry(name, 2, _FREE, following, start, len(data)))
    header = bytes.fromhex("D0CF11E0A1B11AE1") + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIII", 0, fats, fats, 0, _LEAST, _END, 0, _END, 0)
    header += struct.pack("<109I", *range(fats), *[_FREE] * (109 - fats))
    body = struct.pack(f"<{len(table)}I", *table) + b"".join(entries).ljust(directory * _SECTOR, b"\0")
    body += b"".join(data.ljust(-(-len(data) // _SECTOR) * _SECTOR, b"\0") for data in contents)
    path.write_bytes(header + body)
    return path


def _entry(name: str, kind: int, child: int, right: int, start: int, size: int) -> bytes:
    text = (name + "\0").encode("utf-16-le")
    head = text.ljust(64, b"\0") + struct.pack("<HBBIII", len(text), kind, 1, _FREE, right, child)
    return head + bytes(36) + struct.pack("<IQ", start, size)


def summary(title: bytes, author: str, saved: datetime, *, page: int = 1252) -> bytes:
    """The stream of document properties."""
    ticks = int((saved - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds()) * 10**7
    wide = author.encode("utf-16-le")
    values = {
        1: struct.pack("<IH2x", 2, page),
        2: struct.pack("<II", 30, len(title)) + title,
        4: struct.pack("<II", 31, len(wide) // 2) + wide,
        13: struct.pack("<IQ", 64, ticks),
    }
    offset, table, data = 8 + 8 * len(values), b"", b""
    for key, value in values.items():
        table += struct.pack("<II", key, offset + len(data))
        data += value
    head = struct.pack("<HHI16xI16xI", 0xFFFE, 0, 0, 1, 48)
    return head + struct.pack("<II", offset + len(data), len(values)) + table + data


@dataclass(frozen=True)
class Word:
    """A document: text with its control signs, lengths of its six parts, formats by stretch of characters.

    `paragraphs` pairs an end (exclusive) with style and properties, `characters` with properties alone; both
    cover the text from its start. `tables` are positions of notes: index of the table, bytes beside, edges.
    """

    text: str
    lengths: Sequence[int] = ()
    paragraphs: Sequence[tuple[int, int, bytes]] = ()
    characters: Sequence[tuple[int, bytes]] = ()
    tables: Sequence[tuple[int, int, Sequence[int]]] = ()
    flags: int = 0x0200
    version: int = 0x00C1


def make_doc(path: Path, word: Word, properties: bytes = b"") -> Path:
    """Write a .doc whose characters lie in two pieces, the first of one byte a sign where possible."""
    cut = next((n for n, sign in enumerate(word.text) if ord(sign) > 0x7F), len(word.text))
    units = len(word.text.encode("utf-16-le")) // 2
    narrow, wide = word.text[:cut].encode("ascii"), word.text[cut:].encode("utf-16-le")
    first = 1024
    second = first + len(narrow) + len(narrow) % 2
    text = narrow.ljust(second - first, b"\0") + wide

    def place(position: int) -> int:
        return first + position if position < cut or units == cut else second + 2 * (position - cut)

    text = text.ljust(-(-len(text) // 512) * 512, b"\0")
    pages = (first + len(text)) // 512
    lengths = word.lengths or (units,)
    clx_plex = struct.pack("<3I", 0, cut, units)
    clx_plex += struct.pack("<HIH", 0, first * 2 | 0x40000000, 0) + struct.pack("<HIH", 0, second, 0)
    table = b"\1\2\0xx\2" + struct.pack("<I", len(clx_plex)) + clx_plex
    pointers = {33: (0, len(table))}
    for index, page in ((12, pages), (13, pages + 1)):
        pointers[index] = (len(table), 12)
        table += struct.pack("<III", first, place(units), page)
    for index, beside, edges in word.tables:
        data = struct.pack(f"<{len(edges)}I", *edges) + bytes(beside * (len(edges) - 1))
        pointers[index] = (len(table), len(data))
        table += data
    fib = bytearray(1024)
    struct.pack_into("<HH", fib, 0, 0xA5EC, word.version)
    struct.pack_into("<H", fib, 10, word.flags)
    numbers = [*lengths, *[0] * (6 - len(lengths))]
    struct.pack_into(
        "<7I", fib, 76, numbers[0], numbers[1], numbers[2], 0, numbers[3], numbers[4], numbers[5]
    )
    for index, (offset, length) in pointers.items():
        struct.pack_into("<II", fib, 154 + 8 * index, offset, length)
    characters = [(end, bytes([len(sprms)]) + sprms) for end, sprms in word.characters or [(units, b"")]]
    paragraphs = [
        (end, _papx(struct.pack("<H", style) + sprms))
        for end, style, sprms in word.paragraphs or [(units, 0, b"")]
    ]
    formats = _page(first, place, characters, 1) + _page(first, place, paragraphs, 13)
    streams = {"WordDocument": bytes(fib) + text + formats, "1Table": table}
    return make_ole(path, streams | ({"\x05SummaryInformation": properties} if properties else {}))


def _papx(data: bytes) -> bytes:
    data += b"\0" * (len(data) % 2)
    return b"\0" + bytes([len(data) // 2]) + data


def _page(first: int, place: object, runs: Sequence[tuple[int, bytes]], step: int) -> bytes:
    """A formatted disk page: edges, offsets, and the data from the end of the page backwards."""
    edges = [first, *(place(end) for end, _ in runs)]  # type: ignore[operator]
    page = bytearray(512)
    struct.pack_into(f"<{len(edges)}I", page, 0, *edges)
    at = 510
    for number, (_, data) in enumerate(runs):
        at = (at - len(data)) // 2 * 2
        page[at : at + len(data)] = data
        page[4 * len(edges) + number * step] = at // 2
    page[511] = len(runs)
    return bytes(page)


def ppt_record(kind: int, content: bytes, *, instance: int = 0, holds: bool = False) -> bytes:
    """One record of a presentation."""
    return struct.pack("<HHI", instance << 4 | (0xF if holds else 0), kind, len(content)) + content


def ppt_text(kind: int, text: str) -> bytes:
    """A text and its kind: 0 title, 1 body, 2 notes, 4 other."""
    narrow = all(ord(sign) < 256 for sign in text)
    data = text.encode("latin-1" if narrow else "utf-16-le")
    return ppt_record(0x0F9F, struct.pack("<I", kind)) + ppt_record(0x0FA8 if narrow else 0x0FA0, data)


@dataclass(frozen=True)
class Slide:
    """A slide: records of its shapes, of its outline and of its notes, and whether it is hidden."""

    shapes: bytes = b""
    outline: bytes = b""
    notes: bytes = b""
    hidden: bool = False


def make_ppt(
    path: Path, slides: Sequence[Slide], *, old: Sequence[Slide] = (), token: int = 0xE391C05F
) -> Path:
    """Write a .ppt; `old` slides belong to a state before the last edit."""
    content, edit = b"", 0
    for state in filter(None, (old, slides)):
        content, edit = _append_state(content, edit, state)
    user = ppt_record(0x0FF6, struct.pack("<III", 20, token, edit))
    return make_ole(path, {"PowerPoint Document": content, "Current User": user})


def _append_state(content: bytes, before: int, slides: Sequence[Slide]) -> tuple[bytes, int]:
    places: dict[int, int] = {}
    lists: dict[int, bytes] = {0: b"", 2: b""}
    for number, slide in enumerate(slides, 1):
        flags = struct.pack("<10xHI", 4 if slide.hidden else 0, 0)
        atom = ppt_record(0x03EF, struct.pack("<16xII", 500 + number if slide.notes else 0, 0))
        shapes = ppt_record(0x040C, ppt_record(0xF00D, slide.shapes, holds=True), holds=True)
        places[10 + number] = len(content)
        content += ppt_record(0x03EE, atom + ppt_record(0x03F9, flags) + shapes, holds=True)
        lists[0] += (
            ppt_record(0x03F3, struct.pack("<IIIII", 10 + number, 0, 0, 255 + number, 0)) + slide.outline
        )
        if slide.notes:
            places[100 + number] = len(content)
            content += ppt_record(0x03F0, ppt_record(0x040C, slide.notes, holds=True), holds=True)
            lists[2] += ppt_record(0x03F3, struct.pack("<IIIII", 100 + number, 0, 0, 500 + number, 0))
    places[1] = len(content)
    content += ppt_record(
        0x03E8,
        b"".join(ppt_record(0x0FF0, data, instance=kind, holds=True) for kind, data in lists.items()),
        holds=True,
    )
    directory = len(content)
    entries = b"".join(struct.pack("<II", key | 1 << 20, place) for key, place in places.items())
    content += ppt_record(0x1772, entries)
    edit = len(content)
    content += ppt_record(0x0FF5, struct.pack("<IIIIII", 0, 0, before, directory, 1, 0))
    return content, edit
