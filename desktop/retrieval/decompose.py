"""Splitting a question that asks two things, by its words alone and only when it is plain."""

import re
from collections.abc import Sequence

from desktop.retrieval.quantities import month_number

_ASKING = {
    "en": "who|whom|whose|what|when|where|which|why|how",
    "es": "quién|quiénes|qué|cuándo|dónde|cuál|cuáles|por qué|cómo|cuánto|cuánta|cuántos|cuántas",
    "de": "wer|wen|wem|wessen|was|wann|wo|wohin|woher|welcher|welche|welches|warum|wie|wieviel",
}
_JOINT = {"en": "and(?: also)?", "es": "y(?: también)?", "de": "und(?: auch)?"}
_PREPOSITION = (
    r"(?:(?:in|on|at|by|for|from|to|with|of|under|about|since|until"
    r"|en|de|a|por|con|desde|für|von|mit|seit|an|aus|unter|bis)\s+)?"
)
_SPLITS = tuple(
    re.compile(rf",?\s+{_JOINT[language]}\s+(?={_PREPOSITION}(?:{asking})\b)", re.IGNORECASE)
    for language, asking in _ASKING.items()
)
_SENTENCE = re.compile(r"(?<=[?])\s+")
_PRONOUN = re.compile(
    r"\b(?:it|its|he|she|they|him|her|his|their|them|this|that|su|sus|ella|ellos|er|sie|ihr|ihre|sein|seine)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:that|this|those|these|there|it|they|them|ese|esa|esos|esas|eso|este|esta|allí|diese[rsmn]?|dort)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<!^)(?<![.?!¿¡] )(?<![¿¡])\b[^\W\d_a-z][\w'’-]*(?:\s+[^\W\d_a-z][\w'’-]*)*")
_MINIMUM_WORDS = 3
_MAXIMUM_PARTS = 3


def split_question(question: str) -> tuple[str, ...]:
    """Return the parts of a question that asks several things, or the question alone.

    A part that points back or names nobody ("when was it sold") also gets the first part's names. Splits
    happen between questions and before a second question word after "and", "y" or "und", when every part
    has three words.
    """
    parts = [part.strip() for part in _SENTENCE.split(question.strip()) if part.strip()]
    for pattern in _SPLITS:
        parts = [piece.strip(" ,") for part in parts for piece in pattern.split(part)]
    if not 1 < len(parts) <= _MAXIMUM_PARTS or any(len(part.split()) < _MINIMUM_WORDS for part in parts):
        return (question,)
    names = [name for name in _NAME.findall(parts[0]) if len(name) > 1 and month_number(name.lower()) is None]
    return (parts[0], *(_with_names(part, names) for part in parts[1:]))


def _with_names(part: str, names: list[str]) -> str:
    missing = [name for name in names if name not in part]
    if not missing or (_NAME.search(part) and not _PRONOUN.search(part)):
        return part
    return f"{part.rstrip(' ?')} {' '.join(missing)}?"


def pointing_back(part: str, answers: Sequence[str]) -> str:
    """Return a later part of a question with the answer it points back to: "that room (... Lamp Room.)".

    Without an answer, or without a word that points back, the part is returned as it is.
    """
    last = next((answer for answer in reversed(answers) if answer), "")
    return f"{part.rstrip()} ({last})" if last and _POINTING.search(part) else part
