"""Short follow-ups ("And Beta?") completed by the question before them, by rules alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.retrieval.follow_up_words import OF
from desktop.retrieval.follow_ups import Parsed, Word, parse, same_word

_LONGEST = 8  # words of a follow-up that is taken for a phrase
_END = " ?？؟!.…"
_CONTRACTED = {
    "im": "in", "ins": "in", "am": "an", "beim": "bei", "vom": "von", "zum": "zu", "zur": "zu", "al": "a",
    "au": "à", "aux": "à", "no": "em", "na": "em", "nel": "in", "nella": "in", "sul": "su", "sulla": "su",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Edit:
    """A stretch of the earlier question, by offsets, and what takes its place."""

    start: int
    end: int
    text: str


def carried_over(question: str, previous: str) -> str | None:
    """Return the previous question with the one thing changed that a short follow-up names, else None.

    "And the large boat?" takes the place of "the small boat", "And Beta?" that of the one name, "And on
    Sunday?" that of "on Saturday" or goes to the end; asked a second time it changes nothing. None when the
    follow-up is no bare phrase or when it could take more than one place.
    """
    asked, before = parse(question, previous), parse(previous, question)
    phrase = asked.remnant
    bare = bool(asked.rest) or question.rstrip().endswith("?")
    if not bare or asked.asks or not before.asks or not any(word.telling for word in phrase):
        return None
    if len(phrase) > _LONGEST or any(word.lower in asked.language.pointing for word in phrase):
        return None
    if phrase[0].lower in asked.language.prepositions:
        edit = _same_preposition(asked, before) or _at_the_end(asked, before)
    else:
        edit = _same_noun(asked, before) or _same_kind(asked, before)
    if edit is None:
        return None
    return previous[: edit.start] + edit.text + previous[edit.end :]


def _same_preposition(asked: Parsed, before: Parsed) -> _Edit | None:
    """Replace the last phrase with the same preposition and the same kind of thing."""
    phrase = asked.remnant
    wanted = [word for word in phrase[1:] if word.telling]
    for at in range(len(before.words) - 2, -1, -1):
        if _plain_form(before.words[at]) != _plain_form(phrase[0]):
            continue
        found = [at + 1]
        while found[0] < len(before.words) - 1 and before.words[found[0]].lower in before.language.articles:
            found[0] += 1
        named = all(word.named for word in wanted)
        while found[-1] + 1 < len(before.words):
            following = before.words[found[-1] + 1]
            if not following.telling or not (following.named if named else len(found) < len(wanted)):
                break
            found.append(found[-1] + 1)
        things = [before.words[index] for index in found]
        if things[0].telling and _kinds(things) == _kinds(wanted):
            return _Edit(before.words[at].start, things[-1].end, _written(asked, phrase))
    return None


def _at_the_end(asked: Parsed, before: Parsed) -> _Edit | None:
    if asked.remnant[0].lower in OF:
        return None
    end = len(before.text.rstrip(_END))
    return _Edit(end, end, " " + _written(asked, asked.remnant))


def _same_noun(asked: Parsed, before: Parsed) -> _Edit | None:
    """Replace the words around a noun that both have: "the small boat" by "the large boat"."""
    phrase = _without_articles(asked)
    if sum(word.telling for word in phrase) < 2 and "-" not in phrase[0].text:
        return None
    for place in range(len(phrase) - 1, -1, -1):
        word = phrase[place]
        if not word.telling or (word.named and "-" not in word.text and not _nouns_are_large(before)):
            continue
        for at, other in enumerate(before.words):
            if other.telling and (same_word(word, other) or _same_last_part(word, other)):
                return _around(asked, before, place, at)
    return None


def _around(asked: Parsed, before: Parsed, place: int, at: int) -> _Edit:
    """Replace as many words left and right of the shared noun as the follow-up has there."""
    phrase = _without_articles(asked)
    first = last = at
    while at - first < place and first > 0 and before.words[first - 1].telling:
        first -= 1
    for word in phrase[place + 1 :]:
        if last + 1 == len(before.words):
            break
        following = before.words[last + 1]
        alike = word.named == following.named if word.telling else word.lower == following.lower
        if word.telling != following.telling or not alike:
            break
        last += 1
    return _edit(asked, before, first, last)


def _same_kind(asked: Parsed, before: Parsed) -> _Edit | None:
    """Replace the one name, or the one number, by the name or number of the follow-up."""
    phrase = _without_articles(asked)
    if not all(word.named for word in phrase):
        return None
    if all(_is_number(word) for word in phrase):
        digits = {len(word.plain) for word in phrase}
        numbers = [
            at for at, word in enumerate(before.words) if _is_number(word) and len(word.plain) in digits
        ]
        return _edit(asked, before, numbers[0], numbers[0]) if len(numbers) == 1 == len(phrase) else None
    if _nouns_are_large(before) and len(phrase) < len(asked.remnant):
        return None  # "Und der Preis?" asks for another thing, not about another one
    runs = _name_runs(before)
    return _into_run(asked, before, *runs[0]) if len(runs) == 1 else None


def _into_run(asked: Parsed, before: Parsed, first: int, last: int) -> _Edit | None:
    """Put a name into a run of names; of "the Alpha Pump" or "die Pumpe Alpha" the class word stays."""
    phrase = _without_articles(asked)
    more = last - first + 1 - len(phrase)
    definite = first > 0 and before.words[first - 1].lower in before.language.articles
    if more > 0 and definite:
        if more > 1:
            return None
        english = "the" in before.language.definite
        first, last = (first, last - 1) if english else (first + 1, last)
    elif more == 0 and definite and first == last and _nouns_are_large(before):
        word = before.words[first]
        head, dash, _ = word.text.partition("-")
        if dash and "-" not in phrase[0].text:
            return _Edit(word.start, word.start + len(head), phrase[0].text)
    return _edit(asked, before, first, last)


def _name_runs(before: Parsed) -> list[tuple[int, int]]:
    """Return the stretches of names by first and last word; German common nouns are left out."""
    runs: list[tuple[int, int]] = []
    for at, word in enumerate(before.words):
        if at == 0 or not word.telling or not word.named:
            continue
        if runs and runs[-1][1] == at - 1:
            runs[-1] = (runs[-1][0], at)
        elif not _is_number(word):
            runs.append((at, at))
    if not _nouns_are_large(before):
        return runs
    return [run for run in runs if not _is_common_noun(before, *run)]


def _is_common_noun(before: Parsed, first: int, last: int) -> bool:
    leading = before.words[first - 1]
    single = first == last and "-" not in before.words[first].text
    asked_for = leading.lower in before.language.asking or leading.plain in {"viel", "viele"}
    return asked_for or (single and leading.lower in before.language.articles)


def _edit(asked: Parsed, before: Parsed, first: int, last: int) -> _Edit:
    """Return the edit that puts the whole phrase for words first to last, never with two articles."""
    phrase: Sequence[Word] = _without_articles(asked)
    has_article = len(phrase) < len(asked.remnant)
    if has_article:
        phrase = asked.remnant
        if first > 0 and before.words[first - 1].lower in before.language.articles:
            first -= 1
    return _Edit(before.words[first].start, before.words[last].end, _written(asked, phrase))


def _without_articles(asked: Parsed) -> tuple[Word, ...]:
    phrase = asked.remnant
    while len(phrase) > 1 and phrase[0].lower in asked.language.articles:
        phrase = phrase[1:]
    return phrase


def _written(asked: Parsed, phrase: Sequence[Word]) -> str:
    text = asked.text[phrase[0].start : phrase[-1].end]
    # A bare "The large boat?" begins with a capital that has no place inside a question.
    lower = phrase[0].start == 0 and not phrase[0].telling
    return text[:1].lower() + text[1:] if lower else text


def _kinds(words: Sequence[Word]) -> tuple[bool, bool]:
    return any(word.named for word in words), any(_is_number(word) for word in words)


def _is_number(word: Word) -> bool:
    return word.text[:1].isdecimal()


def _plain_form(word: Word) -> str:
    return _CONTRACTED.get(word.lower, word.lower)


def _same_last_part(word: Word, other: Word) -> bool:
    last = word.plain.rpartition("-")[2]
    return "-" in word.plain and "-" in other.plain and last == other.plain.rpartition("-")[2]


def _nouns_are_large(parsed: Parsed) -> bool:
    return "der" in parsed.language.definite
