"""Read one file into a document, inside a reader process: kind, reader, then title, date and language."""

import re
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from desktop.domain.records import ReadDocument, Refusal
from desktop.ingest import inner, long_text, refusals
from desktop.ingest.building import Metadata, Reading
from desktop.ingest.cleaning import one_line
from desktop.ingest.dates import document_date
from desktop.ingest.kind import REFUSED, Kind, detect
from desktop.ingest.language import detect as detect_language
from desktop.ingest.misnamed import told_by_name
from desktop.ingest.options import ReadOptions, reading_with
from desktop.ingest.refusals import RefusedError, unreadable

# One row a format: module and function, imported only when a file of the kind is met.
READERS: dict[Kind, tuple[str, str]] = {
    Kind.TEXT: ("plain", "read_text"),
    Kind.CODE: ("plain", "read_code"),
    Kind.CONFIGURATION: ("configuration", "read"),
    Kind.SUBTITLES: ("subtitles", "read"),
    Kind.MARKUP: ("markup", "read"),
    Kind.MARKDOWN: ("markdown", "read"),
    Kind.HTML: ("html", "read"),
    Kind.XML: ("structured", "read_xml"),
    Kind.JSON: ("structured", "read_json"),
    Kind.TABLE: ("structured", "read_table"),
    Kind.PDF: ("pdf", "read"),
    Kind.IMAGE: ("picture", "read"),
    Kind.EPUB: ("epub", "read"),
    Kind.ZIP: ("zip_members", "read"),
    Kind.NOTEBOOK: ("notebook", "read"),
    Kind.MAIL: ("mail", "read"),
    Kind.OUTLOOK: ("msg", "read"),
    Kind.DOCX: ("docx", "read"),
    Kind.PPTX: ("pptx", "read"),
    Kind.XLSX: ("xlsx", "read"),
    Kind.OPENDOCUMENT: ("opendocument", "read"),
    Kind.RTF: ("rtf", "read"),
    Kind.OLD_EXCEL: ("old_sheets", "read"),
    Kind.OLD_WORD: ("old_word", "read"),
    Kind.OLD_POWERPOINT: ("old_powerpoint", "read"),
    Kind.OLD_SHEET: ("biff", "read"),
}

_TITLE_LIMIT = 200
# Dates in the first lines of these are data more often than the date of the whole.
_DATED_LATE = frozenset({"text/x-source", "application/json", "application/xml", "text/csv"})
_SHEETS = re.compile(r"application/vnd\.(?:ms-excel|.*\.spreadsheet).*")
# Titles that programs write by themselves say nothing about the document.
_NO_TITLE = re.compile(
    r"(?:untitled|unbenannt|sin t[ií]tulo|sans titre|title|document|dokument|new document|page|slide) ?\d*|"
    r"microsoft (?:word|powerpoint|excel)\b.*|(?:powerpoint|word) .*|.*\.(?:docx?|indd|qxd|pages|tex|dvi|pdf|"
    r"pptx?|xlsx?|odt|rtf|txt|html?)",
    re.IGNORECASE,
)


_USUAL = ReadOptions()
_Read = TypeVar("_Read")


def read_file(path: Path, options: ReadOptions = _USUAL) -> ReadDocument | Refusal:
    """Read a file of any kind; never raises for what a file holds, whatever is wrong with it."""
    outcome, _ = read_in_detail(path, options)
    return outcome


def read_in_detail(path: Path, options: ReadOptions) -> tuple[ReadDocument | Refusal, str]:
    """Read a file as `read_file` does; the second value is the traceback of an unforeseen error."""
    with reading_with(options), inner.fresh_budget():
        found, details = _reading(path)
        if isinstance(found, Refusal):
            return found, details
        try:
            return _finished(found, path), ""
        except OSError as error:  # the file may go away meanwhile
            return unreadable(error), ""


def reading(path: Path) -> Reading | Refusal:
    """Read a file that lies inside another one, as far as its own reader goes."""
    return _reading(path)[0]


def read_slices(
    path: Path, options: ReadOptions, most: int, take: Callable[[ReadDocument], None]
) -> tuple[ReadDocument | Refusal | None, str]:
    """Read a plain text and hand over its slices of at most `most` characters, joined the whole text.

    Returns what `read_in_detail` does, but a document without its text and parts; None for any other file.
    """
    with reading_with(options):
        return _guarded(partial(_sliced, path, most, take))


def _sliced(path: Path, most: int, take: Callable[[ReadDocument], None]) -> ReadDocument | None:
    kind = detect(path)
    if not long_text.can_be_sliced(kind):
        return None
    first: ReadDocument | None = None
    samples: list[str] = []
    with told_by_name(path):
        for document in long_text.slices(path, kind, most):
            take(document)
            samples.append(long_text.sample(document))
            first = first or document
    if first is None:
        raise RefusedError(refusals.EMPTY)
    whole = _finished(Reading(first), path)
    language = detect_language("\n".join(samples))
    return replace(whole, text="", parts=(), spellings=(), language=language)


def _reading(path: Path) -> tuple[Reading | Refusal, str]:
    return _guarded(partial(_by_kind, path))


def _by_kind(path: Path) -> Reading:
    kind = detect(path)
    if kind in REFUSED:
        with told_by_name(path):
            raise RefusedError(REFUSED[kind])
    module, function = READERS[kind]
    reader: Callable[[Path], Reading] = getattr(import_module(f"desktop.ingest.{module}"), function)
    with told_by_name(path):
        return reader(path)


def _guarded(read: Callable[[], _Read]) -> tuple[_Read | Refusal, str]:
    """Return what a reader returns, or the refusal that stands for its error, and the traceback of that."""
    try:
        return read(), ""
    except RefusedError as error:
        return error.refusal, ""
    except OSError as error:
        return unreadable(error), ""
    except RecursionError:
        return refusals.NESTED_TOO_DEEPLY, ""
    except MemoryError:
        return refusals.CRASHED, ""
    except BaseException:  # noqa: BLE001 - a parser may fail in any way, even with a Rust panic
        return refusals.DAMAGED, traceback.format_exc()


def _finished(reading: Reading, path: Path) -> ReadDocument:
    """Add title, date, author and language."""
    document, metadata = reading.document, reading.metadata
    found = document_date(
        front_matter=metadata.front_matter_date,
        metadata=metadata.dates,
        text="" if _dated_late(document.media_type) else document.text,
        name=path.stem,
        modified=path.stat().st_mtime,
    )
    return replace(
        document,
        title=_title(document, metadata, path),
        date=found.iso,
        date_source=found.source,
        author=one_line(metadata.author, _TITLE_LIMIT),
        language=detect_language(document.text),
    )


def _dated_late(media_type: str) -> bool:
    return media_type in _DATED_LATE or _SHEETS.fullmatch(media_type) is not None


def _title(document: ReadDocument, metadata: Metadata, path: Path) -> str:
    """The title the file states, else its first heading, else its name without the ending."""
    stated = one_line(metadata.title, _TITLE_LIMIT)
    if stated and not _NO_TITLE.fullmatch(stated):
        return stated
    first = next((part for part in document.parts if part.kind == "heading"), None)
    if document.media_type == "text/plain" and first is not None and first is not document.parts[0]:
        first = (
            None  # "41. Minutes of the last meeting" names a section; only a line at the top names the text
        )
    if first is not None and first.start < _TITLE_LIMIT * 10:
        return one_line(document.text[first.start : first.end], _TITLE_LIMIT)
    return one_line(path.stem, _TITLE_LIMIT)


def load_what_every_file_needs() -> None:
    """Load the language model and the most common reader before the first file comes."""
    import_module("desktop.ingest.plain")
    detect_language("What every document needs is its language.")
