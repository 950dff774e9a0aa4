"""Word documents: everything their reader sees, in order, each kind of text in a place of its own.

Tracked deletions and the old place of moved text are left out, insertions are read. Pages are unknown: Word
computes them when it shows the document.
"""

from collections.abc import Iterator
from pathlib import Path

from desktop.ingest.archive import SafeZip
from desktop.ingest.building import HeadingPath, Reading, TextBuilder
from desktop.ingest.docx_styles import Numbering, Styles
from desktop.ingest.ooxml import core_metadata, main_part, relationships
from desktop.ingest.refusals import EMPTY, HOSTILE, NESTED_TOO_DEEPLY, RefusedError
from desktop.ingest.tables import Cell, table_lines
from desktop.ingest.wordlists import words
from desktop.ingest.xml_parts import Element, attribute, child, local, parse_xml

_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_LEFT_OUT = words(
    "del moveFrom instrText delText delInstrText Fallback pPr rPr tblPr tblGrid tcPr trPr sdtPr sectPr rt"
)
_ROW_WRAPPERS = words("sdt sdtContent customXml ins moveTo smartTag")
_BREAKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
# Relationship type -> kind of part, words of its place, and whether its notes are numbered.
_SIDE_PARTS = {
    "footnotes": ("footnote", "footnote", True),
    "endnotes": ("endnote", "endnote", True),
    "comments": ("comment", "comment", True),
    "header": ("header", "header", False),
    "footer": ("footer", "footer", False),
}
_NOTE_TAGS = words("footnote endnote comment")
_SEPARATOR_NOTES = words("separator continuationSeparator continuationNotice")


def read(path: Path) -> Reading:
    """Read a .docx file, including one in the strict variant of the format."""
    with SafeZip(path) as package:
        main = main_part(package, "word/document.xml")
        try:
            return _Document(package, main).read()
        except RecursionError as error:
            raise RefusedError(NESTED_TOO_DEEPLY) from error


class _Document:
    """Walks the parts of one document."""

    def __init__(self, package: SafeZip, main: str) -> None:
        self._package = package
        self._main = main
        self._relations = list(relationships(package, main).values())
        self._styles = Styles(self._related("styles"))
        self._numbering = Numbering(self._related("numbering"))
        self._headings = HeadingPath()
        self._builder = TextBuilder()
        self._missing: list[str] = []
        self._tables = 0
        self._boxes = 0

    def read(self) -> Reading:
        """Read body, notes, comments, headers and footers."""
        root = parse_xml(self._package.read(self._main))
        self._blocks(root, "body", "")
        for kind, target in self._relations:
            if kind in _SIDE_PARTS:
                self._side_part(kind, target)
        if not self._builder.length:
            raise RefusedError(EMPTY)
        document = self._builder.build(_MEDIA_TYPE, parts_not_read=tuple(self._missing))
        return Reading(document, core_metadata(self._package))

    def _related(self, kind: str) -> Element | None:
        """The root of the first related part of a kind; a broken or missing one is done without."""
        for found, target in self._relations:
            if found == kind and target in self._package.names:
                try:
                    return parse_xml(self._package.read(target))
                except RefusedError:
                    return None
        return None

    def _side_part(self, relation: str, target: str) -> None:
        """Read a part beside the body; its paragraphs belong under no heading."""
        kind, words_of_place, numbered = _SIDE_PARTS[relation]
        content = self._package.find(target)
        try:
            root = parse_xml(content or b"")
        except RefusedError as error:
            if error.refusal is HOSTILE:
                raise
            self._missing.append(f"The {words_of_place} part of the document is missing or damaged.")
            return
        self._headings = HeadingPath()
        if not numbered:
            self._blocks(root, kind, words_of_place)
            return
        number = 0
        for note in root:
            if local(note) not in _NOTE_TAGS or attribute(note, "type") in _SEPARATOR_NOTES:
                continue
            number += 1
            self._blocks(note, kind, f"{words_of_place} {number}")

    def _blocks(self, element: Element, kind: str, place: str) -> None:
        """Add the paragraphs and tables under an element."""
        for node in element:
            name = local(node)
            if name == "p":
                self._paragraph(node, kind, place)
            elif name == "tbl":
                self._table(node, kind, place)
            elif name not in _LEFT_OUT and name:
                self._blocks(node, kind, place)

    def _paragraph(self, paragraph: Element, kind: str, place: str) -> None:
        out: list[str] = []
        boxes: list[Element] = []
        _inline(paragraph, out, boxes)
        text = "".join(out).strip()
        if text:
            label = self._numbering.label(self._styles.numbering(paragraph))
            level = self._styles.heading_level(paragraph) if kind == "body" else None
            if level is not None:
                text = label.removeprefix("- ") + text
                path = self._headings.enter(level, text)
                self._builder.add(" ".join(text.split()), kind="heading", heading=path)
            else:
                self._add(label + text, "list" if label and kind == "body" else kind, place)
        for box in boxes:
            self._boxes += 1
            self._blocks(box, "textbox", f"text box {self._boxes}")

    def _add(self, text: str, kind: str, place: str) -> None:
        gap = "\n" if kind == "list" else "\n\n"
        self._builder.add(text, kind=kind, heading=self._headings.path, place=place, gap=gap)

    def _table(self, table: Element, kind: str, place: str) -> None:
        """Add a table as one part; text boxes and tables inside its cells become part of the cell."""
        lines = table_lines(list(_rows(table)))
        if not any(lines):
            return
        if kind == "body":
            self._tables += 1
            kind, place = "table", f"table {self._tables}"
        self._add("\n".join(line for line in lines if line), kind, place)


def _inline(element: Element, out: list[str], boxes: list[Element]) -> None:
    """Gather the text of runs; the content of text boxes is set aside."""
    for node in element:
        name = local(node)
        if name in _LEFT_OUT or not name:
            continue
        if name == "t":
            out.append(node.text or "")
        elif name in _BREAKS:
            out.append(_BREAKS[name])
        elif name == "txbxContent":
            boxes.append(node)
        elif name == "sym":
            out.append(_symbol(attribute(node, "char")))
        else:
            _inline(node, out, boxes)


def _symbol(code: str | None) -> str:
    try:
        return chr(int(code or "", 16))
    except (ValueError, OverflowError):
        return ""


def _rows(table: Element) -> Iterator[list[Cell]]:
    """The rows of a table; cells merged downwards are counted by their first one."""
    rows = list(_wrapped(table, "tr"))
    merged = [_merged_columns(row) for row in rows]
    for index, row in enumerate(rows):
        header = child(row, "trPr", "tblHeader") is not None
        cells: list[Cell] = []
        column = 0
        for cell in _wrapped(row, "tc"):
            width = _grid_span(cell)
            if merged[index].get(column) != "continue":
                height = 1
                while index + height < len(rows) and merged[index + height].get(column) == "continue":
                    height += 1
                cells.append(Cell(_cell_text(cell), width, height, header))
            column += width
        yield cells


def _merged_columns(row: Element) -> dict[int, str]:
    """For each column of a row that takes part in a downward merge: "restart" or "continue"."""
    found: dict[int, str] = {}
    column = 0
    for cell in _wrapped(row, "tc"):
        merge = child(cell, "tcPr", "vMerge")
        if merge is not None:
            found[column] = attribute(merge, "val") or "continue"
        column += _grid_span(cell)
    return found


def _grid_span(cell: Element) -> int:
    span = child(cell, "tcPr", "gridSpan")
    value = (attribute(span, "val") or "") if span is not None else ""
    return int(value) if value.isdecimal() and 0 < len(value) < 4 else 1


def _wrapped(element: Element, name: str) -> Iterator[Element]:
    """The children of that name, also inside content controls and tracked insertions."""
    for node in element:
        found = local(node)
        if found == name:
            yield node
        elif found in _ROW_WRAPPERS:
            yield from _wrapped(node, name)


def _cell_text(cell: Element) -> str:
    """All words of a cell; tables inside it are read row by row."""
    pieces: list[str] = []
    for node in cell:
        name = local(node)
        if name == "p":
            out: list[str] = []
            boxes: list[Element] = []
            _inline(node, out, boxes)
            pieces.append("".join(out))
            pieces.extend(_cell_text(box) for box in boxes)
        elif name == "tbl":
            pieces.append("; ".join(line for line in table_lines(list(_rows(node))) if line))
        elif name and name not in _LEFT_OUT:
            pieces.append(_cell_text(node))
    return " ".join(piece.strip() for piece in pieces if piece.strip())
