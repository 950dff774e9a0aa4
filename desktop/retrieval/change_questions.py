"""Whether a question asks when or how something changed."""

import re

from desktop.retrieval.folding import fold_text

_ASKS = re.compile(
    r"\b(?:when|how|since when)\b.*\bchang(?:e|ed|es|ing)\b|\bwhat (?:has |was )?changed\b|"
    r"\b(?:cuando|como|desde cuando)\b.*\bcambi(?:o|a|ado|aron|ando)\b|"
    r"\b(?:wann|wie|seit wann)\b.*\b(?:geandert|anderte|andert|verandert)\b"
)


def asks_for_change(question: str) -> bool:
    """Return whether a question asks when or how something changed, in English, Spanish or German."""
    return _ASKS.search(fold_text(question)) is not None
