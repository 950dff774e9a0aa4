"""The vocabulary of RTF: tokens, character sets, and the control words that stand for text or open a place.

After the Rich Text Format Specification, version 1.9.1.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from desktop.ingest.wordlists import words

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|[\r\n\0]+|([^\\{}\r\n\0]+)|\\",
    re.DOTALL,
)

# Words that stand for text. A line end here ends no paragraph.
CHARACTERS = {
    "tab": "\t",
    "line": "\n",
    "lbr": "\n",
    "emdash": "—",
    "endash": "–",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "bullet": "•",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
    "zwj": "\u200d",
    "zwnj": "\u200c",
}
SYMBOLS = {b"~": "\u00a0", b"_": "-", b"\n": "\n", b"\r": "\n", b"\t": "\t"}
PARAGRAPH_ENDS = words("par sect page column")

# Places beside the body: word -> kind of part.
SIDES = {
    "footnote": "footnote",
    "annotation": "comment",
    "shptxt": "textbox",
    "dptxbxtext": "textbox",
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), "header"),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), "footer"),
}
# Places whose text is no text of the document, whatever stands inside them.
SKIPPED = words(
    "colortbl pict objdata themedata colorschememapping datastore latentstyles listtable listoverridetable "
    "revtbl rsidtbl generator xmlnstbl fldinst filetbl pgdsctbl nonshppict shprslt panose falt fontemb "
    "ftnsep ftnsepc aftnsep aftnsepc xe tc rxe nonesttables nesttableprops atnid atnauthor atnref atndate "
    "passwordhash userprops docvar template operator company manager category keywords comment hlinkbase"
)
# Places left out unless a place beside the body opens inside them.
PASSED_OVER = words("shpinst do upr")
# Places marked as ignorable that hold text all the same.
KEPT = words("shptxt shpinst do ud annotation footnote nestrow")

_CHARSETS = {
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "big5",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
SYMBOL = "symbol"  # fonts of signs: their codes belong to the private use area
PLATFORMS = {"ansi": "cp1252", "mac": "mac_roman", "pc": "cp437", "pca": "cp850"}


@dataclass(frozen=True, slots=True)
class Token:
    """One of: a brace, a word with its number, a byte written in hexadecimal, a symbol, plain bytes."""

    brace: bytes = b""
    word: str = ""
    number: int | None = None
    code: int | None = None
    symbol: bytes = b""
    text: bytes = b""


class Tokens:
    """Iterates over the tokens of a file; binary data can be jumped over."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def __iter__(self) -> Iterator[Token]:
        while match := _TOKEN.match(self._content, self._at):
            self._at = match.end()
            word, number, code, symbol, brace, text = match.groups()
            if text:
                yield Token(text=text)
            elif code:
                yield Token(code=int(code, 16))
            elif word:
                yield Token(word=word.decode("ascii"), number=int(number) if number else None)
            elif brace:
                yield Token(brace=brace)
            elif symbol:
                yield Token(symbol=symbol)

    def jump(self, length: int) -> None:
        """Pass over bytes that are no RTF."""
        self._at += max(length, 0)


def charset_encoding(number: int) -> str:
    """Return the encoding of a font's character set; "" where the code page of the document holds."""
    return SYMBOL if number == 2 else _CHARSETS.get(number, "")


def decoded(data: bytes, encoding: str) -> str:
    """Return bytes of a run as text."""
    if encoding == SYMBOL:
        return "".join(chr(0xF000 + byte) if byte > 0x20 else " " for byte in data)
    return data.decode(encoding, "replace")
