"""What the chat model is asked: whether one text states the answer, and to word it."""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage, Generator
from desktop.retrieval.rerank import parse_scores

_MARK = re.compile(r"<\s*/?\s*text\b[^>]*>", re.IGNORECASE)
MAX_ANSWER_TOKENS = 96
MAX_MARK_TOKENS = 16
_MARK_FORM = r"""root ::= "{\"i\": 0, \"score\": " ("10" | [0-9]) "}" """
_PROMPT_MARGIN = 16  # tokens left free beside prompt and answer, for the template's own ends


class Wording:
    """Short prompts over one text at a time.

    All begin with the same instructions, the text and the question; only the task at the end differs. So the
    model reads a text once, whether it is asked to judge it, to answer from it, or both.
    """

    def __init__(self, prompts: Path) -> None:
        self._prompts = prompts

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
    def _judge_task(self) -> str:
        return self._prompts.joinpath("judge.txt").read_text("utf-8").strip()

    @cached_property
    def _mark_task(self) -> str:
        return self._prompts.joinpath("score.txt").read_text("utf-8").strip()

    def states_answer(self, generator: Generator, question: str, text: str, token: CancelToken) -> float:
        """Return the log-odds that `text` states the answer to exactly this question; 0 is undecided."""
        fitting = self._fitting(generator, question, text)
        return generator.yes_no(self._messages(fitting, question, self._judge_task), token)

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
        fitting = self._fitting(generator, question, text)
        messages = self._messages(fitting, question, self._short_task if short else self._answer_task)
        return generator.stream(messages, token, max_tokens=MAX_ANSWER_TOKENS)

    def _fitting(self, generator: Generator, question: str, text: str) -> str:
        """Return as much of `text` as fits the context, counted with the model's own tokenizer."""
        room = generator.info.context - MAX_ANSWER_TOKENS - _PROMPT_MARGIN
        while text:
            length = generator.count_tokens(self._messages(text, question, self._answer_task))
            if length <= room:
                break
            text = text[: int(len(text) * min(0.9, room / length))]
        return text

    def _messages(self, text: str, question: str, task: str) -> list[ChatMessage]:
        asked = f"{_as_data(text)}\n\nQuestion: {question}\n\n{task}"
        return [ChatMessage("system", self._instructions), ChatMessage("user", asked)]


def _as_data(text: str) -> str:
    """Return the text between marks that it cannot open or close itself."""
    return "<text>\n" + _MARK.sub(lambda mark: "(" + mark.group()[1:-1] + ")", text) + "\n</text>"
