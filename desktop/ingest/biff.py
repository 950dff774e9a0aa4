"""Excel 2 to 4 (.xls before 1993): a stream of records without a container, mostly one sheet a file.

Records are described in "OpenOffice.org's Documentation of the Microsoft Excel File Format", chapters 4 to 6.
"""

import struct
from collections.abc import Iterator
from pathlib import Path

from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.code_pages import code_page
from desktop.ingest.refusals import DAMAGED, LOCKED, RefusedError
from desktop.ingest.sheet_values import Format, coded_format, formatted, rk_number
from desktop.ingest.sheets import Budget, Sheet, SheetCell, add_sheet

_MEDIA_TYPE = "application/vnd.ms-excel"
_BOF = {0x0009: 2, 0x0209: 3, 0x0409: 4}  # record -> version of the format
_CHART, _WORKBOOK = 0x0020, 0x0100  # kinds of stream that hold no cells of their own
_FILEPASS, _CODEPAGE, _DATES_1904, _SHEET_NAME = 0x002F, 0x0042, 0x0022, 0x008F
_FORMATS, _STYLES = (0x001E, 0x041E), (0x0043, 0x0243, 0x0443)
_LABELS, _NUMBERS, _INTEGER, _RK = (0x0004, 0x0204), (0x0003, 0x0203), 0x0002, 0x027E
_TRUTHS, _FORMULAS, _STRINGS = (0x0005, 0x0205), (0x0006, 0x0206, 0x0406), (0x0007, 0x0207)
_CODEPAGES = {0x8000: "mac_roman", 0x8001: "cp1252"}


def read(path: Path) -> Reading:
    """Read a file of one of these versions."""
    stream = _Stream()
    try:
        for record, data in _records(path.read_bytes()):
            stream.take(record, data)
    except (struct.error, IndexError) as error:
        raise RefusedError(DAMAGED) from error
    builder = TextBuilder()
    for sheet in stream.sheets:
        add_sheet(builder, sheet)
    return Reading(builder.build(_MEDIA_TYPE, encoding=stream.encoding))


def _records(content: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 4 <= len(content):
        record, length = struct.unpack_from("<HH", content, at)
        yield record, content[at + 4 : at + 4 + length]
        at += 4 + length


class _Stream:
    """Takes the records in their order and fills sheets."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.encoding = "cp1252"
        self._version = 4
        self._since_1904 = False
        self._formats: list[Format] = []
        self._styles: list[int] = []
        self._budget = Budget()
        self._awaited: tuple[int, int] | None = None  # the cell whose text the next record holds
        self._name = ""

    def take(self, record: int, data: bytes) -> None:
        """Take one record."""
        if record in _BOF:
            self._version = _BOF[record]
            if struct.unpack_from("<H", data, 2)[0] not in {_CHART, _WORKBOOK}:
                self.sheets.append(Sheet(self._name or f"Sheet{len(self.sheets) + 1}"))
                self._formats, self._styles = [], []
        elif record == _FILEPASS:
            raise RefusedError(LOCKED)
        elif record == _CODEPAGE:
            page = struct.unpack_from("<H", data)[0]
            self.encoding = _CODEPAGES.get(page) or code_page(page)
        elif record == _DATES_1904:
            self._since_1904 = data[:2] == b"\1\0"
        elif record == _SHEET_NAME:
            self._name = self._decoded(data[5 : 5 + data[4]])
        elif record in _FORMATS:
            start = 2 if record == _FORMATS[1] else 0
            self._formats.append(coded_format(self._decoded(data[start + 1 : start + 1 + data[start]])))
        elif record in _STYLES:
            self._styles.append(data[2] & 0x3F if self._version == 2 else data[1])
        elif self.sheets:
            self._take_cell(record, data)

    def _take_cell(self, record: int, data: bytes) -> None:
        if record in _STRINGS and self._awaited is not None:
            self._put(*self._awaited, self._text(data, 0), figure=False)
            self._awaited = None
            return
        if record not in {*_LABELS, *_NUMBERS, *_TRUTHS, *_FORMULAS, _INTEGER, _RK}:
            return
        row, column = struct.unpack_from("<HH", data)
        body = 7 if self._version == 2 else 6
        style = data[4] & 0x3F if self._version == 2 else struct.unpack_from("<H", data, 4)[0]
        if record in _LABELS:
            self._put(row, column, self._text(data, body), figure=False)
        elif record in _TRUTHS:
            if data[body + 1] == 0:
                self._put(row, column, "TRUE" if data[body] else "FALSE", figure=True)
        elif record in _FORMULAS and data[body + 6 : body + 8] == b"\xff\xff":
            if data[body] == 0:
                self._awaited = (row, column)
            elif data[body] == 1:
                self._put(row, column, "TRUE" if data[body + 2] else "FALSE", figure=True)
        else:
            self._put(row, column, self._number(_value(record, data, body), style), figure=True)

    def _number(self, value: float, style: int) -> str:
        index = self._styles[style] if style < len(self._styles) else -1
        meaning = self._formats[index] if 0 <= index < len(self._formats) else Format.NUMBER
        return formatted(value, meaning, since_1904=self._since_1904)

    def _text(self, data: bytes, at: int) -> str:
        if self._version == 2:
            return self._decoded(data[at + 1 : at + 1 + data[at]])
        length = struct.unpack_from("<H", data, at)[0]
        return self._decoded(data[at + 2 : at + 2 + length])

    def _decoded(self, data: bytes) -> str:
        return data.decode(self.encoding, "replace")

    def _put(self, row: int, column: int, text: str, *, figure: bool) -> None:
        if text.strip():
            cells = self.sheets[-1].rows.setdefault(row, {})
            cells[column] = SheetCell(self._budget.spend(text), figure)


def _value(record: int, data: bytes, body: int) -> float:
    """The number in a cell record: whole, packed into 30 bits, or of double precision."""
    if record == _INTEGER:
        return float(struct.unpack_from("<H", data, body)[0])
    if record == _RK:
        return rk_number(data[body : body + 4])
    return float(struct.unpack_from("<d", data, body)[0])
