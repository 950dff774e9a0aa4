"""What of an answer is a marker, an unsupported sentence or code: the answer cut into runs to be shown."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop.domain.answers import Answer, Sentence, Source
from desktop.ui import said

_MARKER = re.compile(r"\[(\d{1,3})\]")
_FENCE = re.compile(r"^```[^\n]*\n(.*?)(?:^```[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"(?:^\|[^\n]*\|[ \t]*(?:\n|\Z)){2,}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text shown in one way; `citation` is the number of a marker such as [1]."""

    text: str
    citation: int | None = None
    supported: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of an answer: flowing text, or code and tables whose lines must not be wrapped."""

    kind: Literal["text", "code"]
    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        """The characters of the block as shown."""
        return "".join(run.text for run in self.runs)


def lay_out(answer: Answer) -> tuple[Block, ...]:
    """Return the blocks of a finished answer. Only markers of its own sources become citations."""
    text = said.answer_text(answer) or _joined(answer.sentences)
    numbers = {source.n for source in answer.sources}
    doubtful = _unsupported_ranges(text, answer.sentences) if answer.outcome == "answered" else []
    blocks = []
    for kind, start, end in _stretches(text):
        if kind == "code":
            blocks.append(Block("code", (Run(_inside_fence(text[start:end])),)))
        else:
            runs = _runs(text, start, end, numbers, doubtful)
            if runs:
                blocks.append(Block("text", tuple(runs)))
    return tuple(blocks)


def cited_numbers(answer: Answer) -> tuple[int, ...]:
    """Return the numbers of the markers shown, in order of first mention."""
    numbers = (run.citation for block in lay_out(answer) for run in block.runs)
    return tuple(dict.fromkeys(number for number in numbers if number is not None))


def source_numbered(sources: Iterable[Source], number: int) -> Source | None:
    """Return the source with this number."""
    return next((source for source in sources if source.n == number), None)


def _joined(sentences: Sequence[Sentence]) -> str:
    return " ".join(
        sentence.text + "".join(f" [{n}]" for n in sentence.citations if f"[{n}]" not in sentence.text)
        for sentence in sentences
    )


def _stretches(text: str) -> list[tuple[Literal["text", "code"], int, int]]:
    found: list[tuple[Literal["text", "code"], int, int]] = []
    at = 0
    spans = sorted([m.span() for m in _FENCE.finditer(text)] + [m.span() for m in _TABLE.finditer(text)])
    for start, end in spans:
        if start < at:
            continue
        if text[at:start].strip():
            found.append(("text", at, start))
        found.append(("code", start, end))
        at = end
    if text[at:].strip():
        found.append(("text", at, len(text)))
    return found


def _inside_fence(text: str) -> str:
    match = _FENCE.match(text)
    return (match.group(1) if match else text).rstrip("\n")


def _runs(text: str, start: int, end: int, numbers: set[int], doubtful: list[tuple[int, int]]) -> list[Run]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    runs: list[Run] = []
    at = start
    for marker in _MARKER.finditer(text, start, end):
        number = int(marker.group(1))
        if number in numbers:
            runs += _split_by_support(text, at, marker.start(), doubtful)
            runs.append(Run(marker.group(), citation=number))
            at = marker.end()
    return runs + _split_by_support(text, at, end, doubtful)


def _split_by_support(text: str, start: int, end: int, doubtful: list[tuple[int, int]]) -> list[Run]:
    runs = []
    at = start
    for first, last in doubtful:
        low, high = max(first, start), min(last, end)
        if low >= high:
            continue
        if at < low:
            runs.append(Run(text[at:low]))
        runs.append(Run(text[low:high], supported=False))
        at = high
    if at < end:
        runs.append(Run(text[at:end]))
    return runs


def _unsupported_ranges(text: str, sentences: Sequence[Sentence]) -> list[tuple[int, int]]:
    """Find the sentences the check did not support, ignoring markers and the width of blanks."""
    squeezed, positions = _squeeze(text)
    ranges = []
    at = 0
    for sentence in sentences:
        needle, _ = _squeeze(sentence.text)
        found = squeezed.find(needle, at) if needle else -1
        if found < 0:
            continue
        at = found + len(needle)
        if not sentence.supported:
            ranges.append((positions[found], positions[at - 1] + 1))
    return ranges


def _squeeze(text: str) -> tuple[str, list[int]]:
    kept: list[str] = []
    positions: list[int] = []
    markers = {i for match in _MARKER.finditer(text) for i in range(*match.span())}
    for i, character in enumerate(text):
        if not character.isspace() and i not in markers:
            kept.append(character)
            positions.append(i)
    return "".join(kept), positions
