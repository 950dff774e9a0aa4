"""Clean characters: what people see has no control or invisible signs, whatever the file held."""

import re
import sys
import unicodedata
from functools import lru_cache

# Kept among the invisible ones: U+200C and U+200D, without which Persian, Hindi and emoji are misspelt.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\ufff9\ufffa\ufffb"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f"
)
_SYMBOL_FONT = {"\uf0b7": "•", "\uf0a7": "▪", "\uf0fc": "✓", "\uf0d8": "➢", "\uf02d": "-"}
_LINE_BREAKS = re.compile("\r\n|[\r\x0b\x85\u2028\u2029]")
_COMPATIBLE = ((0xFB00, 0xFB06), (0xFB13, 0xFB17), (0x2F00, 0x2FDF), (0xFB50, 0xFDFB), (0xFE70, 0xFEFC))


def _is_dropped(code: int) -> bool:
    """Whether a code point shows nothing useful: controls, surrogates, private use, tags, not characters."""
    return (
        (code < 0x20 and code not in (0x09, 0x0A))
        or 0x7F <= code <= 0x9F
        or 0xD800 <= code <= 0xF8FF
        or 0xFDD0 <= code <= 0xFDEF
        or code & 0xFFFE == 0xFFFE
        or 0xE0000 <= code <= 0xE00FF
        or code >= 0xF0000
    )


class _Table(dict[int, str]):
    """A translation table filled on demand, so that a million code points need no million entries."""

    def __missing__(self, code: int) -> str:
        value = _clean_character(chr(code))
        self[code] = value
        return value


def _clean_character(char: str) -> str:
    """What one character becomes: nothing, a blank, its plain spelling (ligatures), or itself."""
    code = ord(char)
    if char in _SYMBOL_FONT:
        return _SYMBOL_FONT[char]
    if char in _INVISIBLE or _is_dropped(code):
        return ""
    if code > 0x7F:
        if any(first <= code <= last for first, last in _COMPATIBLE):
            return unicodedata.normalize("NFKC", char)
        if unicodedata.category(char) == "Zs":
            return " "
    return char


@lru_cache(maxsize=1)
def _table() -> _Table:
    return _Table()


def clean_character(char: str) -> str:
    """Return what stands for one character in clean text; may be empty or several characters."""
    return _table()[ord(char)]


def clean_text(text: str) -> str:
    """Return `text` composed (NFC), lines ended by a line feed alone, without invisible and control signs.

    Ligatures and Arabic presentation forms are spelt out, every kind of blank becomes a plain one.
    """
    text = _LINE_BREAKS.sub("\n", text).replace("\f", "\n\n")
    if text.isascii():
        return text.translate(_table())
    return unicodedata.normalize("NFC", text.translate(_table()))


def compose(previous: str, mark: str) -> str:
    """Return the one character that `previous` and the combining `mark` make, or "" if there is none."""
    if not unicodedata.combining(mark):
        return ""
    joined = unicodedata.normalize("NFC", previous + mark)
    return joined if len(joined) == 1 else ""


def one_line(text: str, limit: int = sys.maxsize) -> str:
    """Return `text` cleaned with every run of white space made one blank, cut at `limit` characters."""
    return " ".join(clean_text(text).split())[:limit].rstrip()
