"""Spreadsheets of every format: values, headers, cell ranges, comments, hidden sheets, and their limits."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest_helpers import DATA
from office_helpers import SPACES, make_xlsx, relations, shape, sheet_xml

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest import sheets
from desktop.ingest.building import TextBuilder
from desktop.ingest.refusals import RefusedError
from desktop.ingest.sheet_values import (
    Format,
    built_in_format,
    coded_format,
    duration_text,
    formatted,
    python_text,
)
from desktop.ingest.sheets import Budget, Sheet, SheetCell, add_sheet, column_name

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]
Shown = list[tuple[str, str, str]]


def shown(document: ReadDocument) -> Shown:
    return [(part.place, part.heading, document.text[part.start : part.end]) for part in document.parts]


def laid_out(rows: Sequence[Sequence[object]], **options: object) -> Shown:
    """What becomes of a sheet of these rows; None is an empty cell."""
    sheet = Sheet("S", **options)  # type: ignore[arg-type]
    for number, row in enumerate(rows):
        cells = {
            column: SheetCell(python_text(value), not isinstance(value, str))
            for column, value in enumerate(row)
            if value is not None
        }
        if cells:
            sheet.rows[number] = cells
    builder = TextBuilder()
    add_sheet(builder, sheet)
    return shown(builder.build("x"))


def test_rows_carry_the_header_below_a_title() -> None:
    rows = [["Sales"], ["Branch", "Mar", "Apr"], ["North", 10, 20], ["Sum", 1, 2]]
    assert laid_out(rows, merges=[(0, 0, 0, 2)]) == [
        (
            "S!A1:C4",
            "S › Sales",
            "Sales\nBranch | Mar | Apr\nBranch: North | Mar: 10 | Apr: 20\nBranch: Sum | Mar: 1 | Apr: 2",
        )
    ]


def test_every_part_of_a_long_table_carries_the_header() -> None:
    rows: list[list[object]] = [["City", "Population"], *([f"Town {n}", 1000 + n] for n in range(200))]
    parts = laid_out(rows)
    assert len(parts) > 5
    assert parts[0][0].startswith("S!A1:B")
    assert parts[-1][0].endswith("B201")
    for place, heading, text in parts[1:]:
        assert heading == "S"
        assert all(line.startswith("City: Town ") and " | Population: 1" in line for line in text.split("\n"))
        assert text.count("\n") + 1 == _rows_of(place)


def _rows_of(place: str) -> int:
    first, last = place.partition("!")[2].split(":")
    return int(last[1:]) - int(first[1:]) + 1


def test_years_and_days_may_head_columns() -> None:
    assert laid_out([["Item", 2023, 2024], ["Rent", 5, 6]])[0][2].endswith("Item: Rent | 2023: 5 | 2024: 6")
    days = [["Item", date(2024, 1, 1), date(2024, 2, 1)], ["Rent", 5, 6]]
    assert laid_out(days)[0][2].endswith("2024-01-01: 5 | 2024-02-01: 6")


def test_pairs_of_name_and_value_are_no_table_with_a_header() -> None:
    rows: list[list[object]] = [["Founded", 1998], ["Employees", 250], ["Rate", 7]]
    assert laid_out(rows)[0][2] == "Founded | 1998\nEmployees | 250\nRate | 7"


def test_groups_of_columns_name_what_is_under_them() -> None:
    rows = [["Branch", "2023", None, "2024"], [None, "Q1", "Q2", "Q1"], ["North", 1, 2, 3]]
    merges = [(0, 0, 1, 0), (0, 1, 0, 2)]
    text = laid_out(rows, merges=merges)[0][2]
    assert text.endswith("Branch: North | 2023 Q1: 1 | 2023 Q2: 2 | 2024 Q1: 3")


def test_a_cell_merged_downwards_is_repeated() -> None:
    rows = [["Region", "City", "Sales"], ["North", "Oslo", 1], [None, "Bergen", 2]]
    text = laid_out(rows, merges=[(1, 0, 2, 0)])[0][2]
    assert text.endswith("Region: North | City: Bergen | Sales: 2")


def test_a_header_holds_beyond_an_empty_row_and_a_new_one_replaces_it() -> None:
    rows = [
        ["City", "Sales"],
        ["Oslo", 1],
        [],
        ["Bergen", 2],
        [],
        ["Person", "Age"],
        ["Ann", 30],
        [],
        ["loose", "words", "here"],
    ]
    texts = [text for _, _, text in laid_out(rows)]
    assert texts[1] == "City: Bergen | Sales: 2"
    assert texts[2].endswith("Person: Ann | Age: 30")
    assert texts[3] == "loose | words | here"


def test_an_empty_row_may_stand_below_the_header() -> None:
    assert laid_out([["Number", "Square"], [], [2, 4], [3, 9]])[0][2].endswith("Number: 3 | Square: 9")


def test_a_title_far_above_stands_alone() -> None:
    assert [place for place, _, _ in laid_out([["Top"], *[[]] * 9, ["x", 1]])] == ["S!A1", "S!A11:B11"]


@given(
    st.lists(
        st.lists(st.one_of(st.none(), st.text("ab 1", min_size=1, max_size=4), st.integers()), max_size=6),
        max_size=12,
    ),
    st.lists(st.tuples(*[st.integers(0, 12)] * 4), max_size=4),
)
def test_no_cell_of_a_sheet_is_lost(
    rows: list[list[object]], merges: list[tuple[int, int, int, int]]
) -> None:
    wanted = [python_text(value).strip() for row in rows for value in row if value is not None]
    if not any(wanted):
        return
    parts = laid_out(rows, merges=merges)
    text = "\n".join(part[2] for part in parts)
    assert all(" ".join(value.split()) in text for value in wanted)


def test_limits_of_a_workbook(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(Budget().spend("x" * 40_000)) == 32_767
    with pytest.raises(RefusedError, match="too large"):
        Budget().spend("x", sheets.MAX_CELLS + 1)
    with pytest.raises(RefusedError, match="too large"):
        Budget().spend("x" * 30_000, 3000)


def test_names_of_columns() -> None:
    assert [column_name(n) for n in (0, 25, 26, 701, 702, 16_383)] == ["A", "Z", "AA", "ZZ", "AAA", "XFD"]


@pytest.mark.parametrize(
    ("code", "meaning"),
    [
        ("General", Format.NUMBER),
        ("@", Format.NUMBER),
        ("0.0%", Format.PERCENT),
        ("#,##0.00 [$€-407]", Format.NUMBER),
        ('0 "days"', Format.NUMBER),
        ("yyyy-mm-dd", Format.DATE),
        ("[$-409]d-mmm-yy;@", Format.DATE),
        ("dd.mm.yyyy hh:mm", Format.MOMENT),
        ("h:mm AM/PM", Format.TIME),
        ("mm:ss.0", Format.TIME),
        ("mmmm", Format.DATE),
        ("[h]:mm:ss", Format.DURATION),
        ("[Red]0.00", Format.NUMBER),
    ],
)
def test_what_a_format_code_means(code: str, meaning: Format) -> None:
    assert coded_format(code) is meaning


@pytest.mark.parametrize(
    ("value", "meaning", "text"),
    [
        (0.1 + 0.2, Format.NUMBER, "0.3"),
        (1500.0, Format.NUMBER, "1500"),
        (12345678901234.0, Format.NUMBER, "12345678901234"),
        (1e300, Format.NUMBER, "1e+300"),
        (float("nan"), Format.DATE, "nan"),
        (0.075, Format.PERCENT, "7.5%"),
        (0.07, Format.PERCENT, "7%"),
        (45780.0, Format.DATE, "2025-05-03"),
        (45780.60416666666, Format.MOMENT, "2025-05-03 14:30"),
        (45780.0, Format.MOMENT, "2025-05-03"),
        (0.3784722222222222, Format.TIME, "09:05"),
        (1.25, Format.DURATION, "30:00:00"),
        (1.0, Format.DATE, "1900-01-01"),
        (61.0, Format.DATE, "1900-03-01"),
        (-5.0, Format.DATE, "-5"),
        (1e9, Format.DATE, "1000000000"),
    ],
)
def test_numbers_as_people_write_them(value: float, meaning: Format, text: str) -> None:
    assert formatted(value, meaning) == text


def test_the_other_epoch_and_values_of_python() -> None:
    assert formatted(0.0, Format.DATE, since_1904=True) == "1904-01-01"
    values = (True, 2.0, "x", datetime(2024, 1, 2, 3, 4, tzinfo=UTC), time(5, 6, 7), timedelta(hours=-26))
    assert [python_text(value) for value in values] == [
        "TRUE",
        "2",
        "x",
        "2024-01-02 03:04",
        "05:06:07",
        "-26:00:00",
    ]
    assert duration_text(timedelta(days=2)) == "48:00:00"
    assert [built_in_format(n) for n in (0, 10, 14, 20, 22, 46)] == [
        Format.NUMBER,
        Format.PERCENT,
        Format.DATE,
        Format.TIME,
        Format.MOMENT,
        Format.DURATION,
    ]


@given(st.floats(), st.sampled_from(Format), st.booleans())
def test_every_number_has_a_text(value: float, meaning: Format, since_1904: bool) -> None:
    assert formatted(value, meaning, since_1904=since_1904)


def test_values_of_a_workbook(read: Read) -> None:
    parts = shown(read(DATA / "xlsx" / "values.xlsx"))
    assert parts[0][:2] == ("Müller & Söhne!A1:B12", "Müller & Söhne")
    assert "Meeting | 2025-05-03 14:30\nRate | 7.5%\nArticle | 00123" in parts[0][2]
    assert parts[1:] == [
        ("Müller & Söhne!Z900", "Müller & Söhne", "Far cell 7102"),
        ("Müller & Söhne!A4 comment", "Müller & Söhne", "Cell comment 7101"),
        ("Hidden!A1 (hidden sheet)", "Hidden", "Hidden sheet 7103"),
    ]


def test_the_last_cell_of_a_sheet_costs_nothing(read: Read) -> None:
    assert shown(read(DATA / "xlsx" / "last_cell.xlsx")) == [
        ("Sheet!A1", "Sheet", "Top 7110"),
        ("Sheet!XFD1048576", "Sheet", "Bottom 7111"),
    ]


def test_cells_without_names_texts_without_readings_and_errors(tmp_path: Path, read: Read) -> None:
    read_aloud = "<si><t>東京</t><rPh><t>とうきょう</t></rPh></si>"
    texts = f"<sst>{read_aloud}<si><r><t>rich </t></r><r><t>text</t></r></si></sst>"
    rows = (
        '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>9</v></c></row>'
        '<row><c t="e"><v>#DIV/0!</v></c><c t="str"><f>1</f><v>said</v></c><c t="b"><v>0</v></c></row>'
        '<row><c t="d"><v>2024-05-06T00:00:00</v></c><c><f>A1</f></c><c><v>oops</v></c></row>'
    )
    path = make_xlsx(tmp_path / "a.xlsx", {"One": sheet_xml(rows)}, texts=texts)
    assert shown(read(path)) == [
        ("One!A1:C3", "One", "東京 | rich text\n#DIV/0! | said | FALSE\n2024-05-06 | oops")
    ]


def test_what_stands_beside_the_cells(tmp_path: Path, read: Read) -> None:
    plain = (
        '<comments><comment ref="A1"><text><t>[Threaded comment] Use a newer version.</t></text></comment>'
        '<comment ref="B1"><text><r><t>Ann:</t></r><r><t> look</t></r></text></comment></comments>'
    )
    threaded = (
        '<x><threadedComment ref="A1"><text>Why?</text></threadedComment>'
        '<threadedComment ref="A1"><text>Because.</text></threadedComment></x>'
    )
    path = make_xlsx(
        tmp_path / "a.xlsx",
        {"One": sheet_xml('<row r="1"><c r="A1"><v>1</v></c></row>')},
        beside=[
            ("comments", "c.xml"),
            ("threadedComment", "t.xml"),
            ("drawing", "d.xml"),
            ("table", "no.xml"),
        ],
        parts={
            "xl/worksheets/c.xml": plain,
            "xl/worksheets/t.xml": threaded,
            "xl/worksheets/d.xml": f"<x {SPACES}>{shape('Box')}</x>",
            "xl/worksheets/_rels/d.xml.rels": relations([("chart", "chart.xml")]),
            "xl/worksheets/chart.xml": f"<x {SPACES}><a:p><a:r><a:t>Sales chart</a:t></a:r></a:p></x>",
        },
    )
    assert [(place, text) for place, _, text in shown(read(path))] == [
        ("One!A1", "1"),
        ("One!A1 comment", "Why?\nBecause."),
        ("One!B1 comment", "Ann: look"),
        ("One!text box 1", "Box"),
        ("One!text box 2", "Sales chart"),
    ]


def test_a_declared_table_has_a_header_whatever_it_holds(tmp_path: Path, read: Read) -> None:
    rows = "".join(
        f'<row r="{n}"><c r="A{n}" t="str"><v>{a}</v></c><c r="B{n}" t="str"><v>{b}</v></c></row>'
        for n, a, b in ((1, "Name", "City"), (2, "Ann", "Oslo"))
    )
    path = make_xlsx(
        tmp_path / "a.xlsx",
        {"One": sheet_xml(rows)},
        beside=[("table", "t.xml")],
        parts={"xl/worksheets/t.xml": '<table ref="A1:B2"/>'},
    )
    assert shown(read(path))[0][2] == "Name | City\nName: Ann | City: Oslo"


def test_a_missing_sheet_is_named(tmp_path: Path, read: Read) -> None:
    path = make_xlsx(tmp_path / "a.xlsx", {"One": sheet_xml("<row><c><v>1</v></c></row>"), "Lost": ""})
    assert read(path).parts_not_read == ("The sheet “Lost” is missing or damaged.",)


def test_bombs_in_workbooks_are_refused(tmp_path: Path, refuse: Refuse) -> None:
    large = make_xlsx(tmp_path / "a.xlsx", {"One": "<row>" * (14 << 20)})
    assert refuse(large).code == "too_large"
    texts = f"<sst><si><t>{'x' * 30_000}</t></si></sst>"
    repeated = sheet_xml("<row>" + '<c t="s"><v>0</v></c>' * 3000 + "</row>")
    assert refuse(make_xlsx(tmp_path / "b.xlsx", {"One": repeated}, texts=texts)).code == "too_large"
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>' + sheet_xml('<row><c t="str"><v>&a;</v></c></row>')
    assert "harmful" in refuse(make_xlsx(tmp_path / "c.xlsx", {"One": bomb})).reason


def test_an_empty_workbook_is_empty(tmp_path: Path, refuse: Refuse) -> None:
    assert refuse(make_xlsx(tmp_path / "a.xlsx", {"One": sheet_xml("")})).code == "empty"


def test_old_workbooks(read: Read) -> None:
    document = read(DATA / "xlsx" / "old.xls")
    assert shown(document)[0][:2] == ("Lager!A1:B3", "Lager")
    assert "Teil: Dichtung 7120 für Köln | Menge: 14" in document.text


def test_damaged_old_workbooks_say_what_to_do(tmp_path: Path, refuse: Refuse) -> None:
    content = (DATA / "xlsx" / "old.xls").read_bytes()
    path = tmp_path / "a.xls"
    path.write_bytes(content.replace(b"\x09\x08\x10\0", b"\xff\xff\xff\xff"))
    assert ".xlsx" in refuse(path).reason
