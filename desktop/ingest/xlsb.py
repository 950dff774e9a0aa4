"""Binary Excel workbooks (.xlsb): the records of their parts, after the open specification [MS-XLSB]."""

import struct
from collections.abc import Iterator

from desktop.ingest.archive import SafeZip
from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.ooxml import core_metadata, relationships
from desktop.ingest.refusals import DAMAGED, RefusedError
from desktop.ingest.sheet_values import Format, built_in_format, coded_format, formatted, rk_number
from desktop.ingest.sheets import Budget, Row, Sheet, SheetCell, add_sheet

_MEDIA_TYPE = "application/vnd.ms-excel.sheet.binary.macroEnabled.12"
_SHEET, _PROPERTIES, _TEXT, _FORMAT, _STYLE, _STYLES, _STYLES_END = 156, 153, 19, 44, 47, 617, 618
_ROW, _MERGE, _RK, _ERROR, _TEXT_INDEX = 0, 176, 2, 3, 7
_REALS, _TRUTHS, _STRINGS = frozenset({5, 9}), frozenset({4, 10}), frozenset({6, 8})


def read(package: SafeZip, main: str) -> Reading:
    """Read a workbook whose package is open and whose main part is `main`."""
    try:
        workbook = _Workbook(package, main)
        builder = TextBuilder()
        for sheet in workbook.sheets():
            add_sheet(builder, sheet)
    except (struct.error, IndexError) as error:
        raise RefusedError(DAMAGED) from error
    document = builder.build(_MEDIA_TYPE, parts_not_read=tuple(workbook.missing))
    return Reading(document, core_metadata(package))


def _records(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Kind and data of each record; both kind and length have seven bits a byte."""
    at = 0
    while at < len(content):
        kind = content[at]
        at += 1
        if kind & 0x80:
            kind = kind & 0x7F | (content[at] & 0x7F) << 7
            at += 1
        length = 0
        for shift in (0, 7, 14, 21):
            byte = content[at]
            at += 1
            length |= (byte & 0x7F) << shift
            if not byte & 0x80:
                break
        yield kind, content[at : at + length]
        at += length


def _string(data: bytes, at: int) -> tuple[str, int]:
    """A string and where it ends."""
    length = struct.unpack_from("<I", data, at)[0]
    end = at + 4 + 2 * length
    return data[at + 4 : end].decode("utf-16-le", "replace"), end


class _Workbook:
    """What all sheets share."""

    def __init__(self, package: SafeZip, main: str) -> None:
        self._package = package
        self._relations = relationships(package, main)
        self._budget = Budget()
        self._listed: list[tuple[str, str, bool]] = []  # name, relation, whether it is hidden
        self._since_1904 = False
        for kind, data in _records(package.read(main)):
            if kind == _SHEET:
                self._list(data)
            elif kind == _PROPERTIES:
                self._since_1904 = bool(data[0] & 1)
        self._texts = [
            _string(data, 1)[0] for kind, data in _records(self._related("sharedStrings")) if kind == _TEXT
        ]
        self._formats = list(self._read_formats())
        self.missing: list[str] = []

    def _list(self, data: bytes) -> None:
        """Note a sheet; files from before the release of the format have four bytes more before its names."""
        start = next((at for at in (8, 12) if _string(data, at)[0] in self._relations), 8)
        relation, end = _string(data, start)
        self._listed.append((_string(data, end)[0], relation, data[0] != 0))

    def sheets(self) -> Iterator[Sheet]:
        """Read the sheets in their order; one that is missing is named."""
        for name, relation, hidden in self._listed:
            sheet = Sheet(name, hidden=hidden)
            part = self._relations.get(relation, ("", ""))[1]
            if part in self._package.names:
                self._read_cells(sheet, self._package.read(part))
            else:
                self.missing.append(f"The sheet “{sheet.name}” is missing or damaged.")
            yield sheet

    def _related(self, kind: str) -> bytes:
        targets = (target for found, target in self._relations.values() if found == kind)
        return next((self._package.read(target) for target in targets if target in self._package.names), b"")

    def _read_formats(self) -> Iterator[Format]:
        """The meaning of numbers by the style index of their cell."""
        own: dict[int, Format] = {}
        inside = False
        for kind, data in _records(self._related("styles")):
            if kind == _FORMAT:
                own[struct.unpack_from("<H", data)[0]] = coded_format(_string(data, 2)[0])
            elif kind in {_STYLES, _STYLES_END}:
                inside = kind == _STYLES
            elif kind == _STYLE and inside:
                number = struct.unpack_from("<H", data, 2)[0]
                yield own.get(number) or built_in_format(number)

    def _read_cells(self, sheet: Sheet, content: bytes) -> None:
        row: Row = {}
        for kind, data in _records(content):
            if kind == _ROW:
                row = sheet.rows.setdefault(struct.unpack_from("<I", data)[0], {})
            elif kind == _MERGE:
                top, bottom, left, right = struct.unpack_from("<4I", data)
                sheet.merges.append((top, left, bottom, right))
            elif _RK <= kind <= 11 and kind != _ERROR:
                cell = self._cell(kind, data)
                if cell is not None:
                    row[struct.unpack_from("<I", data)[0]] = cell

    def _cell(self, kind: int, data: bytes) -> SheetCell | None:
        figure = True
        if kind in _STRINGS:
            text, figure = _string(data, 8)[0], False
        elif kind == _TEXT_INDEX:
            index = struct.unpack_from("<I", data, 8)[0]
            text, figure = self._texts[index] if index < len(self._texts) else "", False
        elif kind in _TRUTHS:
            text = "TRUE" if data[8] else "FALSE"
        elif kind == _RK or kind in _REALS:
            style = int.from_bytes(data[4:7], "little")
            meaning = self._formats[style] if style < len(self._formats) else Format.NUMBER
            value = rk_number(data[8:12]) if kind == _RK else struct.unpack_from("<d", data, 8)[0]
            text = formatted(value, meaning, since_1904=self._since_1904)
        else:
            return None
        return SheetCell(self._budget.spend(text), figure) if text.strip() else None
