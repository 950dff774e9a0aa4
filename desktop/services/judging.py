"""What the chat model is asked by number: Yes or No, as log-odds, after examples of what looks alike."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Literal

from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage, Generator
from desktop.services.prompting import LEAST_TEXT, as_data, room, unmarked

_BARE = 3  # words: a shorter answer is no statement that a text could say
_ENOUGH = 5.0  # log-odds of passage, statement and answer together, to be shown as it was worded
_LEAST = 2.4  # the same to be shown at all; the verdict on a bare answer counts twice

Standing = Literal["borne out", "doubtful", "denied"]


class Judge:
    """Asks whether a text answers a question, and whether what was written stands in it.

    All three questions begin with the same examples, which the model reads once.
    """

    def __init__(self, prompts: Path, notice: Callable[[], None] = lambda: None) -> None:
        self._prompts = prompts
        self._notice = notice

    @cached_property
    def _instructions(self) -> ChatMessage:
        return ChatMessage("system", self._task("reader"))

    @cached_property
    def _answering(self) -> str:
        return self._task("judge")

    @cached_property
    def _claiming(self) -> str:
        return self._task("claim")

    @cached_property
    def _confirming(self) -> str:
        return self._task("confirm")

    @cached_property
    def _plain(self) -> str:
        return self._task("whether")

    @cached_property
    def _examples(self) -> list[ChatMessage]:
        """Return questions that look alike, each with a text and whether it states the answer."""
        messages: list[ChatMessage] = []
        for block in self._task("judge-examples").split("\n\n"):
            title, text, *cases = block.splitlines()
            for verdict, question in (case.split(": ", 1) for case in cases):
                asked = _asked(f"{title}\n{text}", _question(question), self._answering)
                messages += [ChatMessage("user", asked), ChatMessage("assistant", verdict)]
        return messages

    def states_answer(self, generator: Generator, question: str, text: str, token: CancelToken) -> float:
        """Return the log-odds that `text` states the answer to exactly this question; 0 is undecided."""
        return self._verdict(generator, text, _question(question), self._answering, token)

    def says_yes(self, generator: Generator, question: str, text: str, token: CancelToken) -> float:
        """Return the log-odds that Yes is the answer of `text` to a yes-or-no question; 0 is undecided."""
        return self._verdict(generator, text, _question(question), self._plain, token, examples=False)

    def standing(
        self,
        generator: Generator,
        question: str,
        answer: str,
        text: str,
        token: CancelToken,
        *,
        prior: float = 0.0,
        caution: float = 0.0,
    ) -> Standing:
        """Return whether `text` says what was answered, and that this answers the question.

        It tells a model that took a wrong word over from the question ("public" for "private"). `prior` are
        the log-odds that the passage answers at all: where they are low, wordings are wrong more often.
        `caution` are the log-odds wanted beyond what is enough for most wordings.
        Measured on 91 answers to questions of SQuAD 2.0 that were read, with the caution of `confirming`: of
        29 that their source did not bear out 16 were denied and 13 in doubt; of the others 2 were denied, 20
        in doubt and 40 passed.
        """
        answer = unmarked(answer)
        exchange = f"{_question(question)}\nAnswer: {answer}"
        right = self._verdict(generator, text, exchange, self._confirming, token)
        if len(answer.split()) <= _BARE:
            said = right
        else:
            said = self._verdict(generator, text, "Statement: " + answer, self._claiming, token)
        return _standing(said + right + prior, _ENOUGH + caution)

    def warm_up(self, generator: Generator, token: CancelToken) -> None:
        """Let the model read what all judgements begin with, so that the first one need not wait for it."""
        messages = self._messages("", "", "", self._examples)
        for _piece in generator.stream(messages, token, max_tokens=1):
            pass

    def _task(self, name: str) -> str:
        return self._prompts.joinpath(f"{name}.txt").read_text("utf-8").strip()

    def _verdict(
        self,
        generator: Generator,
        text: str,
        case: str,
        task: str,
        token: CancelToken,
        *,
        examples: bool = True,
    ) -> float:
        """Return the log-odds of Yes; where room is short without examples, then without the text's end."""
        most, shown = room(generator), self._examples if examples else []
        if generator.count_tokens(self._messages("", case, task, shown)) + LEAST_TEXT > most:
            shown = []
        whole, messages = text, self._messages(text, case, task, shown)
        while text and (length := generator.count_tokens(messages)) > most:
            text = text[: int(len(text) * min(0.9, most / length))]
            messages = self._messages(text, case, task, shown)
        if len(text) < len(whole):
            self._notice()
        return generator.yes_no(messages, token)

    def _messages(self, text: str, case: str, task: str, examples: list[ChatMessage]) -> list[ChatMessage]:
        return [self._instructions, *examples, ChatMessage("user", _asked(text, case, task))]


def _standing(score: float, enough: float) -> Standing:
    if score < _LEAST:
        return "denied"
    return "borne out" if score >= enough else "doubtful"


def _asked(text: str, case: str, task: str) -> str:
    return f"{as_data(text, 'text')}\n\n{case}\n\n{task}"


def _question(question: str) -> str:
    return f"Question: {question}"
