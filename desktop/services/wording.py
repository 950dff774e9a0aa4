"""What the chat model is asked to write: an answer from one text, a summary, a mark."""

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage, Generator
from desktop.retrieval.rerank import parse_scores
from desktop.services.judging import Judge
from desktop.services.prompting import LEAST_TEXT, MAX_ANSWER_TOKENS, as_data, room

MAX_MARK_TOKENS = 16
_MARK_FORM = r"""root ::= "{\"i\": 0, \"score\": " ("10" | [0-9]) "}" """
_CUT = "A passage did not fit into the model's context; its end was not read."
_UNTUNED = "The wishes for answers of this library did not fit into the model's context and were left out."


class Wording:
    """Short prompts over one text at a time: instructions, the text, the question and a task."""

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
        return length + LEAST_TEXT <= room(generator)

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
    def judge(self) -> Judge:
        """What asks for a Yes or No."""
        return Judge(self._prompts, lambda: self._notice(_CUT))

    @cached_property
    def _summary_task(self) -> str:
        return self._prompts.joinpath("summary.txt").read_text("utf-8").strip()

    @cached_property
    def _mark_task(self) -> str:
        return self._prompts.joinpath("score.txt").read_text("utf-8").strip()

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
        if generator.count_tokens(self._messages("", question, task)) + LEAST_TEXT <= room(generator):
            return task
        self._notice(_UNTUNED)
        return self._answer_task

    def _fitting(
        self,
        generator: Generator,
        question: str,
        text: str,
        task: str = "",
    ) -> str:
        """Return as much of `text` as fits the context, counted with the model's own tokenizer."""
        most, whole = room(generator), text
        while text:
            length = generator.count_tokens(self._messages(text, question, task or self._answer_task))
            if length <= most:
                break
            text = text[: int(len(text) * min(0.9, most / length))]
        if len(text) < len(whole):
            self._notice(_CUT)
        return text

    def _messages(self, text: str, question: str, task: str) -> list[ChatMessage]:
        asked = f"{as_data(text, 'text')}\n\nQuestion: {question}\n\n{task}"
        return [ChatMessage("system", self._instructions), ChatMessage("user", asked)]


def _say_nothing(_text: str) -> None:
    """Stand in where nobody is to be told."""
