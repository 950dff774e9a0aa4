"""Runs models with llama.cpp, in the model process only.

The low-level bindings are used because the high-level class cannot stop while it reads a prompt, copies the
logits of every token and keeps only one prompt in its cache.
"""

import ctypes
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from desktop.domain.errors import UserError
from desktop.llm.backend import DeviceLostError
from desktop.llm.devices import Device
from desktop.llm.llama_library import open_library
from desktop.llm.messages import ModelSpec

if TYPE_CHECKING:
    from desktop.llm.llama_chat import LlamaChat
    from desktop.llm.llama_reranker import LlamaReranker

_POOLING = {"": -1, "none": 0, "mean": 1, "cls": 2, "last": 3, "rank": 4}
_ALL_LAYERS = 999
_INVALID_INPUT = -1  # what is lower tells that computing failed
CHARACTERS_PER_TOKEN = 64  # more than any token has; bounds the work on a huge input before the exact cut


def open_devices(*, graphics: bool) -> tuple[tuple[Device, ...], str]:
    """Open llama.cpp; return the graphics processors if asked for, and the processor's generation."""
    library = open_library(graphics=graphics)
    return library.devices, library.variant


def chat_formatter(*, template: str, eos_token: str, bos_token: str) -> Any:  # noqa: ANN401 - as above
    """Return the renderer of a chat template: a sandbox, because the template comes with the file."""
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    return Jinja2ChatFormatter(template=template, eos_token=eos_token, bos_token=bos_token)


def load_embedder(spec: ModelSpec, threads: int, device: str) -> "LlamaEmbedder":
    """Load an embedding model; raises UserError when the file cannot be used."""
    return LlamaEmbedder(spec, threads, device)


def load_chat(spec: ModelSpec, threads: int, device: str) -> "LlamaChat":
    """Load a chat model; raises UserError when the file cannot be used."""
    from desktop.llm.llama_chat import LlamaChat

    return LlamaChat(spec, threads, device)


def load_reranker(spec: ModelSpec, threads: int, device: str) -> "LlamaReranker":
    """Load a cross-encoder; raises UserError when the file cannot be used."""
    from desktop.llm.llama_reranker import LlamaReranker

    return LlamaReranker(spec, threads, device)


class LlamaModel:
    """A model file in memory and its vocabulary; the vocabulary may be used from any thread."""

    def __init__(self, path: Path, device: str = "") -> None:
        library = open_library(graphics=bool(device))
        self.lib = library.bindings
        self.device = device
        devices = library.device_list(device)
        params = self.lib.llama_model_default_params()
        params.devices = ctypes.cast(devices, ctypes.c_void_p)
        params.n_gpu_layers = _ALL_LAYERS if device else 0
        self.pointer = self.lib.llama_model_load_from_file(os.fsencode(path), params)
        if not self.pointer:
            raise unusable(path)
        self.vocab = self.lib.llama_model_get_vocab(self.pointer)

    def tokenize(self, text: str, *, special: bool, markup: bool = False) -> list[int]:
        """Return the tokens of a text.

        `special` adds the tokens that open and close an input; only with `markup` are control tokens written
        in the text taken as such, which must never happen with the text of a document.
        """
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        for _ in range(2):
            tokens = (ctypes.c_int32 * room)()
            count = self.lib.llama_tokenize(self.vocab, data, len(data), tokens, room, special, markup)
            if count >= 0:
                return tokens[:count]
            room = -count
        raise RuntimeError("the tokenizer gave two different lengths")

    def count(self, text: str) -> int:
        """Return how many tokens a text has without special ones: llama.cpp says how many found no room."""
        data = text.encode("utf-8", "replace")
        return -int(self.lib.llama_tokenize(self.vocab, data, len(data), None, 0, False, False))

    def context(self, path: Path, **options: object) -> Any:  # noqa: ANN401 - ctypes pointer
        """Make a context with flash attention; raises UserError when memory does not allow it."""
        params = self.lib.llama_context_default_params()
        options.setdefault("flash_attn_type", self.lib.LLAMA_FLASH_ATTN_TYPE_ENABLED)
        for name, value in options.items():
            setattr(params, name, value)
        pointer = self.lib.llama_init_from_model(self.pointer, params)
        if not pointer:
            self.lib.llama_model_free(self.pointer)  # its memory is wanted for another attempt
            raise unusable(path)
        return pointer

    def unread(self, count: int, status: int) -> Exception:
        """Return the error for tokens that llama.cpp could not read."""
        kind = DeviceLostError if self.device and status < _INVALID_INPUT else RuntimeError
        return kind(f"llama.cpp could not read {count} tokens (status {status})")


class PooledContext:
    """Reads one input at a time and returns the numbers that the model's pooling makes of it.

    llama.cpp ends the process on an input longer than n_ubatch: all three sizes are the longest input.
    """

    def __init__(self, model: LlamaModel, spec: ModelSpec, threads: int) -> None:
        self._model = model
        self._lib = lib = model.lib
        trained = int(lib.llama_model_n_ctx_train(model.pointer))
        self.max_tokens = min(spec.max_tokens, trained) if trained > 0 else spec.max_tokens
        self._context = model.context(
            spec.path,
            n_ctx=self.max_tokens,
            n_batch=self.max_tokens,
            n_ubatch=self.max_tokens,
            n_threads=threads,
            n_threads_batch=threads,
            embeddings=True,
            pooling_type=_POOLING[spec.pooling],
        )
        self._memory = lib.llama_get_memory(self._context)  # encoders have none
        self._batch = lib.llama_batch_init(self.max_tokens, 0, 1)

    def read(self, tokens: list[int], size: int) -> NDArray[np.float32]:
        """Return the first `size` pooled numbers of an input of 1 to `max_tokens` tokens."""
        lib = self._lib
        if not 0 < len(tokens) <= self.max_tokens:
            raise ValueError(f"{len(tokens)} tokens cannot be read at once")
        batch = self._fill(tokens)
        if self._memory:
            lib.llama_memory_clear(self._memory, True)
            status = lib.llama_decode(self._context, batch)
        else:
            status = lib.llama_encode(self._context, batch)
        if status != 0:
            raise self._model.unread(len(tokens), status)
        pooled = lib.llama_pooling_type(self._context) != _POOLING["none"]
        values = (
            lib.llama_get_embeddings_seq(self._context, 0)
            if pooled
            else lib.llama_get_embeddings_ith(self._context, -1)
        )
        numbers = np.ctypeslib.as_array(values, shape=(size,)).astype(np.float32)
        if self._model.device and not np.isfinite(numbers).all():
            raise DeviceLostError("the device computed what is no number")
        return numbers

    def _fill(self, tokens: list[int]) -> Any:  # noqa: ANN401 - ctypes structure
        batch = self._batch
        batch.n_tokens = len(tokens)
        for index, token in enumerate(tokens):
            batch.token[index] = token
            batch.pos[index] = index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = 0
            batch.logits[index] = 1  # pooling needs every position
        return batch


class LlamaEmbedder:
    """An embedding model; one text per call, because packing several costs the square of their length."""

    def __init__(self, spec: ModelSpec, threads: int, device: str = "") -> None:
        self._model = LlamaModel(spec.path, device)
        lib = self._model.lib
        self.dimension = int(lib.llama_model_n_embd_out(self._model.pointer))
        self._context = PooledContext(self._model, spec, threads)
        self.max_tokens = self._context.max_tokens
        self._closing = {lib.llama_vocab_eos(self._model.vocab), lib.llama_vocab_sep(self._model.vocab)}

    def count(self, text: str) -> int:
        """Return the tokens of a text without special tokens."""
        return self._model.count(text)

    def input_tokens(self, text: str) -> list[int]:
        """Return what the model reads: cut to `max_tokens`, the closing token kept."""
        tokens = self._model.tokenize(text[: self.max_tokens * CHARACTERS_PER_TOKEN], special=True)
        if len(tokens) <= self.max_tokens:
            return tokens
        closing = tokens[-1:] if tokens[-1] in self._closing else []
        return tokens[: self.max_tokens - len(closing)] + closing

    def embed(self, text: str) -> NDArray[np.float32]:
        """Return the unit vector of one text."""
        tokens = self.input_tokens(text)
        if not tokens:
            return np.zeros(self.dimension, dtype=np.float32)
        vector = self._context.read(tokens, self.dimension)
        return vector / max(float(np.linalg.norm(vector)), 1e-12)


def unusable(path: Path) -> UserError:
    """Return the error for a file that llama.cpp refuses."""
    return UserError(
        "A model could not be loaded",
        f"“{path.name}” is damaged, is not a model this version can run, or needs more memory than is free.",
        "Fetch the file again or choose another model in the settings.",
    )
