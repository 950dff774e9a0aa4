"""PowerPoint presentations: order, titles, tables, charts, diagrams, notes, and what is missing."""

from collections.abc import Callable
from pathlib import Path

from ingest_helpers import DATA
from office_helpers import SPACES, make_pptx, shape

from desktop.domain.records import ReadDocument, Refusal

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"


def shown(document: ReadDocument) -> list[tuple[str, str, str]]:
    return [(part.kind, part.place, document.text[part.start : part.end]) for part in document.parts]


def frame(data: str) -> str:
    return f"<p:graphicFrame><a:graphic><a:graphicData>{data}</a:graphicData></a:graphic></p:graphicFrame>"


def test_slides_are_pages_in_the_order_of_the_show(read: Read) -> None:
    document = read(DATA / "pptx" / "deck.pptx")
    assert shown(document)[:5] == [
        ("body", "slide 1", "Moved to front 7008"),
        ("heading", "slide 2", "Results"),
        ("list", "slide 2", "Sales rose by 12 percent"),
        ("list", "slide 2", "Costs fell Serial 7001"),
        ("comment", "slide 2 notes", "Speaker note 7002: mention Oslo."),
    ]
    assert shown(document)[-1] == ("body", "slide 5 (hidden)", "Hidden slide 7009")
    assert (document.title, document.date) == ("Quarter review", "2024-03-14T10:15:00Z")
    assert (document.pages, document.parts[1].page, document.parts[2].heading) == (5, 2, "Results")


def test_a_title_comes_first_and_numbers_and_dates_are_left_out(tmp_path: Path, read: Read) -> None:
    slide = (
        shape("Body one", "Body two")
        + shape("The", "title", placeholder="ctrTitle")
        + shape("7", placeholder="sldNum")
        + "<p:sp><p:txBody><a:p><a:r><a:t>left</a:t></a:r><a:br/><a:r><a:t>right</a:t></a:r>"
        + '<a:fld type="datetime1"><a:t>1 May</a:t></a:fld></a:p></p:txBody></p:sp>'
    )
    assert shown(read(make_pptx(tmp_path / "a.pptx", [slide]))) == [
        ("heading", "slide 1", "The title"),
        ("list", "slide 1", "Body one"),
        ("list", "slide 1", "Body two"),
        ("body", "slide 1", "left\nright"),
    ]


def test_a_merged_table_and_a_fallback_are_read_once(tmp_path: Path, read: Read) -> None:
    def cell(text: str, merge: str = "") -> str:
        return f"<a:tc {merge}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"

    wide, covered = cell("Fare", 'gridSpan="2"'), cell("", 'hMerge="1"')
    rows = f"<a:tr>{cell('Zone')}{wide}{covered}</a:tr><a:tr>{cell('A')}{cell('3')}{cell('4')}</a:tr>"
    space = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    table = frame(f'<a:tbl><a:tblPr firstRow="1"/>{rows}</a:tbl>')
    choice = f"<mc:AlternateContent {space}><mc:Choice>{table}</mc:Choice><mc:Fallback>{table}</mc:Fallback>"
    path = make_pptx(tmp_path / "a.pptx", [f"{choice}</mc:AlternateContent>"])
    assert shown(read(path)) == [("table", "slide 1", "Zone | Fare\nZone: A | Fare: 3 | Fare: 4")]


def test_charts_and_diagrams(tmp_path: Path, read: Read) -> None:
    def points(*values: str) -> str:
        return "".join(f'<c:pt idx="{n}"><c:v>{value}</c:v></c:pt>' for n, value in enumerate(values))

    series = "".join(
        f"<c:ser><c:tx>{points(name)}</c:tx><c:cat>{points('East', 'West')}</c:cat>"
        f"<c:val>{points(*values)}</c:val></c:ser>"
        for name, *values in (("2023", "1.5", "2.5"), ("2024", "0.30000000000000004"))
    )
    title = "<c:title><c:rich><a:p><a:r><a:t>Turnover</a:t></a:r></a:p></c:rich></c:title>"
    chart = f'<c:chartSpace xmlns:c="{CHART}" {SPACES}>{title}{series}</c:chartSpace>'
    node = "<d:pt{}><d:t><a:p><a:r><a:t>{}</a:t></a:r></a:p></d:t></d:pt>"
    nodes = node.format("", "Chief") + node.format(' type="pres"', "layout") + node.format("", "Clerk")
    diagram = f'<d:dataModel xmlns:d="{DIAGRAM}" {SPACES}>{nodes}</d:dataModel>'
    path = make_pptx(
        tmp_path / "a.pptx",
        [frame(f'<c:chart xmlns:c="{CHART}" r:id="r1"/><x r:dm="r2"/>')],
        links={1: [("chart", "../charts/c.xml"), ("diagramData", "../diagrams/d.xml")]},
        parts={"ppt/charts/c.xml": chart, "ppt/diagrams/d.xml": diagram},
    )
    assert shown(read(path)) == [
        ("table", "slide 1 chart", "Turnover\nEast | 2023: 1.5 | 2024: 0.3\nWest | 2023: 2.5"),
        ("list", "slide 1 diagram", "Chief"),
        ("list", "slide 1 diagram", "Clerk"),
    ]


def test_notes_and_comments_have_places_of_their_own(tmp_path: Path, read: Read) -> None:
    notes = (
        f"<p:notes {SPACES}>{shape(placeholder='sldImg')}{shape('Say hello.', placeholder='body')}</p:notes>"
    )
    modern = (
        "<q:cm><q:replyLst><q:reply><q:txBody><a:p><a:r><a:t>Done.</a:t></a:r></a:p></q:txBody></q:reply>"
    )
    comments = (
        f'<p:cmLst xmlns:q="urn:q" {SPACES}><p:cm><p:text>Check this.</p:text></p:cm>'
        f"{modern}</q:replyLst><q:txBody><a:p><a:r><a:t>Why?</a:t></a:r></a:p></q:txBody></q:cm></p:cmLst>"
    )
    path = make_pptx(
        tmp_path / "a.pptx",
        [shape("Words")],
        links={1: [("notesSlide", "../n.xml"), ("comments", "../c.xml")]},
        parts={"ppt/n.xml": notes, "ppt/c.xml": comments},
    )
    assert shown(read(path))[1:] == [
        ("comment", "slide 1 notes", "Say hello."),
        ("comment", "slide 1 comment 1", "Check this."),
        ("comment", "slide 1 comment 2", "Why?"),
        ("comment", "slide 1 comment 3", "Done."),
    ]


def test_missing_slides_pictures_and_embedded_files_are_said(tmp_path: Path, read: Read) -> None:
    slides = [shape("Words"), "", "<p:pic/>", "<p:pic/>", frame('<p:oleObj r:id="r1"/>') + shape("More")]
    links = {5: [("package", "../embeddings/book.xlsx")]}
    document = read(make_pptx(tmp_path / "a.pptx", slides, links=links))
    assert document.parts_not_read == (
        "Slide 2 is missing or damaged.",
        "Slides 3–4 are without readable text (only pictures).",
        "Slide 5 is read without the files embedded there.",
    )
    assert (document.pages, document.pages_without_text) == (5, 2)


def test_pictures_alone_need_text_recognition(tmp_path: Path, refuse: Refuse) -> None:
    assert refuse(make_pptx(tmp_path / "a.pptx", ["<p:pic/>"])).code == "no_text"
    assert refuse(make_pptx(tmp_path / "b.pptx", [shape("")])).code == "empty"


def test_a_hostile_part_refuses_the_whole(tmp_path: Path, refuse: Refuse) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'
    path = make_pptx(
        tmp_path / "a.pptx",
        [shape("Words")],
        links={1: [("notesSlide", "../n.xml")]},
        parts={"ppt/n.xml": bomb},
    )
    assert "harmful" in refuse(path).reason
