"""What the chat model is asked: whether one text states the answer, and to word it."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage, Generator
from desktop.retrieval.rerank import parse_scores

_MARK = re.compile(r"<\s*/?\s*(?:text|tuning|documents)\b[^>]*>", re.IGNORECASE)
MAX_ANSWER_TOKENS = 96
MAX_MARK_TOKENS = 16
_MARK_FORM = r"""root ::= "{\"i\": 0, \"score\": " ("10" | [0-9]) "}" """
_PROMPT_MARGIN = 16  # tokens left free beside prompt and answer, for the template's own ends
_LEAST_TEXT = 128  # tokens of a passage without which there is nothing to read
_CUT = "A passage did not fit into the model's context; its end was not read."
_UNTUNED = "The wishes for answers of this library did not fit into the model's context and were left out."


class Wording:
    """Short prompts over one text at a time: instructions, the text, the question and a task.

    A judgement has examples between instructions and text, which the model reads once for all judgements.
    """

    def __init__(self, prompts: Path, tuning: str = "", notice: Callable[[str], None] | None = None) -> None:
        self._prompts = prompts
        self._tuning = tuning.strip()
        self._notice = notice or _say_nothing

    def tuned(self, tuning: str, notice: Callable[[str], None]) -> "Wording":
        """Return the same prompts with a library's wishes for answers; `notice` hears what does not fit.

        The wishes steer how an answer is worded, never whether a text is judged to answer.
        """
        return Wording(self._prompts, tuning, notice)

    def leaves_room(self, generator: Generator, question: str) -> bool:
        """Return whether some of a passage fits into the context beside the question."""
        length = generator.count_tokens(self._messages("", question, self._answer_task))
        return length + _LEAST_TEXT <= _room(generator)

    @cached_property
    def _instructions(self) -> str:
        return self._prompts.joinpath("reader.txt").read_text("utf-8").strip()

    @cached_property
    def _answer_task(self) -> str:
        return self._prompts.joinpath("word.txt").read_text("utf-8").strip()

    @cached_property
    def _short_task(self) -> str:
        return self._prompts.joinpath("short.txt").read_text("utf-8").strip()

    @cached_property
    def _tuning_rank(self) -> str:
        return self._prompts.joinpath("tuning.txt").read_text("utf-8").strip()

    @cached_property
    def _judge_task(self) -> str:
        return self._prompts.joinpath("judge.txt").read_text("utf-8").strip()

    @cached_property
    def _judge_examples(self) -> list[ChatMessage]:
        """Return questions that look alike, with the verdict on each: near misses are told by example."""
        messages: list[ChatMessage] = []
        for block in self._prompts.joinpath("judge-examples.txt").read_text("utf-8").strip().split("\n\n"):
            title, text, *cases = block.splitlines()
            for verdict, question in (case.split(": ", 1) for case in cases):
                asked = self._asked(f"{title}\n{text}", question, self._judge_task)
                messages += [ChatMessage("user", asked), ChatMessage("assistant", verdict)]
        return messages

    @cached_property
    def _summary_task(self) -> str:
        return self._prompts.joinpath("summary.txt").read_text("utf-8").strip()

    @cached_property
    def _mark_task(self) -> str:
        return self._prompts.joinpath("score.txt").read_text("utf-8").strip()

    def states_answer(self, generator: Generator, question: str, text: str, token: CancelToken) -> float:
        """Return the log-odds that `text` states the answer to exactly this question; 0 is undecided."""
        examples = self._judge_examples
        if generator.count_tokens(self._judged("", question, examples)) + _LEAST_TEXT > _room(generator):
            examples = []
        fitting = self._fitting(generator, question, text, before=examples)
        return generator.yes_no(self._judged(fitting, question, examples), token)

    def warm_up(self, generator: Generator, token: CancelToken) -> None:
        """Let the model read what every judgement begins with, so that the first one need not wait for it."""
        for _piece in generator.stream(self._judged("", "", self._judge_examples), token, max_tokens=1):
            pass

    def mark(self, generator: Generator, question: str, text: str, token: CancelToken) -> float | None:
        """Return how well `text` answers the question from 0 to 10, None when the model gives no number."""
        messages = self._messages(self._fitting(generator, question, text), question, self._mark_task)
        written = "".join(generator.stream(messages, token, max_tokens=MAX_MARK_TOKENS, grammar=_MARK_FORM))
        scores = parse_scores(written)
        return next(iter(scores.values())) if scores else None

    def write(
        self, generator: Generator, question: str, text: str, token: CancelToken, *, short: bool = False
    ) -> Iterator[str]:
        """Yield the words of an answer from `text` alone, which is cut at the end where it cannot fit.

        `short` asks for the bare fact: a small model that only repeats the question often knows that.
        """
        task = self._short_task if short else self._tuned_task(generator, question)
        messages = self._messages(self._fitting(generator, question, text, task), question, task)
        return generator.stream(messages, token, max_tokens=MAX_ANSWER_TOKENS)

    def summarise(self, generator: Generator, text: str, token: CancelToken) -> Iterator[str]:
        """Yield the words of a summary of a document of which `text` holds the telling sentences."""
        asked = f"{as_data(text, 'text')}\n\n{self._summary_task}"
        messages = [ChatMessage("system", self._instructions), ChatMessage("user", asked)]
        return generator.stream(messages, token, max_tokens=MAX_ANSWER_TOKENS)

    def _tuned_task(self, generator: Generator, question: str) -> str:
        """Return the task of wording an answer behind the library's wishes, if there are and they fit."""
        if not self._tuning:
            return self._answer_task
        task = f"{as_data(self._tuning, 'tuning')}\n{self._tuning_rank}\n\n{self._answer_task}"
        if generator.count_tokens(self._messages("", question, task)) + _LEAST_TEXT <= _room(generator):
            return task
        self._notice(_UNTUNED)
        return self._answer_task

    def _fitting(
        self,
        generator: Generator,
        question: str,
        text: str,
        task: str = "",
        before: Sequence[ChatMessage] = (),
    ) -> str:
        """Return as much of `text` as fits the context, counted with the model's own tokenizer."""
        room, whole = _room(generator), text
        while text:
            messages = self._messages(text, question, task or self._answer_task, before)
            length = generator.count_tokens(messages)
            if length <= room:
                break
            text = text[: int(len(text) * min(0.9, room / length))]
        if len(text) < len(whole):
            self._notice(_CUT)
        return text

    def _judged(self, text: str, question: str, examples: Sequence[ChatMessage]) -> list[ChatMessage]:
        return self._messages(text, question, self._judge_task, examples)

    def _messages(
        self, text: str, question: str, task: str, before: Sequence[ChatMessage] = ()
    ) -> list[ChatMessage]:
        asked = self._asked(text, question, task)
        return [ChatMessage("system", self._instructions), *before, ChatMessage("user", asked)]

    @staticmethod
    def _asked(text: str, question: str, task: str) -> str:
        return f"{as_data(text, 'text')}\n\nQuestion: {question}\n\n{task}"


def _room(generator: Generator) -> int:
    """Return the tokens of the context that a prompt may fill."""
    return generator.info.context - MAX_ANSWER_TOKENS - _PROMPT_MARGIN


def as_data(text: str, name: str) -> str:
    """Return the text between marks that it cannot open or close itself."""
    inside = _MARK.sub(lambda mark: "(" + mark.group()[1:-1] + ")", text)
    return f"<{name}>\n{inside}\n</{name}>"


def _say_nothing(_text: str) -> None:
    """Stand in where nobody is to be told."""
