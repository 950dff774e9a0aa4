"""Plain text, source code and logs: lines kept as they are, each part placed by its line number."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from desktop.domain.records import Part
from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.cleaning import clean_text
from desktop.ingest.decode import decode
from desktop.ingest.hyphens import rejoin, rejoin_soft

Block = tuple[int, list[str], bool]

_NUMBERED = re.compile(r"(?:§\s*)?\d{1,3}(?:\.\d{1,3})*[.)]?\s+[^\W\d_]")
_LONGEST_HEADING = 80
_SHORTEST_CAPITALS = 4
_LINES_PER_PART = 10  # so that the line number of a part is near every line in it


def read_text(path: Path) -> Reading:
    """Read prose: words cut at line ends are joined."""
    decoded = decode(path.read_bytes())
    builder = TextBuilder()
    add_lines(builder, rejoin_soft(decoded.text), prose=True)
    return Reading(builder.build("text/plain", encoding=decoded.encoding))


def read_code(path: Path) -> Reading:
    """Read source code and configuration files: nothing is joined or reflowed."""
    decoded = decode(path.read_bytes())
    builder = TextBuilder()
    add_lines(builder, decoded.text, kind="code")
    return Reading(builder.build("text/x-source", encoding=decoded.encoding))


def add_lines(
    builder: TextBuilder,
    text: str,
    *,
    kind: str = "body",
    prose: bool = False,
    heading: str = "",
    first: int = 1,
    place: str = "",
) -> None:
    """Add the lines of a text as parts of about ten lines that end at blank lines.

    In `prose`, words cut at a line end are joined, and a numbered or capital line that stands alone above a
    paragraph is a heading. `first` is the number of the first line; a `place` stands instead of line numbers.
    """
    blocks = list(_blocks(clean_text(text)))
    for index, (number, lines, after_blank) in enumerate(blocks):
        is_heading = prose and _is_heading(blocks, index)
        heading = lines[0].strip() if is_heading else heading
        block = "\n".join(lines)
        spellings: list[tuple[int, str]] = []
        if prose:
            block, spellings = rejoin(block)
        part = Part(
            0, 0, "heading" if is_heading else kind, heading, place=place or f"line {number + first - 1}"
        )
        start = builder.add_exact(block, part, gap="\n\n" if after_blank else "\n")
        builder.spellings.extend(((start or 0) + offset, word) for offset, word in spellings)


def _is_heading(blocks: Sequence[Block], index: int) -> bool:
    """Whether a block is a line of its own that names the paragraph below it."""
    if index + 1 >= len(blocks) or not _names_a_section(blocks[index]):
        return False
    return not _names_a_section(blocks[index + 1])  # a run of such lines is a list


def _names_a_section(block: Block) -> bool:
    _number, lines, after_blank = block
    line = lines[0].strip()
    if len(lines) != 1 or not after_blank or len(line) > _LONGEST_HEADING or line[-1] in ".,;!?":
        return False
    return _NUMBERED.match(line) is not None or (line.isupper() and len(line) > _SHORTEST_CAPITALS)


def _blocks(text: str) -> Iterator[Block]:
    """Yield runs of lines without a blank one: number of the first, its lines, whether a blank preceded."""
    block: list[str] = []
    first, after_blank = 1, True
    for number, untrimmed in enumerate(text.split("\n"), 1):
        line = untrimmed.rstrip()
        if line:
            if not block:
                first = number
            block.append(line)
        full = len(block) >= _LINES_PER_PART and not line.endswith(("-", "\u2010"))
        if block and (not line or full):
            yield first, block, after_blank
            block, after_blank = [], not line
        elif not line:
            after_blank = True
    if block:
        yield first, block, after_blank
