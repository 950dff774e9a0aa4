"""Configuration files (INI, TOML, YAML): lines as they are, each below the section it belongs to."""

import re
from pathlib import Path

from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.decode import decode
from desktop.ingest.plain import add_lines

_SECTION = re.compile(r"\[{1,2}([^\[\]]+)\]{1,2}\s*(?:[#;].*)?")
_TOP_KEY = re.compile(r"([\w.\"'/ -]+):\s*(?:#.*)?")
_YAML = frozenset({".yaml", ".yml"})


def read(path: Path) -> Reading:
    """Read a configuration file; its sections (in YAML its topmost keys) are the headings."""
    decoded = decode(path.read_bytes())
    builder = TextBuilder()
    begins = _TOP_KEY if path.suffix.lower() in _YAML else _SECTION
    heading, first = "", 1
    block: list[str] = []
    for number, line in enumerate(decoded.text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if match := begins.fullmatch(line):
            add_lines(builder, "\n".join(block), kind="code", heading=heading, first=first)
            block, first, heading = [], number, match[1].strip(" \"'")
        block.append(line)
    add_lines(builder, "\n".join(block), kind="code", heading=heading, first=first)
    return Reading(builder.build("text/x-source", encoding=decoded.encoding))
