"""Data written as text: CSV tables with their header words in every row, JSON and XML made readable."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

from desktop.domain.records import Part
from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.cleaning import clean_text
from desktop.ingest.decode import decode
from desktop.ingest.plain import add_lines
from desktop.ingest.refusals import HOSTILE, NESTED_TOO_DEEPLY, RefusedError
from desktop.ingest.tables import Cell, table_lines
from desktop.ingest.xml_parts import Element, local, parse_xml

_FIELD_LIMIT = 10 << 20  # characters of one CSV field
_ROWS_AT_ONCE = 50  # rows in one part
_PACKED = re.compile(r"(?:[A-Za-z0-9+/=]{40,}\s*)+[A-Za-z0-9+/=]*")
_PACKED_LENGTH = 200
_XML_ENCODING = re.compile(rb"<\?xml[^>]*encoding=[\"']([\w.-]+)")


def read_table(path: Path) -> Reading:
    """Read CSV and its relatives; a file that is no table after all is read as lines."""
    decoded = decode(path.read_bytes())
    builder = TextBuilder()
    csv.field_size_limit(_FIELD_LIMIT)
    try:
        rows = [
            (reader_line, [Cell(text) for text in row])
            for reader_line, row in _numbered_rows(decoded.text, _delimiter(path, decoded.text))
        ]
    except csv.Error:
        add_lines(builder, decoded.text)
    else:
        _add_rows(builder, rows)
    return Reading(builder.build("text/csv", encoding=decoded.encoding))


def _numbered_rows(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The rows that hold anything, each with its row number."""
    reader = csv.reader(io.StringIO(text.replace("\0", "")), delimiter=delimiter)
    return [(number, row) for number, row in enumerate(reader, 1) if any(cell.strip() for cell in row)]


def _delimiter(path: Path, text: str) -> str:
    """The sign between fields: tab, else the most frequent candidate of the first line."""
    first = text.lstrip().split("\n", 1)[0]
    if path.suffix.lower() in {".tsv", ".tab"} or "\t" in first:
        return "\t"
    return max(",;|", key=first.count)


def _add_rows(builder: TextBuilder, rows: list[tuple[int, list[Cell]]]) -> None:
    """Add table rows as parts of fifty, placed by their first row."""
    lines = [clean_text(line) for line in table_lines([cells for _, cells in rows])]
    for begin in range(0, len(lines), _ROWS_AT_ONCE):
        piece = "\n".join(line for line in lines[begin : begin + _ROWS_AT_ONCE] if line.strip())
        builder.add_exact(piece, Part(0, 0, "table", place=f"row {rows[begin][0]}"), gap="\n")


def read_json(path: Path) -> Reading:
    """Read JSON indented and with its escapes resolved; a file of one value a line stays so."""
    decoded = decode(path.read_bytes())
    builder = TextBuilder()
    add_lines(builder, _readable_json(decoded.text), kind="code")
    return Reading(builder.build("application/json", encoding=decoded.encoding))


def _readable_json(text: str) -> str:
    try:
        try:
            return json.dumps(json.loads(text), ensure_ascii=False, indent=1)
        except ValueError:
            return "\n".join(_readable_line(line) for line in text.splitlines())
    except RecursionError as error:
        raise RefusedError(NESTED_TOO_DEEPLY) from error


def _readable_line(line: str) -> str:
    try:
        return json.dumps(json.loads(line), ensure_ascii=False)
    except ValueError:
        return line


def read_xml(path: Path) -> Reading:
    """Read the words of an XML file: one line an element that holds text, attributes before it."""
    content = path.read_bytes()
    builder = TextBuilder()
    declared = _XML_ENCODING.search(content[:200])
    encoding = declared[1].decode("ascii").lower() if declared else "utf-8"
    try:
        add_lines(builder, "\n".join(_xml_lines(parse_xml(content))))
    except RefusedError as error:
        if error.refusal is HOSTILE:
            raise
    if not builder.length:
        decoded = decode(content, encoding)
        add_lines(builder, decoded.text, kind="code")
        encoding = decoded.encoding
    return Reading(builder.build("application/xml", encoding=encoding))


def _is_packed(text: str) -> bool:
    """Whether this is a picture or the like written as letters."""
    return len(text) > _PACKED_LENGTH and bool(_PACKED.fullmatch(text.strip()))


def _xml_lines(root: Element) -> list[str]:
    """Walk without recursion; an element with text of its own gives one line with all the text inside it."""
    lines: list[str] = []
    stack: list[Any] = [root]
    while stack:
        element = stack.pop()
        if not local(element):
            continue
        if _is_packed(element.text or ""):
            continue
        words = [f"{key.rpartition('}')[2]}: {value}" for key, value in element.attrib.items()]
        mixed = (element.text or "").strip() or any((node.tail or "").strip() for node in element)
        if mixed:
            words.append(" ".join("".join(element.itertext()).split()))
        else:
            stack.extend(reversed(element))
        if words:
            lines.append(" ".join(words))
    return lines
