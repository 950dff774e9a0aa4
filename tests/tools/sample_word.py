"""Writes Word files with headings, tables, footnotes and a running head, with fixed times inside."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from xml.sax.saxutils import escape

from docx import Document
from docx.document import Document as WordDocument
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor
from docx.text.paragraph import Paragraph as WordParagraph
from sample_words import Block

AUTHOR = "Pellmouth Harbour Library"


def word_footnotes(document: WordDocument, notes: list[str]) -> None:
    """Adds the footnote part, which the Word library cannot write itself."""
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    separators = "".join(
        f'<w:footnote w:type="{kind}" w:id="{number}"><w:p><w:r><w:{kind}/></w:r></w:p></w:footnote>'
        for number, kind, mark in [
            (-1, "separator", "separator"),
            (0, "continuationSeparator", "continuationSeparator"),
        ]
    )
    raised = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    small = '<w:rPr><w:sz w:val="18"/></w:rPr>'
    body = "".join(
        f'<w:footnote w:id="{number}"><w:p><w:r>{raised}<w:footnoteRef/></w:r>'
        f'<w:r>{small}<w:t xml:space="preserve"> {escape(note)}</w:t></w:r></w:p></w:footnote>'
        for number, note in enumerate(notes, 1)
    )
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    blob = f'{head}<w:footnotes xmlns:w="{space}">{separators}{body}</w:footnotes>'.encode()
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    part = Part(PackURI("/word/footnotes.xml"), kind, blob, document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)


def word_paragraph(paragraph: WordParagraph, text: str) -> None:
    """Fills a paragraph; `[^1]` becomes a reference to footnote 1."""
    for piece in re.split(r"(\[\^\d+\])", text):
        mark = re.fullmatch(r"\[\^(\d+)\]", piece)
        run = paragraph.add_run("" if mark else piece)
        if mark:
            run.font.superscript = True
            reference = OxmlElement("w:footnoteReference")
            reference.set(qn("w:id"), mark[1])
            run._r.append(reference)


def word_table(document: WordDocument, rows: Sequence[tuple[str, ...]]) -> None:
    """A ruled table whose first row is repeated on every page."""
    table = document.add_table(len(rows), len(rows[0]), style="Light List Accent 1")
    table.alignment = WD_TABLE_ALIGNMENT.LEFT
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            table.cell(number, column).text = text
    repeat = OxmlElement("w:tblHeader")
    table.rows[0]._tr.get_or_add_trPr().append(repeat)
    document.add_paragraph()


def word_look(document: WordDocument, header: str) -> None:
    """Page, fonts and running head of a Word file."""
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.6)
    section.header.paragraphs[0].text = header
    section.header.paragraphs[0].runs[0].font.size = Pt(9)
    names = [("Normal", "Cambria", 11), ("Heading 1", "Calibri", 14), ("Title", "Calibri", 22)]
    for name, font, size in names:
        style = document.styles[name]
        style.font.name, style.font.size = font, Pt(size)
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            fonts.attrib.pop(qn(f"w:{theme}"), None)
        if name != "Normal":
            style.font.color.rgb = RGBColor(0x1F, 0x5F, 0x74)
    document.styles["Normal"].paragraph_format.space_after = Pt(7)


def make_word(path: Path, title: str, header: str, blocks: Sequence[Block], when: datetime) -> None:
    """One Word file with headings, tables, footnotes and a running head."""
    document = Document()
    word_look(document, header)
    document.add_heading(title, 0)
    for block in blocks:
        if block.rows:
            word_table(document, block.rows)
        elif block.kind == "h1":
            document.add_heading(block.text, 1)
        elif block.kind == "p":
            word_paragraph(document.add_paragraph(), block.text)
    if notes := [block.text for block in blocks if block.kind == "note"]:
        word_footnotes(document, notes)
    core = document.core_properties
    core.title, core.author, core.last_modified_by, core.comments = title, AUTHOR, AUTHOR, ""
    core.created = core.modified = when.replace(tzinfo=None)
    core.revision, core.language = 1, "en-GB"
    without_template_traces(document)
    out = io.BytesIO()
    document.save(out)
    path.write_bytes(settled_zip(out.getvalue(), when))


def without_template_traces(document: WordDocument) -> None:
    """Drops the template's small picture, second style sheet, unused table styles and program name."""
    package = document.part.package
    for relations in (package.rels, document.part.rels):
        for key in [
            k for k, r in relations.items() if r.reltype.endswith(("/thumbnail", "/stylesWithEffects"))
        ]:
            relations.pop(key)
    space = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
    for part in package.iter_parts():
        if part.partname == "/docProps/app.xml":
            part._blob = f'<Properties xmlns="{space}"><Company>{AUTHOR}</Company></Properties>'.encode()
    styles = document.styles.element
    used = {style.style_id for style in (table.style for table in document.tables) if style} | {"TableNormal"}
    for style in list(styles.style_lst):
        if style.get(qn("w:type")) == "table" and style.styleId not in used:
            styles.remove(style)


def settled_zip(data: bytes, when: datetime) -> bytes:
    """The same archive with one fixed time for all members, so that its bytes do not change."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            entry = zipfile.ZipInfo(name, when.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, source.read(name))
    return out.getvalue()
