"""Scores a question and a passage together with a llama.cpp cross-encoder (rank pooling)."""

from desktop.llm.llama import CHARACTERS_PER_TOKEN, LlamaModel, PooledContext
from desktop.llm.messages import ModelSpec

_UNIGRAM_VOCABULARY = 4  # llama.cpp's number of the SentencePiece unigram vocabulary
_QUESTION_SHARE = 2  # a question takes at most this part (one half) of the room


class LlamaReranker:
    """A cross-encoder; one pair per call."""

    def __init__(self, spec: ModelSpec, threads: int, device: str = "") -> None:
        self._model = LlamaModel(spec.path, device)
        self._context = PooledContext(self._model, spec, threads)
        self.max_tokens = self._context.max_tokens
        self._frame = _Frame.of(self._model)

    def score(self, question: str, passage: str) -> float:
        """Return the model's score: higher answers better."""
        return float(self._context.read(self.input_tokens(question, passage), 1)[0])

    def input_tokens(self, question: str, passage: str) -> list[int]:
        """Return what the model reads: a long question cut to half the room, the passage to the rest."""
        frame = self._frame
        room = self.max_tokens - frame.length
        asked = self._tokens(question, room // _QUESTION_SHARE)
        read = self._tokens(passage, room - len(asked))
        return [*frame.opening, *asked, *frame.between, *read, *frame.closing]

    def _tokens(self, text: str, room: int) -> list[int]:
        return self._model.tokenize(text[: room * CHARACTERS_PER_TOKEN], special=False)[:room]


class _Frame:
    """The tokens before, between and after a question and a passage."""

    def __init__(self, opening: list[int], between: list[int], closing: list[int]) -> None:
        self.opening = opening
        self.between = between
        self.closing = closing
        self.length = len(opening) + len(between) + len(closing)

    @classmethod
    def of(cls, model: LlamaModel) -> "_Frame":
        """Return the frame that a model was trained with: its own template, or that of its vocabulary."""
        template = model.lib.llama_model_chat_template(model.pointer, b"rerank")
        if template:
            return cls._of_template(model, template.decode("utf-8", "replace"))
        lib, vocab = model.lib, model.vocab
        around = model.tokenize("", special=True)
        opening, closing = around[:1], around[1:]
        if (
            lib.llama_vocab_type(vocab) == _UNIGRAM_VOCABULARY
        ):  # the XLM-R family closes a text and opens the next alike
            return cls(opening, closing * 2, closing)
        between = [lib.llama_vocab_eos(vocab)] if lib.llama_vocab_get_add_eos(vocab) else []
        between += [lib.llama_vocab_sep(vocab)] if lib.llama_vocab_get_add_sep(vocab) else []
        return cls(opening, between or closing, closing)

    @classmethod
    def _of_template(cls, model: LlamaModel, template: str) -> "_Frame":
        """Return the frame of a template with the places {query} and {document}, in this order."""
        before, _, rest = template.partition("{query}")
        between, _, after = rest.partition("{document}")
        return cls(*(model.tokenize(part, special=False, markup=True) for part in (before, between, after)))
