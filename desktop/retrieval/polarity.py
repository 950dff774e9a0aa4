"""Whether a sentence affirms or denies: an answer and what proves it must not differ in that."""

import re

from desktop.retrieval.folding import fold_text

_DENIALS = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nobody|nothing|without|except|unless|cannot|"
    r"nicht|kein\w*|nie|niemals|ohne|ausser|"
    r"nunca|jamas|ningun\w*|nadie|nada|sin|salvo|excepto|tampoco|"
    r"ne|pas|jamais|aucun\w*|sans|sauf|non|nessun\w*|senza|mai|nao|sem|niet|geen|nooit|zonder)\b|n't\b|n’t\b"
)
_YES_OR_NO = re.compile(
    r"\W*(?:is|are|was|were|do|does|did|can|could|may|must|should|shall|will|would|has|have|had|am|"
    r"ist|sind|war|waren|kann|konnen|darf|durfen|muss|mussen|hat|haben|wird|werden|gibt|"
    r"es|son|fue|puede|pueden|debe|deben|hay|tiene|tienen|esta|estan|est|sont|peut|doit|a-t|y a-t)\b"
)


def denies(text: str) -> bool:
    """Return whether a text has a word that denies or excepts, in one of a few languages."""
    return _DENIALS.search(fold_text(text)) is not None


def asks_yes_or_no(question: str) -> bool:
    """Return whether a question begins as one that "no" may answer."""
    return _YES_OR_NO.match(fold_text(question)) is not None
