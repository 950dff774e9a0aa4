"""Markdown, web pages and Word documents: structure, tables, lists, what is left out."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest_helpers import make_docx

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.tables import Cell, table_lines

Read = Callable[[Path], ReadDocument]


def shown(document: ReadDocument) -> list[tuple[str, str]]:
    return [(part.kind, document.text[part.start : part.end]) for part in document.parts]


def test_markdown_structure(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.md"
    path.write_text(
        "# Guide\n\nSee the [setup](docs/setup.md) and *this*\nline with `x = 1`.\n\n"
        "1. first\n2. second\n   - inner\n\n```py\ncode()\n```\n\n"
        "| Part | Price |\n|---|---|\n| Bolt | 3 |\n\n<!-- secret --><div>shown</div>\n\n## Deep\n\nEnd.\n"
    )
    document = read(path)
    assert shown(document) == [
        ("heading", "Guide"),
        ("body", "See the [setup](docs/setup.md) and this line with x = 1."),
        ("list", "1. first"),
        ("list", "2. second"),
        ("list", "- inner"),
        ("code", "code()"),
        ("table", "Part | Price\nPart: Bolt | Price: 3"),
        ("body", "shown"),
        ("heading", "Deep"),
        ("body", "End."),
    ]
    assert document.parts[-1].heading == "Guide › Deep"
    assert document.parts[1].place == "line 3"


def test_html_structure(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.html"
    path.write_text(
        "<title>Fares</title><meta name=date content=2024-05-02><script>evil()</script><style>p{}</style>"
        "<h1>Fares <i>now</i></h1><p>Exclu<b>sions</b> apply<br>today.<p hidden>ghost<ul><li>one<li>two</ul>"
        "<table><tr><th>Class<th>Fare<tr><td>Adult<td>3<tr><td colspan=2>Children ride free</table>"
        "<table><tr><td><table><tr><td>layout</table></table><pre>a\n  b</pre><noscript>no</noscript>"
    )
    document = read(path)
    assert shown(document) == [
        ("heading", "Fares now"),
        ("body", "Exclusions apply\ntoday."),
        ("list", "- one"),
        ("list", "- two"),
        ("table", "Class | Fare\nClass: Adult | Fare: 3\nClass: Children ride free"),
        ("body", "layout"),
        ("code", "a\n  b"),
    ]
    assert (document.title, document.date) == ("Fares", "2024-05-02")


def test_html_that_nobody_sees_is_no_text(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.html"
    styles = ("display: none", "visibility:hidden", "font-size:0", "color:red; font-size: 0.0px")
    hidden = "".join(f'<p style="{style}">ghost</p>' for style in styles)
    path.write_text(f'<p>seen</p>{hidden}<p style="font-size: 0.9em">small</p>')
    assert shown(read(path)) == [("body", "seen"), ("body", "small")]


def test_deep_html_needs_no_deep_stack(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "deep.html"
    path.write_text("<div>" * 3000 + "needle" + "</div>" * 3000)
    assert "needle" in read(path).text


STYLES = (
    '<w:styles SPACE><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="Mine"><w:basedOn w:val="berschrift1"/></w:style></w:styles>'
)
NUMBERING = (
    '<w:numbering SPACE><w:abstractNum w:abstractNumId="0">'
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1%2)"/></w:lvl>'
    '</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
)


def paragraph(text: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def numbered(text: str, level: int) -> str:
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="7"/></w:numPr>')


def test_word_headings_and_numbers(tmp_path: Path, read: Read) -> None:
    body = (
        paragraph("Scope", '<w:pStyle w:val="Mine"/>')
        + numbered("alpha", 0)
        + numbered("beta", 1)
        + numbered("gamma", 1)
        + numbered("delta", 0)
        + "<w:p><w:r><w:t>non</w:t><w:noBreakHyphen/><w:t>stop</w:t><w:br/><w:t>line</w:t></w:r></w:p>"
    )
    document = read(make_docx(tmp_path / "a.docx", body, styles=STYLES, numbering=NUMBERING))
    assert shown(document) == [
        ("heading", "Scope"),
        ("list", "1. alpha"),
        ("list", "1a) beta"),
        ("list", "1b) gamma"),
        ("list", "2. delta"),
        ("body", "non-stop\nline"),
    ]
    assert document.parts[-1].heading == "Scope"


def test_missing_side_part_is_said(tmp_path: Path, read: Read) -> None:
    path = make_docx(tmp_path / "a.docx", paragraph("Body."), comments="")
    document = read(path)
    assert document.text == "Body."
    assert document.parts_not_read == ("The comment part of the document is missing or damaged.",)


def test_oversized_part_is_refused(tmp_path: Path, refuse: Callable[[Path], Refusal]) -> None:
    refusal = refuse(make_docx(tmp_path / "bomb.docx", "a" * (65 << 20)))
    assert (refusal.code, refusal.reason) == ("too_large", "The file is too large when unpacked.")


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (
            [["Name", "Price", "Stock"], ["Bolt", "3", "7"]],
            ["Name | Price | Stock", "Name: Bolt | Price: 3 | Stock: 7"],
        ),
        ([["Name", "Alice"], ["City", "Bern"]], ["Name | Alice", "City | Bern"]),
        ([["Only row", "x"]], ["Only row | x"]),
        ([["", ""], ["", ""]], []),
    ],
)
def test_table_lines(rows: list[list[str]], lines: list[str]) -> None:
    assert table_lines([[Cell(text) for text in row] for row in rows]) == lines


def test_spans_keep_columns() -> None:
    rows = [
        [Cell("Zone", header=True), Cell("Fare", columns=2, header=True)],
        [Cell("A", rows=2), Cell("1"), Cell("2")],
        [Cell("3"), Cell("4")],
    ]
    assert table_lines(rows)[1:] == ["Zone: A | Fare: 1 | Fare: 2", "Zone: A | Fare: 3 | Fare: 4"]


@given(
    st.lists(
        st.lists(
            st.builds(
                Cell, st.text("ab1", max_size=3), st.integers(-2, 400), st.integers(-2, 400), st.booleans()
            ),
            max_size=5,
        ),
        max_size=6,
    )
)
def test_no_cell_is_lost(rows: list[list[Cell]]) -> None:
    text = "\n".join(table_lines(rows))
    assert all(cell.text in text for row in rows for cell in row)
