"""What kind of file this is, decided from its content; the extension only chooses among kinds of text."""

import io
import re
import struct
from enum import StrEnum
from pathlib import Path

from desktop.domain.records import Refusal
from desktop.ingest import refusals
from desktop.ingest.archive import SafeZip
from desktop.ingest.refusals import RefusedError, unsupported
from desktop.ingest.wordlists import words

_HEAD = 4096
_PDF_SEARCH = 1280  # bytes of junk that real PDF files have before their header
_OLE_SEARCH = 16 << 20  # bytes of an old Office file searched for the names of its streams
_OLE = bytes.fromhex("D0CF11E0A1B11AE1")
_LOCK_FILE = re.compile(r"~\$|\.~lock\.")


class Kind(StrEnum):
    """Every kind of file that is told apart."""

    TEXT = "text"
    CODE = "code"
    CONFIGURATION = "configuration"
    SUBTITLES = "subtitles"
    MARKUP = "markup"
    MARKDOWN = "markdown"
    HTML = "html"
    XML = "xml"
    JSON = "json"
    TABLE = "table"
    PDF = "pdf"
    DOCX = "docx"
    PPTX = "pptx"
    XLSX = "xlsx"
    OPENDOCUMENT = "opendocument"
    LOCKED_OPENDOCUMENT = "locked opendocument"
    EPUB = "epub"
    IWORK = "iwork"
    RTF = "rtf"
    MAIL = "mail"
    NOTEBOOK = "notebook"
    OLD_WORD = "old word"
    OLD_EXCEL = "old excel"
    OLD_SHEET = "old sheet"
    OLD_POWERPOINT = "old powerpoint"
    OUTLOOK = "outlook"
    LOCKED_OFFICE = "locked office"
    OLD_OFFICE = "old office"
    IMAGE = "image"
    ZIP = "zip"
    ARCHIVE = "archive"
    MEDIA = "media"
    PROGRAM = "program"
    DATABASE = "database"
    LOCK_FILE = "lock file"
    BINARY = "binary"


# A format that gets a reader loses its row here and gains one in `extract.READERS`.
REFUSED: dict[Kind, Refusal] = {
    Kind.LOCKED_OPENDOCUMENT: refusals.LOCKED,
    Kind.IWORK: unsupported(
        "Pages, Numbers and Keynote files are not supported; saved as PDF it can be read."
    ),
    Kind.LOCKED_OFFICE: refusals.LOCKED,
    Kind.OLD_OFFICE: unsupported("This is an old Office file of a kind that is not supported."),
    Kind.ARCHIVE: unsupported("The file is an archive; unpack it and add the documents inside."),
    Kind.MEDIA: unsupported("The file is sound or video, not a document with text."),
    Kind.PROGRAM: unsupported("The file is a program, not a document with text."),
    Kind.DATABASE: unsupported("The file is a database, not a document with text."),
    Kind.LOCK_FILE: unsupported("This is a lock file that an open program left here, not a document."),
    Kind.BINARY: unsupported("The file holds data that is not text, so there is nothing to read in it."),
}

_MAGIC: tuple[tuple[bytes, Kind], ...] = (
    (b"\x89PNG\r\n", Kind.IMAGE),
    (b"\xff\xd8\xff", Kind.IMAGE),
    (b"GIF8", Kind.IMAGE),
    (b"II*\0", Kind.IMAGE),
    (b"MM\0*", Kind.IMAGE),
    (b"8BPS", Kind.IMAGE),
    (b"\0\0\1\0", Kind.IMAGE),
    (b"7z\xbc\xaf\x27\x1c", Kind.ARCHIVE),
    (b"Rar!\x1a", Kind.ARCHIVE),
    (b"\x1f\x8b", Kind.ARCHIVE),
    (b"BZh", Kind.ARCHIVE),
    (b"\xfd7zXZ", Kind.ARCHIVE),
    (b"\x28\xb5\x2f\xfd", Kind.ARCHIVE),
    (b"MSCF\0\0\0\0", Kind.ARCHIVE),
    (b"ITSF", Kind.BINARY),
    (b"\x7fELF", Kind.PROGRAM),
    (b"\xcf\xfa\xed\xfe", Kind.PROGRAM),
    (b"\xca\xfe\xba\xbe", Kind.PROGRAM),
    (b"SQLite format 3\0", Kind.DATABASE),
    (b"\x09\0\x04\0", Kind.OLD_SHEET),
    (b"\x09\x02\x06\0", Kind.OLD_SHEET),
    (b"\x09\x04\x06\0", Kind.OLD_SHEET),
    (b"OggS", Kind.MEDIA),
    (b"ID3", Kind.MEDIA),
    (b"fLaC", Kind.MEDIA),
    (b"\x1a\x45\xdf\xa3", Kind.MEDIA),
)
# Short signatures that ordinary text may begin with too: they count only beside a zero byte.
_MAGIC_IF_BINARY: tuple[tuple[bytes, Kind], ...] = ((b"BM", Kind.IMAGE), (b"MZ", Kind.PROGRAM))
_RIFF: dict[bytes, Kind] = {b"WEBP": Kind.IMAGE, b"AVI ": Kind.MEDIA, b"WAVE": Kind.MEDIA}
_FTYP_IMAGES = (b"avif", b"heic", b"heix", b"mif1")

_OLE_STREAMS: tuple[tuple[str, Kind], ...] = (
    ("EncryptedPackage", Kind.LOCKED_OFFICE),
    ("__substg1.0_", Kind.OUTLOOK),
    ("WordDocument", Kind.OLD_WORD),
    ("PowerPoint Document", Kind.OLD_POWERPOINT),
    ("Workbook", Kind.OLD_EXCEL),
    ("Book", Kind.OLD_EXCEL),
)
_ZIP_MEMBERS: tuple[tuple[str, Kind], ...] = (
    ("word/document.xml", Kind.DOCX),
    ("ppt/presentation.xml", Kind.PPTX),
    ("xl/workbook.xml", Kind.XLSX),
    ("xl/workbook.bin", Kind.XLSX),
    ("META-INF/container.xml", Kind.EPUB),
)

# What a package calls its main part, where that has another name than most programs give it.
_MAIN_TYPES: tuple[tuple[re.Pattern[bytes], Kind], ...] = (
    (re.compile(rb"wordprocessingml\.(?:document|template)\.main"), Kind.DOCX),
    (re.compile(rb"presentationml\.(?:presentation|slideshow|template)\.main"), Kind.PPTX),
    (re.compile(rb"spreadsheetml\.(?:sheet|template)\.main"), Kind.XLSX),
)
_IWORK_SUFFIXES = frozenset({".pages", ".numbers", ".key"})
_TEXT_SUFFIXES: dict[str, Kind] = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd"), Kind.MARKDOWN),
    **dict.fromkeys((".org", ".rst", ".tex", ".adoc", ".asciidoc"), Kind.MARKUP),
    **dict.fromkeys((".html", ".htm", ".xhtml"), Kind.HTML),
    **dict.fromkeys((".xml", ".svg", ".fb2", ".rss", ".kml", ".gpx"), Kind.XML),
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".geojson"), Kind.JSON),
    **dict.fromkeys((".csv", ".tsv", ".tab"), Kind.TABLE),
    **dict.fromkeys((".eml", ".emlx", ".mbox", ".mbx", ".mht", ".mhtml"), Kind.MAIL),
    ".ipynb": Kind.NOTEBOOK,
    **dict.fromkeys((".srt", ".vtt"), Kind.SUBTITLES),
    **dict.fromkeys((".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf"), Kind.CONFIGURATION),
    **dict.fromkeys(
        words(
            ".py .pyi .pyw .js .mjs .cjs .ts .jsx .tsx .java .kt .kts .scala .c .h .cc .cpp .cxx "
            ".hpp .hh .cs .go .rs .rb .php .swift .m .mm .lua .pl .pm .r .jl .sh .bash .zsh .fish "
            ".bat .cmd .ps1 .sql .qml .vue .css .scss .less "
            ".properties .env .gradle .cmake .mk .dockerfile .tf .proto .graphql .asm .s .f90 .f "
            ".hs .ml .clj .ex .exs .erl .dart .nim .zig .v .vhd .bas .vbs .pas .d .groovy .lisp "
            ".el .scm .tcl .awk .diff .patch"
        ),
        Kind.CODE,
    ),
}
_HTML_START = re.compile(
    rb"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype html|<html[\s>])", re.IGNORECASE | re.DOTALL
)
_MAIL_START = re.compile(
    rb"(?:From [^\n]*\d\d:\d\d[^\n]*\n(?:>[^\n]*\n)*)?"  # as mailboxes separate their messages
    rb"(?:X-[\w-]+|Status|Return-Path|Received|Delivered-To|From|To|Date|Subject|Message-ID|MIME-Version)"
    rb":[^\n]*\n",
    re.IGNORECASE,
)
_MAIL_HEADER = re.compile(
    rb"^(?:MIME-Version|Message-ID|Received|Content-Type):", re.IGNORECASE | re.MULTILINE
)


def detect(path: Path) -> Kind:
    """Return the kind of the file; RefusedError when it is empty or damaged, OSError when unreadable."""
    if _LOCK_FILE.match(path.name):
        return Kind.LOCK_FILE
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head:
        raise RefusedError(refusals.EMPTY)
    if b"%PDF-" in head[:_PDF_SEARCH] and not _HTML_START.match(head.lstrip()):
        return Kind.PDF
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_kind(path)
    if head.startswith(_OLE):
        return _ole_kind(path)
    if head.lstrip()[:5] == b"{\\rtf":
        return Kind.RTF
    return _by_magic(head) or _text_kind(path, head)


def _by_magic(head: bytes) -> Kind | None:
    """The kind that the first bytes of a binary file give away."""
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if head[:4] == b"RIFF" and head[8:12] in _RIFF:
        return _RIFF[head[8:12]]
    if head[4:8] == b"ftyp":
        return Kind.IMAGE if head[8:12] in _FTYP_IMAGES else Kind.MEDIA
    if b"\0" in head[:512]:
        for magic, kind in _MAGIC_IF_BINARY:
            if head.startswith(magic):
                return kind
    return None


def _text_kind(path: Path, head: bytes) -> Kind:
    """Choose among kinds of text by extension, and by the beginning where the extension says nothing."""
    suffix = path.suffix.lower()
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if suffix in _TEXT_SUFFIXES and suffix not in {".md", ".xml"}:
        return _TEXT_SUFFIXES[suffix]
    if _HTML_START.match(start):
        return Kind.HTML
    if suffix in {"", ".txt"} and _MAIL_START.match(start) and _MAIL_HEADER.search(head):
        return Kind.MAIL
    if suffix == "" and start.startswith(b"#!"):
        return Kind.CODE
    return _TEXT_SUFFIXES.get(suffix, Kind.TEXT)


def _zip_kind(path: Path) -> Kind:
    """Look into a zip package: Office, OpenDocument, e-book or a plain archive."""
    with SafeZip(path) as package:
        mimetype = (package.find("mimetype") or b"").decode("ascii", "replace").strip()
        if mimetype == "application/epub+zip":
            return Kind.EPUB
        if "opendocument" in mimetype:
            manifest = package.find("META-INF/manifest.xml") or b""
            return Kind.LOCKED_OPENDOCUMENT if b"encryption-data" in manifest else Kind.OPENDOCUMENT
        for member, kind in _ZIP_MEMBERS:
            if member in package.names:
                return kind
        if {"content.xml", "META-INF/manifest.xml"} <= package.names:
            return Kind.OPENDOCUMENT
        types = package.find("[Content_Types].xml") or b""
        for pattern, kind in _MAIN_TYPES:
            if pattern.search(types):
                return kind
        suffix = path.suffix.lower()
        # Programs and their parts are archives too: only what calls itself an archive holds documents.
        return Kind.IWORK if suffix in _IWORK_SUFFIXES else Kind.ZIP if suffix == ".zip" else Kind.ARCHIVE


def _ole_kind(path: Path) -> Kind:
    """Tell old Office files apart by the names of their streams; files embedded in them do not count."""
    names = _top_streams(path)
    for name, kind in _OLE_STREAMS:
        if any(found.startswith(name) for found in names):
            return kind
    return Kind.OLD_OFFICE


def _top_streams(path: Path) -> list[str]:
    """The names at the top of a compound file, searched for in its bytes when it is damaged."""
    import olefile

    content = path.read_bytes()
    try:
        with olefile.OleFileIO(io.BytesIO(content)) as file:
            return [parts[0] for parts in file.listdir(storages=True)]
    except (OSError, ValueError, IndexError, RecursionError, struct.error):
        found = content[:_OLE_SEARCH]
        return [name for name, _ in _OLE_STREAMS if name.encode("utf-16-le") in found]
