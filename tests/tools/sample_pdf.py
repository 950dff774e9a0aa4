"""Sets texts in type as PDF: styles, headings with an outline, tables, page labels, fixed metadata."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from xml.sax.saxutils import escape

from pypdf import PdfWriter
from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageTemplate,
    Paragraph,
    Table,
    TableStyle,
)
from sample_words import Block

INK = colors.HexColor("#1d2733")
SEA = colors.HexColor("#1f5f74")
SAND = colors.HexColor("#f3efe6")
RULE = colors.HexColor("#b9c6cc")
BODY = "Times-Roman"
HEAD = "Helvetica-Bold"
AUTHOR = "Pellmouth Harbour Library"

Look = dict[str, ParagraphStyle]
OnPage = Callable[[Canvas, BaseDocTemplate], None]


def styles(size: float) -> Look:
    """The paragraph styles of a document whose running text has `size` points."""
    body = ParagraphStyle(
        "p", fontName=BODY, fontSize=size, leading=size * 1.4, textColor=INK, spaceAfter=size * 0.55
    )
    return {
        "p": body,
        "h1": ParagraphStyle(
            "h1", body, fontName=HEAD, fontSize=size * 1.8, leading=size * 2.2, textColor=SEA, spaceAfter=size
        ),
        "h2": ParagraphStyle(
            "h2", body, fontName=HEAD, fontSize=size * 1.08, spaceBefore=size * 0.9, spaceAfter=size * 0.25
        ),
        "item": ParagraphStyle(
            "item", body, leftIndent=size * 1.4, bulletIndent=size * 0.3, spaceAfter=size * 0.3
        ),
        "box": ParagraphStyle(
            "box",
            body,
            fontName="Times-Italic",
            backColor=SAND,
            borderPadding=size * 0.8,
            spaceBefore=size * 1.8,
        ),
        "cell": ParagraphStyle("cell", body, fontSize=size * 0.95, leading=size * 1.2, spaceAfter=0),
        "cell-head": ParagraphStyle(
            "cell-head",
            body,
            fontName=HEAD,
            fontSize=size * 0.82,
            leading=size * 1.1,
            textColor=SEA,
            spaceAfter=0,
        ),
    }


class Heading(Paragraph):
    """A heading that also becomes an entry of the PDF's outline."""

    def __init__(self, text: str, style: ParagraphStyle, level: int, key: str) -> None:
        super().__init__(escape(text), style)
        self.entry = (text, key, level)

    def draw(self) -> None:
        text, key, level = self.entry
        self.canv.bookmarkHorizontal(key, 0, self.height)
        self.canv.addOutlineEntry(text, key, level=level, closed=level > 0)
        super().draw()


def pdf_table(rows: Sequence[tuple[str, ...]], look: Look, width: float, *, total: bool = False) -> Table:
    """A table with a rule under its head; figures in all columns but the first stand to the right."""
    right = {
        name: ParagraphStyle(name + "-r", look[name], alignment=TA_RIGHT) for name in ("cell", "cell-head")
    }
    cells = [
        [
            Paragraph(escape(text), (right if column else look)["cell" if number else "cell-head"])
            for column, text in enumerate(row)
        ]
        for number, row in enumerate(rows)
    ]
    others = len(rows[0]) - 1
    widths = [width * 0.5] + [width * 0.5 / others] * others
    rules = [
        ("LINEBELOW", (0, 0), (-1, 0), 1, SEA),
        ("LINEBELOW", (0, 1), (-1, -1), 0.4, RULE),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]
    if total:
        rules.append(("LINEABOVE", (0, -1), (-1, -1), 1, SEA))
    return Table(cells, colWidths=widths, style=TableStyle(rules), hAlign="LEFT", spaceAfter=8, spaceBefore=2)


def flow(blocks: Sequence[Block], look: Look, width: float) -> list[Flowable]:
    """The blocks of a text as things reportlab can place; pictures are left to the caller."""
    story: list[Flowable] = []
    for block in blocks:
        if block.rows:
            story.append(pdf_table(block.rows, look, width, total=block.rows[-1][0] == "Together"))
        elif block.kind in {"h1", "h2"}:
            key = re.sub(r"\W+", "-", block.text).lower()
            story.append(Heading(block.text, look[block.kind], 0 if block.kind == "h1" else 1, key))
        else:
            bullet = "•" if block.kind == "item" else None
            story.append(Paragraph(escape(block.text), look[block.kind], bulletText=bullet))
    return story


def finish_pdf(
    data: bytes, path: Path, title: str, subject: str, when: datetime, language: str = "en-GB"
) -> None:
    """Writes a PDF with its own metadata and fixed dates."""
    writer = PdfWriter(clone_from=io.BytesIO(data))
    stamp = when.strftime("D:%Y%m%d%H%M%SZ")
    writer.metadata = {
        "/Title": title,
        "/Author": AUTHOR,
        "/Subject": subject,
        "/Creator": AUTHOR,
        "/Producer": AUTHOR,
        "/CreationDate": stamp,
        "/ModDate": stamp,
    }
    writer.lang = language
    writer.write(path)


def set_pdf(
    size: tuple[float, float],
    margins: tuple[float, float],
    story: list[Flowable],
    on_page: OnPage,
    first_page: OnPage | None = None,
) -> bytes:
    """Sets a story in type; `margins` are those at the sides and at top and bottom."""
    out = io.BytesIO()
    document = BaseDocTemplate(out, pagesize=size, invariant=1)
    side, top = margins
    box = {"x1": side, "y1": top, "width": size[0] - 2 * side, "height": size[1] - 2 * top}
    frames = [Frame(**box, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0) for _ in range(2)]
    templates = [PageTemplate("inside", [frames[0]], onPage=on_page)]
    if first_page:
        templates.insert(0, PageTemplate("first", [frames[1]], onPage=first_page))
    document.addPageTemplates(templates)
    document.build(story)
    return out.getvalue()


def label_pages(data: bytes, front: int) -> bytes:
    """Gives the first `front` pages roman page labels and the rest decimal ones from 1."""
    writer = PdfWriter(clone_from=io.BytesIO(data))
    writer.set_page_label(0, front - 1, style="/r", start=1)
    writer.set_page_label(front, len(writer.pages) - 1, style="/D", start=1)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
