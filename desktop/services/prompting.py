"""What all prompts have in common: documents as data, and how much fits."""

import re

from desktop.llm.interfaces import Generator

MAX_ANSWER_TOKENS = 96
LEAST_TEXT = 128  # tokens of a passage without which there is nothing to read

_MARK = re.compile(r"<\s*/?\s*(?:text|tuning|documents)\b[^>]*>", re.IGNORECASE)
_PROMPT_MARGIN = 16  # tokens left free beside prompt and answer, for the template's own ends


def as_data(text: str, name: str) -> str:
    """Return the text between marks that it cannot open or close itself."""
    return f"<{name}>\n{unmarked(text)}\n</{name}>"


def unmarked(text: str) -> str:
    """Return the text with the marks of data in round brackets."""
    return _MARK.sub(lambda mark: "(" + mark.group()[1:-1] + ")", text)


def room(generator: Generator) -> int:
    """Return the tokens of the context that a prompt may fill."""
    return generator.info.context - MAX_ANSWER_TOKENS - _PROMPT_MARGIN
