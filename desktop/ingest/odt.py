"""OpenDocument texts and slides: headings, lists, tables, frames, notes; no tracked deletions."""

from collections.abc import Iterable, Iterator

from desktop.ingest import odf
from desktop.ingest.building import HeadingPath, TextBuilder
from desktop.ingest.tables import Cell, table_lines
from desktop.ingest.wordlists import words
from desktop.ingest.xml_parts import Element, attribute, child, children, local

_LEFT_OUT = words(
    "tracked-changes table-of-content note-citation creator date date-string desc title forms "
    "sequence-decls variable-decls user-field-decls image object object-ole plugin"
)
_HEADERS = {"header": "header", "header-left": "header", "footer": "footer", "footer-left": "footer"}
_TITLE_CLASS = "title"
_GAPS = {"list": "\n"}


def add_text(builder: TextBuilder, body: Element, styles: Element | None) -> None:
    """Add a text document: the body, its notes and comments, then the headers and footers of its pages."""
    walker = _Walker(builder)
    walker.blocks(body, "body")
    walker.flush()
    for master in styles.iter("{*}master-page") if styles is not None else ():
        for node in master:
            if (kind := _HEADERS.get(local(node))) is not None:
                aside = _Walker(builder, place=kind)
                aside.blocks(node, kind)
                aside.flush()


def add_pages(builder: TextBuilder, root: Element, body: Element, noun: str) -> int:
    """Add slides or drawn pages with their notes; return their number."""
    hidden = odf.hidden_styles(root)
    number = 0
    for page in children(body, "page"):
        number += 1
        place = f"{noun} {number}"
        if attribute(page, "style-name") in hidden:
            place += " (hidden)"
        walker = _Walker(builder, place=place, page=number)
        shapes = [node for node in page if local(node) != "notes"]
        titles = [node for node in shapes if attribute(node, "class") == _TITLE_CLASS]
        walker.title(titles)
        for shape in shapes:
            if shape not in titles:
                walker.shape(shape)
        walker.flush()
        for notes in children(page, "notes"):
            walker.speaker_notes(notes)
    return number


class _Walker:
    """Adds the blocks under an element in order; notes wait until the text they belong to is done.

    On a slide, `place` and `page` are those of every part.
    """

    def __init__(self, builder: TextBuilder, *, place: str = "", page: int | None = None) -> None:
        self._builder = builder
        self._place = place
        self._page = page
        self._headings = HeadingPath()
        self._waiting: list[tuple[str, str, str, Element]] = []  # kind, place, heading, note
        self._counts: dict[str, int] = {}

    def blocks(self, element: Iterable[Element], kind: str, what: str = "") -> None:
        """Add paragraphs, headings, lists and tables; `what` names the place beside the body."""
        for node in element:
            name = local(node)
            if name == "h" and kind == "body":
                self._heading(node)
            elif name in {"p", "h"}:
                self._paragraph(node, kind, what)
            elif name == "list":
                self._list(node, kind, what)
            elif name == "table":
                self._table(node, kind, what)
            elif name == "annotation":
                self._wait(node)
            elif name in {"frame", "custom-shape", "g"} and kind == "body" and self._page is None:
                self._frame(node)
            elif name and name not in _LEFT_OUT:
                self.blocks(node, kind, what)

    def title(self, shapes: list[Element]) -> None:
        """Open the slide with its title."""
        lines = [odf.inline(node).text for shape in shapes for node in shape.iter("{*}p")]
        if text := " ".join(filter(None, lines)):
            self._headings.enter(1, text)
            self._add(" ".join(text.split()), "heading", "")

    def shape(self, shape: Element) -> None:
        """Add what one shape of a slide says; several paragraphs are a list."""
        if local(shape) == "annotation":
            self._wait(shape)
            return
        several = sum(1 for node in shape.iter("{*}p") if odf.inline(node).text) > 1
        self.blocks((shape,), "list" if several else "body")

    def speaker_notes(self, notes: Element) -> None:
        """Add the notes of a slide."""
        lines = [odf.inline(node).text for node in notes.iter("{*}p")]
        self._add("\n".join(filter(None, lines)), "comment", "notes")

    def flush(self) -> None:
        """Add the notes and comments that were met."""
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            for kind, what, heading, note in waiting:
                lines = [odf.inline(node).text for node in _note_paragraphs(note)]
                self._add("\n".join(filter(None, lines)), kind, what, heading=heading)

    def _add(self, text: str, kind: str, what: str, *, heading: str | None = None) -> None:
        self._builder.add(
            text,
            kind=kind,
            heading=self._headings.path if heading is None else heading,
            page=self._page,
            place=f"{self._place} {what}".strip(),
            gap=_GAPS.get(kind, "\n\n"),
        )

    def _count(self, noun: str) -> str:
        self._counts[noun] = self._counts.get(noun, 0) + 1
        return f"{noun} {self._counts[noun]}"

    def _heading(self, node: Element) -> None:
        found = odf.inline(node)
        if found.text:
            self._headings.enter(odf.whole(attribute(node, "outline-level"), 1), found.text)
            self._add(" ".join(found.text.split()), "heading", "")
        self._hanging(found)

    def _paragraph(self, node: Element, kind: str, what: str, mark: str = "") -> None:
        found = odf.inline(node)
        if found.text:
            self._add(mark + found.text, kind, what)
        self._hanging(found)

    def _hanging(self, found: odf.Inline) -> None:
        for note in found.notes:
            self._wait(note)
        for frame in found.frames:
            self._frame(frame)

    def _wait(self, note: Element) -> None:
        if local(note) == "annotation":
            kind = "comment"
        else:
            kind = "endnote" if attribute(note, "note-class") == "endnote" else "footnote"
        self._waiting.append((kind, self._count(kind), self._headings.path, note))

    def _frame(self, frame: Element) -> None:
        if any(True for _ in frame.iter("{*}p", "{*}h")):
            self.blocks(frame, "textbox", self._count("text box"))

    def _list(self, element: Element, kind: str, what: str) -> None:
        """Add the items; the first paragraph of each gets a mark."""
        for item in element:
            mark = "- "
            for node in item:
                name = local(node)
                if name == "p" and kind in {"body", "list"}:
                    self._paragraph(node, "list", what, mark)
                    mark = ""
                elif name:
                    self.blocks((node,), kind, what)

    def _table(self, table: Element, kind: str, what: str) -> None:
        lines = [line for line in table_lines(list(self._rows(table))) if line]
        if lines:
            if kind in {"body", "list"}:
                kind, what = "table", "" if self._page is not None else self._count("table")
            self._add("\n".join(lines), kind, what)

    def _rows(self, table: Element, *, header: bool = False) -> Iterator[list[Cell]]:
        for node in table:
            name = local(node)
            if name == "table-row":
                yield [
                    Cell(
                        self._cell_text(cell),
                        odf.whole(attribute(cell, "number-columns-spanned"), 1),
                        odf.whole(attribute(cell, "number-rows-spanned"), 1),
                        header,
                    )
                    for cell in children(node, "table-cell")
                ]
            elif name in {"table-header-rows", "table-rows", "table-row-group"}:
                yield from self._rows(node, header=header or name == "table-header-rows")

    def _cell_text(self, element: Element) -> str:
        """All words of a cell; frames and tables inside it become part of it."""
        pieces: list[str] = []
        for node in element:
            name = local(node)
            if name in {"p", "h"}:
                found = odf.inline(node)
                pieces.append(found.text)
                pieces.extend(self._cell_text(frame) for frame in found.frames)
                for note in found.notes:
                    self._wait(note)
            elif name == "table":
                pieces.append("; ".join(line for line in table_lines(list(self._rows(node))) if line))
            elif name and name not in _LEFT_OUT:
                pieces.append(self._cell_text(node))
        return " ".join(piece for piece in pieces if piece.strip())


def _note_paragraphs(note: Element) -> Iterator[Element]:
    """The paragraphs of a note or comment."""
    inner = child(note, "note-body")
    yield from (note if inner is None else inner).iter("{*}p", "{*}h")
