"""Markdown: headings, lists, tables and code with their lines; marks removed, links kept.

A link stays `[words](target)`, because following it leads to other documents.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from desktop.ingest.building import HeadingPath, Metadata, Reading, TextBuilder
from desktop.ingest.decode import decode
from desktop.ingest.html import visible_text
from desktop.ingest.tables import Cell, table_lines

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_MATTER_LINE = re.compile(r"([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*)")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_DATE_KEYS = ("date", "updated", "modified", "published", "created")


def read(path: Path) -> Reading:
    """Read a Markdown file; title, author and date of its front matter become metadata."""
    decoded = decode(path.read_bytes())
    text = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
    fields: dict[str, str] = {}
    if match := _FRONT_MATTER.match(text):
        fields = _front_matter(match[1])
        # Line numbers stay those of the file.
        text = "\n" * match[0].count("\n") + text[match.end() :]
    builder = TextBuilder()
    add_markdown(builder, text, HeadingPath())
    document = builder.build("text/markdown", encoding=decoded.encoding)
    metadata = Metadata(
        title=fields.get("title", ""),
        author=fields.get("author", ""),
        front_matter_date=next((fields[key] for key in _DATE_KEYS if fields.get(key)), ""),
    )
    return Reading(document, metadata)


def add_markdown(builder: TextBuilder, text: str, headings: HeadingPath, place: str = "") -> None:
    """Add Markdown below the open headings; a `place` stands instead of line numbers."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    _Walker(builder, headings, place).walk(tokens)


def _front_matter(block: str) -> dict[str, str]:
    """The plain `key: value` lines of a front matter; nested values are not needed and left out."""
    found: dict[str, str] = {}
    for line in block.split("\n"):
        if match := _FRONT_MATTER_LINE.fullmatch(line.rstrip()):
            value = match[2].strip()
            if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
                value = value[1:-1]
            found.setdefault(match[1].lower(), value)
    return found


class _Walker:
    """Turns the flat token list into parts."""

    def __init__(self, builder: TextBuilder, headings: HeadingPath, place: str) -> None:
        self._builder = builder
        self._headings = headings
        self._fixed_place = place
        self._lists: list[int | None] = []  # the next number of each open list, None for bullets
        self._item_start = False
        self._line = 1

    def walk(self, tokens: Sequence[Token]) -> None:
        """Add every block in order."""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.map:
                self._line = token.map[0] + 1
            if token.type == "heading_open":
                self._heading(int(token.tag[1]), tokens[index + 1])
                index += 2
            elif token.type == "table_open":
                index = self._table(tokens, index)
            else:
                self._block(token)
            index += 1

    def _heading(self, level: int, inline: Token) -> None:
        text = _inline_text(inline)
        if text.strip():
            path = self._headings.enter(level, text)
            self._builder.add(text, kind="heading", heading=path, place=self._place)

    def _block(self, token: Token) -> None:
        """Handle one token outside headings and tables."""
        match token.type:
            case "bullet_list_open":
                self._lists.append(None)
            case "ordered_list_open":
                self._lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._item_start = True
            case "inline":
                self._paragraph(_inline_text(token))
            case "fence" | "code_block":
                self._add(token.content.rstrip("\n"), "code")
            case "html_block":
                self._add(visible_text(_COMMENT.sub("", token.content)), "body")

    def _paragraph(self, text: str) -> None:
        """Add a paragraph, as a list item with its mark where it opens one."""
        if not self._lists:
            self._add(text, "body")
            return
        indent = "  " * (len(self._lists) - 1)
        mark = ""
        if self._item_start:
            number = self._lists[-1]
            mark = "- " if number is None else f"{number}. "
            if number is not None:
                self._lists[-1] = number + 1
        self._item_start = False
        if text.strip():
            self._add(f"{mark}{text}", "list", gap="\n" + indent)

    def _table(self, tokens: Sequence[Token], index: int) -> int:
        """Add a table; return the index of its last token."""
        rows: list[list[Cell]] = []
        header = False
        place = self._line
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type == "tr_open":
                rows.append([])
            elif token.type in {"th_open", "td_open"}:
                header = token.type == "th_open"
            elif token.type == "inline":
                rows[-1].append(Cell(_inline_text(token), header=header))
            index += 1
        self._line = place
        self._add("\n".join(table_lines(rows)), "table")
        return index

    def _add(self, text: str, kind: str, gap: str = "\n\n") -> None:
        self._builder.add(text, kind=kind, heading=self._headings.path, place=self._place, gap=gap)

    @property
    def _place(self) -> str:
        return self._fixed_place or f"line {self._line}"


def _inline_text(token: Token) -> str:
    """The words of an inline token without marks; pictures give their description."""
    out: list[str] = []
    links: list[str] = []
    for node in token.children or ():
        match node.type:
            case "text" | "code_inline":
                out.append(node.content)
            case "softbreak":
                out.append(" ")
            case "hardbreak":
                out.append("\n")
            case "image":
                out.append(node.content)
            case "link_open":
                links.append("" if node.info == "auto" else str(node.attrGet("href") or ""))
                if links[-1]:
                    out.append("[")
            case "link_close":
                target = links.pop() if links else ""
                if target:
                    out.append(f"]({target})")
            case "html_inline" if node.content.lower().startswith("<br"):
                out.append("\n")
    return "".join(out)
