"""What the window process and the model process say to each other: plain frozen records."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from desktop.llm.devices import AUTOMATIC, DeviceState
from desktop.llm.interfaces import ChatMessage

Role = Literal["embedder", "chat", "reranker"]
Finish = Literal[
    "", "stop", "length", "loop", "thinking"
]  # why an answer ended; "" while it is being written
Value = NDArray[np.float32] | list[int] | int | float | None


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model file and how it wants to be used; everything the model process needs to load it."""

    path: Path
    id: str
    name: str
    pooling: str = ""  # mean, cls, last or rank; empty: as the file says
    query_prefix: str = ""
    passage_prefix: str = ""
    context: int = 4096  # chat: longest prompt plus answer, in tokens
    max_tokens: int = 512  # embedder, reranker: longest input in tokens, prefix and special tokens included

    def query_text(self, text: str) -> str:
        """Return what the model is given for a question."""
        return self.query_prefix + text

    def passage_text(self, text: str) -> str:
        """Return what the model is given for a passage."""
        return self.passage_prefix + text


@dataclass(frozen=True, slots=True)
class HostOptions:
    """How a model process is started. `backend` is the importable module that loads models.

    `device` is the id of a graphics processor, AUTOMATIC or PROCESSOR.
    """

    embedder: ModelSpec | None
    generator: ModelSpec | None
    threads: int
    backend: str
    log_file: Path | None = None
    reranker: ModelSpec | None = None
    device: str = AUTOMATIC


@dataclass(frozen=True, slots=True)
class Embed:
    """Embed texts one after the other; questions go before passages."""

    id: int
    texts: tuple[str, ...]
    query: bool
    urgent: bool = False  # passages that a question waits for go before those of the index


@dataclass(frozen=True, slots=True)
class CountTexts:
    """Count the tokens of texts with the embedder's vocabulary."""

    id: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Describe:
    """Load the embedder so that its size becomes known."""

    id: int


@dataclass(frozen=True, slots=True)
class FindDevices:
    """Look for graphics processors; the DeviceState comes before the end."""

    id: int


@dataclass(frozen=True, slots=True)
class CountPrompt:
    """Count the tokens of a prompt, chat template included."""

    id: int
    messages: tuple[ChatMessage, ...]


@dataclass(frozen=True, slots=True)
class Generate:
    """Write an answer."""

    id: int
    messages: tuple[ChatMessage, ...]
    max_tokens: int
    stop: tuple[str, ...] = ()
    grammar: str | None = None
    background: bool = False  # steps aside whenever another chat request arrives
    begun: str = ""  # the beginning of the answer, which is there already


@dataclass(frozen=True, slots=True)
class YesNo:
    """Weigh Yes against No at the first position of the answer."""

    id: int
    messages: tuple[ChatMessage, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """Score how well each passage answers a question, one pair after the other."""

    id: int
    question: str
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cancel:
    """Give up request `id`; answered by Stopped (or by its ordinary end if that was quicker)."""

    id: int


@dataclass(frozen=True, slots=True)
class Quit:
    """End the process."""


EmbedderRequest = Embed | CountTexts | Describe | FindDevices
ChatRequest = CountPrompt | Generate | YesNo
Request = EmbedderRequest | ChatRequest | Rank


@dataclass(frozen=True, slots=True)
class Started:
    """The model's worker has taken up request `id`."""

    id: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text of an answer, never half a character."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """Request `id` is complete."""

    id: int
    value: Value = None
    finish: Finish = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """Request `id` met a problem the person can act on (the three parts of a UserError)."""

    id: int
    title: str
    detail: str
    advice: str


@dataclass(frozen=True, slots=True)
class Broken:
    """Request `id` met a bug; `trace` is the traceback of the model process."""

    id: int
    trace: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """Request `id` was given up as asked."""

    id: int


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model is in memory; the numbers are the real ones. `dimension` is that of an embedder, else 0."""

    role: Role
    dimension: int
    limit: int  # embedder, reranker: longest input; chat: context; all in tokens


EndReply = Done | Refused | Broken | Stopped
Reply = Started | Piece | Loaded | DeviceState | EndReply


def role_of(request: Request) -> Role:
    """Return which model answers a request."""
    if isinstance(request, Rank):
        return "reranker"
    return "embedder" if isinstance(request, EmbedderRequest) else "chat"
