"""One spelling for the many a word can have: width, case, accents, digits, Arabic forms."""

import unicodedata
from functools import lru_cache

# Letters that do not decompose into a plain letter and an accent.
_PLAIN = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ħ": "h", "ŧ": "t",
    "ŋ": "n", "ə": "e", "ɛ": "e", "ɔ": "o", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ƴ": "y", "ĸ": "k", "ŀ": "l",
    "ς": "σ", "і": "и", "ґ": "г",
    # Arabic: carriers of hamza, final forms, and the Persian and Urdu letters for the same sounds.
    "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ی": "ي", "ئ": "ي", "ؤ": "و", "ة": "ه", "ک": "ك",
    "ہ": "ه", "ھ": "ه", "ۀ": "ه", "ے": "ي", "ـ": "",
}  # fmt: skip

_DASHES = "\u2010\u2011\u2012\u2212\ufe63\uff0d"
_APOSTROPHES = "\u2018\u2019\u02bc\u02b9\uff07\u2032"
_SPACES = "\u200b\u2028\u2029"  # the zero-width space separates words, other invisible characters do not
_NUKTA = 7  # Unicode combining class of the dot that marks borrowed sounds in Indic scripts


class _Characters(dict[int, str | int]):
    """Replacement of single characters, filled as they are met."""

    def __missing__(self, code: int) -> str | int:
        value = self[code] = _replacement(chr(code))
        return value


def _replacement(character: str) -> str | int:
    if character in _DASHES:
        return "-"
    if character in _APOSTROPHES:
        return "'"
    if character in _SPACES:
        return " "
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.digit(character))
    if category == "Cf":
        return ""
    return " " if category == "Cs" else ord(character)


_CHARACTERS = _Characters()


def normalise(text: str) -> str:
    """Return the text with compatibility forms resolved, case folded, digits in ASCII, dashes plain.

    Accents stay. Invisible characters (soft hyphen, joiners, marks of direction) are gone and lone
    surrogates are blanks, so the result can always be encoded.
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).translate(
        _CHARACTERS
    )


@lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """Return a normalised word without its accents; vowel signs that are letters of their script stay."""
    if word.isascii():
        return word
    bare = "".join(character for character in unicodedata.normalize("NFD", word) if not _is_accent(character))
    composed = unicodedata.normalize("NFC", bare)
    return "".join(_PLAIN.get(character, character) for character in composed)


def fold_text(text: str) -> str:
    """Return a whole text normalised and without accents, for comparing words of two texts."""
    return fold(normalise(text)) if text.isascii() else _fold_long(normalise(text))


def _fold_long(text: str) -> str:
    return " ".join(fold(word) for word in text.split())


def _is_accent(character: str) -> bool:
    kind = unicodedata.combining(character)
    if kind == 0:
        return False
    # Latin, Greek and Cyrillic accents; Hebrew points and Arabic vowels; the nukta.
    return kind >= 200 or 10 <= kind <= 36 or (kind == _NUKTA and "\u0900" <= character <= "\u0dff")
