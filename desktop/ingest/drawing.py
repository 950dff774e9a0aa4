"""DrawingML, the language of slides, charts and diagrams in Office Open XML files: its words in order."""

from collections.abc import Iterator

from desktop.ingest.tables import SEPARATOR, Cell
from desktop.ingest.wordlists import words
from desktop.ingest.xml_parts import Element, attribute, child, children, local

_SHAPES = words("sp cxnSp pic graphicFrame contentPart")
_COUNTED = words("slidenum datetime datetimeFigureOut")  # fields that only number and date the slide
_MAX_POINTS = 100_000  # points of one series


def shapes(element: Element) -> Iterator[Element]:
    """The shapes under an element in the order of the file, those of groups included, groups left out."""
    stack = list(reversed(element))
    while stack:
        node = stack.pop()
        name = local(node)
        if name in _SHAPES:
            yield node
        elif name and name != "Fallback":
            stack.extend(reversed(node))


def paragraphs(body: Element | None) -> list[str]:
    """The paragraphs of a text body that hold any words."""
    found = (_paragraph(node) for node in children(body, "p")) if body is not None else ()
    return [text for text in found if text]


def _paragraph(element: Element) -> str:
    out: list[str] = []
    for node in element.iter():
        name = local(node)
        if name == "t" and not _is_counted(node):
            out.append(node.text or "")
        elif name == "br":
            out.append("\n")
    return "".join(out).replace("_x000B_", "\n").strip()


def _is_counted(text: Element) -> bool:
    parent = text.getparent()
    return local(parent) == "fld" and (parent.get("type") or "").rstrip("0123456789") in _COUNTED


def text_lines(root: Element) -> list[str]:
    """All paragraphs anywhere under an element, each once."""
    found = (_paragraph(node) for node in root.iter("{*}p"))
    return list(dict.fromkeys(text for text in found if text))


def table_rows(table: Element) -> list[list[Cell]]:
    """The rows of a DrawingML table; cells that a merged one covers are left out."""
    properties = child(table, "tblPr")
    marked = properties is not None and properties.get("firstRow") == "1"
    rows: list[list[Cell]] = []
    for row in children(table, "tr"):
        cells: list[Cell] = []
        for cell in children(row, "tc"):
            if cell.get("hMerge") in {"1", "true"} or cell.get("vMerge") in {"1", "true"}:
                continue
            text = " ".join(paragraphs(child(cell, "txBody")))
            header = marked and not rows
            cells.append(Cell(text, _span(cell, "gridSpan"), _span(cell, "rowSpan"), header))
        rows.append(cells)
    return rows


def _span(cell: Element, name: str) -> int:
    value = attribute(cell, name) or ""
    return int(value) if value.isdecimal() and len(value) < 4 else 1


def chart_lines(root: Element) -> list[str]:
    """Title and texts of a chart, then its values: one line a category, each value with its series."""
    series = [node for node in root.iter("{*}ser") if local(node) == "ser"]
    names = [" ".join(_points(child(node, "tx")).values()) for node in series]
    labels: dict[int, str] = {}
    for node in series:
        for position, text in _points(_first(node, "cat", "xVal")).items():
            labels.setdefault(position, text)
    values = [_points(_first(node, "val", "yVal")) for node in series]
    lines = text_lines(root)
    places = sorted(set(labels).union(*values))
    if not places:
        return [*lines, *(name for name in names if name)]
    for position in places:
        cells = [labels.get(position, "")]
        for name, column in zip(names, values, strict=True):
            if value := column.get(position, ""):
                cells.append(f"{name}: {value}" if name else value)
        lines.append(SEPARATOR.join(cell for cell in cells if cell))
    return lines


def _first(element: Element, *names: str) -> Element | None:
    return next((found for name in names if (found := child(element, name)) is not None), None)


def _points(element: Element | None) -> dict[int, str]:
    """The cached points under an element: index -> text; the outermost level of several comes first."""
    found: dict[int, str] = {}
    if element is None:
        return found
    for node in element.iter("{*}pt"):
        index = node.get("idx") or ""
        value = child(node, "v")
        text = _number_text((value.text or "").strip()) if value is not None else ""
        if index.isdecimal() and len(index) < 8 and text and len(found) < _MAX_POINTS:
            position = int(index)
            found[position] = f"{text} {found[position]}" if position in found else text
    direct = child(element, "v")
    if direct is not None and direct.text:
        found.setdefault(0, direct.text)
    return found


def _number_text(text: str) -> str:
    """A number as people write it: binary noise after the fifteenth digit removed."""
    try:
        number = float(text)
    except ValueError:
        return text
    return format(number, ".15g") if "." in text and len(text) > 16 else text


def diagram_lines(root: Element) -> list[str]:
    """The words of a SmartArt diagram, one line a node."""
    nodes = (node for node in root.iter("{*}pt") if node.get("type") in {None, "node", "asst"})
    return [" ".join(lines) for node in nodes if (lines := text_lines(node))]


def comment_texts(root: Element) -> list[str]:
    """The texts of comments on a slide in either format, replies after what they answer."""
    found: list[str] = []
    for node in root.iter("{*}cm", "{*}reply"):
        text = child(node, "text")
        lines = paragraphs(child(node, "txBody")) if text is None else [text.text or ""]
        if words_of := "\n".join(lines).strip():
            found.append(words_of)
    return found
