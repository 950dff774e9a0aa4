"""Bytes to text in any encoding, strict where the bytes prove it and guessed only where they do not."""

import codecs
import locale
import re
from dataclasses import dataclass

from desktop.ingest import options
from desktop.ingest.kind import REFUSED, Kind
from desktop.ingest.refusals import UNKNOWN_ENCODING, WRONG_ENCODING, RefusedError

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Labels that in practice mean a larger code page.
_SUPERSETS = {
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "windows-1252": "cp1252",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "johab": "cp949",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "big5": "big5hkscs",
}
_SAMPLE = 65536  # bytes looked at to tell text from data
_CONTROL_SHARE = 0.02  # above this share of control bytes it is not text
_ZERO_SHARE = 0.2  # above this share of zero bytes it may be UTF-16
_DETECTOR_LINES = 400
_DETECTOR_BYTES = 200_000
_SURE = 0.25  # below this confidence the code page of the person's system is preferred
_BAD_SHARE = 0.04  # of characters that a right guess may leave undecoded
_CHOSEN_BAD_SHARE = 0.1  # of signs that mean nothing in the encoding a person chose
_ESCAPED = (
    ((b"\x1b$B", b"\x1b$@", b"\x1b(J"), "iso2022_jp_3"),
    ((b"\x1b$)C",), "iso2022_kr"),
)
# Ways of writing characters that no honest file is written in as a whole.
_NO_ENCODINGS = frozenset({"utf-7", "punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined"})
_CONTROLS = bytes(set(range(32)) - {9, 10, 12, 13, 27})  # that no text has


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text and the encoding it had, in words for people ("utf-8", "cp1252 (guessed)")."""

    text: str
    encoding: str


def decode(content: bytes, declared: str | None = None) -> Decoded:
    """Return the text of `content`; RefusedError when it is data and not text.

    `declared` is the encoding the file itself names, believed unless a byte order mark or valid UTF-8
    contradicts it. The encoding the person chose for this file stands above all.
    """
    if chosen := known_encoding(options.current().encoding):
        return _decode_chosen(content, chosen)
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return Decoded(
                content.decode(encoding, "replace").lstrip("\ufeff"), encoding.removesuffix("-sig")
            )
    if content.count(0) > len(content) * _ZERO_SHARE and (wide := _decode_utf16(content)):
        return wide
    if 0 in content:
        content = _without_zeros(content)
    if is_data(content):
        raise RefusedError(REFUSED[Kind.BINARY])
    if seven_bit := _decode_escaped(content):
        return seven_bit
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    named = known_encoding(declared)
    if named and named != "utf-8":
        return Decoded(_decode_lenient(content, named)[0], named)
    return _damaged_utf8(content) or _mainframe(content) or _guess(content)


def _decode_chosen(content: bytes, encoding: str) -> Decoded:
    """Decode as the person chose; RefusedError when that gives no text at all."""
    text = _decode_lenient(content, encoding)[0].lstrip("\ufeff")
    sample = text[:_SAMPLE]
    bad = sum(1 for char in sample if not (char.isprintable() or char in "\r\n\t\f\x85") or char == "\ufffd")
    if bad > _CHOSEN_BAD_SHARE * len(sample):
        raise RefusedError(WRONG_ENCODING)
    return Decoded(text, f"{encoding} (chosen)")


def _decode_escaped(content: bytes) -> Decoded | None:
    """Decode ISO-2022, in which every byte is plain and escape sequences switch the alphabet."""
    for signs, encoding in _ESCAPED:
        if any(sign in content for sign in signs):
            try:
                return Decoded(content.decode(encoding), encoding)
            except UnicodeDecodeError:
                continue
    return None


def _without_zeros(content: bytes) -> bytes:
    """Drop the zero bytes that a crash leaves in a text; other content with zeros is data."""
    rest = content.replace(b"\0", b"")
    try:
        sample = rest.decode("utf-8")[:_SAMPLE]
    except UnicodeDecodeError:
        sample = ""
    printable = sum(1 for char in sample if char.isprintable() or char in "\r\n\t\f")
    if not sample or printable < 0.98 * len(sample) or len(rest) < 0.8 * len(content):
        raise RefusedError(REFUSED[Kind.BINARY])
    return rest


def known_encoding(label: str | None) -> str | None:
    """The Python codec for an encoding label as files use them, None when the label is unknown."""
    label = (label or "").strip().strip("\"'").lower()
    name = _SUPERSETS.get(label, label)
    try:
        found = codecs.lookup(name).name
        b" ".decode(found, "replace")  # some codecs give no text
    except (LookupError, ValueError):
        return None
    return found if found not in _NO_ENCODINGS else None


def is_data(content: bytes) -> bool:
    """Tell whether too many control bytes stand in the beginning for this to be text."""
    sample = content[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return controls > len(sample) * _CONTROL_SHARE


def _decode_utf16(content: bytes) -> Decoded | None:
    """Decode UTF-16 without a byte order mark: the zero bytes show which half of each pair is high."""
    zeros_first, zeros_second = content[0:4000:2].count(0), content[1:4000:2].count(0)
    encoding = "utf-16-be" if zeros_first > zeros_second else "utf-16-le"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    sample = text[:4000]
    printable = sum(1 for char in sample if char.isprintable() or char in "\r\n\t\f")
    return Decoded(text, encoding) if printable > 0.95 * len(sample) else None


def _damaged_utf8(content: bytes) -> Decoded | None:
    """Keep UTF-8 in which only a few bytes are broken; another guess would spoil all the others."""
    text = content.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = sum(1 for char in text if ord(char) > 127) - bad
    return Decoded(text, "utf-8 (damaged)") if good > 10 * bad else None


def _mainframe(content: bytes) -> Decoded | None:
    """Recognise EBCDIC, in which the blank is the byte that is "@" elsewhere."""
    sample = content[:_SAMPLE]
    if sample.count(0x40) < 0.08 * len(sample) or sample.count(0x20) > 0.01 * len(sample):
        return None
    text = content.decode("cp500")
    letters = sum(1 for char in text[:_SAMPLE] if char.isascii() and (char.isalnum() or char.isspace()))
    return Decoded(text, "cp500") if letters > 0.7 * len(text[:_SAMPLE]) else None


def _guess(content: bytes) -> Decoded:
    """Ask the detector, which sees only lines with high bytes: plain lines dilute what it looks for."""
    import chardet

    lines = [line for line in content.splitlines() if re.search(rb"[\x80-\xff]", line)]
    sample = b"\n".join(lines[:_DETECTOR_LINES])[:_DETECTOR_BYTES]
    found = chardet.detect_all(sample, encoding_era=chardet.EncodingEra.MODERN_WEB)
    guesses = [
        (codec, float(guess["confidence"]))
        for guess in found
        if guess["encoding"] and (codec := known_encoding(str(guess["encoding"])))
    ]
    if guesses and guesses[0][1] < _SURE:
        own, least = _own_code_page(), 0.5 * guesses[0][1]
        guesses.sort(key=lambda guess: guess[0] != own or guess[1] < least)
    for codec, _ in [*guesses[:4], ("cp1252", 0.0)]:
        text, bad = _decode_lenient(content, codec)
        if bad <= _BAD_SHARE * len(text):
            return Decoded(text, f"{codec} (guessed)")
    raise RefusedError(UNKNOWN_ENCODING)


def _own_code_page() -> str:
    """The single-byte code page of the person's system; Western European where that is UTF-8."""
    encoding = known_encoding(locale.getpreferredencoding(do_setlocale=False)) or "utf-8"
    return "cp1252" if encoding in {"utf-8", "ascii"} else encoding


def _decode_lenient(content: bytes, encoding: str) -> tuple[str, int]:
    """Decode and count the bytes that mean nothing; those a Windows code page leaves open are dropped."""
    text = content.decode(encoding, "replace")
    bad = text.count("\ufffd")
    return (text.replace("\ufffd", "") if encoding.startswith("cp125") else text), bad
