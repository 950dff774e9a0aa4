"""Excel workbooks: every sheet with its values as shown, comments and text boxes; formulas by their result.

Sheets are read cell by cell as they stand in the file, so that one cell in the last row and column costs
nothing.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from desktop.ingest import drawing
from desktop.ingest.archive import SafeZip
from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.ooxml import UNFORGIVEN, core_metadata, main_part, optional_part, relationships
from desktop.ingest.refusals import RefusedError
from desktop.ingest.sheet_values import Format, built_in_format, coded_format, formatted, iso_text
from desktop.ingest.sheets import Budget, Row, Sheet, SheetCell, add_sheet
from desktop.ingest.xml_parts import Element, child, children, local, parse_xml, stream_xml

_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_BINARY = "xl/workbook.bin"
_CELL = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})")
_SHEET_KINDS = frozenset({"worksheet", "chartsheet", "dialogsheet", "xlMacrosheet"})


def read(path: Path) -> Reading:
    """Read an .xlsx file or one of its relatives (.xlsm, .xltx); .xlsb goes to its own reader."""
    with SafeZip(path) as package:
        main = main_part(package, _BINARY if _BINARY in package.names else "xl/workbook.xml")
        if main.endswith(".bin"):
            from desktop.ingest import xlsb

            return xlsb.read(package, main)
        workbook = _Workbook(package, main)
        builder = TextBuilder()
        for sheet in workbook.sheets():
            add_sheet(builder, sheet)
        document = builder.build(_MEDIA_TYPE, parts_not_read=tuple(workbook.missing))
        return Reading(document, core_metadata(package))


class _Workbook:
    """What all sheets share: their list, texts, formats and the limits on what they unpack to."""

    def __init__(self, package: SafeZip, main: str) -> None:
        self._package = package
        self._root = parse_xml(package.read(main))
        self._relations = relationships(package, main)
        properties = child(self._root, "workbookPr")
        self._since_1904 = properties is not None and properties.get("date1904") in {"1", "true"}
        self._budget = Budget()
        self._texts = self._shared_texts()
        self._formats = self._cell_formats()
        self.missing: list[str] = []

    def sheets(self) -> Iterator[Sheet]:
        """Read the sheets in their order; one that is missing or damaged is named."""
        for node in self._root.iter("{*}sheet"):
            key = next((value for key, value in node.attrib.items() if key.endswith("}id")), "")
            kind, part = self._relations.get(key, ("", ""))
            sheet = Sheet(node.get("name") or "", hidden=node.get("state") in {"hidden", "veryHidden"})
            try:
                if kind in _SHEET_KINDS or not kind:
                    self._read_cells(sheet, self._package.read(part))
                    self._read_beside(sheet, part)
            except KeyError:
                self.missing.append(f"The sheet “{sheet.name}” is missing or damaged.")
            except RefusedError as error:
                if error.refusal in UNFORGIVEN:
                    raise
                self.missing.append(f"The sheet “{sheet.name}” is missing or damaged.")
            yield sheet

    def _related(self, kind: str) -> bytes | None:
        """The content of the first related part of a kind."""
        targets = (target for found, target in self._relations.values() if found == kind)
        return next((self._package.read(target) for target in targets if target in self._package.names), None)

    def _shared_texts(self) -> list[str]:
        content = self._related("sharedStrings")
        return [_text(node) for node in stream_xml(content, "si")] if content else []

    def _cell_formats(self) -> list[Format]:
        """The meaning of numbers by the style index of their cell."""
        content = self._related("styles")
        root = parse_xml(content) if content else None
        own: dict[str, Format] = {}
        formats = child(root, "numFmts")
        for node in formats if formats is not None else ():
            own[node.get("numFmtId") or ""] = coded_format(node.get("formatCode") or "")
        styles = child(root, "cellXfs")
        ids = [node.get("numFmtId") or "" for node in (styles if styles is not None else ()) if local(node)]
        return [own.get(key) or built_in_format(_whole(key, 0)) for key in ids]

    def _read_cells(self, sheet: Sheet, content: bytes) -> None:
        number = -1
        for node in stream_xml(content, "row", "mergeCell"):
            if local(node) == "mergeCell":
                if (found := _area(node.get("ref") or "")) is not None:
                    sheet.merges.append(found)
                continue
            number = _whole(node.get("r"), number + 2) - 1
            row = self._row(node)
            if row:
                sheet.rows.setdefault(number, {}).update(row)

    def _row(self, node: Element) -> Row:
        row: Row = {}
        column = -1
        for cell in children(node, "c"):
            place = _CELL.fullmatch(cell.get("r") or "")
            column = _column(place[1]) if place else column + 1
            shown = self._cell(cell)
            if shown is not None:
                row[column] = shown
        return row

    def _cell(self, cell: Element) -> SheetCell | None:
        kind = cell.get("t") or "n"
        value, figure = "", False
        for node in cell:
            name = local(node)
            if name == "v" and not value:
                value = node.text or ""
            elif name == "is":
                value, kind = _text(node), "inlineStr"
        if kind == "s":
            index = _whole(value, -1)
            value = self._texts[index] if 0 <= index < len(self._texts) else ""
        elif kind == "b":
            value, figure = ("TRUE" if value.strip() == "1" else "FALSE"), True
        elif kind == "d":
            value, figure = iso_text(value), True
        elif kind == "n" and value:
            value, figure = self._number(value, _whole(cell.get("s"), 0))
        if not value.strip():
            return None
        return SheetCell(self._budget.spend(value), figure)

    def _number(self, value: str, style: int) -> tuple[str, bool]:
        try:
            number = float(value)
        except ValueError:
            return value, False
        meaning = self._formats[style] if 0 <= style < len(self._formats) else Format.NUMBER
        return formatted(number, meaning, since_1904=self._since_1904), True

    def _read_beside(self, sheet: Sheet, part: str) -> None:
        """Read comments, text boxes, chart texts and the header rows of tables."""
        threaded: dict[str, str] = {}
        plain: dict[str, str] = {}
        for kind, target in relationships(self._package, part).values():
            root = (
                optional_part(self._package, target)
                if kind in {"comments", "threadedComment", "table", "drawing"}
                else None
            )
            if root is None:
                continue
            if kind == "table":
                _note_header(sheet, root)
            elif kind == "drawing":
                self._read_drawing(sheet, root, target)
            for node in root.iter("{*}comment", "{*}threadedComment"):
                found = threaded if kind == "threadedComment" else plain
                cell = node.get("ref") or ""
                found[cell] = "\n".join(filter(None, (found.get(cell, ""), _text(node))))
        # A threaded comment leaves a plain one behind that only tells to use a newer program.
        for cell, text in (plain | threaded).items():
            sheet.notes.append((cell, self._budget.spend(text)))

    def _read_drawing(self, sheet: Sheet, root: Element, part: str) -> None:
        for shape in drawing.shapes(root):
            sheet.boxes.append("\n".join(drawing.paragraphs(child(shape, "txBody"))))
        for kind, target in relationships(self._package, part).values():
            if kind in {"chart", "chartEx"} and (chart := optional_part(self._package, target)) is not None:
                sheet.boxes.append("\n".join(drawing.text_lines(chart)))
        sheet.boxes = [text for text in sheet.boxes if text]


def _text(element: Element) -> str:
    """The text of a string item or comment, without the readings printed over East Asian words."""
    stack = [element]
    pieces: list[str] = []
    while stack:
        node = stack.pop()
        name = local(node)
        if name in {"t", "text"} and node.text:
            pieces.append(node.text)
        if name != "rPh":
            stack.extend(reversed(node))
    return "".join(pieces).strip()


def _note_header(sheet: Sheet, table: Element) -> None:
    area = _area(table.get("ref") or "")
    if area is not None and table.get("headerRowCount") != "0":
        sheet.header_rows.add(area[0])


def _area(reference: str) -> tuple[int, int, int, int] | None:
    """First row, first column, last row and last column of "A1:D4", from 0; None when it is no range."""
    first, _, last = reference.partition(":")
    begin, end = _CELL.fullmatch(first), _CELL.fullmatch(last or first)
    if begin is None or end is None:
        return None
    return int(begin[2]) - 1, _column(begin[1]), int(end[2]) - 1, _column(end[1])


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def _whole(value: str | None, default: int) -> int:
    try:
        return int(value) if value is not None else default
    except ValueError:
        return default
