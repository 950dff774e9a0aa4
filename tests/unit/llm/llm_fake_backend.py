"""A backend without a model: texts tell it what to do, so that tests can steer the real model process.

`gate PATH` meets the test twice: it opens PATH.in for writing (the test reads: the worker is here) and then
PATH.out for reading (the test writes: go on). Both are named pipes, so nobody waits for a length of time.
"""

import itertools
import os
import signal
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from desktop.domain.errors import Cancelled, UserError
from desktop.llm.backend import Answer
from desktop.llm.interfaces import ChatMessage
from desktop.llm.messages import Generate, ModelSpec

_order = itertools.count()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def text_code(text: str) -> float:
    """Return a number that identifies a text and fits a float32."""
    return float(zlib.crc32(text.encode()) % 2**20)


def act(text: str) -> None:
    words = text.split()
    if "gate" in words:
        path = words[words.index("gate") + 1]
        Path(path + ".in").write_text("here")
        Path(path + ".out").read_text()
    if "die" in words:
        die()
    if "die-once" in words:
        mark = Path(words[words.index("die-once") + 1])
        if not mark.exists():
            mark.touch()
            die()
    if "bug" in words:
        raise ZeroDivisionError("a bug on purpose")


class FakeEmbedder:
    dimension = 2

    def __init__(self, spec: ModelSpec) -> None:
        self.max_tokens = spec.max_tokens

    def embed(self, text: str) -> NDArray[np.float32]:
        act(text)
        return np.array([next(_order), text_code(text)], dtype=np.float32)

    def count(self, text: str) -> int:
        return len(text.split())


class FakeChat:
    def __init__(self, spec: ModelSpec) -> None:
        self.context = min(spec.context, 1000)

    def count(self, messages: Sequence[ChatMessage]) -> int:
        return sum(len(message.content.split()) for message in messages)

    def answer(self, request: Generate, cancelled: Callable[[], bool]) -> Answer:
        for piece in self._pieces(request.messages[-1].content):
            if cancelled():
                raise Cancelled
            yield piece
        return "stop"

    def yes_no(self, messages: Sequence[ChatMessage], cancelled: Callable[[], bool]) -> float:
        act(messages[-1].content)
        return 1.5

    def _pieces(self, script: str) -> Iterator[str]:
        if script == "forever":
            yield from itertools.repeat("x")
        if script == "modules":
            yield " ".join(name for name in ("PySide6", "apsw", "llama_cpp") if name in sys.modules)
        for step in script.split(";"):
            verb, _, rest = step.strip().partition(" ")
            if verb == "say":
                yield rest
            else:
                act(step)


class FakeReranker:
    def __init__(self, spec: ModelSpec) -> None:
        self.max_tokens = spec.max_tokens

    def score(self, question: str, passage: str) -> float:
        act(passage)
        return text_code(f"{question} {passage}")


def load_embedder(spec: ModelSpec, threads: int) -> FakeEmbedder:
    _load(spec)
    return FakeEmbedder(spec)


def load_chat(spec: ModelSpec, threads: int) -> FakeChat:
    _load(spec)
    return FakeChat(spec)


def load_reranker(spec: ModelSpec, threads: int) -> FakeReranker:
    _load(spec)
    return FakeReranker(spec)


def _load(spec: ModelSpec) -> None:
    act(spec.path.read_text())
    if spec.path.read_text() == "damaged":
        raise UserError("A model could not be loaded", f"“{spec.path.name}” is damaged.", "")
