"""Cut a document into passages to search: whole sentences under one heading, in one place."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from desktop.domain.records import HEADING_SEPARATOR, ChunkDraft, Part, ReadDocument
from desktop.ingest.language import detect, spoken_throughout
from desktop.ingest.sentences import sentence_spans

MIN_TOKENS = 120
MAX_TOKENS = 220

CountTokens = Callable[[Sequence[str]], list[int]]

_LINE_KINDS = frozenset({"table", "code"})  # their lines are units, like sentences elsewhere
# Text beside the body keeps to itself, so that a citation can say "footnote 2".
_ASIDE_KINDS = frozenset({"footnote", "endnote", "comment", "header", "footer", "textbox", "table"})
_COUNT_BATCH = 2000  # texts counted in one call
_SAMPLE = 400  # characters that tell the language of a chunk
_CHARACTERS_AT_ONCE = 20_000  # a unit longer than this is cut before its tokens are counted
_BREAKS = (". ", "; ", ", ", "、", "，", "；", "\n", " ", "\t")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence, line or piece of one that stays whole, and the part it begins in."""

    start: int
    end: int
    tokens: int
    part: Part


Spans = tuple[tuple[tuple[int, int], ...], ...]

_Cut = tuple[list[Part], tuple[tuple[int, int], ...]]  # a section and the spans it is cut into


def chunk(document: ReadDocument, count_tokens: CountTokens) -> tuple[ChunkDraft, ...]:
    """Return the chunks of a document, in order.

    A chunk has 120 to 220 tokens where its section has as many. It stays under one heading, on the page its
    first sentence is on, and in the body or one table, note or box. Headings without text of their own
    go with the first section below them. A sentence is cut only when it alone is over the limit.
    """
    return chunk_all([document], count_tokens)[0]


def units_of(document: ReadDocument) -> Spans:
    """Return the sentences and lines of each section of a document: all that needs no tokens."""
    return tuple(tuple(_section_spans(document.text, section)) for section in _sections(document.parts))


def chunk_all(
    documents: Sequence[ReadDocument], count_tokens: CountTokens, known: Sequence[Spans | None] = ()
) -> list[tuple[ChunkDraft, ...]]:
    """Return the chunks of several documents as `chunk` does; the tokens of all are counted together.

    `known` holds what `units_of` returns for each document, None where that is not known yet.
    """
    texts = [document.text for document in documents]
    cut = [
        list(zip(_sections(document.parts), found or units_of(document), strict=True))
        for document, found in zip(documents, known or [None] * len(documents), strict=True)
    ]
    counts = _counts(
        (
            (text, span)
            for text, sections in zip(texts, cut, strict=True)
            for _, spans in sections
            for span in spans
        ),
        count_tokens,
    )
    return [
        tuple(_drafts(document, sections, counts, count_tokens))
        for document, sections in zip(documents, cut, strict=True)
    ]


def _drafts(
    document: ReadDocument, sections: Sequence[_Cut], counts: Iterator[int], count_tokens: CountTokens
) -> Iterator[ChunkDraft]:
    """The chunks of a document whose sections are cut into spans; `counts` yields the tokens of each span."""
    spellings = sorted(document.spellings)
    offsets = [offset for offset, _ in spellings]
    position = 0
    for section, spans in sections:
        for group in _grouped(_units(document.text, section, spans, counts, count_tokens)):
            start, end = group[0].start, group[-1].end
            words = spellings[bisect_right(offsets, start - 1) : bisect_right(offsets, end - 1)]
            part = group[0].part
            yield ChunkDraft(
                position=position,
                start=start,
                end=end,
                heading=group[-1].part.heading,
                page=part.page,
                page_label=part.page_label,
                place=part.place,
                language=_language(document, start, end),
                also=" ".join(dict.fromkeys(word for _, word in words)),
            )
            position += 1


def _language(document: ReadDocument, start: int, end: int) -> str | None:
    if document.language is not None and spoken_throughout(document.text):
        return document.language
    return detect(document.text[start : min(end, start + _SAMPLE)]) or document.language


def _counts(texts: Iterator[tuple[str, tuple[int, int]]], count_tokens: CountTokens) -> Iterator[int]:
    """The tokens of every span, counted in large batches."""
    while batch := [text[start:end] for text, (start, end) in islice(texts, _COUNT_BATCH)]:
        yield from count_tokens(batch)


def _sections(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Runs of parts that may share chunks: one heading, one place beside the body."""
    section: list[Part] = []
    for part in parts:
        if section and not _same_section(section, part):
            yield section
            section = []
        section.append(part)
    if section:
        yield section


def _same_section(section: Sequence[Part], part: Part) -> bool:
    last = section[-1]
    if _aside(last) or _aside(part):
        return _aside(last) == _aside(part) and last.heading == part.heading
    if all(earlier.kind == "heading" for earlier in section):
        # So far only headings: what lies below them belongs to them.
        return part.heading == last.heading or part.heading.startswith(last.heading + HEADING_SEPARATOR)
    return part.kind != "heading" and part.heading == last.heading


def _aside(part: Part) -> str:
    return f"{part.kind} {part.place}" if part.kind in _ASIDE_KINDS else ""


def _section_spans(text: str, section: Sequence[Part]) -> list[tuple[int, int]]:
    return [span for run in _runs(section) for span in _spans(text, run)]


def _units(
    text: str,
    section: Sequence[Part],
    spans: Sequence[tuple[int, int]],
    counts: Iterator[int],
    count_tokens: CountTokens,
) -> list[_Unit]:
    """The units of a section with their tokens; those over the limit are cut."""
    starts = [part.start for part in section]
    units: list[_Unit] = []
    for start, end in spans:
        tokens = next(counts)
        pieces = [(start, end, tokens)]
        if tokens > MAX_TOKENS:
            pieces = list(_cut(text, start, end, tokens, count_tokens))
        for first, last, size in pieces:
            part = section[bisect_right(starts, first) - 1]
            units.append(_Unit(first, last, size, part))
    return units


def _runs(section: Sequence[Part]) -> Iterator[list[Part]]:
    """Neighbouring parts that are read alike, as lines or as sentences; a heading stands alone."""
    run: list[Part] = []
    for part in section:
        if run and _reading(part) != _reading(run[-1]):
            yield run
            run = []
        run.append(part)
        if part.kind == "heading":
            yield run
            run = []
    if run:
        yield run


def _reading(part: Part) -> str:
    return "lines" if part.kind in _LINE_KINDS else "heading" if part.kind == "heading" else "sentences"


def _spans(text: str, run: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """The units of a run: lines, or sentences that may go on from one part to the next."""
    begin, end = run[0].start, run[-1].end
    if run[0].kind == "heading":
        spans = [(begin, end)]
    elif run[0].kind in _LINE_KINDS:
        spans = list(_lines(text, begin, end))
    else:
        spans = sentence_spans(text[begin:end], begin)
    for start, finish in spans:
        cuts = [start]
        while finish - cuts[-1] > _CHARACTERS_AT_ONCE:
            cuts.append(_break_near(text, cuts[-1] + 1, cuts[-1] + _CHARACTERS_AT_ONCE, finish))
        for first, last in pairwise([*cuts, finish]):
            yield from _without_blanks(text, first, last)


def _lines(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    while begin < end:
        stop = text.find("\n", begin, end)
        stop = end if stop < 0 else stop
        yield from _without_blanks(text, begin, stop)
        begin = stop + 1


def _without_blanks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span without blank ends, if anything remains."""
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    if start < end:
        yield start, end


def _cut(
    text: str, start: int, end: int, tokens: int, count_tokens: CountTokens
) -> Iterator[tuple[int, int, int]]:
    """Cut a unit that is over the limit into pieces under it, at the best places for it."""
    pieces = -(-tokens // MAX_TOKENS)
    cuts = [start]
    for number in range(1, pieces):
        aim = start + (end - start) * number // pieces
        place = _break_near(text, cuts[-1] + 1, aim, end)
        if place > cuts[-1]:
            cuts.append(place)
    spans = [span for first, last in pairwise([*cuts, end]) for span in _without_blanks(text, first, last)]
    counts = count_tokens([text[first:last] for first, last in spans])
    for (first, last), size in zip(spans, counts, strict=True):
        if size <= MAX_TOKENS or last - first <= 1:
            yield first, last, size
        else:
            # Tokens are not spread evenly; at least halving the piece makes sure that this ends.
            yield from _cut(text, first, last, max(size, MAX_TOKENS + 1), count_tokens)


def _break_near(text: str, least: int, aim: int, end: int) -> int:
    """The end of a clause or word at or shortly before `aim`, or else `aim` itself."""
    reach = max(least, aim - max((end - least) // 8, 20))
    for sign in _BREAKS:
        found = text.rfind(sign, reach, aim)
        if found >= 0:
            return found + len(sign)
    return aim


def _grouped(units: Sequence[_Unit]) -> Iterator[list[_Unit]]:
    """Fill chunks evenly: a page or section just over the limit gives two like halves, no crumb."""
    for stretch in _same_page(units):
        total = sum(unit.tokens for unit in stretch)
        aim = total / max(-(-total // MAX_TOKENS), 1)
        group: list[_Unit] = []
        size = 0
        for unit in stretch:
            over = size + unit.tokens > MAX_TOKENS
            enough = size >= MIN_TOKENS and size + unit.tokens / 2 > aim
            only_headings = all(earlier.part.kind == "heading" for earlier in group)
            if group and (over or enough) and not (only_headings and not over):
                yield group
                group, size = [], 0
            group.append(unit)
            size += unit.tokens
        if group:
            yield group


def _same_page(units: Sequence[_Unit]) -> Iterator[list[_Unit]]:
    stretch: list[_Unit] = []
    for unit in units:
        if stretch and stretch[-1].part.page != unit.part.page and not _only_headings(stretch):
            yield stretch
            stretch = []
        stretch.append(unit)
    if stretch:
        yield stretch


def _only_headings(units: Sequence[_Unit]) -> bool:
    return all(unit.part.kind == "heading" for unit in units)
