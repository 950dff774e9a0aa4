"""How closely a sentence follows the words of its source: what is turned round is more often wrong."""

from collections.abc import Sequence
from itertools import pairwise

from desktop.retrieval.stopwords import function_words
from desktop.retrieval.tokens import whole_words

_FORM = 5  # letters that forms of a word share
_LEAST_IN_ORDER = 0.85  # share of the shared words that stand in the order of the source
_WIDEST_GAP = 9  # telling words of the source between two words that stand side by side in the sentence
_MOST_FOREIGN = 0.35  # share of words that the source does not have


def follows(sentence: str, source: str) -> bool:
    """Return whether a sentence has the words of its source in their order, and not from far apart.

    "Florida was ceded to Spain" does not follow "Spain ceded Florida", nor does a sentence that joins the
    subject of one statement to the predicate of the next.
    """
    have = _words(source)
    known = set(have)
    shared = [word for word in _words(sentence) if word in known]
    places = _in_order(shared, have)
    gaps = (after - before - 1 for before, after in pairwise(places))
    return len(places) >= _LEAST_IN_ORDER * len(shared) and max(gaps, default=0) <= _WIDEST_GAP


def mostly_foreign(sentence: str, source: str) -> bool:
    """Return whether more than a third of the telling words of a sentence are not in its source."""
    known = set(_words(source))
    words = _words(sentence)
    return sum(word not in known for word in words) > _MOST_FOREIGN * len(words)


def _words(text: str) -> list[str]:
    """Return the telling words of a text in order, each without its ending."""
    words = whole_words(text)
    common = function_words(words)
    return [word[:_FORM] for word in words if word not in common]


def _in_order(words: Sequence[str], source: Sequence[str]) -> list[int]:
    """Return the places in the source of the most words that stand there in the same order.

    The longest common subsequence by dynamic programming; of several, the one that ends first.
    """
    table = [[0] * (len(source) + 1) for _ in range(len(words) + 1)]
    for row, word in enumerate(words, start=1):
        for column, other in enumerate(source, start=1):
            known = max(table[row - 1][column], table[row][column - 1])
            table[row][column] = table[row - 1][column - 1] + 1 if word == other else known
    places: list[int] = []
    row, column = len(words), len(source)
    while row and column:
        if table[row][column] == table[row][column - 1]:
            column -= 1
        elif table[row][column] == table[row - 1][column]:
            row -= 1
        else:
            row, column = row - 1, column - 1
            places.append(column)
    return places[::-1]
