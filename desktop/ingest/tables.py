"""Rows of a table as lines of text in which every value carries the words of its column's header."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

SEPARATOR = " | "
_MAX_COLUMNS = 200  # a wider span is a mistake or an attack
_MAX_ROW_SPAN = 1000
_WIDEST = 1000  # columns; cells beyond are read but hang down no more
_HEADER_LENGTH = 60
_FIGURE = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; spans count columns and rows it covers."""

    text: str
    columns: int = 1
    rows: int = 1
    header: bool = False


def table_lines(rows: Sequence[Sequence[Cell]]) -> list[str]:
    """Return one line a row: the header row as it is, later rows as `Header: value | Header: value`.

    A passage cut from the middle of a table so still says what its values mean. Without a header row the
    values stand alone. A cell that spans rows is repeated in each, one that spans columns is not.
    """
    grid = _grid(rows)
    if not grid:
        return []
    header = _header(rows, grid)
    lines: list[str] = []
    for index, row in enumerate(grid):
        if header and index > 0:
            cells = [f"{_label(header, column)}{text}" for column, text in row]
        else:
            cells = [text for _, text in row]
        if cells:
            lines.append(SEPARATOR.join(cells))
    return lines


def _label(header: dict[int, str], column: int) -> str:
    text = header.get(column, "").rstrip(": ")
    return f"{text}: " if text else ""


def _grid(rows: Sequence[Sequence[Cell]]) -> list[list[tuple[int, str]]]:
    """Place every cell in its column; empty cells and repeats within a row are left out."""
    hanging: dict[int, tuple[int, str, int]] = {}  # column -> rows left, text, columns
    grid: list[list[tuple[int, str]]] = []
    for row in rows:
        placed: list[tuple[int, str]] = []
        column = 0
        cells = iter(row)
        cell = next(cells, None)
        carried, hanging = hanging, {}
        while cell is not None or any(position >= column for position in carried):
            if column in carried:
                left, text, width = carried[column]
                if left > 1:
                    hanging[column] = (left - 1, text, width)
                placed.append((column, text))
                column += width
            elif cell is not None:
                width = min(max(cell.columns, 1), _MAX_COLUMNS)
                text = " ".join(cell.text.split())
                if cell.rows > 1 and column < _WIDEST:
                    hanging[column] = (min(cell.rows, _MAX_ROW_SPAN) - 1, text, width)
                placed.append((column, text))
                column += width
                cell = next(cells, None)
            else:
                column += 1
        grid.append([(position, text) for position, text in placed if text])
    return grid


def _header(rows: Sequence[Sequence[Cell]], grid: list[list[tuple[int, str]]]) -> dict[int, str]:
    """The header of each column, or nothing when the first row is just a row."""
    first = dict(grid[0])
    if len(grid) < 2 or len(first) < 2:
        return {}
    marked = bool(rows[0]) and all(cell.header for cell in rows[0])
    if not marked and not _looks_like_header(first, grid[1:]):
        return {}
    position = 0
    header: dict[int, str] = {}
    for cell in rows[0]:
        width = min(max(cell.columns, 1), _MAX_COLUMNS)
        for column in range(position, position + width):
            header[column] = " ".join(cell.text.split())
        position += width
    return header


def _looks_like_header(first: dict[int, str], body: list[list[tuple[int, str]]]) -> bool:
    """Guess: short distinct words over columns of which one holds figures, or over three columns at least."""
    texts = list(first.values())
    if len(set(texts)) < len(texts) or any(len(text) > _HEADER_LENGTH for text in texts):
        return False
    if any(_FIGURE.search(text) for text in texts):
        return False
    widest = max(len(row) for row in body)
    if widest > len(first):
        return False
    if len(first) >= 3:
        return True
    cells = [text for row in body for column, text in row if column in first and column > 0]
    return bool(cells) and sum(1 for text in cells if _FIGURE.search(text)) * 2 >= len(cells)
