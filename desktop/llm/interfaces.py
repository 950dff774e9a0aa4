"""What the rest of the program sees of language models: three protocols, no llama.cpp."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from desktop.domain.work import CancelToken

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EmbedderInfo:
    """An embedding model: `id` is file hash + pooling + prefixes, so any change of them is another model."""

    id: str
    name: str
    dimension: int
    max_tokens: int  # longest input in tokens, prefix and special tokens included; longer ones are cut


@dataclass(frozen=True, slots=True)
class GeneratorInfo:
    """A chat model: `context` is the longest prompt plus answer in tokens."""

    id: str
    name: str
    context: int


@dataclass(frozen=True, slots=True)
class RerankerInfo:
    """A cross-encoder: it reads a question and a passage together."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


class Embedder(Protocol):
    """Turns texts into unit vectors of shape (len(texts), dimension), float32.

    Raises UserError when the model file is missing or broken, Cancelled when `token` fires.
    """

    @property
    def info(self) -> EmbedderInfo:
        """The model in use."""
        ...

    def embed_queries(self, texts: Sequence[str], token: CancelToken) -> Vectors:
        """Embed questions or sentences to compare with passages; goes before any waiting passages."""
        ...

    def embed_passages(self, texts: Sequence[str], token: CancelToken, *, urgent: bool = False) -> Vectors:
        """Embed chunks for the index; questions, and passages that a question waits for, go first."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text, without special tokens or prefix."""
        ...


class Generator(Protocol):
    """Writes text. Raises UserError on a missing model or a prompt that cannot fit, Cancelled on `token`."""

    @property
    def info(self) -> GeneratorInfo:
        """The model in use."""
        ...

    def count_tokens(self, messages: Sequence[ChatMessage]) -> int:
        """Return the exact length of the prompt in tokens, template included."""
        ...

    def stream(
        self,
        messages: Sequence[ChatMessage],
        token: CancelToken,
        *,
        max_tokens: int = 256,
        stop: Sequence[str] = (),
        grammar: str | None = None,
    ) -> Iterator[str]:
        """Yield the answer piece by piece at temperature 0."""
        ...

    def yes_no(self, messages: Sequence[ChatMessage], token: CancelToken) -> float:
        """Return log P(Yes) - log P(No) at the first position of the answer; nothing is generated."""
        ...


class Reranker(Protocol):
    """Says how well passages answer a question.

    Raises UserError when the model file is missing or broken, Cancelled when `token` fires.
    """

    @property
    def info(self) -> RerankerInfo:
        """The model in use."""
        ...

    def scores(self, question: str, passages: Sequence[str], token: CancelToken) -> list[float]:
        """Return a score for each passage, on the model's own scale: higher answers better.

        Of a question and passage longer than the model reads, the end is cut by tokens.
        """
        ...
