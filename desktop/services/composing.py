"""From checked sentences to the shown answer: numbered sources, markers, tiers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop.domain.answers import Sentence, Source, Tiers
from desktop.domain.records import DocumentRef
from desktop.services.asides import Aside, Stretch
from desktop.services.checking import CheckedSentence
from desktop.services.evidence import PassageEvidence

_RELATED = 8
_LIKE_A_MARKER = re.compile(r"[\[【](\d+(?:\s*[,;]\s*\d+)*)[\]】]")


@dataclass
class Composition:
    """Sentences and sources as they come together; the program owns the numbering."""

    sentences: list[Sentence] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)

    def add_checked(self, checked: Sequence[CheckedSentence]) -> None:
        """Add the sentences of one worded part; unsupported ones keep no marker."""
        for sentence in checked:
            if sentence.passage is None:
                self.sentences.append(Sentence(sentence.text))
                continue
            number = self._number(sentence.passage, sentence.start, sentence.end)
            self.sentences.append(Sentence(sentence.text, (number,), supported=True))

    def add_quotes(self, quotes: Sequence[Stretch]) -> None:
        """Add quotations word for word, each its own sentence."""
        for passage, start, end in quotes:
            number = self._number(passage, start, end)
            self.sentences.append(Sentence(quoted(self.sources[number - 1]), (number,), supported=True))

    def add_conclusion(self, text: str, quotes: Sequence[Stretch]) -> None:
        """Add what follows from quotations, which are still to be added; nothing for an empty text."""
        if text:
            numbers = tuple(dict.fromkeys(self._number(*quote) for quote in quotes))
            self.sentences.append(Sentence(_without_markers(text), numbers, supported=True))

    def add_asides(self, asides: Sequence[Aside]) -> None:
        """Add what stands beside the answer; what is quoted already is not quoted again."""
        for aside in asides:
            text = _without_markers(aside.text)
            if any(text.endswith(sentence.text) for sentence in self.sentences):
                continue
            number = self._number(*aside.cites)
            self.sentences.append(Sentence(text, (number,), supported=True))

    def text(self) -> str:
        """Return the answer with its markers."""
        return " ".join(
            sentence.text + "".join(f" [{number}]" for number in sentence.citations)
            for sentence in self.sentences
        )

    def _number(self, passage: PassageEvidence, start: int, end: int) -> int:
        for source in self.sources:
            if source.chunk_id == passage.hit.chunk.id and (source.start, source.end) == (start, end):
                return source.n
        source = passage.quote(len(self.sources) + 1, start, end)
        self.sources.append(source)
        return source.n


def quoted(source: Source) -> str:
    """Return a source as the sentence that quotes it."""
    return f"“{_without_markers(' '.join(source.quote.split()))}”"


def _without_markers(text: str) -> str:
    """Return the words of a document without what would look like a citation of the program: [1] as (1)."""
    return _LIKE_A_MARKER.sub(r"(\1)", text)


def answer_tiers(retrieved: Tiers, sources: Sequence[Source]) -> Tiers:
    """Return the tiers after an answer: cited are documents with a verified citation, by first mention."""
    cited = list({source.document.id: source.document for source in sources}.values())
    ids = {document.id for document in cited}
    ranked: dict[int, DocumentRef] = {}
    for document in (*retrieved.suggested, *retrieved.cited, *retrieved.related):
        if document.id not in ids:
            ranked.setdefault(document.id, document)
    return Tiers(
        cited=tuple(cited),
        related=tuple(ranked.values())[:_RELATED],
        suggested=retrieved.suggested,
    )
