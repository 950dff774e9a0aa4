"""Words cut at the end of a line: joined again where the hyphen was only there for the line."""

import re

from desktop.ingest.wordlists import words

# First halves of real compounds; unlike "ex", "co" or "re" they are hardly ever just a syllable.
_COMPOUND_STARTS = words(
    "well self non high low long short half full cross hard soft open close far near cost world state user "
    "case time year front back side left right top double single multi two three four five six seven eight "
    "nine ten twenty thirty forty fifty sixty seventy eighty ninety all ever"
)
_SYLLABLES = re.compile(
    r"(?:ness|ish|er|ers|est|ly|ing|ed|age|ages|al|way|ways|ever|ner|ners|ful|less|ment|en|ens|ten|s|es|"
    r"sense|land|lands|ity|ive|ion|ions|ally|isch|lich|ung|ungen|bar|haft)[.,;:!?)]*$"
)
_HYPHENS = "-\u2010"
_LINE_END = re.compile(rf"(\w+)([{_HYPHENS}])[ \t]*\n[ \t]*(\w\S*)[ \t]?")
_SOFT_LINE_END = re.compile("\u00ad[ \\t]*\r?\n[ \\t]*(\\S+)[ \\t]?")


def keeps_hyphen(before: str, after: str) -> bool:
    """Whether a line-end hyphen between these halves belongs to the word.

    It does before a capital or a figure ("PN-4471-" + "B") and after the first half of a common compound
    ("well-" + "known"); between two lower-case halves it was otherwise put there to cut the word.
    """
    if not before or not after:
        return True
    if not (before[-1].islower() and after[0].islower()):
        return True
    return before.lower() in _COMPOUND_STARTS and not _SYLLABLES.match(after)


def rejoin_soft(text: str) -> str:
    """Join words cut by a soft hyphen at a line end; for text that is not cleaned yet."""
    return _SOFT_LINE_END.sub(r"\1\n", text) if "\u00ad" in text else text


def rejoin(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Join words cut at line ends, moving their second half up; return the text and the hidden spellings.

    A hidden spelling is the offset of a joined word and the same word with its hyphen.
    """
    if "\n" not in text or not any(hyphen in text for hyphen in _HYPHENS):
        return text, []
    pieces: list[str] = []
    spellings: list[tuple[int, str]] = []
    last = length = 0
    for match in _LINE_END.finditer(text):
        before, hyphen, after = match.groups()
        kept = keeps_hyphen(before, after)
        head = text[last : match.start()]
        word = f"{before}{hyphen if kept else ''}{after}"
        if not kept:
            spellings.append((length + len(head), f"{before}-{after}"))
        pieces += (head, word, "\n")
        length += len(head) + len(word) + 1
        last = match.end()
    pieces.append(text[last:])
    return "".join(pieces), spellings
