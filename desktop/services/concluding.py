"""The sentence above two quotations: what a person would conclude from them."""

from typing import Protocol

from desktop.retrieval.conclusions import (
    alike,
    asks_for_order,
    asks_whether_both,
    question_of_one,
    shared_noun,
    telling_year,
)

# Log-odds of Yes, measured on 49 questions of that kind about other articles than those of the evaluation:
# the passages that said so had 0.6 and more, of those that did not the less likely one -0.4 and less.
_SAYS_SO = 0.5
_DOES_NOT = -0.3

Pair = tuple[str, str]


class Reader(Protocol):
    """Reads one text; without a chat model it can tell nothing."""

    def says_yes(self, question: str, text: str) -> float | None:
        """Return the log-odds of Yes to a question about a text; None without a model."""

    def value(self, question: str, text: str) -> str:
        """Return a short answer that stands in the text as it is; empty for none that is sure."""


def conclusion(question: str, names: Pair, texts: Pair, reader: Reader) -> str:
    """Return what follows for the two things from the text about each; empty where that is not clear.

    It says no more than that these passages say so: another one may know better.
    """
    if asks_whether_both(question):
        return _whether_both(question, names, texts, reader)
    if noun := shared_noun(question):
        return _shared(noun, names, texts, reader)
    return _order(question, names, texts) if asks_for_order(question) else ""


def _whether_both(question: str, names: Pair, texts: Pair, reader: Reader) -> str:
    verdicts: list[bool] = []
    for text, other in zip(texts, names[::-1], strict=True):
        odds = reader.says_yes(question_of_one(question, other), text)
        if odds is None or _DOES_NOT < odds < _SAYS_SO:
            return ""
        verdicts.append(odds > 0)
    if all(verdicts):
        return "Yes, as far as these passages tell: they say so of both."
    if not any(verdicts):
        return "No, as far as these passages tell: they say so of neither."
    first, second = names if verdicts[0] else names[::-1]
    return f"No, as far as these passages tell: they say so of {first}, not of {second}."


def _shared(noun: str, names: Pair, texts: Pair, reader: Reader) -> str:
    first, second = (
        reader.value(f"What is the {noun} of {name}?", text) for name, text in zip(names, texts, strict=True)
    )
    same = alike((first, second), texts) if first and second else None
    if same is None:
        return ""
    if same:
        return f"Yes, as far as these passages tell: {first} for both."
    return f"No, as far as these passages tell: {first} for {names[0]}, {second} for {names[1]}."


def _order(question: str, names: Pair, texts: Pair) -> str:
    years = [telling_year(question, text) for text in texts]
    known = sorted((year, name) for year, name in zip(years, names, strict=True) if year is not None)
    if len(known) < len(names) or known[0][0] == known[1][0]:
        return ""
    (before, first), (after, second) = known
    return f"By the years in these passages, {first} ({before}) comes before {second} ({after})."
