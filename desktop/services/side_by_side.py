"""The answer to a comparison that no single passage gives: what the documents say of each thing."""

from collections.abc import Callable

from desktop.retrieval.comparisons import compared, speaks_of, without
from desktop.services.answering import PartAnswerer
from desktop.services.asides import Stretch
from desktop.services.concluding import conclusion
from desktop.services.confirming import PartAnswer
from desktop.services.evidence import PassageEvidence
from desktop.services.quoting import quotations
from desktop.services.search import Found


def side_by_side(
    question: str, answerer: PartAnswerer, find: Callable[[str], Found], known: PartAnswer
) -> PartAnswer:
    """Return a quotation of each of the two things a question compares, and what follows from them.

    `known` comes back where that is no better.

    A worded answer stays, and so do quotations that speak of both. Both things must be in the documents:
    a comparison with something they do not have is not answered.
    """
    names = compared(question)
    if names is None or known.checked or _speak_of_both(known, names):
        return known
    quotes: list[Stretch] = []
    read: list[PassageEvidence] = []
    for name, other in (names, names[::-1]):
        asked = without(question, other)
        found = find(asked)
        passages = answerer.evidence(asked, found, whole=found)
        about = [each for each in passages if speaks_of(f"{each.place()} {each.whole_text()}", name)]
        if not about or not answerer.promising(found, about):
            return known
        read.append(_titled(about, name) or about[0])
        quotes += quotations(asked, read[-1:])[:1]
    follows = ""
    if len(quotes) == len(names):
        one, other = (passage.words_in_place(*ends) for passage, *ends in quotes)
        first, second = (_called(question, *each) for each in zip(names, read, strict=True))
        if one != other and speaks_of(one, first) and speaks_of(other, second):
            follows = conclusion(question, (first, second), (one, other), answerer)
    return PartAnswer(quotes=tuple(quotes), read=tuple(read), conclusion=follows)


def _called(question: str, name: str, passage: PassageEvidence) -> str:
    """Return the whole name where the question has it: of "Escape from the Dark" only "Escape" was taken."""
    title = passage.document.title
    return title if title in question and speaks_of(title, name) else name


def _titled(passages: list[PassageEvidence], name: str) -> PassageEvidence | None:
    """Return the first passage of the document whose title is the name, or the name and little else."""
    titled = [passage for passage in passages if speaks_of(passage.document.title, name)]
    return min(titled, key=lambda passage: len(passage.document.title), default=None)


def _speak_of_both(known: PartAnswer, names: tuple[str, str]) -> bool:
    quoted = " ".join(f"{passage.place()} {passage.words(*ends)}" for passage, *ends in known.quotes)
    return all(speaks_of(quoted, name) for name in names)
