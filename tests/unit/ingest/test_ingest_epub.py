"""E-books: chapters named as in the table of contents, gaps said, copy protection recognised."""

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ingest_helpers import DATA

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest.extract import read_file

Read = Callable[[Path], ReadDocument]
Refuse = Callable[[Path], Refusal]

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf"/></rootfiles></container>'
)
NCX_TYPE = "application/x-dtbncx+xml"


def page(body: str) -> str:
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{body}</body></html>'


def make_epub(path: Path, chapters: Mapping[str, str], *, items: str = "", **files: str) -> Path:
    """Write a book of these chapters; `items` goes into the manifest, `files` into the folder of the book."""
    manifest = "".join(
        f'<item id="i{number}" href="{name}" media-type="application/xhtml+xml"/>'
        for number, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="i{number}"/>' for number in range(len(chapters)))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        "<dc:title>Harbour tales</dc:title><dc:creator>Ann</dc:creator><dc:date>2019-05-01</dc:date>"
        f"</metadata><manifest>{manifest}{items}</manifest><spine>{spine}</spine></package>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("mimetype", "application/epub+zip")
        file.writestr("META-INF/container.xml", CONTAINER)
        file.writestr("OPS/book.opf", package)
        for name, body in chapters.items():
            if body:
                file.writestr(f"OPS/{name}", page(body))
        for name, content in files.items():
            file.writestr(name.replace("__", "/").replace("_", "."), content)
    return path


def found(document: ReadDocument) -> dict[str, tuple[str, str]]:
    return {document.text[part.start : part.end]: (part.place, part.heading) for part in document.parts}


def test_chapters_and_what_is_below_them(tmp_path: Path, read: Read) -> None:
    nav = page(
        '<nav epub:type="landmarks" xmlns:epub="x"><ol><li><a href="c2.xhtml">Start</a></li></ol></nav>'
        '<nav epub:type="toc" xmlns:epub="x"><ol><li><a href="c1.xhtml">The Storm</a>'
        '<ol><li><a href="c1.xhtml#n">Night watch</a></li></ol></li>'
        "<li><span>Part two</span><ol><li><a href='c%32.xhtml'>The Harbour</a></li></ol></li></ol></nav>"
    )
    chapters = {
        "c1.xhtml": "<h1>The Storm</h1><p>Wind rose.</p><h2>Rain</h2><p>It fell.</p>"
        '<section id="n"><h2>Night watch</h2><p>All slept.</p></section>',
        "c2.xhtml": "<p>Boats lay still.</p>",
        "c3.xhtml": "<p>They lay long.</p>",
    }
    item = '<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
    document = read(make_epub(tmp_path / "a.epub", chapters, items=item, OPS__nav_xhtml=nav))
    places = found(document)
    assert places["Wind rose."] == ("The Storm", "The Storm")
    assert places["It fell."] == ("The Storm", "The Storm › Rain")
    assert places["All slept."] == ("The Storm › Night watch", "The Storm › Night watch")
    assert places["Boats lay still."] == ("Part two › The Harbour", "Part two › The Harbour")
    assert places["They lay long."][0] == "Part two › The Harbour"
    assert (document.title, document.author, document.date) == ("Harbour tales", "Ann", "2019-05-01")


def test_the_older_table_of_contents(tmp_path: Path, read: Read) -> None:
    ncx = (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>One</text>'
        '</navLabel><content src="../OPS/c1.xhtml"/><navPoint><navLabel><text>Deep</text></navLabel>'
        '<content src="c1.xhtml#d"/></navPoint></navPoint></navMap></ncx>'
    )
    item = f'<item id="t" href="toc.ncx" media-type="{NCX_TYPE}"/>'
    chapters = {"c1.xhtml": '<p>Text.</p><a name="d"></a><p>More.</p>'}
    document = read(make_epub(tmp_path / "a.epub", chapters, items=item, OPS__toc_ncx=ncx))
    assert found(document)["Text."] == ("One", "One")
    assert found(document)["More."] == ("One › Deep", "One › Deep")


def test_gaps_are_said_and_the_rest_is_read(tmp_path: Path, read: Read) -> None:
    """P019: missing pictures are nothing, a missing chapter is said."""
    chapters = {"c1.xhtml": "<p>One.</p>", "c2.xhtml": "", "C3.XHTML": "<p>Three.</p>"}
    items = '<item id="p" href="img/missing.png" media-type="image/png"/><item id="j" href="js\\none.js"/>'
    document = read(make_epub(tmp_path / "a.epub", chapters, items=items))
    assert "One." in document.text
    assert "Three." in document.text
    assert document.parts_not_read == ("A chapter is missing in the book (c2.xhtml).",)
    assert found(document)["Three."][0] == "section 3"


def protection(algorithm: str) -> str:
    return (
        f'<encryption><EncryptedData><EncryptionMethod Algorithm="{algorithm}"/></EncryptedData></encryption>'
    )


def test_copy_protection_is_a_lock_and_scrambled_fonts_are_none(
    tmp_path: Path, read: Read, refuse: Refuse
) -> None:
    chapters = {"c1.xhtml": "<p>Text.</p>"}
    aes = protection("http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    fonts = protection("http://www.idpf.org/2008/embedding")
    name = "META-INF__encryption_xml"
    assert refuse(make_epub(tmp_path / "a.epub", chapters, **{name: aes})).code == "locked"
    assert read(make_epub(tmp_path / "b.epub", chapters, **{name: fonts})).text == "Text."


def test_a_book_without_a_package_is_damaged(tmp_path: Path, refuse: Refuse) -> None:
    path = tmp_path / "a.epub"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", "application/epub+zip")
        file.writestr("META-INF/container.xml", "<container/>")
    assert refuse(path).code == "damaged"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_books_end(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    source = zipfile.ZipFile(DATA / "epub/good.epub")
    path = tmp_path_factory.mktemp("epub") / "a.epub"
    broken = data.draw(st.sampled_from(source.namelist()))
    with zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            content = bytearray(source.read(name))
            if name == broken:
                for _ in range(data.draw(st.integers(1, 6))):
                    content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
            target.writestr(name, bytes(content))
    source.close()
    assert isinstance(read_file(path), ReadDocument | Refusal)
