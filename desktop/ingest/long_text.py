"""Plain texts too long to be held in memory at once: read in slices, each a text with its parts."""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from desktop.domain.records import Part, ReadDocument
from desktop.ingest import options, plain
from desktop.ingest.building import TextBuilder
from desktop.ingest.cleaning import clean_text
from desktop.ingest.decode import decode, is_data
from desktop.ingest.hyphens import rejoin_soft
from desktop.ingest.kind import Kind

_BLOCK = 1024 * 1024  # bytes
_LONGEST_HEADING = 80  # a short line at the end of a slice may be the heading of what follows
_STOPS = (".", ",", ";", "!", "?")
_SAMPLE = 2000  # characters of each slice by which the language is told
_WIDE_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_ESCAPE = 0x1B  # begins what switches the alphabet in ISO-2022


@dataclass(frozen=True, slots=True)
class SliceLimits:
    """Files of at least so many bytes are read in slices of at most so many characters."""

    least: int = 4 * 1024 * 1024
    most: int = 250_000


def can_be_sliced(kind: Kind) -> bool:
    """Tell whether files of this kind can be read in slices."""
    return kind in _READERS


def slices(path: Path, kind: Kind, most: int) -> Iterator[ReadDocument]:
    """Yield the slices of a long text, of at most `most` characters; joined they are that of the document.

    The offsets in a slice count from its own beginning. RefusedError when the file is data and not text.
    """
    media_type, prose = _READERS[kind]
    encoding, content = _characters(path)
    builder = partial(_slice, media_type=media_type, encoding=encoding, prose=prose)
    line, heading, gap = 1, "", ""
    for piece in _pieces(content, most):
        text = clean_text(rejoin_soft(piece) if prose else piece)
        if text.strip():
            found = builder(text, line=line, heading=heading, gap=gap)
            heading = found.parts[-1].heading
            gap = "\n\n" if text.endswith("\n\n") else "\n" if text.endswith("\n") else " "
            yield found
        line += text.count("\n")


_READERS = {Kind.TEXT: ("text/plain", True), Kind.CODE: ("text/x-source", False)}


def sample(document: ReadDocument) -> str:
    """Return as much of a slice as tells its language."""
    return document.text[:_SAMPLE]


def _slice(
    text: str, *, media_type: str, encoding: str, prose: bool, line: int, heading: str, gap: str
) -> ReadDocument:
    """Return one slice; `gap` stands before its text when it is not the first."""
    builder = TextBuilder()
    plain.add_lines(builder, text, kind="body" if prose else "code", prose=prose, heading=heading, first=line)
    document = builder.build(media_type, encoding=encoding)
    moved = len(gap)
    return replace(
        document,
        text=gap + document.text,
        parts=tuple(_moved(part, moved) for part in document.parts),
        spellings=tuple((offset + moved, word) for offset, word in document.spellings),
    )


def _moved(part: Part, by: int) -> Part:
    return Part(
        part.start + by, part.end + by, part.kind, part.heading, part.page, part.page_label, part.place
    )


def _characters(path: Path) -> tuple[str, Iterator[str]]:
    """Return the encoding of a file and its text in blocks; only UTF-8 is not held at once."""
    if not options.current().encoding and _is_utf8(path):
        return "utf-8", _decoded(path)
    decoded = decode(path.read_bytes())
    return decoded.encoding, iter([decoded.text])


def _is_utf8(path: Path) -> bool:
    """Tell whether a file is UTF-8 from end to end, without what `decode` takes for signs of others."""
    try:
        for number, block in enumerate(_blocks(path)):
            if 0 in block or _ESCAPE in block:
                return False
            if number == 0 and (block.startswith(_WIDE_BOMS) or is_data(block)):
                return False
        for _ in _decoded(path):
            pass
    except UnicodeDecodeError:
        return False
    return True


def _decoded(path: Path) -> Iterator[str]:
    yield from codecs.iterdecode(_blocks(path), "utf-8-sig")


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            yield block


def _pieces(content: Iterator[str], most: int) -> Iterator[str]:
    """Cut a text into pieces of at most `most` characters, at a blank line where there is one."""
    rest = ""
    for block in content:
        rest += block
        start = 0
        while len(rest) - start > most:
            end = _end(rest, start + most // 2, start + most)
            yield rest[start:end]
            start = end
        rest = rest[start:]
    if rest:
        yield rest


def _end(text: str, least: int, most: int) -> int:
    """Return where a piece that reaches from before `least` to `most` at the latest should end."""
    end = last = _blank_line(text, least, most)
    while end > least:
        before = _blank_line(text, least, end - 1)
        line = text[max(before, least) : end].strip()
        if "\n" in line or len(line) > _LONGEST_HEADING or line.endswith(_STOPS):
            return end
        end = before
    if last > least:
        return last
    for break_at in ("\n", " "):
        if (found := text.rfind(break_at, least, most)) >= 0:
            return found + 1
    return most


def _blank_line(text: str, least: int, most: int) -> int:
    """Return the end of the last blank line between two offsets, -1 when there is none."""
    plain_end, windows_end = text.rfind("\n\n", least, most), text.rfind("\r\n\r\n", least, most)
    return max(plain_end + 2 if plain_end >= 0 else -1, windows_end + 4 if windows_end >= 0 else -1)
