"""Rich Text Format: paragraphs, headings, tables, notes and boxes; hidden and deleted text is left out."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from desktop.ingest import rtf_words
from desktop.ingest.building import Metadata, Reading
from desktop.ingest.code_pages import code_page
from desktop.ingest.flow import BODY_LEVEL, Flow, Paragraph
from desktop.ingest.rtf_words import Token, Tokens

_BODY, _NOWHERE, _PASSED = "body", "nowhere", "passed"
_FIELDS = frozenset({"title", "author", "subject"})
_TIMES = {"creatim": "created", "revtim": "modified"}
_UNITS = ("yr", "mo", "dy", "hr", "min")
_HEADING_STYLE = re.compile(r"heading (\d)", re.IGNORECASE)


def read(path: Path) -> Reading:
    """Read an .rtf file, whatever its characters are written in."""
    reader = _Reader()
    reader.take_all(Tokens(path.read_bytes()))
    document = reader.output.build()
    return Reading(document.build("application/rtf", encoding=reader.page), reader.metadata())


@dataclass(slots=True)
class _State:
    """What a group inherits and its end takes back."""

    place: str = _BODY
    outer: str = _BODY  # the place around one that is passed over
    fallback: int = 1  # characters after \u that older programs show instead
    font: int | None = None
    hidden: bool = False
    deleted: bool = False
    opened: bool = False  # this group opened a place beside the body


@dataclass(slots=True)
class _Style:
    """The entry of the style sheet that is being read."""

    number: int = 0
    level: int | None = None
    name: list[str] = field(default_factory=list)


class _Reader:
    """Takes the tokens in their order."""

    def __init__(self) -> None:
        self.output = Flow()
        self.page = "cp1252"
        self._state = _State()
        self._stack: list[_State] = []
        self._paragraph = Paragraph()
        self._pending = bytearray()
        self._skip = 0
        self._high = 0  # the first half of a sign written as a surrogate pair
        self._ignorable = False  # \* was met
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._style = _Style()
        self._header_row = False
        self._fields: dict[str, list[str]] = {}
        self._times: dict[str, dict[str, int]] = {}

    def metadata(self) -> Metadata:
        """Return title, author and dates of the information group."""
        dates = []
        for name in ("created", "modified"):
            parts = self._times.get(name, {})
            year, month, day, hour, minute = (parts.get(unit, 0) for unit in _UNITS)
            if year:
                dates.append(f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00")
        fields = {name: "".join(pieces).strip() for name, pieces in self._fields.items()}
        return Metadata(fields.get("title", ""), fields.get("author", ""), tuple(dates))

    def take_all(self, tokens: Tokens) -> None:
        """Take every token, then close what the file left open."""
        for token in tokens:
            if token.code is not None:
                self._take_byte(token.code)
            elif token.text:
                self._take_text(token.text)
            else:
                if token.word != "u":
                    self._end_pair()
                self._flush()
                self._take(token, tokens)
        self._end_pair()
        self._flush()
        while self._stack:
            self._close()
        self.output.end_paragraph(Paragraph(self._paragraph.level, self._paragraph.style))

    def _take(self, token: Token, tokens: Tokens) -> None:
        if token.brace:
            self._skip, self._ignorable = 0, False
            if token.brace == b"{":
                self._stack.append(self._state)
                self._state = replace(self._state, opened=False)
            elif self._stack:
                self._close()
        elif token.word == "u" and token.number is not None:
            self._take_unicode(token.number & 0xFFFF)
        elif self._skip:
            self._skip -= 1
        elif token.word == "bin":
            tokens.jump(token.number or 0)
        elif token.symbol == b"*":
            self._ignorable = True
        elif token.symbol:
            sign = token.symbol.decode("latin-1") if token.symbol in {b"\\", b"{", b"}"} else ""
            self._emit(rtf_words.SYMBOLS.get(token.symbol, sign))
        else:
            ignorable, self._ignorable = self._ignorable, False
            if not self._open_place(token.word, ignorable=ignorable):
                self._take_word(token.word, token.number)

    def _close(self) -> None:
        """End a group: what it opened is complete."""
        if self._state.opened:
            self.output.close_aside(self._state.place)
        if self._state.place == "stylesheet":
            self._end_style()
        self._state = self._stack.pop()

    def _open_place(self, word: str, *, ignorable: bool) -> bool:
        """Let the group be a place of its own if the word says so."""
        state = self._state
        if state.place == _NOWHERE:
            return False
        if word in rtf_words.SIDES:
            if not state.opened:
                self.output.open_aside()
            state.place, state.opened = rtf_words.SIDES[word], True
        elif word in rtf_words.PASSED_OVER:
            state.outer, state.place = state.place, _PASSED
        elif word == "ud":
            state.place = state.outer
        elif word in {"fonttbl", "stylesheet", "info"} or (state.place == "info" and word in _TIMES):
            state.place = word
        elif state.place == "info" and word in _FIELDS:
            state.place = _NOWHERE if word in self._fields else word
        elif word in rtf_words.SKIPPED or (ignorable and word not in rtf_words.KEPT):
            state.place = _NOWHERE
        else:
            return False
        return True

    def _take_word(self, word: str, number: int | None) -> None:
        """A word that stands for text, ends something or sets a property."""
        state = self._state
        if word in rtf_words.CHARACTERS:
            self._emit(rtf_words.CHARACTERS[word])
        elif state.place in _TIMES and word in _UNITS:
            self._times.setdefault(_TIMES[state.place], {})[word] = number or 0
        elif state.place == "fonttbl":
            self._take_font(word, number)
        elif state.place == "stylesheet":
            if word == "s":
                self._style.number = number or 0
            elif word == "outlinelevel":
                self._style.level = number
        elif state.place not in {_NOWHERE, _PASSED}:
            self._end_something(word)
        self._set(word, number)

    def _take_font(self, word: str, number: int | None) -> None:
        if word == "f":
            self._font = number or 0
        elif word == "fcharset" and number is not None:
            self._fonts[self._font] = rtf_words.charset_encoding(number)
        elif word == "cpg" and number:
            self._fonts[self._font] = code_page(number)

    def _end_something(self, word: str) -> None:
        if word in rtf_words.PARAGRAPH_ENDS:
            self.output.end_paragraph(self._paragraph)
        elif word == "cell":
            self.output.end_cell()
        elif word == "row":
            self.output.end_row(header=self._header_row)
            self._header_row = False
        elif word in {"nestcell", "nestrow"}:
            self._emit(" | " if word == "nestcell" else "; ")

    def _set(self, word: str, number: int | None) -> None:
        """A word that sets a property of the group, the paragraph or the document."""
        state = self._state
        if word == "uc":
            state.fallback = max(number or 0, 0)
        elif word == "f" and state.place != "fonttbl":
            state.font = number
        elif word == "v":
            state.hidden = number != 0
        elif word == "deleted":
            state.deleted = number != 0
        elif word == "plain":
            state.hidden = state.deleted = False
            state.font = None
        elif word == "ansicpg" and number:
            self.page = code_page(number)
        elif word in rtf_words.PLATFORMS:
            self.page = rtf_words.PLATFORMS[word]
        elif word == "ftnalt" and state.place == "footnote":
            state.place = "endnote"
        else:
            self._set_paragraph(word, number)

    def _set_paragraph(self, word: str, number: int | None) -> None:
        if word == "pard":
            self._paragraph = Paragraph()
        elif word == "s":
            self._paragraph.style = number or 0
        elif word == "outlinelevel":
            self._paragraph.level = number
        elif word == "intbl":
            self._paragraph.in_table = True
        elif word in {"listtext", "pntext", "ls"}:
            self._paragraph.listed = True
        elif word == "trowd":
            self._header_row = False
        elif word == "trhdr":
            self._header_row = True

    def _take_byte(self, code: int) -> None:
        if self._skip:
            self._skip -= 1
        else:
            self._end_pair()
            self._pending.append(code)

    def _take_text(self, text: bytes) -> None:
        skipped = min(self._skip, len(text))
        self._skip -= skipped
        if skipped < len(text):
            self._end_pair()
        self._pending += text[skipped:]

    def _take_unicode(self, code: int) -> None:
        self._skip = self._state.fallback
        if 0xD800 <= code < 0xDC00:
            self._end_pair()
            self._high = code
        elif 0xDC00 <= code < 0xE000:
            pair = 0x10000 + ((self._high - 0xD800) << 10) + code - 0xDC00
            self._emit(chr(pair) if self._high else "\ufffd")
            self._high = 0
        else:
            self._end_pair()
            self._emit(chr(code))

    def _end_pair(self) -> None:
        """A half without its other half is a sign that was lost."""
        if self._high and not self._skip:
            self._high = 0
            self._emit("\ufffd")

    def _flush(self) -> None:
        if self._pending:
            data, self._pending = bytes(self._pending), bytearray()
            encoding = self._fonts.get(self._state.font or 0, "") if self._state.font is not None else ""
            self._emit(rtf_words.decoded(data, encoding or self.page))

    def _emit(self, text: str) -> None:
        """Add text to the place the group is."""
        state = self._state
        if state.place in _FIELDS:
            self._fields.setdefault(state.place, []).append(text)
        elif state.place == "stylesheet":
            self._style.name.append(text)
        elif (state.place == _BODY or state.opened or self._inside()) and not (state.hidden or state.deleted):
            self.output.pieces.append(text)

    def _inside(self) -> bool:
        """Whether this group belongs to a place beside the body that an outer group opened."""
        return self._state.place in {*rtf_words.SIDES.values(), "endnote"}

    def _end_style(self) -> None:
        """Keep the heading level of the style that ends here."""
        style, self._style = self._style, _Style()
        named = _HEADING_STYLE.match("".join(style.name).strip())
        level = style.level if style.level is not None else int(named[1]) - 1 if named else None
        if level is not None and 0 <= level < BODY_LEVEL:
            self.output.levels[style.number] = level
