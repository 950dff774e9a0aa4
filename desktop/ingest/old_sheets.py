"""Workbooks in binary form (.xls, .xlsb): their values, through calamine, and the properties beside them."""

from pathlib import Path

from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from desktop.ingest.archive import SafeZip
from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.ole import opened, properties
from desktop.ingest.ooxml import core_metadata
from desktop.ingest.refusals import LOCKED, RefusedError, unsupported
from desktop.ingest.sheet_values import python_text
from desktop.ingest.sheets import Budget, Sheet, SheetCell, add_sheet

_XLS = "application/vnd.ms-excel"
_XLSB = "application/vnd.ms-excel.sheet.binary.macroEnabled.12"
_UNREADABLE = unsupported(
    "This workbook is damaged or of a kind that cannot be read; saved as .xlsx it can be read."
)
_PACKED_PARTS = (".bin", ".xml", ".rels")


def read(path: Path) -> Reading:
    """Read an .xls file of Excel 95 to 2003."""
    document = _read(path, _XLS)
    with opened(path) as file:
        return Reading(document.document, properties(file))


def read_binary(path: Path, package: SafeZip) -> Reading:
    """Read an .xlsb file, whose package is open."""
    for name in package.names:
        if name.endswith(_PACKED_PARTS) and "/media/" not in name:
            package.read(name)  # calamine unpacks without limits: what is too large must be refused before
    return Reading(_read(path, _XLSB).document, core_metadata(package))


def _read(path: Path, media_type: str) -> Reading:
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
                _read_cells(workbook, sheet, budget)
            except (RefusedError, MemoryError):
                raise
            except BaseException:  # noqa: BLE001 - as above, but of one sheet
                if found.typ is SheetTypeEnum.WorkSheet:
                    missing.append(f"The sheet “{sheet.name}” is damaged.")
            add_sheet(builder, sheet)
    return Reading(builder.build(media_type, parts_not_read=tuple(missing)))


def _read_cells(workbook: CalamineWorkbook, sheet: Sheet, budget: Budget) -> None:
    found = workbook.get_sheet_by_name(sheet.name)
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
