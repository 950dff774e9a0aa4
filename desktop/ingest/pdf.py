"""PDF documents: text by page with printed page labels, sections, notes, and which pages had no text."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from desktop.domain.records import Part
from desktop.ingest import options
from desktop.ingest.building import HeadingPath, Metadata, Reading, TextBuilder, are_or_is
from desktop.ingest.cleaning import one_line
from desktop.ingest.pdf_annotations import annotations
from desktop.ingest.pdf_handles import PdfDocument, PdfPage, PdfTextPage
from desktop.ingest.pdf_headings import Heading, Headings, find_headings
from desktop.ingest.pdf_scans import is_picture, recognised_page
from desktop.ingest.pdf_text import PageText, page_text
from desktop.ingest.progress import note
from desktop.ingest.refusals import (
    BLANK_PAGES,
    DAMAGED,
    LOCKED,
    NO_TEXT,
    WRONG_PASSWORD,
    RefusedError,
)

_FAILURES_IN_A_ROW = 50  # then the page count is a lie
_SENTENCE_ENDS = ".!?:…。！？।؟"
_MOST_SCANNED = 1000  # pages recognised in one document, an hour at most


@dataclass(slots=True)
class _Page:
    """What was read of one page; `text` is None when the page is damaged."""

    text: PageText | None = None
    label: str | None = None
    notes: list[tuple[str, str]] = field(default_factory=list)
    scanned: bool = False  # the text was recognised in a picture
    without_text: bool = False


def read(path: Path) -> Reading:
    """Read a PDF file; one that only restricts printing or copying is read like any other."""
    with open_document(path) as document:
        document.init_forms()
        pages = list(_pages(document))
        headings = find_headings(document, [page.text for page in pages])
        metadata = _metadata(document)
    builder = TextBuilder()
    path_of_headings = HeadingPath()
    for number, page in enumerate(pages):
        _add_page(builder, page, number, headings, path_of_headings)
    unread = [number for number, page in enumerate(pages, 1) if page.without_text]
    if not builder.length:
        damaged = not pages or any(page.text is None for page in pages)
        raise RefusedError(NO_TEXT if unread else DAMAGED if damaged else BLANK_PAGES)
    document_read = builder.build(
        "application/pdf",
        pages=len(pages),
        pages_without_text=len(unread),
        parts_not_read=tuple(_not_read(pages, unread)),
    )
    return Reading(document_read, metadata)


@contextmanager
def open_document(path: Path) -> Iterator[PdfDocument]:
    """Open a PDF, with the password that was given; RefusedError when it is locked or damaged."""
    import pypdfium2

    logging.getLogger("pypdfium2").setLevel(logging.ERROR)
    password = options.current().password
    try:
        document = pypdfium2.PdfDocument(path, password=password or None)
    except pypdfium2.PdfiumError as error:
        locked = WRONG_PASSWORD if password else LOCKED
        raise RefusedError(locked if "password" in str(error).lower() else DAMAGED) from error
    try:
        yield document
    finally:
        document.close()


@contextmanager
def open_page(document: PdfDocument, number: int) -> Iterator[tuple[PdfPage, PdfTextPage]]:
    """Open page `number` (from 0) and its text page; PdfiumError when it is damaged."""
    page = document[number]
    try:
        text = page.get_textpage()
        try:
            yield page, text
        finally:
            text.close()
    finally:
        page.close()


def page_label(document: PdfDocument, number: int) -> str | None:
    """The printed label of page `number` (from 0), None when the document gives none."""
    return one_line(document.get_page_label(number) or "", 40) or None


def _pages(document: PdfDocument) -> Iterator[_Page]:
    """Read page after page; stops when the rest of the page tree is no pages at all."""
    import pypdfium2

    failures: list[_Page] = []
    pictures = 0
    for number in range(len(document)):
        try:
            with open_page(document, number) as (page, text):
                found = _page(page, text)
                if found.without_text and pictures < _MOST_SCANNED:
                    pictures += 1
                    note(number + 1, len(document))
                    _recognise(found, page)
                found.label = page_label(document, number)
                found.notes = list(annotations(document, page))
        except pypdfium2.PdfiumError:
            failures.append(_Page())
            if len(failures) >= _FAILURES_IN_A_ROW:
                return
            continue
        yield from failures
        failures.clear()
        yield found
    yield from failures


def _page(page: PdfPage, text_page: PdfTextPage) -> _Page:
    """The text of a page, and whether it is a picture or has letters that mean nothing."""
    text = page_text(page, text_page)
    # Character indexes serve marking only; those of a long document would fill a gigabyte.
    text.indexes = []
    return _Page(text, without_text=text.garbage or is_picture(page, text))


def _recognise(found: _Page, page: PdfPage) -> None:
    """Put the text recognised in a page in place of what it lacks."""
    if found.text is None:
        return
    text = recognised_page(page, found.text)
    if text is not None:
        found.scanned = text is not found.text
        found.text, found.without_text = text, False


def _metadata(document: PdfDocument) -> Metadata:
    values = document.get_metadata_dict()
    return Metadata(
        title=values.get("Title", ""),
        author=values.get("Author", ""),
        dates=tuple(values[key] for key in ("CreationDate", "ModDate") if values.get(key)),
    )


def _add_page(builder: TextBuilder, page: _Page, number: int, headings: Headings, path: HeadingPath) -> None:
    """Add the text of a page cut at its headings, unchanged, then its notes and form values."""
    place = f"page {page.label or number + 1}{', scanned' if page.scanned else ''}"
    text = page.text
    if text is not None and text.paragraphs:
        first = True
        for begin, end, opened in _sections(text, number, headings):
            kind = "body"
            for heading in opened:
                path.enter(heading.level, heading.text)
                kind = "heading" if heading.own else kind
            piece = text.text[text.paragraphs[begin].start : text.paragraphs[end - 1].end]
            gap = "\n" if first and kind == "body" and _runs_on(builder, piece) else "\n\n"
            part = Part(0, 0, kind, path.path, number + 1, page.label, place)
            start = builder.add_exact(piece, part, gap=gap)
            if first and start is not None:
                builder.spellings.extend((start + offset, word) for offset, word in text.spellings)
            first = False
    for kind, words in page.notes:
        builder.add(
            words,
            kind="comment" if kind == "note" else "body",
            heading=path.path,
            page=number + 1,
            page_label=page.label,
            place=f"{place}, {kind}",
        )


def _sections(
    text: PageText, number: int, headings: Headings
) -> Iterator[tuple[int, int, Sequence[Heading]]]:
    """Cut the paragraphs of a page at headings: first and last paragraph, and the headings opened there."""
    cuts = {0, len(text.paragraphs)}
    for paragraph in range(len(text.paragraphs)):
        opened = headings.get((number, paragraph), ())
        if opened:
            cuts.add(paragraph)
        if any(heading.own for heading in opened):
            cuts.add(paragraph + 1)
    for begin, end in pairwise(sorted(cuts)):
        yield begin, end, headings.get((number, begin), ())


def _runs_on(builder: TextBuilder, piece: str) -> bool:
    """Whether a sentence goes on from the page before."""
    return piece[:1].islower() and not builder.ends_with(_SENTENCE_ENDS)


def _not_read(pages: Sequence[_Page], unread: Sequence[int]) -> Iterator[str]:
    """One sentence for each thing that is missing."""
    if unread:
        yield f"{are_or_is('page', unread)} without readable text (text recognition is needed)."
    damaged = [number for number, page in enumerate(pages, 1) if page.text is None]
    if damaged:
        yield f"{are_or_is('page', damaged)} damaged."
    cut = [number for number, page in enumerate(pages, 1) if page.text and not page.text.complete]
    if cut:
        yield f"{are_or_is('page', cut)} read only in part, because of too much text."
