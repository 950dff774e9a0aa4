"""Word 97 to 2003 (.doc): body, tables, notes, comments, text boxes, headers; no deleted or hidden text."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from desktop.ingest.building import Reading
from desktop.ingest.flow import Flow, Paragraph
from desktop.ingest.old_word_file import WordFile
from desktop.ingest.ole import opened, properties, stream

_MEDIA_TYPE = "application/msword"
_CELL, _PARAGRAPHS = "\x07", "\r\x0c\x0e"
_SHOWN = {"\x0b": "\n", "\x1e": "-", "\t": "\t"}
_FIELD_BEGIN, _FIELD_TEXT, _FIELD_END = "\x13", "\x14", "\x15"
# Each section has its headers and footers in this order, after six stories of separators.
_HEADERS = ("header", "header", "footer", "footer", "header", "footer")
_SEPARATORS = 6
# The tables of where each note begins: index, bytes beside each entry.
_FOOTNOTES, _COMMENTS, _ENDNOTES, _BOXES, _STORIES = (3, 0), (5, 0), (47, 0), (56, 22), (11, 0)


def read(path: Path) -> Reading:
    """Read a .doc file."""
    with opened(path) as file:
        tables = [stream(file, name) if file.exists(name) else b"" for name in ("0Table", "1Table")]
        word = WordFile(stream(file, "WordDocument"), (tables[0], tables[1]))
        builder = _Walker(word).walk().build()
        return Reading(builder.build(_MEDIA_TYPE), properties(file))


class _Walker:
    """Takes the characters of every part of a document in turn."""

    def __init__(self, word: WordFile) -> None:
        self._word = word
        self._flow = Flow()

    def walk(self) -> Flow:
        """Take the body, then what stands beside it."""
        body, notes, headers, comments, ends, boxes = self._word.lengths()
        self._take(0, body)
        begin = body
        for length, table, kind in (
            (notes, _FOOTNOTES, "footnote"),
            (headers, _STORIES, ""),
            (comments, _COMMENTS, "comment"),
            (ends, _ENDNOTES, "endnote"),
            (boxes, _BOXES, "textbox"),
        ):
            for number, (first, last) in enumerate(self._stories(begin, length, table)):
                if not kind and number < _SEPARATORS:
                    continue
                self._flow.open_aside()
                self._take(first, last)
                self._flow.close_aside(kind or _HEADERS[(number - _SEPARATORS) % len(_HEADERS)])
            begin += length
        return self._flow

    def _stories(self, begin: int, length: int, table: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """First and last position of each note; all in one where the table does not fit."""
        edges = self._word.plex(*table)
        if not length:
            return
        if (
            len(edges) < 2
            or any(later < earlier for earlier, later in pairwise(edges))
            or edges[-1] > length + 3
        ):
            yield begin, begin + length
            return
        for first, last in pairwise(edges):
            if last > first:
                yield begin + first, begin + min(last, length)
            else:
                yield begin, begin

    def _take(self, first: int, last: int) -> None:
        """Take the characters of a stretch."""
        fields: list[bool] = []  # for each field that is open: whether its result is reached
        run: list[str] = []
        for position in range(first, min(last, len(self._word.characters))):
            sign = self._word.characters[position]
            if sign >= " " or sign in _SHOWN:
                if all(fields) and not self._word.is_left_out(position):
                    run.append(_SHOWN.get(sign, sign))
            elif sign == _FIELD_BEGIN:
                fields.append(False)
            elif sign == _FIELD_TEXT and fields:
                fields[-1] = True
            elif sign == _FIELD_END and fields:
                fields.pop()
            elif (sign == _CELL or sign in _PARAGRAPHS) and not self._word.is_left_out(position):
                self._put(run)
                self._end(position, sign)
        self._put(run)
        self._flow.end_paragraph(Paragraph())

    def _put(self, run: list[str]) -> None:
        """Hand on a run of characters; halves of one sign are joined."""
        text = "".join(run)
        run.clear()
        self._flow.pieces.append(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))

    def _end(self, position: int, sign: str) -> None:
        """End a paragraph, cell or row."""
        found = self._word.properties(position)
        if sign == _CELL and found.row_end:
            self._flow.end_row(header=False)
        elif sign == _CELL:
            self._flow.end_cell()
        else:
            paragraph = Paragraph(found.level, in_table=found.in_table, listed=found.listed)
            self._flow.end_paragraph(paragraph)
