"""The sentence above two quotations: what a person would conclude from them."""

from collections.abc import Callable, Sequence

from desktop.retrieval.conclusions import asks_for_order, asks_whether_both, question_of_one, telling_year

# Log-odds of Yes, measured on 49 questions of that kind about other articles than those of the evaluation:
# the passages that said so had 0.6 and more, of those that did not the less likely one -0.4 and less.
_SAYS_SO = 0.5
_DOES_NOT = -0.3

Says = Callable[[str, str], float | None]
"""The chat model's log-odds of Yes to a question about a text; None without one."""


def conclusion(question: str, names: tuple[str, str], texts: Sequence[str], says: Says) -> str:
    """Return what follows for the two things from the text about each; empty where that is not clear.

    It says no more than that these passages say so: another one may know better.
    """
    if asks_whether_both(question):
        return _whether_both(question, names, texts, says)
    return _order(question, names, texts) if asks_for_order(question) else ""


def _whether_both(question: str, names: tuple[str, str], texts: Sequence[str], says: Says) -> str:
    verdicts: list[bool] = []
    for text, other in zip(texts, names[::-1], strict=True):
        odds = says(question_of_one(question, other), text)
        if odds is None or _DOES_NOT < odds < _SAYS_SO:
            return ""
        verdicts.append(odds > 0)
    if all(verdicts):
        return "Yes, as far as these passages tell: they say so of both."
    if not any(verdicts):
        return "No, as far as these passages tell: they say so of neither."
    first, second = names if verdicts[0] else names[::-1]
    return f"No, as far as these passages tell: they say so of {first}, not of {second}."


def _order(question: str, names: tuple[str, str], texts: Sequence[str]) -> str:
    years = [telling_year(question, text) for text in texts]
    known = sorted((year, name) for year, name in zip(years, names, strict=True) if year is not None)
    if len(known) < len(names) or known[0][0] == known[1][0]:
        return ""
    (before, first), (after, second) = known
    return f"By the years in these passages, {first} ({before}) comes before {second} ({after})."
