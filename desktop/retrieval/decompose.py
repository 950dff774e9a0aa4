"""Splitting a question that asks two things, by its words alone and only when it is plain."""

import re
from collections.abc import Sequence

from desktop.domain.records import HEADING_SEPARATOR
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
_SENTENCE = re.compile(r"(?<=[?])\s+(?!\()")  # what stands in brackets belongs to the question before it
_PRONOUN = re.compile(
    r"\b(?:it|its|he|she|they|him|her|his|their|them|this|that|su|sus|ella|ellos|er|sie|ihr|ihre|sein|seine)\b",
    re.IGNORECASE,
)
_STANDS_FOR = re.compile(r"\b(?:it|he|she|him|them|they)\b", re.IGNORECASE)
_POINTING = re.compile(
    r"\b(?:that|this|those|these|there|it|they|them|ese|esa|esos|esas|eso|este|esta|allí|diese[rsmn]?|dort)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<!^)(?<![.?!¿¡] )(?<![¿¡])\b[^\W\d_a-z][\w'’-]*(?:\s+[^\W\d_a-z][\w'’-]*)*")
_ONE = r"[^\W\d_a-z][\w'’.-]*(?:\s+[^\W\d_a-z][\w'’.-]*)*"
_OF_SEVERAL = re.compile(
    rf"(?P<head>.+\b(?:of|for|in|at|de|en|von|für)\s+)"
    rf"(?P<names>{_ONE}(?:,\s*{_ONE})+,?\s+(?:and|y|und)\s+{_ONE})\s*\?"
)
_NUMBERING = re.compile(r"^\s*(?:\d{1,3}(?:\.\d{1,3})*\.?|[ivxIVX]+\.|[A-Za-z]\)|§)\s+(?:\d+\s+)?")
_BETWEEN = re.compile(r",?\s+(?:and|y|und)\s+|,\s*")
_MINIMUM_WORDS = 3
_MAXIMUM_PARTS = 3
_MAXIMUM_NAMES = 5


def split_question(question: str) -> tuple[str, ...]:
    """Return the parts of a question that asks several things, or the question alone.

    A part that points back or names nobody ("when was it sold") also gets the first part's names. Splits
    happen at three or more names at the end ("the codes of A, B and C"), between questions, and before a
    second question word after "and", "y" or "und", when every part has three words.
    """
    listed = _OF_SEVERAL.fullmatch(question.strip())
    if listed is not None:
        names = _BETWEEN.split(listed["names"])
        return tuple(f"{listed['head']}{name}?" for name in names[:_MAXIMUM_NAMES])
    parts = [part.strip() for part in _SENTENCE.split(question.strip()) if part.strip()]
    for pattern in _SPLITS:
        parts = [piece.strip(" ,") for part in parts for piece in pattern.split(part)]
    if not 1 < len(parts) <= _MAXIMUM_PARTS or any(len(part.split()) < _MINIMUM_WORDS for part in parts):
        return (question,)
    names = [name for name in _NAME.findall(parts[0]) if len(name) > 1 and month_number(name.lower()) is None]
    return (parts[0], *(_with_names(part, names, parts[0]) for part in parts[1:]))


def _with_names(part: str, names: list[str], first: str) -> str:
    """Return a part with the names of the first one that it leaves out; a lone pronoun becomes the name."""
    missing = [name for name in names if name not in part]
    pronouns = _STANDS_FOR.findall(part)
    if len(missing) == len(pronouns) == 1:
        article = re.search(rf"\b(?:a|an|the)\s+{re.escape(missing[0])}\b", first, re.IGNORECASE)
        return _STANDS_FOR.sub(f"the {missing[0]}" if article else missing[0], part)
    if not missing or (_NAME.search(part) and not _PRONOUN.search(part)):
        return part
    return f"{part.rstrip(' ?')} {' '.join(missing)}?"


def pointing_back(part: str, answers: Sequence[str]) -> str:
    """Return a later part of a question with the answer it points back to: "that room (... Lamp Room.)".

    Without an answer, or without a word that points back, the part is returned as it is.
    """
    last = next((answer for answer in reversed(answers) if answer), "")
    return f"{part.rstrip()} ({last})" if last and _POINTING.search(part) else part


def has_name(part: str) -> bool:
    """Tell whether a part of a question names something of its own, by a capital within it or a digit."""
    return _NAME.search(part) is not None or any(map(str.isdigit, part))


def subject_of(heading: str) -> str:
    """Return what the innermost of some headings is about: "Roof" of "Minutes › 113. Roof"."""
    return _NUMBERING.sub("", heading.rsplit(HEADING_SEPARATOR, maxsplit=1)[-1]).strip()
