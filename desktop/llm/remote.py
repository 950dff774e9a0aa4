"""The model protocols, answered by the model process."""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken
from desktop.llm.call import Call
from desktop.llm.interfaces import ChatMessage, EmbedderInfo, GeneratorInfo, RerankerInfo, Vectors
from desktop.llm.messages import (
    CountPrompt,
    CountTexts,
    Describe,
    Done,
    Embed,
    Finish,
    Generate,
    Loaded,
    ModelSpec,
    Piece,
    Rank,
    Request,
    Role,
    YesNo,
)

_COUNT_CHARACTERS = 65_536  # texts counted in one go; the process must stay free to hear a cancellation


class Requester(Protocol):
    """What the remote models need of the process."""

    def submit(self, request: Request) -> Call:
        """Send a request."""
        ...

    def next_id(self) -> int:
        """Return a new request number."""
        ...

    def loaded(self, role: Role) -> Loaded | None:
        """Return the real sizes of a model once it was loaded."""
        ...


class RemoteEmbedder:
    """An Embedder in the model process."""

    def __init__(self, process: Requester, spec: ModelSpec | None) -> None:
        self._process = process
        self._spec = spec

    @property
    def info(self) -> EmbedderInfo:
        """The model in use; the first time this loads it."""
        spec = _required(self._spec, "embedding")
        loaded = self._process.loaded("embedder")
        if loaded is None:
            self._process.submit(Describe(self._process.next_id())).wait(None)
            loaded = self._process.loaded("embedder")
        if loaded is None:
            raise RuntimeError("the model process described no embedder")
        return EmbedderInfo(spec.id, spec.name, loaded.dimension, loaded.limit)

    def embed_queries(self, texts: Sequence[str], token: CancelToken) -> Vectors:
        """Embed questions; they go before any waiting passages."""
        return self._embed(texts, token, query=True, urgent=True)

    def embed_passages(self, texts: Sequence[str], token: CancelToken, *, urgent: bool = False) -> Vectors:
        """Embed chunks for the index, or with `urgent` texts that a question waits for."""
        return self._embed(texts, token, query=False, urgent=urgent)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the tokens of each text, without special tokens or prefix."""
        _required(self._spec, "embedding")
        counts: list[int] = []
        for part in _portions(texts):
            end = self._process.submit(CountTexts(self._process.next_id(), part)).wait(None)
            if not isinstance(end, Done) or not isinstance(end.value, list):
                raise TypeError(f"unexpected answer {end!r}")
            counts += end.value
        return counts

    def _embed(self, texts: Sequence[str], token: CancelToken, *, query: bool, urgent: bool) -> Vectors:
        _required(self._spec, "embedding")
        token.check()
        call = self._process.submit(Embed(self._process.next_id(), tuple(texts), query=query, urgent=urgent))
        end = call.wait(token)
        if not isinstance(end, Done) or not isinstance(end.value, np.ndarray):
            raise TypeError(f"unexpected answer {end!r}")
        return end.value


class AnswerStream:
    """The pieces of an answer; `finish` says why it ended once it has, and stays empty until then.

    Dropping or closing it before its end stops the model.
    """

    def __init__(self, call: Call, token: CancelToken) -> None:
        self._call: Call | None = call
        self._token = token
        self.finish: Finish = ""

    def __iter__(self) -> Iterator[str]:
        """Return itself."""
        return self

    def __next__(self) -> str:
        """Return the next piece."""
        if self._call is None:
            raise StopIteration
        try:
            reply = self._call.wait(self._token)
        except BaseException:
            self._call = None
            raise
        if isinstance(reply, Piece):
            return reply.text
        self._call = None
        self.finish = reply.finish
        raise StopIteration

    def close(self) -> None:
        """Stop the model if it still writes."""
        call, self._call = self._call, None
        if call is not None:
            call.drop()

    def __del__(self) -> None:
        """Stop the model when nobody wants the rest."""
        self.close()


class RemoteGenerator:
    """A Generator in the model process."""

    def __init__(self, process: Requester, spec: ModelSpec | None, *, background: bool = False) -> None:
        self._process = process
        self._spec = spec
        self._background = background

    @property
    def info(self) -> GeneratorInfo:
        """The model in use; its context is exact once the model was loaded."""
        spec = _required(self._spec, "chat")
        loaded = self._process.loaded("chat")
        return GeneratorInfo(spec.id, spec.name, loaded.limit if loaded else spec.context)

    def count_tokens(self, messages: Sequence[ChatMessage]) -> int:
        """Return the exact length of the prompt in tokens, template included."""
        _required(self._spec, "chat")
        end = self._process.submit(CountPrompt(self._process.next_id(), tuple(messages))).wait(None)
        if not isinstance(end, Done) or not isinstance(end.value, int):
            raise TypeError(f"unexpected answer {end!r}")
        return end.value

    def stream(
        self,
        messages: Sequence[ChatMessage],
        token: CancelToken,
        *,
        max_tokens: int = 256,
        stop: Sequence[str] = (),
        grammar: str | None = None,
    ) -> AnswerStream:
        """Begin an answer at temperature 0 and return its pieces; see AnswerStream for why it ended."""
        _required(self._spec, "chat")
        token.check()
        request = Generate(
            self._process.next_id(), tuple(messages), max_tokens, tuple(stop), grammar, self._background
        )
        return AnswerStream(self._process.submit(request), token)

    def yes_no(self, messages: Sequence[ChatMessage], token: CancelToken) -> float:
        """Return log P(Yes) - log P(No) at the first position of the answer."""
        _required(self._spec, "chat")
        token.check()
        end = self._process.submit(YesNo(self._process.next_id(), tuple(messages))).wait(token)
        if not isinstance(end, Done) or not isinstance(end.value, float):
            raise TypeError(f"unexpected answer {end!r}")
        return end.value


class RemoteReranker:
    """A Reranker in the model process."""

    def __init__(self, process: Requester, spec: ModelSpec | None) -> None:
        self._process = process
        self._spec = spec

    @property
    def info(self) -> RerankerInfo:
        """The model in use."""
        spec = _required(self._spec, "reranking")
        return RerankerInfo(spec.id, spec.name)

    def scores(self, question: str, passages: Sequence[str], token: CancelToken) -> list[float]:
        """Return the model's score of each passage: higher answers better."""
        _required(self._spec, "reranking")
        token.check()
        request = Rank(self._process.next_id(), question, tuple(passages))
        end = self._process.submit(request).wait(token)
        if not isinstance(end, Done) or not isinstance(end.value, np.ndarray):
            raise TypeError(f"unexpected answer {end!r}")
        return [float(score) for score in end.value]


def _required(spec: ModelSpec | None, kind: str) -> ModelSpec:
    if spec is None:
        raise UserError(
            f"No {kind} model is set up",
            f"This needs a {kind} model, and none has been chosen.",
            "Choose or fetch one in the settings.",
        )
    return spec


def _portions(texts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Split texts into groups of bounded length."""
    group: list[str] = []
    size = 0
    for text in texts:
        if group and size + len(text) > _COUNT_CHARACTERS:
            yield tuple(group)
            group, size = [], 0
        group.append(text)
        size += len(text)
    if group:
        yield tuple(group)
