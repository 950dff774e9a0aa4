"""OpenDocument spreadsheets: values as shown, merged cells, comments; rows repeated to the end are free."""

from collections.abc import Iterator

from desktop.ingest import odf
from desktop.ingest.building import TextBuilder
from desktop.ingest.sheet_values import iso_text, number_text, percent_text
from desktop.ingest.sheets import Budget, Row, Sheet, SheetCell, add_sheet, column_name
from desktop.ingest.xml_parts import Element, attribute, children, local

_GROUPS = frozenset({"table-header-rows", "table-rows", "table-row-group"})
_FIGURES = frozenset({"float", "percentage", "currency", "date", "time", "boolean"})
_FILLED_SIDEWAYS = 1024  # columns that a filled cell may be repeated in


def add_sheets(builder: TextBuilder, root: Element, spreadsheet: Element) -> None:
    """Add every sheet of a document; RefusedError when repeats make it larger than any real one."""
    hidden = odf.hidden_styles(root)
    budget = Budget()
    for table in children(spreadsheet, "table"):
        sheet = Sheet(attribute(table, "name") or "", hidden=(attribute(table, "style-name") or "") in hidden)
        _Table(sheet, budget).read(table)
        add_sheet(builder, sheet)


class _Table:
    """Fills one sheet from its table."""

    def __init__(self, sheet: Sheet, budget: Budget) -> None:
        self._sheet = sheet
        self._budget = budget

    def read(self, table: Element) -> None:
        """Take the rows, then what floats over the sheet."""
        number = 0
        for element, heads in _rows(table):
            repeated = odf.whole(attribute(element, "number-rows-repeated"), 1)
            row = self._row(element, number)
            if row:
                for cell in row.values():
                    self._budget.spend(cell.text, repeated - 1)
                self._sheet.rows.update((number + step, dict(row)) for step in range(repeated))
                if heads:
                    self._sheet.header_rows.add(number)
            number += repeated
        for shapes in children(table, "shapes"):
            for shape in shapes:
                text = "\n".join(filter(None, (odf.inline(node).text for node in shape.iter("{*}p"))))
                if text:
                    self._sheet.boxes.append(self._budget.spend(text))

    def _row(self, element: Element, number: int) -> Row:
        row: Row = {}
        column = 0
        for cell in element:
            if local(cell) not in {"table-cell", "covered-table-cell"}:
                continue
            repeated = odf.whole(attribute(cell, "number-columns-repeated"), 1)
            shown = self._cell(cell, number, column) if len(cell) or attribute(cell, "value") else None
            if shown is not None:
                times = min(repeated, _FILLED_SIDEWAYS)
                self._budget.spend(shown.text, times)
                row.update((column + step, shown) for step in range(times))
            column += repeated
        return row

    def _cell(self, cell: Element, row: int, column: int) -> SheetCell | None:
        down = odf.whole(attribute(cell, "number-rows-spanned"), 1)
        across = odf.whole(attribute(cell, "number-columns-spanned"), 1)
        if down > 1 or across > 1:
            self._sheet.merges.append((row, column, row + down - 1, column + across - 1))
        for note in children(cell, "annotation"):
            text = "\n".join(odf.inline(node).text for node in note.iter("{*}p"))
            self._sheet.notes.append((f"{column_name(column)}{row + 1}", self._budget.spend(text)))
        text = _shown(cell)
        return SheetCell(text, (attribute(cell, "value-type") or "") in _FIGURES) if text.strip() else None


def _rows(table: Element) -> Iterator[tuple[Element, bool]]:
    """The rows of a table, those in groups included, and whether they are declared to head it."""
    stack = [(node, False) for node in reversed(table)]
    while stack:
        node, heads = stack.pop()
        name = local(node)
        if name == "table-row":
            yield node, heads
        elif name in _GROUPS:
            stack.extend((child, heads or name == "table-header-rows") for child in reversed(node))


def _shown(cell: Element) -> str:
    """What a cell shows, numbers and dates in one form for all languages."""
    kind = attribute(cell, "value-type") or ""
    value = attribute(cell, "value") or ""
    if kind in {"float", "percentage", "currency"} and value:
        try:
            number = float(value)
            shown = percent_text(number) if kind == "percentage" else number_text(number)
        except (ValueError, OverflowError):
            return value
        unit = attribute(cell, "currency") or ""
        return f"{shown} {unit}".rstrip()
    if kind == "date" and (day := attribute(cell, "date-value")):
        return iso_text(day)
    if kind == "boolean":
        return (attribute(cell, "boolean-value") or "").upper()
    lines = (odf.inline(node).text for node in children(cell, "p"))
    return "\n".join(line for line in lines if line)
