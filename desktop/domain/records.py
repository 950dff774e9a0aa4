"""Frozen records of a library: collections, documents, their parts and their chunks."""

from dataclasses import dataclass
from enum import StrEnum

HEADING_SEPARATOR = " › "


class DocumentState(StrEnum):
    """Where a document is on its way from a dropped file to a citable source."""

    WAITING = "waiting"  # queued, nothing stored but its path
    READING = "reading"
    TEXT_READY = "text_ready"  # searchable by words; vectors pending
    READY = "ready"  # words and vectors
    PARTLY_READ = "partly_read"  # as ready, but `parts_not_read` says what is missing
    LOCKED = "locked"  # needs its password
    REFUSED = "refused"  # `reason` says why; never retried by itself


SEARCHABLE_STATES = frozenset({DocumentState.TEXT_READY, DocumentState.READY, DocumentState.PARTLY_READ})
FAILED_STATES = frozenset({DocumentState.LOCKED, DocumentState.REFUSED})


@dataclass(frozen=True, slots=True)
class Collection:
    """A named group of documents; `profile` is its own retrieval profile, blank when it has the library's."""

    id: int
    name: str
    folder: str | None = None
    profile: str = ""
    documents: int = 0
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentRef:
    """As much of a document as a hit, a citation or a card needs."""

    id: int
    title: str
    path: str
    collection: str = ""
    date: str | None = None
    offline: bool = False  # its file cannot be reached now; the stored text still serves
    date_source: str = ""  # where the date was found, as in Document

    @property
    def stated_date(self) -> str | None:
        """The date that the document or its name states; None when only the file has one."""
        return None if self.date_source == "file time" else self.date


@dataclass(frozen=True, slots=True)
class Document:
    """One document of the library. Dates are ISO 8601 text, sizes bytes, `modified` a Unix time."""

    id: int
    collection: str
    path: str
    title: str
    state: DocumentState
    reason: str = ""
    media_type: str = ""
    content_hash: str = ""
    size: int = 0
    modified: float = 0.0
    indexed_at: str | None = None
    language: str | None = None
    date: str | None = None
    date_source: str = ""  # "front matter", "metadata", "text", "file name", "file time"
    author: str = ""
    encoding: str = ""
    pages: int | None = None
    pages_without_text: int = 0
    parts_not_read: tuple[str, ...] = ()
    chunks: int = 0
    vectors: int = 0
    same_as: int | None = None  # another document of the collection with identical content holds the chunks
    offline: bool = False  # its file cannot be reached now; the stored text still serves

    @property
    def ref(self) -> DocumentRef:
        """The short form used by hits and citations."""
        return DocumentRef(
            self.id, self.title, self.path, self.collection, self.date, self.offline, self.date_source
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a document's text with its place. `start`/`end` are character offsets, end exclusive.

    `kind` is one of body, heading, table, list, code, footnote, endnote, comment, header, footer, textbox.
    `heading` is the heading path joined with HEADING_SEPARATOR. `page` counts from 1 (physical pages);
    `page_label` is the printed label. `place` is what people read ("page iv", "footnote 2").
    """

    start: int
    end: int
    kind: str = "body"
    heading: str = ""
    page: int | None = None
    page_label: str | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """What a reader made of one file: the whole text, and parts that cover it in order.

    `spellings` are words the text shows joined but a line end may have split at a real hyphen: the offset
    of each and its hyphenated spelling, for the index only.
    """

    text: str
    parts: tuple[Part, ...]
    media_type: str
    title: str = ""
    date: str | None = None
    date_source: str = ""
    author: str = ""
    language: str | None = None
    encoding: str = ""
    pages: int | None = None
    pages_without_text: int = 0
    parts_not_read: tuple[str, ...] = ()
    spellings: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file was not read; `reason` is one plain sentence for people.

    `code` is stable: empty, locked, damaged, unsupported, too_large, timeout, no_text, unreadable.
    """

    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk before it is stored; its text is exactly `text[start:end]` of the document.

    `also` holds further spellings of words in it, for the index only (see ReadDocument.spellings).
    """

    position: int
    start: int
    end: int
    heading: str = ""
    page: int | None = None
    page_label: str | None = None
    place: str = ""
    language: str | None = None
    also: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored chunk. `position` counts from 0 within the document; -1 is its summary."""

    id: int
    document_id: int
    position: int
    text: str
    heading: str = ""
    page: int | None = None
    page_label: str | None = None
    place: str = ""
    start: int = 0
    end: int = 0
    language: str | None = None
    text_hash: str = ""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in pixels of the rendered page, origin top left."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageLetters:
    """The text of a page in reading order and where each character stands.

    A box is left, top, right and bottom in shares of the page's width and height; None for what the page does
    not show, such as the blank that joins two lines.
    """

    text: str
    boxes: tuple[tuple[float, float, float, float] | None, ...]


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A heading or bookmark, by its offset in the text or its page; `level` and `page` count from 1."""

    title: str
    level: int
    start: int | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: PNG bytes, its size in pixels and the rectangles of the marked passage."""

    page: int
    page_label: str | None
    width: int
    height: int
    png: bytes
    marks: tuple[Rect, ...] = ()


def heading_below(title: str, heading: str) -> str:
    """Return a heading path without the document's title, where it begins with that."""
    first, _, rest = heading.partition(HEADING_SEPARATOR)
    same = " ".join(first.split()).casefold() == " ".join(title.split()).casefold()
    return rest if same else heading
