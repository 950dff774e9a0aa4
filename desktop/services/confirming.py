"""What of a worded answer is shown: as it was worded, in the words of its source, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.domain.work import CancelToken
from desktop.llm.interfaces import Generator
from desktop.retrieval import support
from desktop.retrieval.alignment import follows, mostly_foreign
from desktop.retrieval.evidence import own_words
from desktop.services.asides import Aside, Stretch
from desktop.services.checking import CheckedSentence
from desktop.services.evidence import PassageEvidence
from desktop.services.judging import Judge, Standing

# Log-odds that a wording needs beyond what is enough for others:
_UNRIVALLED = -1.5  # its facts cannot be mistaken for others of the text
_OWN_WORDS = 1.5  # it has words that neither the passage nor the question has
_FREELY = 3.0  # it turns its source round, or has few of its words


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """The answer to one part of a question: worded and checked, or quoted, or both, or nothing.

    `conclusion` is what the program concludes from the quotations. `read` are the passages that were read and
    found to answer, likeliest first; `wording` is what was worded of an answer that is quoted because its
    wording is in doubt.
    """

    checked: tuple[CheckedSentence, ...] = ()
    quotes: tuple[Stretch, ...] = ()
    conclusion: str = ""
    asides: tuple[Aside, ...] = ()
    read: tuple[PassageEvidence, ...] = ()
    wording: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is neither an answer nor a quotation."""
        return not (self.checked or self.quotes)

    @property
    def proofs(self) -> tuple[Stretch, ...]:
        """What is cited: the source of each worded sentence, and the quotations."""
        cited = [(each.passage, each.start, each.end) for each in self.checked if each.passage is not None]
        return (*cited, *self.quotes)

    @property
    def text(self) -> str:
        """The worded answer, shown or not: what a later part of the question may point back to."""
        return " ".join(sentence.text for sentence in self.checked if sentence.supported) or self.wording


def confirmed(
    judge: Judge,
    generator: Generator,
    question: str,
    checked: Sequence[CheckedSentence],
    token: CancelToken,
    *,
    prior: float = 0.0,
) -> PartAnswer:
    """Return what of a checked answer its source bears out, as the chat model finds; nothing for nothing.

    What is in doubt is not shown as worded: the words of the source stand for it. What follows a borne out
    sentence and is itself denied stays, as unproved. `prior` are the log-odds that the passage answers.
    """
    sentences: list[CheckedSentence] = []
    quotes: list[Stretch] = []
    for sentence in checked:
        standing: Standing = "denied"
        if sentence.passage is not None:
            standing = judge.standing(
                generator,
                question,
                sentence.text,
                sentence.proof,
                token,
                prior=prior,
                caution=_caution(sentence, sentence.passage, question),
            )
        if sentence.passage is not None and standing == "doubtful":
            quotes.append((sentence.passage, sentence.start, sentence.end))
        elif standing == "borne out":
            sentences.append(sentence)
        elif sentences:
            sentences.append(CheckedSentence(sentence.text, None))
        else:
            break
    wording = " ".join(sentence.text for sentence in checked)
    return PartAnswer(checked=tuple(sentences), quotes=tuple(quotes), wording=wording)


def _caution(sentence: CheckedSentence, passage: PassageEvidence, question: str) -> float:
    """Return how much surer than usual the model must be of this wording, in log-odds."""
    text, quote = sentence.text, sentence.quote
    own = _OWN_WORDS if own_words(text, (passage.whole_text(), question)) else 0.0
    if not follows(text, quote):
        return own + _FREELY
    if support.unrivalled(text, quote, question):
        return own + _UNRIVALLED
    return own + (_FREELY if mostly_foreign(text, sentence.proof) else 0.0)
