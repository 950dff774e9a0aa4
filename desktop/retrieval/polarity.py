"""Whether a sentence affirms or denies: an answer and what proves it must not differ in that."""

import re

from desktop.retrieval.evidence import stem
from desktop.retrieval.folding import fold_text
from desktop.retrieval.stopwords import function_words
from desktop.retrieval.tokens import whole_words

_STATEMENT = 3  # telling words: fewer are a bare fact, which neither affirms nor denies
_SAID, _ASKED = 0.6, 0.65  # shares of a statement's telling words that a clause about the same has

_DENIALS = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nobody|nothing|without|except|unless|cannot|"
    r"nicht|kein\w*|nie|niemals|ohne|ausser|"
    r"nunca|jamas|ningun\w*|nadie|nada|sin|salvo|excepto|tampoco|"
    r"ne|pas|jamais|aucun\w*|sans|sauf|non|nessun\w*|senza|mai|nao|sem|niet|geen|nooit|zonder)\b|n't\b|n’t\b"
)
_NO_DENIALS = re.compile(
    r"\bnot (?:only|just|merely)\b|\bno (?:later|earlier|less|fewer|more) than\b|"
    r"\bnicht nur\b|\bno solo\b|\bpas seulement\b"
)
_YES_OR_NO = re.compile(
    r"\W*(?:is|are|was|were|do|does|did|can|could|may|must|should|shall|will|would|has|have|had|am|"
    r"ist|sind|war|waren|kann|konnen|darf|durfen|muss|mussen|hat|haben|wird|werden|gibt|"
    r"es|son|fue|puede|pueden|debe|deben|hay|tiene|tienen|esta|estan|est|sont|peut|doit|a-t|y a-t)\b"
)

_CLAUSE = re.compile(r"[,;:–—()]|(?<=[.?!])\s|\s(?:but|sondern|sino|pero|aber|mais)\s", re.IGNORECASE)


def denies(text: str) -> bool:
    """Return whether a text has a word that denies or excepts, in one of a few languages."""
    return _DENIALS.search(_NO_DENIALS.sub(" ", fold_text(text))) is not None


def asks_yes_or_no(question: str) -> bool:
    """Return whether a question begins as one that "no" may answer."""
    return _YES_OR_NO.match(fold_text(question)) is not None


def agrees(sentence: str, question: str, proof: str, passage: str = "") -> bool:
    """Return whether an answer and what proves it do not differ in "not".

    Each clause of the answer is compared with the clause of the passage that speaks of the same: "in the
    shed, not in the hall" affirms the shed. A bare answer stands for the question's own words: what "must not
    be used" is not proved by what "may be used"; these are compared with the proof, the sentence nearest to
    the answer. To a question of yes or no, "no" may be the answer.
    """
    if asks_yes_or_no(question):
        return True
    whole = _clauses(passage or proof)
    return all(_on_one_side(clause, whole, _SAID) for clause in _clauses(sentence)) and _on_one_side(
        question, _clauses(proof), _ASKED
    )


def _clauses(text: str) -> list[str]:
    return [clause for clause in _CLAUSE.split(text) if clause.strip()]


def _on_one_side(statement: str, clauses: list[str], least: float) -> bool:
    """Whether a statement denies as a clause about the same does; so it is if there is none."""
    words = _stems(statement)
    shared = [len(words & _stems(clause)) for clause in clauses]
    most = max(shared, default=0)
    if len(words) < _STATEMENT or most < least * len(words):
        return True
    same = (clause for clause, count in zip(clauses, shared, strict=True) if count == most)
    return any(denies(clause) == denies(statement) for clause in same)


def _stems(text: str) -> frozenset[str]:
    """Return the telling words of a text without their endings."""
    words = whole_words(text)
    functions = function_words(words)
    return frozenset(stem(word) for word in words if word not in functions and not denies(word))
