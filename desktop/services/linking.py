"""An answer from two documents: a passage names what another document is about, and that one answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop.retrieval.mentions import mentions, names_title
from desktop.services.answering import PartAnswerer
from desktop.services.asides import Stretch
from desktop.services.confirming import PartAnswer
from desktop.services.evidence import PassageEvidence
from desktop.services.quoting import quotations
from desktop.services.search import Found
from desktop.store.filters import Filter
from desktop.store.library_file import LibraryFile
from desktop.store.titles import titled

_FROM = 2  # passages whose mentions are followed
_FOLLOWED = 3  # documents looked into
_MOST_TITLED = 3  # documents of one title
# Log-odds that both passages together state the answer, and how much more that must be than the first alone.
# On 58 questions of HotpotQA that take two documents, not those of the evaluation, 13 were answered right
# without the second document and 36 with it, none from a wrong one; of 29 about what the second document
# does not say 1 went on to it.
_TOGETHER = 1.2
_GAIN = 0.5


@dataclass(frozen=True, slots=True)
class Links:
    """Where what a passage names is looked up, among the documents of `where`, and how one is searched."""

    file: LibraryFile
    where: Filter
    find_in: Callable[[str, Sequence[int]], Found]

    def documents(self, stretch: Stretch, question: str) -> list[tuple[int, ...]]:
        """Return the documents that a stretch names and the question does not, by title."""
        passage, start, end = stretch
        names = mentions(passage.words(start, end))
        with self.file.read() as c:
            found = titled(c, names, most=_MOST_TITLED, where=self.where)
        others = [ids for title, ids in found if not names_title(question, title)]
        return [ids for ids in others if passage.document.id not in ids]


def linked(
    question: str,
    answerer: PartAnswerer,
    links: Links,
    passages: Sequence[PassageEvidence],
    known: PartAnswer,
) -> PartAnswer:
    """Return quotations of two documents where these answer together what one alone does not; else `known`.

    "In which city is the university of Toad Hall?": one passage names the university, and the document of
    that title says the city. `passages` are the nearest to the question, best first.
    """
    first = (known.proofs or quotations(question, passages[:1]))[:_FROM]
    before = _texts(first)
    named = dict.fromkeys(ids for stretch in first for ids in links.documents(stretch, question))
    if not named or (alone := answerer.states(question, before)) is None:
        return known
    enough, best = max(_TOGETHER, alone + _GAIN), known
    for ids in list(named)[:_FOLLOWED]:
        found = links.find_in(question, ids)
        read = answerer.evidence(question, found, whole=found)[:1]
        quotes = quotations(question, read)[:1]
        for passage in read:
            answerer.reading(passage)
        together = answerer.states(question, _texts((*first, *quotes)))
        if quotes and together is not None and together >= enough:
            enough = together
            best = PartAnswer(quotes=(*first, *quotes), read=(*(passage for passage, *_ in first), *read))
    return best


def _texts(stretches: Sequence[Stretch]) -> str:
    return "\n\n".join(passage.words_in_place(start, end) for passage, start, end in stretches)
