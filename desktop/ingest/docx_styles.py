"""Which paragraphs of a Word document are headings, and the numbers Word prints before paragraphs."""

import re
from dataclasses import dataclass

from desktop.ingest.xml_parts import Element, attribute, child, children

_HEADING_NAME = re.compile(r"heading (\d)", re.IGNORECASE)
_TITLE_NAMES = frozenset({"title"})
_MAX_BASED_ON = 12  # styles may be based on each other in a circle
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_SMALL = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_BODY_LEVEL = 9


class Styles:
    """Heading levels by style. Style ids are translated by Word, so names and outline levels decide."""

    def __init__(self, root: Element | None) -> None:
        self._levels: dict[str, int] = {}
        self._based_on: dict[str, str] = {}
        self._numbering: dict[str, Element] = {}
        for style in children(root, "style") if root is not None else ():
            self._add(style)

    def _add(self, style: Element) -> None:
        key = attribute(style, "styleId") or ""
        name = _value(style, "name") or ""
        outline = child(style, "pPr", "outlineLvl")
        if outline is not None:
            self._levels[key] = _number(attribute(outline, "val"), _BODY_LEVEL)
        elif match := _HEADING_NAME.fullmatch(name):
            self._levels[key] = int(match[1]) - 1
        elif name.lower() in _TITLE_NAMES:
            self._levels[key] = 0
        based = child(style, "basedOn")
        if based is not None:
            self._based_on[key] = attribute(based, "val") or ""
        numbering = child(style, "pPr", "numPr")
        if numbering is not None:
            self._numbering[key] = numbering

    def heading_level(self, paragraph: Element) -> int | None:
        """The level (1 is outermost) when the paragraph is a heading, else None."""
        own = child(paragraph, "pPr", "outlineLvl")
        if own is not None:
            level = _number(attribute(own, "val"), _BODY_LEVEL)
            return level + 1 if level < _BODY_LEVEL else None
        for style in self._ancestry(paragraph):
            if style in self._levels:
                level = self._levels[style]
                return level + 1 if level < _BODY_LEVEL else None
        return None

    def numbering(self, paragraph: Element) -> Element | None:
        """The numbering properties of a paragraph, its own or those of its style."""
        own = child(paragraph, "pPr", "numPr")
        if own is not None:
            return own
        return next((self._numbering[s] for s in self._ancestry(paragraph) if s in self._numbering), None)

    def _ancestry(self, paragraph: Element) -> list[str]:
        style = child(paragraph, "pPr", "pStyle")
        key = attribute(style, "val") if style is not None else None
        found: list[str] = []
        while key and len(found) < _MAX_BASED_ON:
            found.append(key)
            key = self._based_on.get(key)
        return found


@dataclass(frozen=True, slots=True)
class _Level:
    """How one level of a list is numbered."""

    form: str
    text: str
    start: int


class Numbering:
    """Counts numbered paragraphs as Word does, to print "2.1" or "b)" where Word prints it."""

    def __init__(self, root: Element | None) -> None:
        self._lists: dict[str, dict[int, _Level]] = {}
        self._abstract_of: dict[str, str] = {}
        self._counters: dict[str, dict[int, int]] = {}
        if root is None:
            return
        abstract = {
            attribute(node, "abstractNumId") or "": _levels(node) for node in children(root, "abstractNum")
        }
        for node in children(root, "num"):
            key = attribute(node, "numId") or ""
            target = child(node, "abstractNumId")
            name = (attribute(target, "val") or "") if target is not None else ""
            self._lists[key] = abstract.get(name, {})
            self._abstract_of[key] = name

    def label(self, properties: Element | None) -> str:
        """Count the paragraph and return its label with a blank after it; "" when it has none."""
        if properties is None:
            return ""
        key = _value(properties, "numId") or "0"
        level = _number(_value(properties, "ilvl"), 0)
        levels = self._lists.get(key, {})
        if level not in levels:
            return ""
        counters = self._counters.setdefault(self._abstract_of[key], {})
        counters[level] = counters.get(level, levels[level].start - 1) + 1
        for deeper in [other for other in counters if other > level]:
            del counters[deeper]
        if levels[level].form == "bullet":
            return "- "

        def shown(match: re.Match[str]) -> str:
            other = int(match[1]) - 1
            settings = levels.get(other, levels[level])
            return _in_form(counters.get(other, settings.start), settings.form)

        text = re.sub(r"%(\d)", shown, levels[level].text)
        return f"{text} " if text.strip() else ""


def _levels(abstract: Element) -> dict[int, _Level]:
    found: dict[int, _Level] = {}
    for node in children(abstract, "lvl"):
        found[_number(attribute(node, "ilvl"), 0)] = _Level(
            form=_value(node, "numFmt") or "decimal",
            text=_value(node, "lvlText") or "",
            start=_number(_value(node, "start"), 1),
        )
    return found


def _in_form(number: int, form: str) -> str:
    """A counter as decimal, letter or Roman number; formats of other scripts come out decimal."""
    if form in {"lowerLetter", "upperLetter"} and number > 0:
        letter = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 10)
        return letter.upper() if form == "upperLetter" else letter
    if form in {"lowerRoman", "upperRoman"} and 0 < number < 4000:
        out = ""
        for value, sign in (*_ROMAN, *_ROMAN_SMALL):
            count, number = divmod(number, value)
            out += sign * count
        return out.upper() if form == "upperRoman" else out
    return "" if form == "none" else str(number)


def _value(element: Element, name: str) -> str | None:
    """The `val` attribute of a child element, None when either is missing."""
    node = child(element, name)
    return attribute(node, "val") if node is not None else None


def _number(value: str | None, default: int) -> int:
    try:
        return int(value) if value is not None else default
    except ValueError:
        return default
