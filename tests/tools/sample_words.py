"""Reads `sample_binaries.txt`, the words of the sample library's PDF and Word files.

The file holds parts, each under a line `=== name`. Within a part a blank line ends a block; the first sign of
a block says what it is: `#` and `##` headings, `|` table rows, `>` a box, `-` an item of a list, `{name}` a
picture, `[^1]:` footnote 1, anything else a paragraph.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

SIGNS = {"#": "h1", "##": "h2", ">": "box", "-": "item"}


class Block(NamedTuple):
    """One block of a text: its kind, its words, and the rows if it is a table."""

    kind: str
    text: str
    rows: tuple[tuple[str, ...], ...] = ()


def block(source: str) -> Block:
    """The block that a paragraph of the source file stands for."""
    if source.startswith("|"):
        rows = (line.strip().strip("|").split("|") for line in source.splitlines())
        return Block("table", "", tuple(tuple(cell.strip() for cell in row) for row in rows))
    if note := re.match(r"\[\^\d+\]: ", source):
        return Block("note", source[note.end() :])
    if picture := re.fullmatch(r"\{(\w+)\}", source):
        return Block(picture[1], "")
    sign, _, rest = source.partition(" ")
    return Block(SIGNS[sign], rest) if sign in SIGNS else Block("p", source)


def parts(path: Path) -> dict[str, list[Block]]:
    """All parts of the file by name, in their order."""
    found: dict[str, list[Block]] = {}
    for part in re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        found[name.strip()] = [block(piece) for piece in re.split(r"\n\s*\n", body.strip())]
    return found
