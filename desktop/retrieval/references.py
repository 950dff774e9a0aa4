"""References in a text to other documents: link texts, file paths, web addresses."""

import re
from collections.abc import Iterator

MAXIMUM_LENGTH = 200  # characters, exclusive
MAXIMUM_REFERENCES = 10

_LINK = re.compile(r"\[([^\[\]]+)\]\([^()\s]*\)")
_ADDRESS = re.compile(r"https?://[^\s<>\"'`\])}]+", re.IGNORECASE)
_ENDINGS = (
    "md|markdown|txt|rst|adoc|tex|pdf|doc|docx|odt|rtf|ppt|pptx|odp|xls|xlsx|ods|csv|tsv|epub|html|htm|xml|eml"
    "|msg|json|yaml|yml|toml|ini|cfg|conf|env|sql|py|pyi|js|jsx|mjs|cjs|ts|tsx|vue|css|scss|sh|bash|zsh|ps1|bat"
    "|cmd|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|swift|php|pl|r|jl|lua|scala|ipynb|log"
)
_FILE = re.compile(rf"[\w./\\-]*\w\.(?:{_ENDINGS})(?!\w)", re.IGNORECASE)
_PUNCTUATION = ".,;:!?'\")]}>"


def references(text: str) -> tuple[str, ...]:
    """Return at most ten references, each once: link texts first, then files, then web addresses."""
    without_addresses = _ADDRESS.sub(" ", text)
    found = (
        *(match[1] for match in _LINK.finditer(text)),
        *(match.group() for match in _FILE.finditer(without_addresses)),
        *(match.group() for match in _ADDRESS.finditer(text)),
    )
    return tuple(dict.fromkeys(_usable(found)))[:MAXIMUM_REFERENCES]


def _usable(found: tuple[str, ...]) -> Iterator[str]:
    for reference in found:
        trimmed = reference.strip().rstrip(_PUNCTUATION)
        if trimmed and len(trimmed) < MAXIMUM_LENGTH:
            yield trimmed
