"""Runs models with llama.cpp: the only importer of llama_cpp, inside functions, in the model process only.

The low-level bindings are used because the high-level class cannot stop while it reads a prompt, copies the
logits of every token and keeps only one prompt in its cache.
"""

import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from desktop.domain.errors import UserError
from desktop.llm.messages import ModelSpec

if TYPE_CHECKING:
    from desktop.llm.llama_chat import LlamaChat
    from desktop.llm.llama_reranker import LlamaReranker

_POOLING = {"": -1, "none": 0, "mean": 1, "cls": 2, "last": 3, "rank": 4}
_LOGGED = {3, 4}  # warnings and errors in ggml.h
CHARACTERS_PER_TOKEN = 64  # more than any token has; bounds the work on a huge input before the exact cut


@cache
def library() -> Any:  # noqa: ANN401 - ctypes bindings carry no useful types
    """Return the bindings, loaded once and silent, with the processor's own variant if there are several."""
    # A thread of libgomp that spins while another program has the core costs up to ten times the speed.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    import llama_cpp.llama_cpp as bindings

    bindings.llama_log_set(_log_to_stderr(bindings), None)
    _load_variants(Path(bindings.__file__).parent / "lib")
    bindings.llama_backend_init()
    return bindings


@cache
def _log_to_stderr(bindings: Any) -> Any:  # noqa: ANN401 - as above
    """Return the callback that writes warnings and errors to the process's log (its stderr)."""

    def log(level: int, text: bytes, _data: object) -> None:
        if level in _LOGGED and sys.stderr:
            sys.stderr.write(text.decode("utf-8", "replace"))

    return bindings.llama_log_callback(log)


def chat_formatter(*, template: str, eos_token: str, bos_token: str) -> Any:  # noqa: ANN401 - as above
    """Return the renderer of a chat template: a sandbox, because the template comes with the file."""
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    return Jinja2ChatFormatter(template=template, eos_token=eos_token, bos_token=bos_token)


def _load_variants(folder: Path) -> None:
    """Load the compute backends of a build that ships one library per processor generation."""
    if not any(folder.glob("*ggml-cpu-*")):
        return
    # Through the very file that libllama uses: a copy under another name would be a second registry.
    names = {"win32": "ggml.dll", "darwin": "libggml.dylib"}
    loader = ctypes.CDLL(str(folder / names.get(sys.platform, "libggml.so.0")))
    loader.ggml_backend_load_all_from_path(os.fsencode(folder))


def load_embedder(spec: ModelSpec, threads: int) -> "LlamaEmbedder":
    """Load an embedding model; raises UserError when the file cannot be used."""
    return LlamaEmbedder(spec, threads)


def load_chat(spec: ModelSpec, threads: int) -> "LlamaChat":
    """Load a chat model; raises UserError when the file cannot be used."""
    from desktop.llm.llama_chat import LlamaChat

    return LlamaChat(spec, threads)


def load_reranker(spec: ModelSpec, threads: int) -> "LlamaReranker":
    """Load a cross-encoder; raises UserError when the file cannot be used."""
    from desktop.llm.llama_reranker import LlamaReranker

    return LlamaReranker(spec, threads)


class LlamaModel:
    """A model file in memory and its vocabulary; the vocabulary may be used from any thread."""

    def __init__(self, path: Path) -> None:
        self.lib = library()
        params = self.lib.llama_model_default_params()
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

    def context(self, path: Path, **options: object) -> Any:  # noqa: ANN401 - ctypes pointer
        """Make a context with flash attention; raises UserError when memory does not allow it."""
        params = self.lib.llama_context_default_params()
        options.setdefault("flash_attn_type", self.lib.LLAMA_FLASH_ATTN_TYPE_ENABLED)
        for name, value in options.items():
            setattr(params, name, value)
        pointer = self.lib.llama_init_from_model(self.pointer, params)
        if not pointer:
            raise unusable(path)
        return pointer


class PooledContext:
    """Reads one input at a time and returns the numbers that the model's pooling makes of it.

    llama.cpp ends the process on an input longer than n_ubatch: all three sizes are the longest input.
    """

    def __init__(self, model: LlamaModel, spec: ModelSpec, threads: int) -> None:
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
            raise RuntimeError(f"llama.cpp could not read {len(tokens)} tokens (status {status})")
        pooled = lib.llama_pooling_type(self._context) != _POOLING["none"]
        values = (
            lib.llama_get_embeddings_seq(self._context, 0)
            if pooled
            else lib.llama_get_embeddings_ith(self._context, -1)
        )
        return np.ctypeslib.as_array(values, shape=(size,)).astype(np.float32)

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

    def __init__(self, spec: ModelSpec, threads: int) -> None:
        self._model = LlamaModel(spec.path)
        lib = self._model.lib
        self.dimension = int(lib.llama_model_n_embd_out(self._model.pointer))
        self._context = PooledContext(self._model, spec, threads)
        self.max_tokens = self._context.max_tokens
        self._closing = {lib.llama_vocab_eos(self._model.vocab), lib.llama_vocab_sep(self._model.vocab)}

    def count(self, text: str) -> int:
        """Return the tokens of a text without special tokens."""
        return len(self._model.tokenize(text, special=False))

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
