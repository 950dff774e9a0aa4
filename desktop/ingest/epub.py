"""E-books (EPUB 2 and 3): the chapters in reading order, named as the table of contents names them."""

import posixpath
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from desktop.domain.records import HEADING_SEPARATOR
from desktop.ingest.archive import SafeZip
from desktop.ingest.building import Metadata, Reading, TextBuilder
from desktop.ingest.cleaning import one_line
from desktop.ingest.html import add_page, decode_page
from desktop.ingest.refusals import DAMAGED, LOCKED, RefusedError
from desktop.ingest.spot import Spot
from desktop.ingest.xml_parts import Element, attribute, child, children, local, parse_xml

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
# Scrambled fonts are no lock: the text is open.
_FONT_SCRAMBLING = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_NCX = "application/x-dtbncx+xml"
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document")
_LABEL_LIMIT = 120
_NAME_LIMIT = 80
_MAX_TOC_DEPTH = 12

# The label paths of a table of contents: file -> element id ("" for the whole file) -> path.
_Contents = dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class _Item:
    """A file that the book lists."""

    path: str
    media_type: str
    properties: frozenset[str]


@dataclass(slots=True)
class _Book:
    """What the package file says: files by id, the ids in reading order, and about the book."""

    items: dict[str, _Item] = field(default_factory=dict)
    spine: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    creators: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)


def read(path: Path) -> Reading:
    """Read a book; chapters that are listed and not there are said, copy protection is a lock."""
    with SafeZip(path) as package:
        files = _Files(package)
        if _is_protected(files):
            raise RefusedError(LOCKED)
        book = _package(files)
        contents = _contents(files, book)
        builder = TextBuilder()
        not_read = list(_add_chapters(builder, files, book, contents))
    document = builder.build("application/epub+zip", parts_not_read=tuple(dict.fromkeys(not_read)))
    metadata = Metadata(
        title=next(iter(book.titles), ""), author=", ".join(book.creators), dates=tuple(book.dates)
    )
    return Reading(document, metadata)


class _Files:
    """The files of the book by path, found although case, slashes or escapes differ."""

    def __init__(self, package: SafeZip) -> None:
        self._package = package
        self._names = {_plain(name): name for name in sorted(package.names, reverse=True)}

    def find(self, path: str) -> bytes | None:
        """Return one file, or None when the book has none of that path."""
        name = self._names.get(_plain(path))
        return self._package.read(name) if name is not None else None

    def tree(self, path: str) -> Element | None:
        """Return the root element of an XML file, None when it is missing or broken."""
        content = self.find(path)
        try:
            return parse_xml(content) if content else None
        except RefusedError:
            return None


def _plain(path: str) -> str:
    """A path in the one form in which it is compared; never outside the book."""
    path = urllib.parse.unquote(path).replace("\\", "/")
    return posixpath.normpath("/" + path).lstrip("/").casefold()


def _beside(base: str, reference: str) -> tuple[str, str]:
    """What a reference in the file `base` points to: path and element id."""
    path, _, identity = reference.replace("\\", "/").partition("#")
    target = posixpath.join(posixpath.dirname(base), urllib.parse.unquote(path)) if path else base
    return target, urllib.parse.unquote(identity)


def _is_protected(files: _Files) -> bool:
    """Whether anything but fonts is encrypted."""
    if (root := files.tree(_ENCRYPTION)) is None:
        return False
    methods = [attribute(e, "Algorithm") or "" for e in root.iter() if local(e) == "EncryptionMethod"]
    return any(method not in _FONT_SCRAMBLING for method in methods)


def _package(files: _Files) -> _Book:
    """Read the package file; the first one counts where there are several."""
    container = files.tree(_CONTAINER)
    rootfile = (
        next((e for e in container.iter() if local(e) == "rootfile"), None) if container is not None else None
    )
    path = (attribute(rootfile, "full-path") or "") if rootfile is not None else ""
    root = files.tree(path)
    if root is None:
        raise RefusedError(DAMAGED)
    book = _Book()
    for element in root.iter():
        text = one_line(element.text or "")
        match local(element):
            case "item":
                target, _ = _beside(path, attribute(element, "href") or "")
                properties = frozenset((attribute(element, "properties") or "").split())
                media_type = attribute(element, "media-type") or ""
                book.items[attribute(element, "id") or ""] = _Item(target, media_type, properties)
            case "itemref":
                book.spine.append(attribute(element, "idref") or "")
            case "title" if text:
                book.titles.append(text)
            case "creator" if text:
                book.creators.append(text)
            case "date" if text:
                book.dates.append(text)
            case "meta" if attribute(element, "property") == "dcterms:modified" and text:
                book.dates.append(text)
    return book


def _contents(files: _Files, book: _Book) -> _Contents:
    """The table of contents, from the newer kind of file where the book has one."""
    found: _Contents = {}
    for item in sorted(book.items.values(), key=lambda item: "nav" not in item.properties):
        if found:
            break
        if "nav" in item.properties and (root := files.tree(item.path)) is not None:
            _read_nav(root, item.path, found)
        elif item.media_type == _NCX and (root := files.tree(item.path)) is not None:
            points = (element for element in root.iter() if local(element) == "navMap")
            for top in points:
                _read_points(top, item.path, (), found)
    return found


def _read_nav(root: Element, path: str, found: _Contents) -> None:
    """Read the nested lists of the navigation that is the table of contents."""
    for nav in root.iter():
        if local(nav) == "nav" and "toc" in (attribute(nav, "type") or "toc").split():
            for entries in children(nav, "ol"):
                _read_list(entries, path, (), found)


def _read_list(entries: Element, path: str, above: tuple[str, ...], found: _Contents) -> None:
    for entry in children(entries, "li"):
        link = next((e for e in entry if local(e) in {"a", "span"}), None)
        label = "".join(link.itertext()) if link is not None else ""
        labels = _note(found, path, attribute(link, "href") if link is not None else None, label, above)
        for deeper in children(entry, "ol"):
            if len(labels) < _MAX_TOC_DEPTH:
                _read_list(deeper, path, labels, found)


def _read_points(parent: Element, path: str, above: tuple[str, ...], found: _Contents) -> None:
    """Read the points of the older kind of table of contents."""
    for point in children(parent, "navPoint"):
        text = child(point, "navLabel", "text")
        content = child(point, "content")
        label = "".join(text.itertext()) if text is not None else ""
        target = attribute(content, "src") if content is not None else None
        labels = _note(found, path, target, label, above)
        if len(labels) < _MAX_TOC_DEPTH:
            _read_points(point, path, labels, found)


def _note(
    found: _Contents, base: str, target: str | None, label: str, above: tuple[str, ...]
) -> tuple[str, ...]:
    """Note one entry; the first one for a place counts. Returns the labels down to it."""
    label = one_line(label, _LABEL_LIMIT)
    labels = (*above, label) if label else above
    if target and label:
        path, identity = _beside(base, target)
        found.setdefault(_plain(path), {}).setdefault(identity, HEADING_SEPARATOR.join(labels))
    return labels


def _add_chapters(
    builder: TextBuilder, files: _Files, book: _Book, contents: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    """Add the files of the spine in order; yield what is missing."""
    above = ""
    for number, identity in enumerate(book.spine, 1):
        item = book.items.get(identity)
        if item is None or (item.media_type and item.media_type not in _PAGES):
            continue
        if "nav" in item.properties and len(book.spine) > 1:
            continue  # the table of contents itself
        labels = contents.get(_plain(item.path), {})
        above = labels.get("") or above
        # A file the table of contents does not name goes on with the chapter before.
        spot = Spot(above or f"section {number}", above)
        sections = {at: Spot(label, label) for at, label in labels.items() if at}
        name = one_line(posixpath.basename(item.path), _NAME_LIMIT)
        try:
            content = files.find(item.path)
            if content is None:
                yield f"A chapter is missing in the book ({name})."
            elif content.strip():
                add_page(builder, decode_page(content).text, spot, sections)
        except RefusedError as error:
            yield f"{name}: {error.refusal.reason}"
        above = [above, *labels.values()][-1]
