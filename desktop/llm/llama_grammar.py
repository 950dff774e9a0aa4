"""Keeps a llama.cpp answer inside a grammar (GBNF)."""

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop.llm.llama import LlamaModel

_CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])


class Grammar:
    """The state of a grammar while an answer is written. Raises ValueError when the grammar is wrong."""

    def __init__(self, model: LlamaModel, grammar: str) -> None:
        self._lib = model.lib
        self._sampler = self._lib.llama_sampler_init_grammar(model.vocab, grammar.encode(), b"root")
        if not self._sampler:
            raise ValueError(f"not a grammar: {grammar}")

    def __del__(self) -> None:
        """Free the sampler."""
        if self._sampler:
            self._lib.llama_sampler_free(self._sampler)

    def choose(self, logits: NDArray[np.float32]) -> int | None:
        """Return the most likely token that the grammar allows; None when it allows none."""
        best = int(np.argmax(logits))
        # Checking the whole vocabulary is slow, and the model nearly always follows the grammar by itself.
        if np.isfinite(self._allowed(np.array([best], dtype=np.int32), logits)[0]):
            return best
        allowed = self._allowed(np.arange(len(logits), dtype=np.int32), logits)
        token = int(np.argmax(allowed))
        return token if np.isfinite(allowed[token]) else None

    def accept(self, token: int) -> None:
        """Advance by the chosen token."""
        self._lib.llama_sampler_accept(self._sampler, token)

    def _allowed(self, tokens: NDArray[np.int32], logits: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the logits of `tokens`, minus infinity for those that the grammar forbids."""
        candidates = np.zeros(len(tokens), dtype=_CANDIDATE)
        candidates["id"] = tokens
        candidates["logit"] = logits[tokens]
        array: Any = self._lib.llama_token_data_array(
            candidates.ctypes.data_as(self._lib.llama_token_data_p), len(tokens), -1, False
        )
        self._lib.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return candidates["logit"]
