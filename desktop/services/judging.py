"""What the chat model is asked by number: Yes or No, as log-odds, after examples of what looks alike."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage, Generator
from desktop.services.prompting import LEAST_TEXT, as_data, room, unmarked

_BARE = 3  # words: a shorter answer is no statement that a text could say
_CERTAIN = 3.5  # log-odds of the statement alone that need no second opinion
_HOPELESS = -1.0
_ENOUGH = 2.4  # log-odds of both together


class _Examples:
    """One kind of judgement: its task, and the examples that every prompt of it begins with."""

    def __init__(self, prompts: Path, name: str, form: Callable[[str], str]) -> None:
        self._form = form
        self._task = prompts.joinpath(f"{name}.txt").read_text("utf-8").strip()
        self._cases: list[ChatMessage] = []
        for block in prompts.joinpath(f"{name}-examples.txt").read_text("utf-8").strip().split("\n\n"):
            title, text, *cases = block.splitlines()
            for verdict, case in (line.split(": ", 1) for line in cases):
                asked = self.asked(f"{title}\n{text}", form(case))
                self._cases += [ChatMessage("user", asked), ChatMessage("assistant", verdict)]

    def asked(self, text: str, case: str) -> str:
        return f"{as_data(text, 'text')}\n\n{case}\n\n{self._task}"

    def messages(self, instructions: str, text: str, case: str, *, shown: bool = True) -> list[ChatMessage]:
        examples = self._cases if shown else []
        last = ChatMessage("user", self.asked(text, case))
        return [ChatMessage("system", instructions), *examples, last]


class Judge:
    """Asks whether a text answers a question, and whether what was written stands in it."""

    def __init__(self, prompts: Path, notice: Callable[[], None] = lambda: None) -> None:
        self._prompts = prompts
        self._notice = notice

    @cached_property
    def _instructions(self) -> str:
        return self._prompts.joinpath("reader.txt").read_text("utf-8").strip()

    @cached_property
    def _answering(self) -> _Examples:
        return _Examples(self._prompts, "judge", lambda question: f"Question: {question}")

    @cached_property
    def _claims(self) -> _Examples:
        return _Examples(self._prompts, "claim", _statement)

    @cached_property
    def _confirming(self) -> _Examples:
        return _Examples(self._prompts, "confirm", lambda case: _exchange(*case.split("? ", 1)))

    def states_answer(self, generator: Generator, question: str, text: str, token: CancelToken) -> float:
        """Return the log-odds that `text` states the answer to exactly this question; 0 is undecided."""
        return self._verdict(self._answering, generator, text, f"Question: {question}", token)

    def confirms(
        self, generator: Generator, question: str, answer: str, text: str, token: CancelToken
    ) -> bool:
        """Return whether `text` says what was answered, and that this answers the question.

        A model that takes over a wrong word of the question ("public" for "private") is told by it. Measured
        on 39 answers of SQuAD 2.0: 7 of 9 that their source did not bear out were refused, and no right one.
        """
        answer = unmarked(answer)
        case = _exchange(question.rstrip("?"), answer)
        if len(answer.split()) <= _BARE:
            return 2 * self._verdict(self._confirming, generator, text, case, token) >= _ENOUGH
        said = self._verdict(self._claims, generator, text, _statement(answer), token)
        if said < _HOPELESS or said >= _CERTAIN:
            return said >= _CERTAIN
        return said + self._verdict(self._confirming, generator, text, case, token) >= _ENOUGH

    def warm_up(self, generator: Generator, token: CancelToken) -> None:
        """Let the model read what all judgements begin with, so that the first one need not wait for it."""
        for kind in (self._answering, self._claims, self._confirming):
            for _piece in generator.stream(kind.messages(self._instructions, "", ""), token, max_tokens=1):
                pass

    def _verdict(
        self, kind: _Examples, generator: Generator, text: str, case: str, token: CancelToken
    ) -> float:
        """Return the log-odds of Yes; where room is short without examples, then without the text's end."""
        most = room(generator)
        length = generator.count_tokens(kind.messages(self._instructions, "", case))
        shown = length + LEAST_TEXT <= most
        whole, messages = text, kind.messages(self._instructions, text, case, shown=shown)
        while text and (length := generator.count_tokens(messages)) > most:
            text = text[: int(len(text) * min(0.9, most / length))]
            messages = kind.messages(self._instructions, text, case, shown=shown)
        if len(text) < len(whole):
            self._notice()
        return generator.yes_no(messages, token)


def _exchange(question: str, answer: str) -> str:
    return f"Question: {question}?\nAnswer: {answer}"


def _statement(text: str) -> str:
    return "Statement: " + text
