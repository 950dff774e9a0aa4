"""Who can say how well a passage answers a question: a cross-encoder, or the chat model in two ways."""

from collections.abc import Sequence
from typing import Protocol

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import Reranker
from desktop.retrieval.rerank import is_sane
from desktop.services.model_host import ModelHost
from desktop.services.wording import Wording

FERRY = "The ferry leaves the harbour at nine."
BREAD = "Sourdough bread rests for ten hours."
START_UP = (("When does the boat depart?", FERRY, BREAD), ("How long does the bread rest?", BREAD, FERRY))
"""Questions with a fitting and another passage. Both ways: a mere liking for one of them must not pass."""


class Scorer(Protocol):
    """Scores passages on a scale of its own: higher answers better.

    `id` changes with the model and the manner, `name` is how people hear of it, `most` is how many passages
    it can read while a person waits, `portion` how many between two looks at the progress.
    """

    most: int
    portion: int

    @property
    def id(self) -> str:
        """Model and manner."""
        ...

    @property
    def name(self) -> str:
        """The scorer in words, in the middle of a sentence."""
        ...

    def scores(self, question: str, passages: Sequence[str], token: CancelToken) -> list[float]:
        """Return a score for each passage; UserError when the model cannot."""
        ...


def is_able(scorer: "Scorer | Reranker", token: CancelToken) -> bool:
    """Return whether a scorer tells fitting passages from others; raises what the scorer raises."""
    return all(
        is_sane(*scorer.scores(question, [fitting, other], token)) for question, fitting, other in START_UP
    )


class CrossEncoder:
    """The reranker that is installed."""

    most = 30
    portion = 5

    def __init__(self, host: ModelHost) -> None:
        self._reranker = host.reranker()

    @property
    def id(self) -> str:
        """The model."""
        return self._reranker.info.id

    @property
    def name(self) -> str:
        """The model by name."""
        return f"the reranker {self._reranker.info.name}"

    def scores(self, question: str, passages: Sequence[str], token: CancelToken) -> list[float]:
        """Return the model's own scores."""
        return self._reranker.scores(question, passages, token)


class Verdict:
    """The chat model, asked of each passage whether it states the answer: log-odds of Yes against No."""

    most = 10
    portion = 1

    def __init__(self, host: ModelHost, wording: Wording) -> None:
        self._generator = host.generator()
        self._wording = wording

    @property
    def id(self) -> str:
        """The model, judging."""
        return f"{self._generator.info.id} yes or no"

    @property
    def name(self) -> str:
        """The model by name."""
        return f"the chat model {self._generator.info.name}"

    def scores(self, question: str, passages: Sequence[str], token: CancelToken) -> list[float]:
        """Return the log-odds that each passage states the answer."""
        return [
            self._wording.judge.states_answer(self._generator, question, passage, token)
            for passage in passages
        ]


class Marks(Verdict):
    """The chat model, asked for a mark from 0 to 10: for models whose Yes and No say nothing."""

    @property
    def id(self) -> str:
        """The model, giving marks."""
        return f"{self._generator.info.id} marks"

    def scores(self, question: str, passages: Sequence[str], token: CancelToken) -> list[float]:
        """Return the marks; UserError when the model gives none."""
        marks = [self._wording.mark(self._generator, question, passage, token) for passage in passages]
        given = [mark for mark in marks if mark is not None]
        if len(given) < len(marks):
            raise UserError("No marks", f"{self._generator.info.name} gave no marks.", "")
        return given
