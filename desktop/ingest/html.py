"""Web pages: what a reader of the page sees, with headings, lists and tables; never scripts or styles."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop.domain.records import HEADING_SEPARATOR
from desktop.ingest.building import HeadingPath, Metadata, Reading, TextBuilder
from desktop.ingest.cleaning import one_line
from desktop.ingest.decode import Decoded, decode
from desktop.ingest.spot import TOP, Spot, joined
from desktop.ingest.tables import Cell, table_lines
from desktop.ingest.wordlists import words

_BLOCKS = words(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li legend main menu nav ol optgroup option p pre "
    "section select summary table tbody td tfoot th thead tr ul"
)
_DROPPED = words("script style template noscript head svg iframe object embed canvas audio video")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_NOT_DATA = words("table h1 h2 h3 h4 h5 h6 ul ol form section article pre")
_META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"<\?xml[^>]+encoding=[\"']([\w.-]+)")
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.0+)?(?![\d.])", re.IGNORECASE
)
_SPACES = re.compile(r"[ \t\r\n\f\u00a0]+")
_DATE_METAS = (
    "article:modified_time",
    "dcterms.modified",
    "last-modified",
    "article:published_time",
    "dcterms.created",
    "dcterms.date",
    "dc.date",
    "date",
    "pubdate",
)
_BREAK = "\x01"  # a line break of the page, kept apart from line feeds of its source


def read(path: Path) -> Reading:
    """Read an HTML file in the encoding it names or has."""
    decoded = decode_page(path.read_bytes())
    builder = TextBuilder()
    metadata = add_page(builder, decoded.text)
    return Reading(builder.build("text/html", encoding=decoded.encoding), metadata)


def decode_page(content: bytes, declared: str | None = None) -> Decoded:
    """Decode a page by what it names itself, else by what its carrier declared."""
    named = _META_CHARSET.search(content[:4096]) or _XML_ENCODING.search(content[:200])
    return decode(content, named[1].decode("ascii", "replace") if named else declared)


def add_page(
    builder: TextBuilder, text: str, spot: Spot = TOP, sections: Mapping[str, Spot] | None = None
) -> Metadata:
    """Add everything visible of a page below `spot`; return what its head says.

    `sections` are the places that begin at elements of these ids.
    """
    tree = LexborHTMLParser(text)
    if tree.root is not None:
        _Walker(builder, spot, sections or {}).walk(tree.body or tree.root)
    return _metadata(tree)


def visible_text(fragment: str) -> str:
    """The words of a piece of HTML, its blocks on lines of their own."""
    tree = LexborHTMLParser(fragment)
    return _text_of(tree.body) if tree.body is not None else ""


def _metadata(tree: LexborHTMLParser) -> Metadata:
    """Title, author and dates from the head of the page."""
    title = tree.css_first("title")
    metas: dict[str, str] = {}
    for node in tree.css("meta"):
        key = (node.attributes.get("property") or node.attributes.get("name") or "").lower()
        metas.setdefault(key, node.attributes.get("content") or "")
    return Metadata(
        title=one_line(title.text()) if title is not None else "",
        author=metas.get("author", ""),
        dates=tuple(metas[key] for key in _DATE_METAS if metas.get(key)),
    )


def _hidden(node: LexborNode) -> bool:
    """Whether the page itself says that a node is not shown."""
    attributes = node.attributes
    return "hidden" in attributes or bool(_HIDDEN_STYLE.search(attributes.get("style") or ""))


def _children(node: LexborNode) -> list[LexborNode]:
    found: list[LexborNode] = []
    child = node.first_child
    while child is not None:
        found.append(child)
        child = child.next
    return found


def _tag(node: LexborNode) -> str:
    return node.tag or ""


class _Walker:
    """Walks the tree without recursion: pages can be nested a hundred thousand levels deep."""

    def __init__(self, builder: TextBuilder, spot: Spot, sections: Mapping[str, Spot]) -> None:
        self._builder = builder
        self._spot = spot
        self._sections = sections
        self._headings = HeadingPath()
        self._inline: list[str] = []
        self._stack: list[tuple[LexborNode, bool]] = []
        self._lists: list[int | None] = []
        self._mark = ""
        self._preformatted = 0

    def walk(self, root: LexborNode) -> None:
        """Add everything visible under `root`."""
        self._stack = [(root, False)]
        while self._stack:
            node, leaving = self._stack.pop()
            if leaving:
                self._leave(_tag(node))
            else:
                self._enter(node)
        self._flush()

    def _enter(self, node: LexborNode) -> None:
        tag = _tag(node)
        if tag == "-text":
            text = node.text_content or ""
            self._inline.append(text.replace("\n", _BREAK) if self._preformatted else text)
            return
        if tag.startswith(("-", "_", "!")) or tag in _DROPPED or _hidden(node):
            return
        if self._sections:
            self._begin_section(node.attributes.get("id") or node.attributes.get("name") or "")
        if tag == "br":
            self._inline.append(_BREAK)
        elif tag == "img":
            self._inline.append(f" {node.attributes.get('alt') or ''} ")
        elif tag == "table" and (rows := _data_rows(node)):
            self._flush()
            self._add("\n".join(table_lines(rows)), "table")
        else:
            if tag in _BLOCKS:
                self._flush()
                self._open(tag, node)
            self._stack.append((node, True))
            self._stack.extend((child, False) for child in reversed(_children(node)))

    def _begin_section(self, identity: str) -> None:
        if identity in self._sections:
            self._flush()
            self._spot = self._sections[identity]
            self._headings = HeadingPath()

    def _open(self, tag: str, node: LexborNode) -> None:
        if tag == "pre":
            self._preformatted += 1
        elif tag == "ul":
            self._lists.append(None)
        elif tag == "ol":
            start = node.attributes.get("start") or "1"
            self._lists.append(int(start) if start.isdecimal() and len(start) < 9 else 1)
        elif tag == "li":
            number = self._lists[-1] if self._lists else None
            self._mark = "- " if number is None else f"{number}. "
            if number is not None:
                self._lists[-1] = number + 1

    def _leave(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self._inline.append(" ")
        if tag not in _BLOCKS:
            return
        if tag in _HEADINGS:
            self._flush(heading=_HEADINGS[tag])
        else:
            self._flush(kind="code" if tag == "pre" else "")
        if tag == "pre":
            self._preformatted -= 1
        elif tag in {"ul", "ol"} and self._lists:
            self._lists.pop()
        elif tag == "li":
            self._mark = ""

    def _flush(self, heading: int = 0, kind: str = "") -> None:
        """Add the inline text gathered since the last block."""
        raw, self._inline = "".join(self._inline), []
        if self._preformatted:
            text = raw.replace(_BREAK, "\n").strip("\n")
        else:
            lines = (line.strip() for line in _SPACES.sub(" ", raw).split(_BREAK))
            text = "\n".join(line for line in lines if line)
        if not text.strip():
            return
        if heading:
            self._headings.enter(heading, text)
            self._add(" ".join(text.split()), "heading")
        elif self._lists and not kind:
            self._add(self._mark + text, "list", gap="\n" + "  " * (len(self._lists) - 1))
            self._mark = ""
        else:
            self._add(text, kind or ("code" if self._preformatted else "body"))

    def _add(self, text: str, kind: str, gap: str = "\n\n") -> None:
        self._builder.add(text, kind=kind, heading=self._path(), place=self._spot.place, gap=gap)

    def _path(self) -> str:
        """The heading path here; a page's own heading that repeats the name of its place counts once."""
        above, own = self._spot.heading, self._headings.path
        _, repeated, below = f"{HEADING_SEPARATOR}{own}{HEADING_SEPARATOR}".partition(
            f"{HEADING_SEPARATOR}{above.rpartition(HEADING_SEPARATOR)[2]}{HEADING_SEPARATOR}"
        )
        if above and repeated:
            own = below.removesuffix(HEADING_SEPARATOR)
        return joined(HEADING_SEPARATOR, above, own)


def _data_rows(table: LexborNode) -> list[list[Cell]]:
    """The rows of a table of data; nothing for one that only arranges the page, which is read as blocks."""
    rows: list[list[Cell]] = []
    for row in _find_rows(table):
        cells: list[Cell] = []
        for cell in _children(row):
            if _tag(cell) in {"td", "th"}:
                if _holds(cell, _NOT_DATA):
                    return []
                cells.append(
                    Cell(_text_of(cell), _span(cell, "colspan"), _span(cell, "rowspan"), _tag(cell) == "th")
                )
        if cells:
            rows.append(cells)
    return rows if max((len(row) for row in rows), default=0) > 1 else []


def _find_rows(table: LexborNode) -> Iterator[LexborNode]:
    """The rows that belong to the table itself."""
    for child in _children(table):
        if _tag(child) == "tr":
            yield child
        elif _tag(child) in {"thead", "tbody", "tfoot"}:
            yield from (row for row in _children(child) if _tag(row) == "tr")


def _span(cell: LexborNode, name: str) -> int:
    value = (cell.attributes.get(name) or "1").strip()
    return int(value) if value.isdecimal() and len(value) < 6 else 1


def _holds(node: LexborNode, tags: frozenset[str]) -> bool:
    """Whether an element of one of these tags is somewhere inside the node."""
    stack = _children(node)
    while stack:
        child = stack.pop()
        if _tag(child) in tags:
            return True
        stack.extend(_children(child))
    return False


def _text_of(node: LexborNode) -> str:
    """The visible words inside a node; blocks and breaks become line ends."""
    out: list[str] = []
    stack: list[LexborNode | str] = list(reversed(_children(node)))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        tag = _tag(item)
        if tag == "-text":
            out.append(_SPACES.sub(" ", item.text_content or ""))
        elif tag == "br":
            out.append("\n")
        elif tag == "img":
            out.append(f" {item.attributes.get('alt') or ''} ")
        elif not (tag.startswith(("-", "_", "!")) or tag in _DROPPED or _hidden(item)):
            if tag in _BLOCKS:
                out.append("\n")
                stack.append("\n")
            stack.extend(reversed(_children(item)))
    return "\n".join(line for part in "".join(out).split("\n") if (line := " ".join(part.split())))
