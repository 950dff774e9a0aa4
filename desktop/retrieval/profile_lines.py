"""The line on which each entry of a TOML text stands, for complaints about its value."""

import re
from collections.abc import Iterator, Mapping

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_PATH = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_PATH})[ \t]*\]")
_ENTRY = re.compile(rf"[ \t]*({_PATH})[ \t]*=")
_PART = re.compile(_KEY)
# A string over several lines, or on one, or a comment: what may hold brackets and signs that count nothing.
_OPAQUE = re.compile(
    r"""
    \"{3}(?:[^\\]|\\.)*?\"{3} | \'{3}.*?\'{3}
    | \"(?:[^\"\\\n]|\\.)*\" | \'[^\'\n]*\'
    | \#[^\n]*
    """,
    re.DOTALL | re.VERBOSE,
)


def entry_lines(text: str) -> dict[str, int]:
    """Return the line (from 1) of each table and entry by its dotted name; items of a list count from 1.

    The first line counts for a name that is written twice. Entries inside braces are not listed.
    """
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in _outer_lines(text):
        if header := _HEADER.match(line):
            table = _within(counts, header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, 0) + 1
                lines.setdefault(table, number)
                table = f"{table}[{counts[table]}]"
            lines.setdefault(table, number)
        elif entry := _ENTRY.match(line):
            name = ".".join(_parts(entry[1]))
            lines.setdefault(f"{table}.{name}" if table else name, number)
    return lines


def nearest_line(lines: Mapping[str, int], name: str) -> int | None:
    """Return the line of the entry, else of the nearest table around it, None for neither."""
    while name:
        if name in lines:
            return lines[name]
        name = name[: max(name.rfind("."), name.rfind("["), 0)]
    return None


def _outer_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield number and text of the lines that begin outside every list and every string."""
    masked = _OPAQUE.sub(_masked, text)
    depth = 0
    for number, (line, bare) in enumerate(zip(text.split("\n"), masked.split("\n"), strict=True), start=1):
        if depth <= 0 and bare.strip():
            yield number, line
            depth = 0
            bare = bare[bare.find("=") + 1 :] if "=" in bare else ""  # noqa: PLW2901 - brackets of a header
        depth += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")


def _masked(match: re.Match[str]) -> str:
    """Return a blank stand-in with as many lines; lines within a string then look empty."""
    return "_" + "\n" * match.group().count("\n")


def _within(counts: dict[str, int], header: str) -> str:
    """Return the dotted name of a header, with the number of the list item that is being written."""
    name = ""
    parts = _parts(header)
    for place, part in enumerate(parts):
        name = f"{name}.{part}" if name else part
        if place < len(parts) - 1 and name in counts:
            name = f"{name}[{counts[name]}]"
    return name


def _parts(path: str) -> list[str]:
    return [part[1:-1] if part[0] in "\"'" else part for part in _PART.findall(path)]
