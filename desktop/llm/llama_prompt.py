"""Renders a conversation with the chat template that stands in the model file."""

from collections.abc import Sequence

from desktop.llm.interfaces import ChatMessage
from desktop.llm.llama import LlamaModel, chat_formatter

# For a file without a template: the format most small models were trained with.
_CHATML = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
    "{% endfor %}<|im_start|>assistant\n"
)
_MARK = "\x02{}\x03"  # stands for the text of a message while the template is rendered


class ChatTemplate:
    """Turns messages into the tokens of a prompt. Thread-safe."""

    def __init__(self, model: LlamaModel) -> None:
        lib = model.lib
        self._model = model
        template = lib.llama_model_chat_template(model.pointer, None)
        self._bos = self._text(lib.llama_vocab_bos(model.vocab))
        self._format = chat_formatter(
            template=template.decode("utf-8") if template else _CHATML,
            eos_token=self._text(lib.llama_vocab_eos(model.vocab)),
            bos_token=self._bos,
        )

    def tokens(self, messages: Sequence[ChatMessage]) -> tuple[list[int], str]:
        """Return the tokens of the prompt and the template's text after the last message.

        The words of a message are never taken for control tokens: a document that contains `<|im_end|>` must
        not be able to end the turn in which it is quoted. So the template is rendered around marks, and each
        text is tokenised by itself where its mark stands.
        """
        marked = [{"role": item.role, "content": _MARK.format(n)} for n, item in enumerate(messages)]
        text = self._render(marked)
        tokens: list[int] = []
        adds_bos = bool(self._model.lib.llama_vocab_get_add_bos(self._model.vocab))
        first = adds_bos and not (self._bos and text.startswith(self._bos))
        for number, item in enumerate(messages):
            mark = _MARK.format(number)
            if mark not in text:
                continue  # a template may leave a role out
            before, _, text = text.partition(mark)
            tokens += self._model.tokenize(before, special=first, markup=True)
            tokens += self._model.tokenize(item.content, special=False)
            first = False
        return tokens + self._model.tokenize(text, special=False, markup=True), text

    def _render(self, messages: list[dict[str, str]]) -> str:
        # Small models think long and badly; where a template can be asked not to, it is.
        try:
            return str(self._format(messages=messages, enable_thinking=False).prompt)
        except ValueError:  # raised by templates that know no system role
            return str(self._format(messages=_without_system(messages), enable_thinking=False).prompt)

    def _text(self, token: int) -> str:
        text = self._model.lib.llama_vocab_get_text(self._model.vocab, token) if token >= 0 else None
        return text.decode("utf-8", "replace") if text else ""


def _without_system(messages: list[dict[str, str]]) -> list[dict[str, str]]:
    """Put the system message before the first user message."""
    system = "\n\n".join(item["content"] for item in messages if item["role"] == "system")
    rest = [dict(item) for item in messages if item["role"] != "system"]
    if rest and system:
        rest[0]["content"] = f"{system}\n\n{rest[0]['content']}"
    return rest
