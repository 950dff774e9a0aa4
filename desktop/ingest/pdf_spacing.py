"""Letters set apart ("H A R B O U R"): the blanks that pdfium puts between them are no word gaps."""

import itertools
from collections.abc import Sequence

from desktop.ingest.pdf_glyphs import Glyph, Role

_LEAST = 8  # letters in a row: fewer may be initials or the heads of columns
_WIDEST = 0.6  # of the letters' height; columns of single letters stand further apart
_UNEVEN = 2.0  # a wider gap than this many times the narrowest is one between words


def without_letter_spacing(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Return the glyphs without the generated blanks inside runs of evenly spaced single letters."""
    kept: list[Glyph] = []
    at = 0
    while at < len(glyphs):
        end = _run_end(glyphs, at)
        letters = glyphs[at:end:2]
        if len(letters) >= _LEAST and _evenly_spaced(letters):
            kept.extend(letters)
        else:
            kept.extend(glyphs[at:end])
        at = end
    return kept


def _run_end(glyphs: Sequence[Glyph], start: int) -> int:
    """Return where a run of letter, blank, letter, blank, ..., letter ends; at least one glyph is taken."""
    end = start + 1
    if not _is_letter(glyphs[start]) or (start and _is_letter(glyphs[start - 1])):
        return end
    while end + 1 < len(glyphs) and glyphs[end].role is Role.SPACE and _is_letter(glyphs[end + 1]):
        end += 2
    if end < len(glyphs) and _is_letter(glyphs[end]):
        end = max(start + 1, end - 2)  # the last letter begins a word
    return end


def _is_letter(glyph: Glyph) -> bool:
    return glyph.role is Role.REAL and glyph.char.isalpha()


def _evenly_spaced(letters: Sequence[Glyph]) -> bool:
    gaps = [after.left - before.right for before, after in itertools.pairwise(letters)]
    height = max(letter.top - letter.bottom for letter in letters)
    return 0 < max(gaps) <= min(_WIDEST * height, _UNEVEN * max(min(gaps), 0.0))
