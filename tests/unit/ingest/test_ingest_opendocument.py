"""OpenDocument texts, sheets and slides: structure, notes, what is left out, repeats and passwords."""

import zipfile
from collections.abc import Callable
from pathlib import Path

from ingest_helpers import DATA
from office_helpers import make_odf, make_package

from desktop.domain.records import ReadDocument, Refusal

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]


def shown(document: ReadDocument) -> list[tuple[str, str, str, str]]:
    return [(p.kind, p.place, p.heading, document.text[p.start : p.end]) for p in document.parts]


def test_a_text_with_everything(read: Read) -> None:
    document = read(DATA / "odf" / "good.odt")
    under = "Halls › Gates"
    assert shown(document) == [
        ("heading", "", "Halls", "Halls"),
        ("body", "", "Halls", "Hall 3 has two gates, Serial 7201."),
        ("heading", "", under, "Gates"),
        ("body", "", under, "Gate   seven\tnorth\nSerial 7202Split7203"),
        ("body", "", under, "With note end."),
        ("body", "", under, "Annotated"),
        ("table", "table 1", under, "Gate | Width\nGate: A | Width: 4.20 m 7206"),
        ("list", "", under, "- List entry 7207"),
        ("textbox", "text box 1", under, "Frame text 7208"),
        ("footnote", "footnote 1", under, "Footnote text 7204"),
        ("comment", "comment 1", under, "Annotation text 7205"),
    ]
    assert (document.title, document.date) == ("Hall plan", "2024-03-14T10:15:00")


def test_nested_lists_and_tables(tmp_path: Path, read: Read) -> None:
    body = """
    <text:list>
      <text:list-item><text:p>outer</text:p><text:p>more</text:p>
        <text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list>
      </text:list-item>
      <text:list-item><text:h text:outline-level="1">Numbered heading</text:h></text:list-item>
    </text:list>
    <table:table>
      <table:table-header-rows><table:table-row>
        <table:table-cell><text:p>Zone</text:p></table:table-cell>
        <table:table-cell table:number-columns-spanned="2"><text:p>Fare</text:p></table:table-cell>
        <table:covered-table-cell/>
      </table:table-row></table:table-header-rows>
      <table:table-row>
        <table:table-cell><text:p>A</text:p></table:table-cell>
        <table:table-cell>
          <table:table><table:table-row><table:table-cell><text:p>deep</text:p></table:table-cell></table:table-row>
          </table:table>
        </table:table-cell>
        <table:table-cell><text:p>4</text:p></table:table-cell>
      </table:table-row>
    </table:table>"""
    assert [(kind, text) for kind, _, _, text in shown(read(make_odf(tmp_path / "a.odt", "text", body)))] == [
        ("list", "- outer"),
        ("list", "more"),
        ("list", "- inner"),
        ("heading", "Numbered heading"),
        ("table", "Zone | Fare\nZone: A | Fare: deep | Fare: 4"),
    ]


def test_deletions_and_contents_are_left_out_headers_and_footers_are_read(tmp_path: Path, read: Read) -> None:
    body = """
    <text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
    <text:table-of-content><text:p>Chapter 1</text:p></text:table-of-content>
    <text:section><text:p>Kept<text:ruby><text:ruby-base> base</text:ruby-base><text:ruby-text>r
    </text:ruby-text></text:ruby><text:note text:note-class="endnote">
    <text:note-citation>i</text:note-citation>
    <text:note-body><text:p>At the end</text:p></text:note-body></text:note></text:p></text:section>"""
    pages = """
    <office:document-styles SPACES><office:master-styles><style:master-page>
    <style:header><text:p>Head</text:p></style:header><style:footer><text:p>Foot</text:p></style:footer>
    </style:master-page></office:master-styles></office:document-styles>"""
    path = make_odf(tmp_path / "a.odt", "text", body, parts={"styles.xml": pages.strip()})
    assert shown(read(path)) == [
        ("body", "", "", "Kept base"),
        ("endnote", "endnote 1", "", "At the end"),
        ("header", "header", "", "Head"),
        ("footer", "footer", "", "Foot"),
    ]


def test_sheets_with_repeats_notes_and_merged_cells(tmp_path: Path, read: Read) -> None:
    body = """
    <table:table table:name="Stock">
      <table:table-row>
        <table:table-cell><text:p>Item</text:p></table:table-cell>
        <table:table-cell><text:p>Share</text:p></table:table-cell>
        <table:table-cell><text:p>Price</text:p></table:table-cell>
        <table:table-cell table:number-columns-repeated="16381"/>
      </table:table-row>
      <table:table-row>
        <table:table-cell table:number-rows-spanned="2"><text:p>Bolt</text:p></table:table-cell>
        <table:table-cell office:value-type="percentage" office:value="0.075">
          <text:p>7,5 %</text:p></table:table-cell>
        <table:table-cell office:value-type="currency" office:value="1500" office:currency="EUR">
          <text:p>1.500,00 €</text:p></table:table-cell>
      </table:table-row>
      <table:table-row table:number-rows-repeated="2">
        <table:covered-table-cell/>
        <table:table-cell office:value-type="date" office:date-value="2024-05-06T07:08:00">
          <office:annotation><text:p>Check</text:p></office:annotation><text:p>6.5.</text:p></table:table-cell>
        <table:table-cell office:value-type="boolean" office:boolean-value="true">
          <text:p>wahr</text:p></table:table-cell>
      </table:table-row>
      <table:table-row table:number-rows-repeated="1048572"><table:table-cell/></table:table-row>
    </table:table>
    <table:table table:name="Old" table:style-name="x">
      <table:shapes><draw:frame><text:p>Box</text:p></draw:frame></table:shapes>
    </table:table>"""
    style = '<style:style style:name="x"><style:table-properties table:display="false"/></style:style>'
    path = make_odf(tmp_path / "a.ods", "spreadsheet", body, styles=style)
    lines = [
        "Item | Share | Price",
        "Item: Bolt | Share: 7.5% | Price: 1500 EUR",
        "Item: Bolt | Share: 2024-05-06 07:08 | Price: TRUE",
        "Share: 2024-05-06 07:08 | Price: TRUE",
    ]
    assert [(place, text) for _, place, _, text in shown(read(path))] == [
        ("Stock!A1:C4", "\n".join(lines)),
        ("Stock!B3 comment", "Check"),
        ("Old!text box 1 (hidden sheet)", "Box"),
    ]


def test_a_filled_row_repeated_to_the_end_is_a_bomb(tmp_path: Path, refuse: Refuse) -> None:
    body = """
    <table:table table:name="S"><table:table-row table:number-rows-repeated="1048576">
      <table:table-cell table:number-columns-repeated="9"><text:p>x</text:p></table:table-cell>
    </table:table-row></table:table>"""
    assert refuse(make_odf(tmp_path / "a.ods", "spreadsheet", body)).code == "too_large"


def test_slides_with_titles_notes_comments_and_hidden_ones(tmp_path: Path, read: Read) -> None:
    body = """
    <draw:page>
      <draw:frame presentation:class="outline">
        <draw:text-box><text:p>One</text:p><text:p>Two</text:p></draw:text-box></draw:frame>
      <draw:frame presentation:class="title"><draw:text-box><text:p>Plan</text:p></draw:text-box></draw:frame>
      <draw:frame><table:table><table:table-row>
        <table:table-cell><text:p>in a table</text:p></table:table-cell>
      </table:table-row></table:table></draw:frame>
      <draw:g><draw:custom-shape><text:p>Grouped</text:p></draw:custom-shape></draw:g>
      <office:annotation><text:p>Really?</text:p></office:annotation>
      <presentation:notes><draw:frame><draw:text-box><text:p>Say hello.</text:p></draw:text-box></draw:frame>
      </presentation:notes>
    </draw:page>
    <draw:page draw:style-name="h"><draw:frame><text:p>Hidden words</text:p></draw:frame></draw:page>"""
    hidden = '<style:drawing-page-properties presentation:visibility="hidden"/>'
    style = f'<style:style style:name="h">{hidden}</style:style>'
    document = read(make_odf(tmp_path / "a.odp", "presentation", body, styles=style))
    assert shown(document) == [
        ("heading", "slide 1", "Plan", "Plan"),
        ("list", "slide 1", "Plan", "One"),
        ("list", "slide 1", "Plan", "Two"),
        ("table", "slide 1", "Plan", "in a table"),
        ("body", "slide 1", "Plan", "Grouped"),
        ("comment", "slide 1 comment 1", "Plan", "Really?"),
        ("comment", "slide 1 notes", "Plan", "Say hello."),
        ("body", "slide 2 (hidden)", "", "Hidden words"),
    ]
    assert (document.pages, [part.page for part in document.parts][-1]) == (2, 2)


def test_broken_locked_and_foreign_packages(tmp_path: Path, refuse: Refuse) -> None:
    kind = "application/vnd.oasis.opendocument.text"
    assert refuse(make_package(tmp_path / "a.odt", {"mimetype": kind})).code == "damaged"
    assert (
        refuse(make_package(tmp_path / "b.odt", {"mimetype": kind, "content.xml": "<x/>"})).code == "damaged"
    )
    assert refuse(make_odf(tmp_path / "c.odc", "chart", "")).code == "unsupported"
    assert refuse(make_odf(tmp_path / "d.odt", "text", "<text:p> </text:p>")).code == "empty"
    bomb = {"styles.xml": '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'}
    hostile = make_odf(tmp_path / "e.odt", "text", "<text:p>x</text:p>", parts=bomb)
    assert "harmful" in refuse(hostile).reason


def test_a_package_without_its_type_is_known_by_its_content(tmp_path: Path, read: Read) -> None:
    whole = make_odf(tmp_path / "a.odt", "text", "<text:p>Words</text:p>")
    with zipfile.ZipFile(whole) as file:
        parts = {"META-INF/manifest.xml": "<x/>", "content.xml": file.read("content.xml")}
    assert read(make_package(tmp_path / "b.odt", parts)).text == "Words"
