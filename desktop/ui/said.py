"""What the layers below say, in the language of the window.

Services know no Qt, and what they say is stored and sent between processes as plain English. The window
knows the templates of their sentences, finds the one a sentence was made from, and says that in the person's
language.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QLocale

from desktop.config.paths import resources_folder
from desktop.domain.answers import Answer, Sentence, Source
from desktop.domain.records import Chunk, DocumentRef, heading_below
from desktop.ui.phrases import COMPOSED, PHRASES

_HOLE = re.compile(r"\{(\w+)\}")
_SENTENCE_END = re.compile(r"(?<=[.?!]) (?=\S)")
_WHOLE = re.compile(r"\d{1,3}(?:,\d{3})+")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class _Template:
    """A text with holes; finds what was put into them."""

    def __init__(self, text: str) -> None:
        self.text = text
        parts = _HOLE.split(text)
        self._pieces = [piece for piece in parts[::2] if piece]
        self._begins, self._ends = parts[0], parts[-1]
        self._names = parts[1::2]
        self.letters = sum(character.isalpha() for piece in self._pieces for character in piece)

    def values(self, text: str, *, tight: bool) -> dict[str, str] | None:
        """Return what stands in the holes; with `tight` no hole may reach over the end of a sentence."""
        if not (text.startswith(self._begins) and text.endswith(self._ends)):
            return None
        if not self._names:
            return {} if text == self.text else None
        if not all(piece in text for piece in self._pieces):
            return None
        match = _pattern(self.text, tight).fullmatch(text)
        return dict(zip(self._names, match.groups(), strict=True)) if match else None


def said(text: str) -> str:
    """Return what a service says in the person's language; what is not known stays as it is."""
    return _said(text) if text else text


def lines(texts: Iterable[str]) -> str:
    """Return several such texts, a line each."""
    return "\n".join(said(text) for text in texts)


def place(text: str) -> str:
    """Return where a passage stands, such as "page 3, scanned", in the person's language."""
    return _place(text) if text else text


def where(document: DocumentRef, passage: Chunk | Source) -> str:
    """Return where a passage stands below the title of its document: its place and its headings."""
    parts = (place(passage.place), heading_below(document.title, passage.heading))
    return " · ".join(dict.fromkeys(part for part in parts if part))


def source(passage: Source) -> str:
    """Return where a source stands on one line: title, and page, line or heading."""
    title = passage.document.title
    parts = (title, place(passage.place) or heading_below(title, passage.heading))
    return ", ".join(part for part in parts if part)


def answer_text(answer: Answer) -> str:
    """Return the text of an answer, what the program itself says in it in the person's language.

    That is all of a refusal, the count of a question for all documents, and what leads over to a document
    that says something else. What was worded from documents stays as it is.
    """
    if answer.outcome == "deflected":
        return said(answer.text)
    text = answer.text
    for part in answer.sentences:
        if part.supported:
            text = text.replace(part.text, sentence(part), 1)
    return text


def sentence(own: Sentence) -> str:
    """Return a sentence that the program added to an answer, in the person's language; others as they are."""
    if not own.citations:
        return said(own.text)
    for template in _composed():
        values = template.values(own.text, tight=False)
        if values is not None:  # what stands in the holes are titles and words of documents
            days = {name: _day(value) for name, value in values.items()}
            return _substituted(QCoreApplication.translate("Sentences", template.text), days)
    return own.text


def forget() -> None:
    """Forget what was translated, because the language is another."""
    _said.cache_clear()
    _place.cache_clear()


@lru_cache(maxsize=4096)
def _said(text: str) -> str:
    if found := _filled("Sentences", _sentences(), text, tight=True):
        return found
    cuts = [match.start() for match in _SENTENCE_END.finditer(text)]
    for cut in reversed(cuts):
        if found := _filled("Sentences", _sentences(), text[:cut], tight=True):
            return f"{found} {_said(text[cut + 1 :])}"
    if found := _filled("Sentences", _sentences(), text, tight=False):
        return found
    return f"{text[: cuts[0]]} {_said(text[cuts[0] + 1 :])}" if cuts else _part(text)


@lru_cache(maxsize=4096)
def _place(text: str) -> str:
    return ", ".join(_filled("Phrases", _phrases(), part, tight=True) or part for part in text.split(", "))


def _filled(context: str, templates: tuple[_Template, ...], text: str, *, tight: bool) -> str:
    """Return the translation of the most telling template a text was made from; empty when there is none."""
    for template in templates:
        values = template.values(text, tight=tight)
        if values is not None:
            return _fill(QCoreApplication.translate(context, template.text), values)
    return ""


def _fill(text: str, values: dict[str, str]) -> str:
    filled = {name: _place(value) if name == "place" else _inside(value) for name, value in values.items()}
    return _substituted(text, filled)


def _substituted(text: str, values: dict[str, str]) -> str:
    return _HOLE.sub(lambda hole: values.get(hole[1], hole[0]), text)


def _inside(value: str) -> str:
    """Return what stands in a hole, which may be a sentence itself."""
    stripped = value.strip()
    if stripped.endswith((".", "?", "!")) and " " in stripped:
        return value.replace(stripped, _said(stripped))
    return _part(value)


def _part(value: str) -> str:
    """Return a number, a day or a phrase in the person's language; names stay as they are."""
    if _WHOLE.fullmatch(value):
        return QLocale().toString(int(value.replace(",", "")))
    return _filled("Phrases", _phrases(), value, tight=True) or _day(value)


def _day(value: str) -> str:
    """Return an ISO date as people write it, everything else as it is."""
    if not _DAY.fullmatch(value):
        return value
    from desktop.ui.wording import date  # it needs this module

    return date(value)


@lru_cache(maxsize=1)
def _sentences() -> tuple[_Template, ...]:
    listing = resources_folder() / "translations" / "sentences.txt"
    return _sorted(listing.read_text("utf-8").splitlines())


@lru_cache(maxsize=1)
def _phrases() -> tuple[_Template, ...]:
    return _sorted(PHRASES)


@lru_cache(maxsize=1)
def _composed() -> tuple[_Template, ...]:
    return _sorted(COMPOSED)


def _sorted(texts: Iterable[str]) -> tuple[_Template, ...]:
    """Return templates, those with most words of their own first: they tell most surely."""
    return tuple(sorted(map(_Template, texts), key=lambda template: (-template.letters, -len(template.text))))


@lru_cache(maxsize=1024)
def _pattern(template: str, tight: bool) -> re.Pattern[str]:
    hole = r"((?:(?![.?!] ).)*?)" if tight else "(.*?)"
    parts = _HOLE.split(template)
    holes = [r"([\d.,]+)" if name.startswith("n") else hole for name in parts[1::2]]
    pieces = [re.escape(piece) for piece in parts[::2]]
    return re.compile("".join(a + b for a, b in zip(pieces, [*holes, ""], strict=True)), re.DOTALL)
