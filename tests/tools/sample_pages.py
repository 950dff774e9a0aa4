"""The members' handbook and the annual report of the sample library."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    NextPageTemplate,
    PageBreak,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from sample_pdf import (
    BODY,
    HEAD,
    INK,
    RULE,
    SAND,
    SEA,
    Heading,
    Look,
    finish_pdf,
    flow,
    label_pages,
    set_pdf,
    styles,
)
from sample_words import Block

SIDE = 18 * mm
WIDTH = A5[0] - 2 * SIDE
LOANS = [("2021", 61_204), ("2022", 79_377), ("2023", 91_650), ("2024", 97_418), ("2025", 101_862)]
FIGURES = [("74,310", "visits"), ("101,862", "loans"), ("1,207", "new members"), ("46", "volunteers")]


def key_figures(width: float) -> Table:
    """The row of large numbers on the first page of the annual report."""
    number = ParagraphStyle("number", fontName=HEAD, fontSize=16, leading=20, textColor=SEA)
    label = ParagraphStyle("label", fontName="Helvetica", fontSize=8, leading=11, textColor=INK)
    cells = [[Paragraph(value, number), Paragraph(name, label)] for value, name in FIGURES]
    look = TableStyle([("BACKGROUND", (0, 0), (-1, -1), SAND), ("LEFTPADDING", (0, 0), (-1, -1), 8)])
    look.add("TOPPADDING", (0, 0), (-1, -1), 10)
    look.add("BOTTOMPADDING", (0, 0), (-1, -1), 10)
    return Table(
        [cells], colWidths=[width / len(cells)] * len(cells), style=look, spaceBefore=8, spaceAfter=10
    )


def loans_chart(width: float) -> Drawing:
    """Bars for the loans of five years, each with its number."""
    height = 48 * mm
    picture = Drawing(width, height)
    step = width / len(LOANS)
    most = max(loans for _, loans in LOANS)
    for number, (year, loans) in enumerate(LOANS):
        left = number * step + step * 0.2
        tall = (height - 36) * loans / most
        last = number == len(LOANS) - 1
        picture.add(Rect(left, 18, step * 0.6, tall, fillColor=SEA if last else RULE, strokeColor=None))
        middle = left + step * 0.3
        picture.add(
            String(middle, 5, year, fontName="Helvetica", fontSize=9, fillColor=INK, textAnchor="middle")
        )
        picture.add(
            String(
                middle, 22 + tall, f"{loans:,}", fontName=HEAD, fontSize=9, fillColor=INK, textAnchor="middle"
            )
        )
    picture.add(Line(0, 18, width, 18, strokeColor=INK, strokeWidth=0.8))
    return picture


def draw_lighthouse(page: Canvas, left: float, bottom: float, scale: float) -> None:
    """The library's sign: a lighthouse with one band on a rock in the sea."""
    page.saveState()
    page.translate(left, bottom)
    page.scale(scale, scale)
    page.setStrokeColor(SEA)
    page.setFillColor(colors.white)
    page.setLineWidth(1.6)
    tower = page.beginPath()
    for number, (x, y) in enumerate([(-15, 0), (-9, 96), (9, 96), (15, 0)]):
        (tower.lineTo if number else tower.moveTo)(x, y)
    tower.close()
    page.drawPath(tower, fill=1)
    page.setFillColor(colors.HexColor("#b5432e"))
    band = page.beginPath()
    for number, (x, y) in enumerate([(-12.4, 42), (-11, 64), (11, 64), (12.4, 42)]):
        (band.lineTo if number else band.moveTo)(x, y)
    band.close()
    page.drawPath(band, fill=1)
    page.setFillColor(SAND)
    page.rect(-7, 99, 14, 14, fill=1)
    page.line(-13, 97.5, 13, 97.5)
    page.setFillColor(SEA)
    roof = page.beginPath()
    for number, (x, y) in enumerate([(-10, 113), (0, 124), (10, 113)]):
        (roof.lineTo if number else roof.moveTo)(x, y)
    roof.close()
    page.drawPath(roof, fill=1)
    for row, indent in enumerate((0, 9, 3)):
        wave = page.beginPath()
        wave.moveTo(-78 + indent, -4 - row * 9)
        for step in range(8):
            x = -78 + indent + step * 18
            wave.curveTo(x + 5, 2 - row * 9, x + 12, -10 - row * 9, x + 18, -4 - row * 9)
        page.drawPath(wave)
    page.restoreState()


def cover(page: Canvas, _: BaseDocTemplate) -> None:
    """The title page of the handbook; page i."""
    width, height = A5
    page.setFillColor(SAND)
    page.rect(0, 0, width, height, fill=1, stroke=0)
    draw_lighthouse(page, width / 2, height * 0.2, scale=1.5)
    page.setFillColor(SEA)
    page.setFont(HEAD, 30)
    page.drawString(18 * mm, height - 48 * mm, "Members’")
    page.drawString(18 * mm, height - 60 * mm, "handbook")
    page.setFillColor(INK)
    page.setFont(BODY, 13)
    page.drawString(18 * mm, height - 72 * mm, "Pellmouth Harbour Library")
    page.setFont("Times-Italic", 11)
    page.drawString(18 * mm, 16 * mm, "Seventh edition, March 2026")
    page.bookmarkPage("cover")
    page.addOutlineEntry("Members’ handbook", "cover", level=0)


def handbook_page(page: Canvas, document: BaseDocTemplate) -> None:
    """Running head and page number of the handbook; its first three pages have roman numbers."""
    width, height = A5
    number = document.page
    label = ("i", "ii", "iii")[number - 1] if number <= 3 else str(number - 3)
    page.setFillColor(SEA)
    page.setFont("Helvetica", 7.5)
    page.drawString(18 * mm, height - 12 * mm, "PELLMOUTH HARBOUR LIBRARY")
    page.drawRightString(width - 18 * mm, height - 12 * mm, "MEMBERS’ HANDBOOK")
    page.setStrokeColor(RULE)
    page.line(18 * mm, height - 14 * mm, width - 18 * mm, height - 14 * mm)
    page.setFillColor(INK)
    page.setFont(BODY, 9.5)
    page.drawCentredString(width / 2, 10 * mm, label)


def contents(chapters: list[list[Block]], look: Look) -> list[Flowable]:
    """The handbook's table of contents; every chapter is one page."""
    rows = [("About this edition", "ii")]
    rows += [(chapter[0].text, str(number)) for number, chapter in enumerate(chapters, 1)]
    right = ParagraphStyle("right", look["p"], alignment=TA_RIGHT, spaceAfter=0)
    left = ParagraphStyle("left", look["p"], spaceAfter=0)
    cells = [[Paragraph(name, left), Paragraph(label, right)] for name, label in rows]
    rules = TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.5, RULE, None, (1, 2))])
    rules.add("LEFTPADDING", (0, 0), (0, -1), 0)
    rules.add("RIGHTPADDING", (-1, 0), (-1, -1), 0)
    rules.add("TOPPADDING", (0, 0), (-1, -1), 7)
    return [
        Heading("Contents", look["h1"], 0, "contents"),
        Table(cells, colWidths=[WIDTH * 0.88, WIDTH * 0.12], style=rules, hAlign="LEFT"),
    ]


def make_handbook(words: dict[str, list[Block]], path: Path) -> None:
    """The members' handbook: A5, eight pages, labels i to iii and 1 to 5."""
    look = styles(11.3)
    chapters = [blocks for name, blocks in words.items() if name.startswith("handbook chapter")]
    story: list[Flowable] = [NextPageTemplate("inside"), PageBreak()]
    story += [*flow(words["handbook about"], look, WIDTH), PageBreak(), *contents(chapters, look)]
    for chapter in chapters:
        story += [PageBreak(), *flow(chapter, look, WIDTH)]
    data = label_pages(set_pdf(A5, (SIDE, 20 * mm), story, handbook_page, cover), front=3)
    finish_pdf(data, path, "Members’ handbook", "Seventh edition", datetime(2026, 3, 2, 9, tzinfo=UTC))


def report_page(page: Canvas, document: BaseDocTemplate) -> None:
    """Head and foot of the annual report."""
    width, height = A5
    page.setFillColor(SEA)
    page.rect(0, height - 9 * mm, width, 9 * mm, fill=1, stroke=0)
    page.setFillColor(colors.white)
    page.setFont(HEAD, 8.5)
    page.drawString(18 * mm, height - 6 * mm, "Pellmouth Harbour Library")
    page.drawRightString(width - 18 * mm, height - 6 * mm, "Annual report 2025")
    page.setFillColor(INK)
    page.setFont(BODY, 9.5)
    page.drawRightString(width - 18 * mm, 10 * mm, f"{document.page} of 3")


def make_report(words: dict[str, list[Block]], path: Path) -> None:
    """The library's annual report: A5, three pages, a chart and a table."""
    look = styles(11)
    pages = [blocks for name, blocks in words.items() if name.startswith("report page")]
    story: list[Flowable] = []
    for number, blocks in enumerate(pages):
        story += [PageBreak()] if number else []
        for block in blocks:
            if block.kind == "figures":
                story.append(key_figures(WIDTH))
            elif block.kind == "chart":
                story += [loans_chart(WIDTH), Spacer(1, 10)]
            else:
                story += flow([block], look, WIDTH)
    data = set_pdf(A5, (SIDE, 20 * mm), story, report_page)
    when = datetime(2026, 2, 20, 10, 30, tzinfo=UTC)
    finish_pdf(data, path, "Annual report 2025", "Report to the town council", when)
