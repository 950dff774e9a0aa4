"""The check of a rewritten follow-up, and what is searched when no rewriting stands."""

import re
from collections.abc import Sequence

from desktop.retrieval.follow_up_words import TIMES
from desktop.retrieval.follow_ups import Parsed, Word, parse, same_word
from desktop.retrieval.quantities import numbers
from desktop.retrieval.support import facts, holdings

_LONGEST = 400  # characters
_GROWTH = 24  # words a rewriting may add
_MOST_ADDED = 12  # words
_END = re.compile(r"[\s?？؟!.…]+$")


def acceptable(rewrite: str, question: str, questions: Sequence[str], answers: Sequence[str]) -> bool:
    """Return whether a rewriting asks what `question` asks: nothing lost, nothing that was not said before.

    Every telling word, name, number and identifier of the question stays; only "that year" may become the
    year. What is added comes from the earlier questions and answers, a number from an answer only when the
    question points back or tells nothing itself ("Why?"). Neither question as it was is a rewriting.
    """
    if not rewrite.strip() or len(rewrite) > _LONGEST or "\n" in rewrite.strip():
        return False
    before = questions[-1] if questions else ""
    asked, written = parse(question, before), parse(rewrite, before)
    if len(written.words) > len(asked.words) + _GROWTH or same_text(rewrite, (question, *questions)):
        return False
    held = holdings(rewrite)
    if not all(held.holds(fact) for fact in facts(question) if fact.kind != "name"):
        return False  # names are kept as words are
    if not all(_has(word, written.words) for word in _to_keep(asked)):
        return False
    earlier = [word for text in (*questions, *answers) for word in parse(text, before).words]
    added = [word for word in written.words if word.telling and not _has(word, asked.words)]
    if not all(_has(word, earlier) for word in added):
        return False
    if not _to_keep(asked) or any(word.lower in asked.language.pointing for word in asked.words):
        return True
    return numbers(rewrite) <= frozenset().union(*(numbers(text) for text in (question, *questions)))


def with_words_of(question: str, previous: str) -> str:
    """Return the question with the first telling words of the one before it in brackets, at most twelve."""
    own = parse(question, previous).words
    added = [word.text for word in parse(previous, question).words if word.telling and not _has(word, own)]
    return f"{question.rstrip()} ({' '.join(added[:_MOST_ADDED])})" if added else question


def same_text(text: str, others: Sequence[str]) -> bool:
    """Return whether a text is one of the others but for case, blanks and the sign at its end."""
    return _bare(text) in map(_bare, others)


def _to_keep(asked: Parsed) -> list[Word]:
    """Return the telling words of a question but those that only say what kind of thing is pointed to."""
    pointing = asked.language.pointing
    kept = []
    for at, word in enumerate(asked.words):
        pointed = at > 0 and asked.words[at - 1].lower in pointing
        if word.telling and word.lower not in pointing and not (pointed and word.lower in TIMES):
            kept.append(word)
    return kept


def _has(word: Word, words: Sequence[Word]) -> bool:
    return any(same_word(word, other) for other in words)


def _bare(text: str) -> str:
    return _END.sub("", " ".join(text.split())).casefold()
