"""PowerPoint presentations: slides in the order they are shown, with tables, charts, diagrams and notes."""

from pathlib import Path

from desktop.domain.records import ReadDocument
from desktop.ingest import drawing
from desktop.ingest.archive import SafeZip
from desktop.ingest.building import Reading, TextBuilder, are_or_is
from desktop.ingest.cleaning import one_line
from desktop.ingest.ooxml import core_metadata, main_part, optional_part, relationships
from desktop.ingest.refusals import EMPTY, NO_TEXT, RefusedError
from desktop.ingest.tables import table_lines
from desktop.ingest.wordlists import words
from desktop.ingest.xml_parts import Element, attribute, child, local, parse_xml

_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_TITLE_LIMIT = 200  # characters of a title kept as heading
_TITLES = words("title ctrTitle")
_NOT_CONTENT = words("sldNum dt ftr hdr sldImg")  # placeholders that number, date and frame the slide
_PARTS_OF_FRAMES = {"chart": "chart", "chartEx": "chart", "diagramData": "diagram"}


def read(path: Path) -> Reading:
    """Read a .pptx file or one of its relatives (.pptm, .ppsx, .potx)."""
    with SafeZip(path) as package:
        main = main_part(package, "ppt/presentation.xml")
        relations = relationships(package, main)
        deck = _Deck(package)
        number = 0
        for node in parse_xml(package.read(main)).iter("{*}sldId"):
            key = next((value for name, value in node.attrib.items() if name.endswith("}id")), "")
            number += 1
            deck.add_slide(number, relations.get(key, ("", ""))[1])
        return Reading(deck.build(number), core_metadata(package))


class _Deck:
    """Gathers the slides; a part that is missing or damaged costs only itself."""

    def __init__(self, package: SafeZip) -> None:
        self._package = package
        self._builder = TextBuilder()
        self._damaged: list[int] = []
        self._pictures: list[int] = []  # slides that show pictures and hold no words
        self._embedded: list[int] = []

    def build(self, slides: int) -> ReadDocument:
        """Return the document."""
        missing = []
        if self._damaged:
            missing.append(f"{are_or_is('slide', self._damaged)} missing or damaged.")
        if self._pictures:
            missing.append(f"{are_or_is('slide', self._pictures)} without readable text (only pictures).")
        if self._embedded:
            missing.append(f"{are_or_is('slide', self._embedded)} read without the files embedded there.")
        if not self._builder.length:
            raise RefusedError(NO_TEXT if self._pictures else EMPTY)
        return self._builder.build(
            _MEDIA_TYPE,
            pages=slides,
            pages_without_text=len(self._pictures),
            parts_not_read=tuple(missing),
        )

    def add_slide(self, number: int, part: str) -> None:
        """Read one slide and everything that belongs to it."""
        root = optional_part(self._package, part)
        if root is None:
            self._damaged.append(number)
            return
        slide = _Slide(self._builder, number, root)
        before = self._builder.length
        relations = relationships(self._package, part)
        for shape in slide.shapes:
            if local(shape) == "graphicFrame":
                self._frame(slide, shape, relations)
            else:
                slide.add_text(shape)
        for kind, target in relations.values():
            if kind == "notesSlide":
                self._notes(slide, target)
            elif kind == "comments":
                self._comments(slide, target)
        if self._builder.length == before and any(local(shape) == "pic" for shape in slide.shapes):
            self._pictures.append(number)

    def _frame(self, slide: "_Slide", frame: Element, relations: dict[str, tuple[str, str]]) -> None:
        """Read a table, chart or diagram."""
        data = child(frame, "graphic", "graphicData")
        if data is None:
            return
        for table in data.iter("{*}tbl"):
            slide.add("\n".join(line for line in table_lines(drawing.table_rows(table)) if line), "table")
        for node in data.iter():
            for key in node.attrib.values():
                kind, target = relations.get(key, ("", ""))
                if kind in _PARTS_OF_FRAMES and (root := optional_part(self._package, target)) is not None:
                    self._graphic(slide, _PARTS_OF_FRAMES[kind], root)
                elif kind in {"oleObject", "package"} and slide.number not in self._embedded:
                    self._embedded.append(slide.number)

    def _graphic(self, slide: "_Slide", kind: str, root: Element) -> None:
        if kind == "chart":
            slide.add("\n".join(drawing.chart_lines(root)), "table", "chart")
        else:
            for line in drawing.diagram_lines(root):
                slide.add(line, "list", "diagram", gap="\n")

    def _notes(self, slide: "_Slide", part: str) -> None:
        root = optional_part(self._package, part)
        if root is None:
            return
        lines: list[str] = []
        for shape in drawing.shapes(root):
            if _placeholder(shape) not in _NOT_CONTENT:
                lines.extend(drawing.paragraphs(child(shape, "txBody")))
        slide.add("\n".join(lines), "comment", "notes")

    def _comments(self, slide: "_Slide", part: str) -> None:
        root = optional_part(self._package, part)
        for number, text in enumerate(drawing.comment_texts(root) if root is not None else (), 1):
            slide.add(text, "comment", f"comment {number}")


class _Slide:
    """The place of one slide: its number in the show and its title."""

    def __init__(self, builder: TextBuilder, number: int, root: Element) -> None:
        self._builder = builder
        self.number = number
        self._hidden = " (hidden)" if root.get("show") in {"0", "false"} else ""
        self.shapes = list(drawing.shapes(root))
        self._title = ""
        titles = [shape for shape in self.shapes if _placeholder(shape) in _TITLES]
        self.shapes = [shape for shape in self.shapes if shape not in titles]
        lines = [line for shape in titles for line in drawing.paragraphs(child(shape, "txBody"))]
        if lines:
            self._title = one_line(" ".join(lines), _TITLE_LIMIT)
            self.add(one_line(" ".join(lines)), "heading")

    def add(self, text: str, kind: str, what: str = "", gap: str = "\n\n") -> None:
        """Add a part of the slide; `what` names it when it is not the slide itself."""
        place = f"slide {self.number}{self._hidden}"
        self._builder.add(
            text,
            kind=kind,
            heading=self._title,
            page=self.number,
            place=f"{place} {what}".rstrip(),
            gap=gap,
        )

    def add_text(self, shape: Element) -> None:
        """Add the paragraphs of a shape; several of them are a list."""
        if _placeholder(shape) in _NOT_CONTENT:
            return
        lines = drawing.paragraphs(child(shape, "txBody"))
        kind = "list" if len(lines) > 1 else "body"
        for index, line in enumerate(lines):
            self.add(line, kind, gap="\n" if index else "\n\n")


def _placeholder(shape: Element) -> str:
    """The type of the placeholder a shape fills; "" for a free shape, "body" where none is named."""
    for properties in shape:
        place = child(properties, "nvPr", "ph")
        if place is not None:
            return attribute(place, "type") or "body"
    return ""
