"""Workbooks of Excel 95 to 2003 (.xls): their values, through calamine, and the properties beside them."""

from pathlib import Path

from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from desktop.domain.records import ReadDocument
from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.ole import opened, properties
from desktop.ingest.refusals import LOCKED, RefusedError, unsupported
from desktop.ingest.sheet_values import python_text
from desktop.ingest.sheets import Budget, Sheet, SheetCell, add_sheet

_MEDIA_TYPE = "application/vnd.ms-excel"
_UNREADABLE = unsupported(
    "This workbook is damaged or of a kind that cannot be read; saved as .xlsx it can be read."
)


def read(path: Path) -> Reading:
    """Read an .xls file of Excel 95 to 2003."""
    document = _read(path)
    with opened(path) as file:
        return Reading(document, properties(file))


def _read(path: Path) -> ReadDocument:
    """Read with calamine; it may panic, which is no Exception, on files that are damaged or unusual."""
    try:
        workbook = CalamineWorkbook.from_path(path)
    except PasswordError as error:
        raise RefusedError(LOCKED) from error
    except MemoryError:
        raise
    except BaseException as error:
        raise RefusedError(_UNREADABLE) from error
    builder, budget = TextBuilder(), Budget()
    missing: list[str] = []
    with workbook:
        for found in workbook.sheets_metadata:
            sheet = Sheet(found.name, hidden=found.visible is not SheetVisibleEnum.Visible)
            try:
                _read_cells(workbook, found.name, sheet, budget)
            except (RefusedError, MemoryError):
                raise
            except BaseException:  # noqa: BLE001 - as above, but of one sheet
                if found.typ is SheetTypeEnum.WorkSheet:
                    missing.append(f"The sheet “{sheet.name}” is damaged.")
            add_sheet(builder, sheet)
    return builder.build(_MEDIA_TYPE, parts_not_read=tuple(missing))


def _read_cells(workbook: CalamineWorkbook, name: str, sheet: Sheet, budget: Budget) -> None:
    found = workbook.get_sheet_by_name(name)
    for number, values in enumerate(found.iter_rows()):
        row = {}
        for column, value in enumerate(values):
            if value != "":
                text = budget.spend(python_text(value))
                if text.strip():
                    row[column] = SheetCell(text, not isinstance(value, str))
        if row:
            sheet.rows[number] = row
    sheet.merges = [
        (top, left, bottom, right) for (top, left), (bottom, right) in found.merged_cell_ranges or ()
    ]
