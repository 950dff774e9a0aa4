r"""Letters and signs as LaTeX spells them: M\"uller is Müller, 40~kN is 40 kN."""

import re
import unicodedata

_MARKS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "c": "\u0327",
    "k": "\u0328",
}
_LETTERS = {
    "ss": "ß",
    "o": "ø",
    "O": "Ø",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "l": "ł",
    "L": "Ł",
    "i": "ı",
}
_BASE = r"(?:\\([ij])(?![A-Za-z])\s?|([A-Za-z]))"
_ACCENT = re.compile(
    rf"\{{\\([`'^~=.\"])\s*{_BASE}\}}|\\([`'^~=.\"])\s*(?:\{{{_BASE}\}}|{_BASE})"
    rf"|\\([urHvck])(?:\s*\{{{_BASE}\}}|\s+{_BASE})"
)
_NAMES = "|".join(sorted(_LETTERS, key=len, reverse=True))
_LETTER = re.compile(rf"\{{\\({_NAMES})\}}|\\({_NAMES})(?:\{{\}}|(?![A-Za-z])\s?)")
_SIGN = re.compile(r"\\([&%$#_{}])")
_SPACE = re.compile(r"(?<!\\)~|\\[,;: ]")


def plain(line: str) -> str:
    """Return a line with its letters and signs written out; commands and mathematics stay."""
    line = _ACCENT.sub(_accented, line)
    line = _LETTER.sub(lambda match: _LETTERS[match[1] or match[2]], line)
    return _SIGN.sub(r"\1", _SPACE.sub(" ", line))


def _accented(match: re.Match[str]) -> str:
    mark, base = (group for group in match.groups() if group)
    return unicodedata.normalize("NFC", base + _MARKS[mark])
