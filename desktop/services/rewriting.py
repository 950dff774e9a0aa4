"""Turn a follow-up into a question that can be understood, and searched, without the conversation."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from desktop.domain.answers import Answer
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage, Generator
from desktop.retrieval.ellipsis import carried_over
from desktop.retrieval.follow_ups import dependence
from desktop.retrieval.rewrites import acceptable, with_words_of
from desktop.services.turns import answer_of
from desktop.store import history
from desktop.store.library_file import LibraryFile

EXCHANGES = 3  # earlier questions that may be looked back at
_ANSWER_LENGTH = 300  # characters of an earlier answer
_LONGEST = 400  # characters: a longer question is no follow-up to be rewritten
_MAX_TOKENS = 64
_PROMPT_MARGIN = 16
_MARKER = re.compile(r"\s*\[\d+\]")
_STEP = "Looking back at the questions before"
_TOO_LONG = "Earlier questions of this conversation did not fit into the model's context and were left out."


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier question as it was searched, and its answer without markers (empty when there was none)."""

    question: str
    answer: str


class Teller(Protocol):
    """Tells a person what is being done, and what they should know of it."""

    def step(self, text: str) -> None:
        """Tell what is done now."""
        ...

    def notice(self, text: str) -> None:
        """Tell what was done without."""
        ...


class Rewriter:
    """Completes follow-ups: by rules where they suffice, else by the chat model, whose words are checked."""

    def __init__(self, prompts: Path) -> None:
        self._prompts = prompts

    def standalone(
        self,
        question: str,
        earlier: Sequence[Exchange],
        generator: Callable[[], Generator | None],
        teller: Teller,
        token: CancelToken,
    ) -> str:
        """Return the question completed from the earlier ones, the same text when it stands alone.

        What no rule completes is put to the chat model. When its rewriting loses or invents something, or
        without a model, the words of the last question are added, if there is no doubt that it is meant.
        """
        needed = dependence(question, earlier[-1].question) if earlier else "none"
        if needed == "none" or len(question) > _LONGEST:
            return question
        previous = earlier[-1].question
        completed = carried_over(question, previous)
        model = generator() if completed is None else None
        if model is not None:
            teller.step(_STEP)
            completed = self._by_model(question, earlier, model, teller, token)
        if completed is None and needed == "possible":
            return question
        return completed or with_words_of(question, previous)

    @cached_property
    def _instructions(self) -> str:
        return self._prompts.joinpath("rewrite.txt").read_text("utf-8").strip()

    @cached_property
    def _examples(self) -> list[ChatMessage]:
        """The worked examples: blocks of four lines, question, answer, follow-up and its rewriting."""
        messages = []
        for block in self._prompts.joinpath("rewrite-examples.txt").read_text("utf-8").strip().split("\n\n"):
            question, answer, follow_up, rewriting = block.splitlines()
            messages.append(ChatMessage("user", _asked([Exchange(question, answer)], follow_up)))
            messages.append(ChatMessage("assistant", rewriting))
        return messages

    def _by_model(
        self,
        question: str,
        earlier: Sequence[Exchange],
        generator: Generator,
        teller: Teller,
        token: CancelToken,
    ) -> str | None:
        kept = self._fitting(question, earlier, generator)
        if len(kept) < len(earlier):
            teller.notice(_TOO_LONG)
        if not kept:
            return None
        pieces = generator.stream(self._messages(question, kept), token, max_tokens=_MAX_TOKENS, stop=("\n",))
        rewriting = "".join(pieces).strip()
        questions = [exchange.question for exchange in kept]
        said = [exchange.answer for exchange in kept]
        return rewriting if acceptable(rewriting, question, questions, said) else None

    def _fitting(
        self, question: str, earlier: Sequence[Exchange], generator: Generator
    ) -> Sequence[Exchange]:
        """Return as many of the latest exchanges as fit the context, counted with the model's tokenizer."""
        room = generator.info.context - _MAX_TOKENS - _PROMPT_MARGIN
        for count in range(len(earlier), 0, -1):
            kept = earlier[-count:]
            if generator.count_tokens(self._messages(question, kept)) <= room:
                return kept
        return ()

    def _messages(self, question: str, earlier: Sequence[Exchange]) -> list[ChatMessage]:
        last = ChatMessage("user", _asked(earlier, question))
        return [ChatMessage("system", self._instructions), *self._examples, last]


def _asked(earlier: Sequence[Exchange], question: str) -> str:
    lines = [f"Question: {exchange.question}\nAnswer: {exchange.answer}" for exchange in earlier]
    return "\n".join((*lines, f"New question: {question}"))


def earlier_exchanges(
    library: LibraryFile, conversation_id: int, *, before: int, limit: int = EXCHANGES
) -> list[Exchange]:
    """Return the latest exchanges of a conversation before the turn `before`, oldest first.

    Of an interrupted turn the question counts if it stands alone; its unchecked words do not.
    """
    with library.read() as c:
        turns = history.latest_turns(c, conversation_id, before=before, limit=limit)
    found = []
    for turn in turns:
        answer = answer_of(turn)
        if not answer.interrupted:
            found.append(_exchange(answer))
        elif dependence(turn.question) == "none":
            found.append(Exchange(" ".join(turn.question.split()), ""))
    return found


def _exchange(answer: Answer) -> Exchange:
    said = "" if answer.outcome == "deflected" else _MARKER.sub("", " ".join(answer.text.split()))
    return Exchange(answer.standalone_question or answer.question, said[:_ANSWER_LENGTH])
