"""What the model process asks of a library that runs models; llama.py is the real one, tests bring another.

A backend is an importable module with the functions of `Backend`; all raise UserError when the file
is missing or cannot be used. A loaded model is driven by one thread only, except for its counting method,
which must be safe beside the others.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from desktop.llm.devices import Device
from desktop.llm.interfaces import ChatMessage
from desktop.llm.messages import Finish, Generate, ModelSpec

IsCancelled = Callable[[], bool]
Answer = Generator[str, None, Finish]  # pieces (may be empty: a chance to stop or switch), then why it ended


class DeviceLostError(RuntimeError):
    """A graphics processor failed while a model ran on it; the process cannot be trusted any more."""


class LoadedEmbedder(Protocol):
    """An embedding model in memory."""

    dimension: int
    max_tokens: int

    def embed(self, text: str) -> NDArray[np.float32]:
        """Return the unit vector of one text, cut by tokens when it is too long."""
        ...

    def count(self, text: str) -> int:
        """Return the tokens of a text without special tokens."""
        ...


class LoadedChat(Protocol):
    """A chat model in memory."""

    context: int

    def count(self, messages: Sequence[ChatMessage]) -> int:
        """Return the tokens of the prompt, template included."""
        ...

    def answer(self, request: Generate, cancelled: IsCancelled) -> Answer:
        """Write an answer; raises UserError when the prompt cannot fit, Cancelled when `cancelled()`."""
        ...

    def yes_no(self, messages: Sequence[ChatMessage], cancelled: IsCancelled) -> float:
        """Return log P(Yes) - log P(No) at the first position."""
        ...


class LoadedReranker(Protocol):
    """A cross-encoder in memory."""

    max_tokens: int

    def score(self, question: str, passage: str) -> float:
        """Return how well the passage answers the question; both are cut by tokens when too long."""
        ...


class Backend(Protocol):
    """The functions of a backend module. `device` is the id of a device or empty for the processor."""

    def open_devices(self, *, graphics: bool) -> tuple[tuple[Device, ...], str]:
        """Open the library, before anything else; return devices, and the processor's generation if known."""
        ...

    def load_embedder(self, spec: ModelSpec, threads: int, device: str) -> LoadedEmbedder:
        """Load an embedding model."""
        ...

    def load_chat(self, spec: ModelSpec, threads: int, device: str) -> LoadedChat:
        """Load a chat model."""
        ...

    def load_reranker(self, spec: ModelSpec, threads: int, device: str) -> LoadedReranker:
        """Load a cross-encoder."""
        ...
