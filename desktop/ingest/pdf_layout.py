"""The reading order of a PDF page: lines cut at wide gaps, columns read one after the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop.ingest.pdf_glyphs import Box, Glyph, Role, bounds

_SEGMENT_GAP = 1.5  # line heights between words that belong to different columns or cells
_COLUMN_GAP = 0.8  # line heights between columns
_COLUMN_WIDTH = 8  # line heights that the lines of a column are wide on average; cells of tables are not
_COLUMN_LINES = 3
_BAND_GAP = 0.9  # line heights between bands of a page that are looked at separately
_MAX_CUTS = 40
_SAME_LINE = 0.6  # share of the height by which boxes of one line may be shifted


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a line without a wide gap; `line` is the number of the line in pdfium's order."""

    glyphs: tuple[Glyph, ...]
    box: Box
    line: int


def reading_order(glyphs: Sequence[Glyph]) -> list[Segment]:
    """Return the segments of a page in the order people read them."""
    return _ordered(_segments(glyphs), 0)


def _segments(glyphs: Sequence[Glyph]) -> list[Segment]:
    found: list[Segment] = []
    for number, line in enumerate(_lines(glyphs)):
        for piece in _cut_at_gaps(line):
            box = bounds(piece)
            if box is not None:
                found.append(Segment(tuple(piece), box, number))
    return found


def _lines(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """The lines as pdfium ends them; a hyphen at a line end has no line end after it."""
    lines: list[list[Glyph]] = [[]]
    for glyph in glyphs:
        if glyph.role is Role.LINE_END:
            lines.append([])
            continue
        lines[-1].append(glyph)
        if glyph.role is Role.HYPHEN:
            lines.append([])
    return lines


def _cut_at_gaps(line: list[Glyph]) -> list[list[Glyph]]:
    pieces: list[list[Glyph]] = [[]]
    last: Glyph | None = None
    for glyph in line:
        if glyph.role is not Role.SPACE and glyph.char != " ":
            if last is not None:
                height = max(last.top - last.bottom, 1.0)
                level = abs(glyph.bottom - last.bottom) < _SAME_LINE * height
                if level and glyph.left - last.right > _SEGMENT_GAP * height:
                    pieces.append([])
            last = glyph
        pieces[-1].append(glyph)
    return pieces


def _ordered(segments: list[Segment], depth: int) -> list[Segment]:
    """Cut the page recursively: into columns where it has real ones, else into bands one below another."""
    if len(segments) < 2 or depth > _MAX_CUTS:
        return segments
    heights = sorted(segment.box.height for segment in segments)
    height = max(heights[len(heights) // 2], 1.0)
    split = _columns(segments, height) or _bands(segments, height)
    if split is None:
        return segments
    return _ordered(split[0], depth + 1) + _ordered(split[1], depth + 1)


_Split = tuple[list[Segment], list[Segment]]


def _columns(segments: list[Segment], height: float) -> _Split | None:
    """Cut at the widest vertical gap when wide lines of text stand on both sides: tables stay in rows."""
    if len(segments) < 2 * _COLUMN_LINES:
        return None
    at = _widest_gap(segments, lambda box: (box.left, box.right), _COLUMN_GAP * height)
    if at is None:
        return None
    left = [segment for segment in segments if segment.box.right <= at]
    right = [segment for segment in segments if segment.box.right > at]
    for side in (left, right):
        width = sum(segment.box.width for segment in side) / max(len(side), 1)
        if len(side) < _COLUMN_LINES or width <= _COLUMN_WIDTH * height:
            return None
    return left, right


def _bands(segments: list[Segment], height: float) -> _Split | None:
    at = _widest_gap(segments, lambda box: (-box.top, -box.bottom), _BAND_GAP * height)
    if at is None:
        return None
    upper = [segment for segment in segments if -segment.box.bottom <= at]
    lower = [segment for segment in segments if -segment.box.bottom > at]
    return (upper, lower) if upper and lower else None


def _widest_gap(
    segments: list[Segment], interval: Callable[[Box], tuple[float, float]], least: float
) -> float | None:
    """The middle of the widest stretch that no segment covers, None when none is wide enough."""
    intervals = sorted(interval(segment.box) for segment in segments)
    end = intervals[0][1]
    best: tuple[float, float] | None = None
    for begin, finish in intervals[1:]:
        if begin - end >= least and (best is None or begin - end > best[0]):
            best = (begin - end, (begin + end) / 2)
        end = max(end, finish)
    return best[1] if best else None
