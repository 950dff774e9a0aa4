"""A backend without a model: texts tell it what to do, so that tests can steer the real model process.

The devices are those of the environment's FAKE_DEVICES: names with commas between, a kind before each name
if it is no "gpu" ("integrated:Iris"). Models whose file says `no-device` do not load on one; `die-on-device`
in a file or a text ends the process only there, `lose-device` in a text reports that it failed.

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
from desktop.llm.backend import Answer, DeviceLostError
from desktop.llm.devices import Device
from desktop.llm.interfaces import ChatMessage
from desktop.llm.messages import Generate, ModelSpec

_order = itertools.count()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def text_code(text: str) -> float:
    """Return a number that identifies a text and fits a float32."""
    return float(zlib.crc32(text.encode()) % 2**20)


def act(text: str, device: str = "") -> None:
    words = text.split()
    if device and "lose-device" in words:
        raise DeviceLostError("a device failed on purpose")
    if device and "die-on-device" in words:
        die()
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

    def __init__(self, spec: ModelSpec, device: str) -> None:
        self._device = device
        self.max_tokens = spec.max_tokens

    def embed(self, text: str) -> NDArray[np.float32]:
        act(text, self._device)
        return np.array([next(_order), text_code(text)], dtype=np.float32)

    def count(self, text: str) -> int:
        return len(text.split())


class FakeChat:
    def __init__(self, spec: ModelSpec, device: str) -> None:
        self._device = device
        self.context = min(spec.context, 1000)

    def count(self, messages: Sequence[ChatMessage]) -> int:
        return sum(len(message.content.split()) for message in messages)

    def answer(self, request: Generate, cancelled: Callable[[], bool]) -> Answer:
        known = request.begun
        for piece in self._pieces(request.messages[-1].content):
            if known and known.startswith(piece):
                known = known.removeprefix(piece)
                continue
            if cancelled():
                raise Cancelled
            yield piece
        return "stop"

    def yes_no(self, messages: Sequence[ChatMessage], cancelled: Callable[[], bool]) -> float:
        act(messages[-1].content, self._device)
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
                act(step, self._device)


class FakeReranker:
    def __init__(self, spec: ModelSpec, device: str) -> None:
        self._device = device
        self.max_tokens = spec.max_tokens

    def score(self, question: str, passage: str) -> float:
        act(passage, self._device)
        return text_code(f"{question} {passage}")


def open_devices(*, graphics: bool) -> tuple[tuple[Device, ...], str]:
    wanted = os.environ.get("FAKE_DEVICES", "") if graphics else ""
    if wanted == "die":
        die()
    named = [text.rpartition(":") for text in wanted.split(",") if text]
    found = [Device(name, kind or "gpu", 8 << 30, 4 << 30) for kind, _, name in named]  # type: ignore[arg-type]
    return tuple(found), "fake"


def load_embedder(spec: ModelSpec, threads: int, device: str) -> FakeEmbedder:
    _load(spec, device)
    return FakeEmbedder(spec, device)


def load_chat(spec: ModelSpec, threads: int, device: str) -> FakeChat:
    _load(spec, device)
    return FakeChat(spec, device)


def load_reranker(spec: ModelSpec, threads: int, device: str) -> FakeReranker:
    _load(spec, device)
    return FakeReranker(spec, device)


def _load(spec: ModelSpec, device: str) -> None:
    text = spec.path.read_text()
    act(text, device)
    if text == "damaged" or (device and "no-device" in text):
        raise UserError("A model could not be loaded", f"“{spec.path.name}” is damaged.", "")
