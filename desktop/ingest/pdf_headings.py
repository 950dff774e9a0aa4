"""Where the sections of a PDF begin: its outline, or else lines set larger than the running text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop.ingest.cleaning import one_line
from desktop.ingest.pdf_handles import PdfDocument
from desktop.ingest.pdf_text import PageText, Paragraph

_MAX_DEPTH = 10
_MAX_ITEMS = 5000
_LARGER = 1.15  # times the size of the running text
_LONGEST = 150  # characters of a heading
_MOST_LINES = 3
_LEVELS = 4
_LARGEST_SHARE = 0.3  # above this share of the text, large type is no sign of a heading
_TITLE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Heading:
    """A section begins at this paragraph; `own` when the paragraph is the heading itself."""

    level: int
    text: str
    own: bool


Headings = dict[tuple[int, int], list[Heading]]  # (page, paragraph), both from 0


def find_headings(document: PdfDocument, pages: Sequence[PageText | None]) -> Headings:
    """Return the headings by place: from the outline when the document has one, else by size of type."""
    outline = list(_outline(document))
    if outline:
        return _placed(outline, pages)
    return _by_size(pages)


@dataclass(frozen=True, slots=True)
class _Item:
    """An entry of the outline; `top` is the height on the page it points to, in points."""

    level: int
    title: str
    page: int
    top: float | None


def _outline(document: PdfDocument) -> Iterator[_Item]:
    """The entries of the outline that lead to a page."""
    import pypdfium2

    try:
        for count, bookmark in enumerate(document.get_toc(max_depth=_MAX_DEPTH)):
            if count >= _MAX_ITEMS:
                return
            target = bookmark.get_dest()
            index = target.get_index() if target is not None else None
            title = one_line(bookmark.get_title() or "", _TITLE_LENGTH)
            if target is None or index is None or not title:
                continue
            _, position = target.get_view()
            top = position[1] if len(position) > 1 and position[1] else None
            yield _Item(bookmark.level + 1, title, index, top)
    except (pypdfium2.PdfiumError, ValueError, IndexError):
        return


def _placed(outline: Sequence[_Item], pages: Sequence[PageText | None]) -> Headings:
    """Find the paragraph of each outline entry on its page."""
    found: Headings = {}
    last: tuple[int, int] = (0, 0)
    for item in outline:
        page = pages[item.page] if 0 <= item.page < len(pages) else None
        if page is None or not page.paragraphs:
            continue
        first = last[1] if last[0] == item.page else 0
        number, own = _paragraph_of(item, page, first)
        found.setdefault((item.page, number), []).append(Heading(item.level, item.title, own))
        last = (item.page, number)
    return found


def _paragraph_of(item: _Item, page: PageText, first: int) -> tuple[int, bool]:
    """The paragraph an entry points to and whether its words are the title."""
    wanted = _letters(item.title)
    unnumbered = wanted.lstrip("0123456789") or wanted
    for number in range(first, len(page.paragraphs)):
        paragraph = page.paragraphs[number]
        if paragraph.end - paragraph.start > len(item.title) * 2 + 20:
            continue
        words = _letters(page.text[paragraph.start : paragraph.end])
        ends = len(wanted) > 4 and words.endswith(wanted)
        if wanted and (ends or words in {wanted, unnumbered}):
            return number, True
    if item.top is not None:
        for number in range(first, len(page.paragraphs)):
            if page.paragraphs[number].top <= item.top + 1:
                return number, False
    return first, False


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _by_size(pages: Sequence[PageText | None]) -> Headings:
    """Short paragraphs clearly larger than most of the text, the largest being the outermost level."""
    paragraphs = [
        (page_number, number, page, paragraph)
        for page_number, page in enumerate(pages)
        if page is not None
        for number, paragraph in enumerate(page.paragraphs)
    ]
    weights: Counter[float] = Counter()
    for _, _, _, paragraph in paragraphs:
        weights[_rounded(paragraph.size)] += paragraph.end - paragraph.start
    if not weights:
        return {}
    usual = weights.most_common(1)[0][0]
    large = [entry for entry in paragraphs if _is_heading(entry[2], entry[3], usual)]
    large = _recurring(large, sum(page is not None for page in pages))
    if sum(entry[3].end - entry[3].start for entry in large) > _LARGEST_SHARE * sum(weights.values()):
        return {}
    sizes = sorted({_rounded(paragraph.size) for _, _, _, paragraph in large}, reverse=True)
    found: Headings = {}
    for page_number, number, page, paragraph in large:
        level = min(sizes.index(_rounded(paragraph.size)) + 1, _LEVELS)
        text = one_line(page.text[paragraph.start : paragraph.end])
        found[page_number, number] = [Heading(level, text, own=True)]
    return found


_Entry = tuple[int, int, PageText, Paragraph]


def _recurring(large: list[_Entry], pages: int) -> list[_Entry]:
    """Leave out sizes met on one page only: the type of a cover is no heading of what follows."""
    if pages < 3:
        return large
    met: dict[float, set[int]] = {}
    for page_number, _, _, paragraph in large:
        met.setdefault(_rounded(paragraph.size), set()).add(page_number)
    return [entry for entry in large if len(met[_rounded(entry[3].size)]) > 1]


def _is_heading(page: PageText, paragraph: Paragraph, usual: float) -> bool:
    if paragraph.size < usual * _LARGER or paragraph.lines > _MOST_LINES:
        return False
    text = page.text[paragraph.start : paragraph.end].strip()
    if len(text) > _LONGEST or "\t" in text or text.endswith((".", ",", ";")):
        return False
    return sum(1 for char in text if char.isalpha()) * 2 >= len(text)


def _rounded(size: float) -> float:
    return round(size * 2) / 2
