"""Jupyter notebooks: text, code and what it printed, each placed by its cell; never pictures."""

import json
import re
from pathlib import Path
from typing import Any

from desktop.ingest.building import HeadingPath, Metadata, Reading, TextBuilder
from desktop.ingest.decode import decode
from desktop.ingest.markdown import add_markdown
from desktop.ingest.plain import add_lines
from desktop.ingest.refusals import DAMAGED, NESTED_TOO_DEEPLY, RefusedError

_TERMINAL_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_OUTPUT_LIMIT = 20_000  # characters of one output; longer ones are logs of a program


def read(path: Path) -> Reading:
    """Read a notebook of version 3 or 4."""
    decoded = decode(path.read_bytes())
    try:
        notebook = json.loads(decoded.text)
    except RecursionError as error:
        raise RefusedError(NESTED_TOO_DEEPLY) from error
    except ValueError as error:
        raise RefusedError(DAMAGED) from error
    if not isinstance(notebook, dict):
        raise RefusedError(DAMAGED)
    builder, headings = TextBuilder(), HeadingPath()
    for number, cell in enumerate(_cells(notebook), 1):
        _add_cell(builder, headings, cell, f"cell {number}")
    about = notebook.get("metadata")
    title = about.get("title") if isinstance(about, dict) else None
    document = builder.build("application/x-ipynb+json", encoding=decoded.encoding)
    return Reading(document, Metadata(title=title if isinstance(title, str) else ""))


def _cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells; version 3 keeps them in worksheets."""
    cells = _list(notebook.get("cells"))
    for sheet in _list(notebook.get("worksheets")):
        cells = [*cells, *(_list(sheet.get("cells")) if isinstance(sheet, dict) else [])]
    return [cell for cell in cells if isinstance(cell, dict)]


def _add_cell(builder: TextBuilder, headings: HeadingPath, cell: dict[str, Any], place: str) -> None:
    source = _text(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "markdown":
            add_markdown(builder, source, headings, place)
        case "heading":
            level = cell.get("level")
            marks = "#" * min(max(level, 1), 6) if isinstance(level, int) else "#"
            add_markdown(builder, f"{marks} {source}", headings, place)
        case "code":
            add_lines(builder, source, kind="code", heading=headings.path, place=place)
            for output in _list(cell.get("outputs")):
                text = _output(output) if isinstance(output, dict) else ""
                add_lines(builder, text, kind="code", heading=headings.path, place=f"{place}, output")
        case _:
            add_lines(builder, source, heading=headings.path, place=place)


def _output(output: dict[str, Any]) -> str:
    """What a cell printed, as plain text; tables and the like have one beside their page."""
    data = output.get("data")
    data = data if isinstance(data, dict) else {}
    if any(str(kind).startswith("image/") for kind in data):
        return ""  # its plain text is but the name of a picture
    text = _text(output.get("text")) or _text(data.get("text/plain")) or _text(output.get("evalue"))
    return _TERMINAL_COLOURS.sub("", text)[:_OUTPUT_LIMIT]


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str:
    """A text that may be stored as a list of lines."""
    if isinstance(value, str):
        return value
    return "".join(line for line in _list(value) if isinstance(line, str))
