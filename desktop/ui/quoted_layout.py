"""An answer in quotations, cut into what the program says and the passages it shows."""

from dataclasses import dataclass

from desktop.domain.answers import Answer, Source
from desktop.services.composing import quoted
from desktop.ui import said
from desktop.ui.answer_layout import source_numbered


@dataclass(frozen=True, slots=True)
class QuotedPart:
    """What the program says, and the passage that is quoted after it; one of the two may be missing.

    Where no passage follows, `citations` are the numbers of those that the words are about.
    """

    words: str = ""
    source: Source | None = None
    citations: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class QuotedLayout:
    """An answer in quotations: what is concluded from them, and the quotations with what is said of each."""

    concluded: tuple[QuotedPart, ...]
    parts: tuple[QuotedPart, ...]


def lay_out_quoted(answer: Answer) -> QuotedLayout:
    """Return an answer in quotations in its order; every source is quoted once."""
    parts: list[QuotedPart] = []
    shown: set[int] = set()
    for sentence in answer.sentences:
        sources = [source_numbered(answer.sources, number) for number in sentence.citations]
        source = next((each for each in sources if each and sentence.text.endswith(quoted(each))), None)
        if source is None:
            parts.append(QuotedPart(said.sentence(sentence), citations=sentence.citations))
        elif source.n not in shown:
            shown.add(source.n)
            parts.append(QuotedPart(_before(said.sentence(sentence), quoted(source)), source))
    parts += [QuotedPart(source=source) for source in answer.sources if source.n not in shown]
    first = next((at for at, part in enumerate(parts) if part.source is not None), len(parts))
    return QuotedLayout(tuple(parts[:first]), tuple(parts[first:]))


def _before(sentence: str, quotation: str) -> str:
    """Return what leads over to a quotation, without it: "But the rules say:"."""
    return sentence.removesuffix(quotation).rstrip()
