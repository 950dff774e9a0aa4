"""The steps of a reading: what a chat model may reply, held to that by a grammar, and what it is shown."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop.domain.records import DocumentRef

MOST_READS = 3
MOST_CHARACTERS = 8_000
"""Characters of a document that one read shows."""

_LONGEST_TEXT = 600  # characters of an answer
_RULES = r"""
read ::= "{\"step\": \"read\", \"document\": " document ", \"from\": " number "}"
answer ::= "{\"step\": \"answer\", \"text\": \"" sign{1,<longest>} "\"}"
nothing ::= "{\"step\": \"nothing\"}"
document ::= <documents>
number ::= "0" | [1-9] [0-9]{0,6}
sign ::= [^"\\\x00-\x1F] | "\\" ["\\/n]
"""


@dataclass(frozen=True, slots=True)
class Read:
    """Wish to read in the document of this number, from this character."""

    document: int
    start: int


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer as the model words it, empty when it sees none."""

    text: str


@dataclass
class OpenDocument:
    """A document on the table: `begins` are the places of its best passages, `read` the stretches read."""

    reference: DocumentRef
    text: str
    summary: str
    begins: tuple[int, ...] = ()
    read: list[tuple[int, int]] = field(default_factory=list)

    def stretch(self, start: int, length: int = MOST_CHARACTERS) -> tuple[int, int] | None:
        """Return what to show for a wish to read from `start`: words whole, nothing twice, None for no more.

        What was read already is passed over; beyond the end reading begins at the first part not read.
        """
        for wanted in (start, *self.begins, 0):
            begin = self._unread(wanted)
            if begin < len(self.text):
                nearest = min((a for a, _ in self.read if a > begin), default=len(self.text))
                return begin, self._whole_word(begin, min(begin + length, nearest))
        return None

    def _unread(self, start: int) -> int:
        begin = start if start < len(self.text) else 0
        for first, last in sorted(self.read):
            if first <= begin < last:
                begin = last
        return begin

    def _whole_word(self, begin: int, end: int) -> int:
        if end >= len(self.text) or self.text[end].isspace():
            return end
        blank = max(self.text.rfind(" ", begin, end), self.text.rfind("\n", begin, end))
        return blank if blank > begin else end


def grammar(documents: int, *, may_read: bool, may_answer: bool) -> str:
    """Return the grammar of one step, in GBNF, over so many documents."""
    kinds = ["read"] * may_read + ["answer", "nothing"] * may_answer
    numbers = " | ".join(f'"{number}"' for number in range(1, documents + 1))
    rules = _RULES.replace("<documents>", numbers).replace("<longest>", str(_LONGEST_TEXT))
    return f"root ::= {' | '.join(kinds)}\n{rules.strip()}\n"


def parse_step(written: str) -> Read | Reply | None:
    """Return the step that a model wrote, None for none: it may have been cut."""
    try:
        step = json.loads(written)
        match step:
            case {"step": "read", "document": int(document), "from": int(start)}:
                return Read(document, max(0, start))
            case {"step": "answer", "text": str(text)}:
                return Reply(" ".join(text.split()))
            case {"step": "nothing"}:
                return Reply("")
    except ValueError:
        pass
    return None


def table_of(documents: Sequence[OpenDocument]) -> str:
    """Return the numbered list of documents as the model sees it."""
    return "\n".join(
        f"{number}. {document.reference.title} ({len(document.text):,} characters): {document.summary}"
        + (f" Likely near character {document.begins[0]}." if document.begins else "")
        for number, document in enumerate(documents, start=1)
    )


def shown(document: OpenDocument, number: int, start: int, end: int) -> str:
    """Return a stretch of a document with its place, and a mark where it was cut."""
    total = len(document.text)
    head = f"Document {number}, characters {start} to {end} of {total}:"
    rest = f"\n[Cut here. The document goes on from character {end}.]" if end < total else ""
    return f"{head}\n{document.text[start:end]}{rest}"
