"""Text that arrives sign by sign, gathered as paragraphs, table rows and texts beside the body."""

from dataclasses import dataclass

from desktop.ingest.building import HeadingPath, TextBuilder
from desktop.ingest.tables import Cell, table_lines

BODY_LEVEL = 9  # the outline level that means: no heading
_NUMBERED = frozenset({"footnote", "endnote", "comment", "textbox"})
_PLACE_WORDS = {"textbox": "text box"}


@dataclass(slots=True)
class Paragraph:
    """Properties that last until the next reset of the paragraph."""

    level: int | None = None
    style: int = 0
    in_table: bool = False
    listed: bool = False


class Flow:
    """Gathers paragraphs, table rows and what stands beside them, and lays them out at the end."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.levels: dict[int, int] = {}  # heading level by style
        self._blocks: list[tuple[str, str, int | None]] = []  # kind, text, heading level
        self._asides: list[tuple[str, str]] = []
        self._outer: list[list[str]] = []
        self._cells: list[str] = []
        self._rows: list[list[Cell]] = []

    def end_paragraph(self, paragraph: Paragraph) -> None:
        """End a paragraph; inside a cell it is only a line."""
        if self._outer or paragraph.in_table:
            self.pieces.append("\n")
            return
        self._end_table()
        text = "".join(self.pieces).strip()
        self.pieces.clear()
        if text:
            level = paragraph.level if paragraph.level is not None else self.levels.get(paragraph.style)
            heading = level if level is not None and level < BODY_LEVEL else None
            kind = "heading" if heading is not None else "list" if paragraph.listed else "body"
            self._blocks.append((kind, text, heading))

    def end_cell(self) -> None:
        """End a cell of a table."""
        if not self._outer:
            self._cells.append("".join(self.pieces).strip())
            self.pieces.clear()

    def end_row(self, *, header: bool) -> None:
        """End a row of a table."""
        if not self._outer:
            if "".join(self.pieces).strip():
                self.end_cell()
            self._rows.append([Cell(text, header=header) for text in self._cells])
            self._cells = []

    def open_aside(self) -> None:
        """Begin a text beside the body."""
        self._outer.append(self.pieces)
        self.pieces = []

    def close_aside(self, kind: str) -> None:
        """End it; its words get a place of their own."""
        text = "".join(self.pieces).strip()
        self.pieces = self._outer.pop()
        if text:
            self._asides.append((kind, text))

    def _end_table(self) -> None:
        if self._cells:
            self.end_row(header=False)
        lines = [line for line in table_lines(self._rows) if line]
        self._rows = []
        if lines:
            self._blocks.append(("table", "\n".join(lines), None))

    def build(self) -> TextBuilder:
        """Return everything in order: the body, then notes, boxes, headers and footers."""
        builder, headings = TextBuilder(), HeadingPath()
        tables = 0
        for kind, text, level in self._blocks:
            if level is not None:
                headings.enter(level + 1, text)
            tables += kind == "table"
            place = f"table {tables}" if kind == "table" else ""
            gap = "\n" if kind == "list" else "\n\n"
            shown = " ".join(text.split()) if kind in {"heading", "list"} else text
            builder.add(shown, kind=kind, heading=headings.path, place=place, gap=gap)
        counts: dict[str, int] = {}
        for kind, text in dict.fromkeys(self._asides):
            counts[kind] = counts.get(kind, 0) + 1
            noun = _PLACE_WORDS.get(kind, kind)
            builder.add(text, kind=kind, place=f"{noun} {counts[kind]}" if kind in _NUMBERED else noun)
        return builder
