"""Which rows of a block of cells name it or its columns: judged by words, figures below and merged cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop.ingest.cleaning import one_line

_LABEL_LENGTH = 60
_LOOKED_AT = 50  # rows below a header that are looked at
_MOSTLY = 2 / 3
_YEARS = range(1900, 2101)


class Cell(Protocol):
    """As much of a cell as is needed here."""

    @property
    def text(self) -> str:
        """What the cell shows."""

    @property
    def figure(self) -> bool:
        """Whether it is a number, date or truth value."""


Rows = Sequence[tuple[int, Mapping[int, Cell]]]


@dataclass(frozen=True, slots=True)
class Block:
    """Rows without an empty one between them, the merged ranges and known header rows of their sheet."""

    rows: Rows
    merges: Sequence[tuple[int, int, int, int]]
    known: set[int]


def titles_of(block: Block) -> int:
    """Return how many rows at the top hold a single cell and name the wider table below them."""
    count = 0
    for number, row in block.rows:
        if len(row) != 1 or number in block.known or next(iter(row.values())).figure:
            break
        count += 1
    return count if count < len(block.rows) else 0


def header_of(block: Block, start: int) -> tuple[dict[int, str], int]:
    """Return the words for each column and how many rows from `start` they take; nothing when there are none.

    Groups of columns under a merged cell get its words first: "2024 Q1".
    """
    groups = _groups(block, start)
    if groups and start + 2 < len(block.rows) and _is_header(block, start + 1, repeats=True):
        top, below = block.rows[start][1], block.rows[start + 1][1]
        header = {column: _label(cell) for column, cell in top.items()} | groups
        for column, cell in below.items():
            group, own = header.get(column, ""), _label(cell)
            header[column] = own if group == own else f"{group} {own}".strip()
        return header, 2
    if start + 1 < len(block.rows) and _is_header(block, start):
        header = {column: _label(cell) for column, cell in block.rows[start][1].items()}
        return header | {column: text for column, text in groups.items() if column not in header}, 1
    return {}, 0


def _label(cell: Cell) -> str:
    return one_line(cell.text).rstrip(": ")


def _groups(block: Block, index: int) -> dict[int, str]:
    """The words over each column that a cell merged sideways in this row covers."""
    number, row = block.rows[index]
    found: dict[int, str] = {}
    for top, left, _, right in block.merges:
        if top == number and right > left and left in row:
            covered = range(left, min(right, left + 1000) + 1)
            found.update(dict.fromkeys(covered, _label(row[left])))
    return found


def _is_header(block: Block, index: int, *, repeats: bool = False) -> bool:
    number, row = block.rows[index]
    if number in block.known:
        return True
    texts = [_label(cell) for cell in row.values()]
    if len(texts) < 2 or any(len(text) > _LABEL_LENGTH for text in texts):
        return False
    figures = [cell for cell in row.values() if cell.figure]
    if any(not _is_period(cell.text) for cell in figures) or (len(set(texts)) < len(texts) and not repeats):
        return False
    below = [cells for _, cells in block.rows[index + 1 : index + 1 + _LOOKED_AT]]
    if _over_figures(row, below):
        return len(figures) != 1 or len(row) >= 3
    widest = max((len(cells) for cells in below), default=0)
    return not figures and len(row) >= 3 and widest <= len(row)


def _is_year(text: str) -> bool:
    return text.isdecimal() and len(text) == 4 and int(text) in _YEARS


def _is_period(text: str) -> bool:
    """Whether a figure may head a column: a year, or a date of a month or day."""
    return _is_year(text) or (len(text) == 10 and text[4] == text[7] == "-")


def _over_figures(row: Mapping[int, Cell], below: Sequence[Mapping[int, Cell]]) -> bool:
    """Whether one of the columns is headed here and holds mostly figures below."""
    for column, cell in row.items():
        cells = [cells[column] for cells in below if column in cells]
        if cell.figure and not _is_period(cell.text):
            continue
        if cells and sum(1 for other in cells if other.figure) >= _MOSTLY * len(cells):
            return True
    return False
