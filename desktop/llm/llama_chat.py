"""Writes answers with a llama.cpp chat model: prompt, cache of earlier prompts, greedy choice, stops."""

import ctypes
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from desktop.domain.errors import Cancelled, UserError
from desktop.llm.answer_text import THINK_CLOSE, THINK_OPEN, AnswerText
from desktop.llm.backend import Answer, IsCancelled
from desktop.llm.interfaces import ChatMessage
from desktop.llm.llama import LlamaModel
from desktop.llm.llama_grammar import Grammar
from desktop.llm.llama_prompt import ChatTemplate
from desktop.llm.loops import is_looping
from desktop.llm.messages import Finish, Generate, ModelSpec
from desktop.llm.prompt_cache import PromptCache, Slot

_BATCH = 512  # tokens read in one call
_PAUSE_BATCH = 64  # the same for background answers, which must step aside soon
_SLOTS = 4  # prompts of different kinds (judge, answer, summary, rewriting) whose beginnings are kept
_LEAST_ANSWER = 32  # tokens that must remain for an answer
_YES = ("Yes", " Yes", "yes", " yes", "YES", " YES")
_NO = ("No", " No", "no", " no", "NO", " NO")
_ABORTED = 2


class LlamaChat:
    """A chat model with its cache; driven by one thread, except `count`."""

    def __init__(self, spec: ModelSpec, threads: int, device: str = "") -> None:
        self._model = LlamaModel(spec.path, device)
        self._lib = lib = self._model.lib
        trained = int(lib.llama_model_n_ctx_train(self._model.pointer))
        self.context = min(spec.context, trained) if trained > 0 else spec.context
        self._context = self._model.context(
            spec.path,
            n_ctx=self.context,
            n_batch=_BATCH,
            n_ubatch=_BATCH,
            n_threads=threads,
            n_threads_batch=threads,
            n_seq_max=_SLOTS,
            kv_unified=True,
        )
        self.context = min(self.context, int(lib.llama_n_ctx_seq(self._context)))
        self._template = ChatTemplate(self._model)
        self._cache = PromptCache(_LlamaMemory(self._model, self._context), _SLOTS, self.context)
        self._is_cancelled: IsCancelled = lambda: False
        # Kept as an attribute: ctypes would free the callback while llama.cpp still holds it.
        self._abort = lib.ggml_abort_callback(lambda _data: self._is_cancelled())
        self._yes, self._no = self._variants(_YES), self._variants(_NO)

    def count(self, messages: Sequence[ChatMessage]) -> int:
        """Return the tokens of the prompt, template included."""
        return len(self._prompt(messages)[0])

    def answer(self, request: Generate, cancelled: IsCancelled) -> Answer:
        """Write an answer; see LoadedChat."""
        tokens, thinking = self._prompt(request.messages)
        self._check_fits(tokens, min(request.max_tokens, _LEAST_ANSWER))
        limit = min(request.max_tokens, self.context - len(tokens))
        grammar = Grammar(self._model, request.grammar) if request.grammar else None
        end = len(tokens) + limit
        text = AnswerText(request.stop, thinking=thinking and not request.begun)
        if request.begun:
            tokens += self._begun(request.begun, text, grammar, thinking=thinking)
        slot = self._cache.take(tokens, reserve=max(0, end - len(tokens)))
        try:
            batch = _PAUSE_BATCH if request.background else _BATCH
            finish: Finish = "length"
            while len(tokens) < end:
                # Another request may come in at each yield, so the logits are used right after the reading.
                while len(tokens) - slot.known > batch:
                    self._read(slot, tokens[slot.known : slot.known + batch], cancelled)
                    yield ""
                self._read(slot, tokens[slot.known :], cancelled)
                token = self._choose(grammar)
                if self._lib.llama_vocab_is_eog(self._model.vocab, token):
                    finish = "stop"
                    break
                tokens.append(token)
                yield text.feed(self._bytes(token))
                if text.stopped or is_looping(tokens[end - limit :]):
                    finish = "stop" if text.stopped else "loop"
                    break
            yield text.flush()
            return "thinking" if finish == "length" and text.thinking else finish
        finally:
            self._cache.give_back(slot)

    def yes_no(self, messages: Sequence[ChatMessage], cancelled: IsCancelled) -> float:
        """Return log P(Yes) - log P(No), each summed over its spellings, at the first position."""
        tokens, thinking = self._prompt(messages)
        if thinking:  # the judgement is wanted now: close the reasoning that the template opened
            tokens += self._closing()
        self._check_fits(tokens, 0)
        slot = self._cache.take(tokens, reserve=0)
        try:
            while slot.known < len(tokens):
                self._read(slot, tokens[slot.known : slot.known + _BATCH], cancelled)
            logits = self._logits()
            return _log_sum(logits[self._yes]) - _log_sum(logits[self._no])
        finally:
            self._cache.give_back(slot)

    def _begun(self, begun: str, text: AnswerText, grammar: Grammar | None, *, thinking: bool) -> list[int]:
        """Return the tokens of an answer's beginning; `text` and `grammar` are brought to its end."""
        tokens = self._model.tokenize(begun, special=False)
        text.feed(begun.encode())
        if grammar:
            for token in tokens:
                grammar.accept(token)
        return [*(self._closing() if thinking else ()), *tokens]

    def _closing(self) -> list[int]:
        """Return the tokens that end a reasoning block which the template opened."""
        return self._model.tokenize(f"\n{THINK_CLOSE}\n\n", special=False, markup=True)

    def _choose(self, grammar: Grammar | None) -> int:
        logits = self._logits()
        if grammar is None:
            return int(np.argmax(logits))
        token = grammar.choose(logits)
        if token is None:
            return int(self._lib.llama_vocab_eos(self._model.vocab))
        if not self._lib.llama_vocab_is_eog(self._model.vocab, token):
            grammar.accept(token)
        return token

    def _read(self, slot: Slot, tokens: list[int], cancelled: IsCancelled) -> None:
        """Let the model read some tokens; between the steps of the computation it can be stopped."""
        if cancelled():
            raise Cancelled
        self._cache.make_room(slot)
        lib = self._lib
        batch = lib.llama_batch_init(len(tokens), 0, 1)
        batch.n_tokens = len(tokens)
        for index, token in enumerate(tokens):
            batch.token[index] = token
            batch.pos[index] = slot.known + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = slot.sequence
            batch.logits[index] = index == len(tokens) - 1
        # One token takes so little time that asking inside its computation would only slow it down.
        self._is_cancelled = cancelled
        callback = self._abort if len(tokens) > 1 else lib.ggml_abort_callback()
        lib.llama_set_abort_callback(self._context, callback, None)
        try:
            status = lib.llama_decode(self._context, batch)
        finally:
            lib.llama_batch_free(batch)
        if status == 0:
            slot.tokens.extend(tokens)
            return
        self._cache.forget_tail(slot)
        if status == _ABORTED or cancelled():
            raise Cancelled
        raise self._model.unread(len(tokens), status)

    def _prompt(self, messages: Sequence[ChatMessage]) -> tuple[list[int], bool]:
        """Return the tokens of the prompt and whether it ends inside a reasoning block."""
        tokens, end = self._template.tokens(messages)
        return tokens, end.rstrip().endswith(THINK_OPEN)

    def _check_fits(self, tokens: list[int], answer: int) -> None:
        if len(tokens) + answer > self.context:
            raise UserError(
                "The question is too long for the language model",
                f"It has {len(tokens)} tokens with its passages; the model takes {self.context - answer}.",
                "Shorten the question or choose a model with a longer context.",
            )

    def _logits(self) -> NDArray[np.float32]:
        pointer = self._lib.llama_get_logits_ith(self._context, -1)
        size = self._lib.llama_vocab_n_tokens(self._model.vocab)
        return np.ctypeslib.as_array(pointer, shape=(size,))

    def _bytes(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(256)
        length = self._lib.llama_token_to_piece(self._model.vocab, token, buffer, 256, 0, False)
        return buffer.raw[: max(0, length)]

    def _variants(self, words: Sequence[str]) -> list[int]:
        """Return the tokens that alone spell one of the words."""
        spelled = [self._model.tokenize(word, special=False) for word in words]
        single = {tokens[0] for tokens in spelled if len(tokens) == 1}
        return sorted(single or {spelled[0][0]})


class _LlamaMemory:
    """The cache operations of one context."""

    def __init__(self, model: LlamaModel, context: object) -> None:
        self._lib = model.lib
        self._memory = self._lib.llama_get_memory(context)
        pointer = model.pointer
        # A running state cannot be cut at a position, only dropped.
        self._whole = self._lib.llama_model_is_recurrent(pointer) or self._lib.llama_model_is_hybrid(pointer)

    def cut(self, sequence: int, position: int) -> bool:
        """Drop a sequence from a position on; False when the whole sequence had to go."""
        if (
            position
            and not self._whole
            and self._lib.llama_memory_seq_rm(self._memory, sequence, position, -1)
        ):
            return True
        self._lib.llama_memory_seq_rm(self._memory, sequence, -1, -1)
        return False

    def copy(self, source: int, target: int, length: int) -> bool:
        """Give `target` the first `length` tokens of `source`; False when the model cannot."""
        if self._whole:
            return False
        self._lib.llama_memory_seq_cp(self._memory, source, target, 0, length)
        return True


def _log_sum(values: NDArray[np.float32]) -> float:
    top = float(values.max())
    return top + float(np.log(np.exp(values.astype(np.float64) - top).sum()))
