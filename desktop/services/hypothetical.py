"""A hypothetical answer to search with: closer to a passage that answers than the question itself is."""

from pathlib import Path

from desktop.domain.work import CancelToken
from desktop.llm.interfaces import ChatMessage
from desktop.services.model_host import ModelHost

_MOST_TOKENS = 96  # two or three sentences
_LONGEST_QUESTION = 1000  # characters; a longer question says enough by itself


class Supposer:
    """Lets the chat model write as if it knew. What it writes is searched with and shown to nobody."""

    def __init__(self, host: ModelHost, prompts: Path) -> None:
        self._host = host
        self._prompts = prompts

    def supposed(self, question: str, token: CancelToken) -> str:
        """Return two or three sentences that may answer, empty when the model wrote none.

        Raises UserError when there is no chat model or it fails.
        """
        task = self._prompts.joinpath("suppose.txt").read_text("utf-8").strip()
        messages = [ChatMessage("system", task), ChatMessage("user", question[:_LONGEST_QUESTION])]
        generator = self._host.generator()
        return " ".join("".join(generator.stream(messages, token, max_tokens=_MOST_TOKENS)).split())
