"""Which words of a passage match the words of a question, for marking them."""

import re
import unicodedata

_WORD = re.compile(r"\w+(?:[.\-/_]\w+)*")
_CJK = re.compile(r"[぀-ヿ㐀-鿿가-힯豈-﫿฀-๿]+")

# Words that stand in nearly every passage; marking them would only make noise.
_COMMON_WORDS = (
    "must may shall should would could not "
    "a an and are as at be by can do does for from has have how i in is it me my of on or our that the "
    "their there these this to was we what when where which who whom whose why will with you your al "
    "como con cual cuando de del donde el en es esta este la las los mi para por que quien se su un una "
    "y das dem den der des die ein eine im ist und von wer wie wo zu"
)
_COMMON = frozenset(_COMMON_WORDS.split())


def matching_ranges(text: str, question: str) -> list[tuple[int, int]]:
    """Return the character ranges of `text` whose words occur in `question`, in order, not overlapping.

    Case and accents do not matter and inflected forms match by a shared stem. Scripts without spaces match
    by pairs of characters.
    """
    wanted = {_fold(word) for word in _WORD.findall(question) if not _CJK.search(word)} - _COMMON
    wanted = {word for word in wanted if len(word) > 1 or word.isdigit()}
    pairs = {run[i : i + 2] for run in _CJK.findall(question) for i in range(max(1, len(run) - 1))}
    found = [match.span() for match in _WORD.finditer(text) if wanted and _matches(match.group(), wanted)]
    for pair in pairs:
        found += [match.span() for match in re.finditer(re.escape(pair), text)]
    return _merged(sorted(found))


def excerpt(text: str, question: str, *, length: int = 280) -> tuple[str, list[tuple[int, int]]]:
    """Return about `length` characters of `text` around its densest matches, and the ranges to mark in it."""
    flat = " ".join(text.split())
    ranges = matching_ranges(flat, question)
    if len(flat) <= length:
        return flat, ranges
    start = _densest(ranges, length)
    start = 0 if start < 40 else flat.rfind(" ", max(0, start - 40), start) + 1 or start
    end = min(len(flat), start + length)
    if end < len(flat):
        end = max(flat.rfind(" ", start + length // 2, end), 0) or end
    before, after = ("… " if start else ""), (" …" if end < len(flat) else "")
    shift = len(before) - start
    marks = [(a + shift, b + shift) for a, b in ranges if a >= start and b <= end]
    return before + flat[start:end] + after, marks


def _densest(ranges: list[tuple[int, int]], length: int) -> int:
    best, best_count = 0, 0
    for i, (start, _) in enumerate(ranges):
        count = sum(1 for a, b in ranges[i:] if b <= start + length - 40)
        if count > best_count:
            best, best_count = start, count
    return best


def _matches(word: str, wanted: set[str]) -> bool:
    folded = _fold(word)
    if folded in wanted:
        return True
    if len(folded) < 5 or not folded.isalpha():
        return False
    return any(_same_stem(folded, other) for other in wanted if len(other) >= 4 and other.isalpha())


def _same_stem(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    stem = max(4, len(shorter) - 2)
    return len(longer) - len(shorter) <= 4 and shorter[:stem] == longer[:stem]


def _fold(word: str) -> str:
    spread = unicodedata.normalize("NFKD", word)
    return "".join(c for c in spread if not unicodedata.combining(c)).casefold()


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in ranges:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
