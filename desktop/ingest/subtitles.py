"""Subtitles (SubRip, WebVTT): what is said, placed by the time at which it is said."""

import re
from collections.abc import Iterator
from pathlib import Path

from desktop.ingest.building import Reading, TextBuilder
from desktop.ingest.decode import decode
from desktop.ingest.html import visible_text
from desktop.ingest.plain import add_lines

_TIMES = re.compile(r"\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}\s*-->.*")
_CUES_PER_PART = 8  # so that the time of a part is near everything in it
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？", "♪")


def read(path: Path) -> Reading:
    """Read the cues of a subtitle file; one without any is read as plain lines."""
    decoded = decode(path.read_bytes())
    builder = TextBuilder()
    part: list[str] = []
    begin = ""
    for time, text in _cues(decoded.text):
        if len(part) >= _CUES_PER_PART and part[-1].endswith(_SENTENCE_ENDS):
            builder.add("\n".join(part), place=f"at {begin}")
            part = []
        begin = begin if part else time
        part.append(text)
    builder.add("\n".join(part), place=f"at {begin}")
    if not builder.length:
        add_lines(builder, decoded.text)
    return Reading(builder.build("text/plain", encoding=decoded.encoding))


def _cues(text: str) -> Iterator[tuple[str, str]]:
    """Time and words of each cue; a cue ends at a blank line."""
    time = ""
    words: list[str] = []
    for line in [*text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""]:
        if match := _TIMES.fullmatch(line):
            hours, minutes, seconds = match.groups()
            time, words = f"{int(hours or 0)}:{int(minutes):02}:{seconds}", []
        elif line.strip():
            words.append(line.strip())
        else:
            if time and (said := " ".join(visible_text(" ".join(words)).split())):
                yield time, said
            time, words = "", []
