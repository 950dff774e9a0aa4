"""The sentence above two quotations: what a person would conclude from them."""

from typing import Protocol

from desktop.retrieval.comparisons import joined
from desktop.retrieval.conclusions import (
    asks_for_order,
    asks_whether_both,
    in_order,
    question_of_one,
    question_of_value,
    shared_noun,
    stands_in,
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

    It says no more than that these passages say so: another one may know better. Of three things, or where
    the two are what is asked about other things ("Do both live in Ulm or Bonn?"), nothing is concluded.
    """
    joint = joined(question, names)
    if joint == "and" and asks_whether_both(question):
        return _whether_both(question, names, texts, reader)
    if joint == "and" and (noun := shared_noun(question)):
        return _shared(question, noun, names, texts, reader)
    if joint == "or" and asks_for_order(question, names):
        return _order(question, names, texts)
    return ""


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


def _shared(question: str, noun: str, names: Pair, texts: Pair, reader: Reader) -> str:
    """Say what each of the two has; never No: "American" and "United States" may be the same."""
    values: list[str] = []
    for text, other in zip(texts, names[::-1], strict=True):
        value = reader.value(question_of_value(question, other, noun), text)
        if not value:
            return ""
        values.append(value)
    first, second = values
    if stands_in(first, second) and stands_in(second, first):
        return f"Yes, as far as these passages tell: {first} for both."
    return f"As far as these passages tell: {first} for {names[0]}, {second} for {names[1]}."


def _order(question: str, names: Pair, texts: Pair) -> str:
    found = in_order(question, names, texts)
    if found is None:
        return ""
    (before, first), (after, second) = sorted(
        (event.year, name) for event, name in zip(found, names, strict=True)
    )
    return f"By the years in these passages, {first} ({before}) comes before {second} ({after})."
