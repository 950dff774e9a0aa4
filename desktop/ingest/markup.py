"""Org, reStructuredText, LaTeX and AsciiDoc: read as text, their headings understood."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from desktop.ingest import latex
from desktop.ingest.building import HeadingPath, Metadata, Reading, TextBuilder
from desktop.ingest.decode import decode
from desktop.ingest.plain import add_lines

_LATEX_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_LATEX_HEADING = re.compile(rf"\\({'|'.join(_LATEX_LEVELS)})\*?\s*\{{(.*)\}}\s*")
_ORG_HEADING = re.compile(r"(\*+)\s+(.*)")
_ORG_FIELD = re.compile(r"#\+(TITLE|DATE|AUTHOR):\s*(.*)", re.IGNORECASE)
_ASCIIDOC_HEADING = re.compile(r"(={1,6})\s+(\S.*)")
_ASCIIDOC_FENCE = re.compile(r"(-{4,}|\.{4,}|={4,}|/{4,})\s*")
_RST_LINE = re.compile(r"([=\-`:'\"~^_*+#<>.])\1{2,}\s*")
_RST_FIELD = re.compile(r":(Date|Author):\s+(.*)", re.IGNORECASE)
_LATEX_FIELD = re.compile(r"\\(title|author|date)\s*\{([^\\{}]*)\}\s*")
_FIELDS = (_ORG_FIELD, _RST_FIELD, _LATEX_FIELD)

# A line of the file: its number, its text, and its level when it is a heading.
_Line = tuple[int, str, int | None]


def read(path: Path) -> Reading:
    """Read a file of one of the four kinds, chosen by its extension."""
    decoded = decode(path.read_bytes())
    lines = decoded.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    suffix = path.suffix.lower()
    if suffix == ".tex":
        lines = [latex.plain(line) for line in lines]
    marked = _READERS[suffix](lines)
    builder, headings = TextBuilder(), HeadingPath()
    block: list[str] = []
    first = 1
    for number, text, level in marked:
        if level is None:
            block.append(text)
            continue
        add_lines(builder, "\n".join(block), prose=True, heading=headings.path, first=first)
        block, first = [], number + 1
        headings.enter(level, text)
        builder.add(text, kind="heading", heading=headings.path, place=f"line {number}")
    add_lines(builder, "\n".join(block), prose=True, heading=headings.path, first=first)
    fields = _fields(lines[:40])
    metadata = Metadata(fields.get("title", ""), fields.get("author", ""), (), fields.get("date", ""))
    return Reading(builder.build("text/plain", encoding=decoded.encoding), metadata)


def _fields(lines: list[str]) -> dict[str, str]:
    """Title, author and date written as fields at the top."""
    found: dict[str, str] = {}
    for line in lines:
        if match := next(filter(None, (field.fullmatch(line.strip()) for field in _FIELDS)), None):
            found.setdefault(match[1].lower(), match[2].strip())
    return found


def _org(lines: list[str]) -> Iterator[_Line]:
    for number, line in enumerate(lines, 1):
        match = _ORG_HEADING.fullmatch(line)
        yield (number, match[2], len(match[1])) if match else (number, line, None)


def _latex(lines: list[str]) -> Iterator[_Line]:
    for number, line in enumerate(lines, 1):
        match = _LATEX_HEADING.match(line.strip())
        yield (number, match[2], _LATEX_LEVELS.index(match[1]) + 1) if match else (number, line, None)


def _asciidoc(lines: list[str]) -> Iterator[_Line]:
    fence = ""
    for number, line in enumerate(lines, 1):
        if (match := _ASCIIDOC_FENCE.fullmatch(line)) and (not fence or match[1] == fence):
            fence = "" if fence else match[1]
        heading = None if fence else _ASCIIDOC_HEADING.fullmatch(line)
        yield (number, heading[2].rstrip("= "), len(heading[1])) if heading else (number, line, None)


def _restructured(lines: list[str]) -> Iterator[_Line]:
    """Lines underlined, perhaps overlined too, are headings; their order of appearance gives the levels."""
    styles: list[tuple[str, bool]] = []
    levels: dict[int, int] = {}
    decoration: set[int] = set()
    for index, (line, below) in enumerate(zip(lines, [*lines[1:], ""], strict=True)):
        text = line.strip()
        if not text or _RST_LINE.fullmatch(line) or not _RST_LINE.fullmatch(below):
            continue
        if len(below.strip()) < len(text):
            continue
        over = index > 0 and lines[index - 1].strip() == below.strip()
        style = (below[0], over)
        if style not in styles:
            styles.append(style)
        levels[index] = styles.index(style) + 1
        decoration.update({index + 1, index - 1} if over else {index + 1})
    for index, line in enumerate(lines):
        text = "" if index in decoration else line
        yield index + 1, text.strip() if index in levels else text, levels.get(index)


_READERS: dict[str, Callable[[list[str]], Iterator[_Line]]] = {
    ".org": _org,
    ".tex": _latex,
    ".rst": _restructured,
    ".adoc": _asciidoc,
    ".asciidoc": _asciidoc,
}
