"""Sheets of any spreadsheet as text: titles, headers, rows that carry their header words, cell ranges."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from desktop.domain.records import HEADING_SEPARATOR, Part
from desktop.ingest.building import TextBuilder
from desktop.ingest.cleaning import one_line
from desktop.ingest.refusals import TOO_LARGE, RefusedError
from desktop.ingest.sheet_headers import Block, header_of, titles_of
from desktop.ingest.tables import SEPARATOR

MAX_CELLS = 5_000_000  # filled cells of one workbook
MAX_TEXT = 64 << 20  # characters of one workbook
_CELL_LIMIT = 32_767  # characters that a cell may hold
_PART_LENGTH = 700  # characters after which a part ends, so that its range is near every row in it
_TITLE_ROWS = 4  # rows of single cells that name the table below them
_TITLE_DISTANCE = 4  # rows between a title and what it names
_TITLE_LIMIT = 160
_NAME_LIMIT = 100
_FILLED_DOWN = 10_000  # rows that a merged cell is repeated in


@dataclass(frozen=True, slots=True)
class SheetCell:
    """What a cell shows; `figure` is true of numbers, dates and truth values."""

    text: str
    figure: bool = False


Row = dict[int, SheetCell]  # column, from 0 -> cell


@dataclass(slots=True)
class Sheet:
    """One sheet: its filled cells by row (from 0), merged ranges and what hangs on cells.

    `merges` are first row, first column, last row, last column. `header_rows` are known to head a table.
    `notes` are pairs of a cell's name and a comment; `boxes` texts that float over the sheet.
    """

    name: str
    hidden: bool = False
    rows: dict[int, Row] = field(default_factory=dict)
    merges: list[tuple[int, int, int, int]] = field(default_factory=list)
    header_rows: set[int] = field(default_factory=set)
    notes: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Clean the name, which people read in every place."""
        self.name = one_line(self.name, _NAME_LIMIT)


class Budget:
    """Counts what a workbook unpacks to; RefusedError when it is more than any real one."""

    def __init__(self) -> None:
        self._cells = 0
        self._characters = 0

    def spend(self, text: str, times: int = 1) -> str:
        """Count `times` cells of this text; return it, cut where no program would hold more."""
        text = text[:_CELL_LIMIT]
        self._cells += times
        self._characters += len(text) * times
        if self._cells > MAX_CELLS or self._characters > MAX_TEXT:
            raise RefusedError(TOO_LARGE)
        return text


def column_name(column: int) -> str:
    """Return the letters of a column counted from 0: "A", "Z", "AA"."""
    name = ""
    while column >= 0:
        name = chr(ord("A") + column % 26) + name
        column = column // 26 - 1
    return name


def add_sheet(builder: TextBuilder, sheet: Sheet) -> None:
    """Add a sheet as parts of kind table, each placed by its range of cells ("Costs!B4:D9")."""
    _fill_down(sheet)
    header: dict[int, str] = {}
    title = ""  # what the first table is called, for those below without a name
    above: list[tuple[int, Row]] = []
    blocks = list(_blocks(sheet))
    for index, rows in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else []
        if following and _names_what_follows(rows, following[0][0]):
            above.extend(rows)
            continue
        titles = titles_of(Block(rows, sheet.merges, sheet.header_rows))
        if following and _heads_what_follows(rows[titles:], following):
            blocks[index + 1] = [*rows, *following]
            continue
        block = Block(rows, sheet.merges, sheet.header_rows)
        found, depth = header_of(block, titles)
        columns = {column for _, row in rows[titles:] for column in row}
        if found or not columns <= set(header) or len(columns) < 2:
            header = found
        named = [*above, *rows[:titles]]
        heading = _heading(sheet, named) if named or not title else title
        title = title or heading
        _add_table(builder, sheet, _Table([*above, *rows], header, len(named) + depth, heading))
        above = []
    for cell, text in sheet.notes:
        builder.add(text, kind="comment", heading=sheet.name, place=_place(sheet, f"{cell} comment"))
    for number, text in enumerate(sheet.boxes, 1):
        builder.add(text, kind="textbox", heading=sheet.name, place=_place(sheet, f"text box {number}"))


def _names_what_follows(rows: Sequence[tuple[int, Row]], following: int) -> bool:
    """Whether a few single cells stand shortly above the next block."""
    near = following - rows[-1][0] <= _TITLE_DISTANCE
    return near and len(rows) <= _TITLE_ROWS and all(len(row) == 1 for _, row in rows)


def _heads_what_follows(rows: Sequence[tuple[int, Row]], following: Sequence[tuple[int, Row]]) -> bool:
    """Whether a single row of words stands over the columns of the next block, one empty row between."""
    if len(rows) != 1 or following[0][0] > rows[0][0] + 2 or any(cell.figure for cell in rows[0][1].values()):
        return False
    return len(rows[0][1]) > 1 and {column for _, row in following for column in row} <= set(rows[0][1])


def _place(sheet: Sheet, where: str) -> str:
    return f"{sheet.name}!{where}" + (" (hidden sheet)" if sheet.hidden else "")


def _heading(sheet: Sheet, named: Sequence[tuple[int, Row]]) -> str:
    """The sheet, and the lines above a table that name it."""
    titles = ", ".join(cell.text for _, row in named for cell in row.values())
    return HEADING_SEPARATOR.join(filter(None, (sheet.name, one_line(titles, _TITLE_LIMIT))))


def _fill_down(sheet: Sheet) -> None:
    """Repeat a cell that is merged downwards in every row it covers."""
    left = _FILLED_DOWN
    for top, column, bottom, _ in sheet.merges:
        cell = sheet.rows.get(top, {}).get(column)
        if cell is None:
            continue
        for number in range(top + 1, min(bottom, top + left) + 1):
            if number in sheet.rows:
                sheet.rows[number].setdefault(column, cell)
                left -= 1


def _blocks(sheet: Sheet) -> Iterator[list[tuple[int, Row]]]:
    """Runs of rows without an empty one between them, cells in order."""
    block: list[tuple[int, Row]] = []
    for number in sorted(sheet.rows):
        row = sheet.rows[number]
        if block and number > block[-1][0] + 1:
            yield block
            block = []
        if row:
            block.append((number, dict(sorted(row.items()))))
    if block:
        yield block


@dataclass(frozen=True, slots=True)
class _Table:
    """Rows that belong together. The first `plain` stand alone, the others carry the words of the header."""

    rows: Sequence[tuple[int, Row]]
    header: dict[int, str]
    plain: int
    heading: str


def _add_table(builder: TextBuilder, sheet: Sheet, table: _Table) -> None:
    """Add the rows as parts; titles and header stay with the first rows below them."""
    lines: list[str] = []
    first, length = 0, 0
    for index, (_, row) in enumerate(table.rows, 1):
        labels = table.header if index > table.plain else {}
        cells = (_cell_line(labels.get(column, ""), cell.text) for column, cell in row.items())
        lines.append(SEPARATOR.join(text for text in cells if text))
        length += len(lines[-1])
        if index == len(table.rows) or (length >= _PART_LENGTH and index > table.plain):
            place = _place(sheet, _range(table.rows[first:index]))
            part = Part(0, 0, "table", table.heading, place=place)
            builder.add_exact("\n".join(filter(None, lines)), part, gap="\n" if first else "\n\n")
            lines, first, length = [], index, 0


def _cell_line(label: str, text: str) -> str:
    text = one_line(text)
    return f"{label}: {text}" if label and text else text


def _range(rows: Sequence[tuple[int, Row]]) -> str:
    columns = [column for _, row in rows for column in row]
    first = f"{column_name(min(columns))}{rows[0][0] + 1}"
    last = f"{column_name(max(columns))}{rows[-1][0] + 1}"
    return first if first == last else f"{first}:{last}"
