"""What every OpenDocument package has: a body of one kind, paragraphs, properties of the document."""

from dataclasses import dataclass, field

from desktop.ingest.archive import SafeZip
from desktop.ingest.building import Metadata
from desktop.ingest.refusals import DAMAGED, LOCKED, RefusedError
from desktop.ingest.wordlists import words
from desktop.ingest.xml_parts import Element, attribute, child, local, parse_xml

_MOST_SPACES = 100  # blanks in a row that one element may stand for
_LEFT_OUT = words(
    "note-citation ruby-text tracked-changes creator date date-string desc title event-listeners"
)
_NOTES = words("note annotation")
_FRAMES = words("frame custom-shape rect ellipse text-box g control caption connector line polygon path")


@dataclass(slots=True)
class Inline:
    """The words of a paragraph, and what hangs on it: notes and frames."""

    text: str = ""
    notes: list[Element] = field(default_factory=list)
    frames: list[Element] = field(default_factory=list)


def body(package: SafeZip) -> tuple[Element, Element]:
    """Return the root of the content and the body: an element named text, spreadsheet, presentation ..."""
    manifest = package.find("META-INF/manifest.xml") or b""
    if b"encryption-data" in manifest:
        raise RefusedError(LOCKED)
    try:
        root = parse_xml(package.read("content.xml"))
    except KeyError as error:
        raise RefusedError(DAMAGED) from error
    outer = child(root, "body")
    inner = next((node for node in outer if local(node)), None) if outer is not None else None
    if inner is None:
        raise RefusedError(DAMAGED)
    return root, inner


def hidden_styles(root: Element) -> set[str]:
    """Return the names of the styles of sheets and slides that are not shown."""
    return {
        attribute(style, "name") or ""
        for style in root.iter("{*}style")
        for properties in style
        if attribute(properties, "display") == "false" or attribute(properties, "visibility") == "hidden"
    }


def metadata(package: SafeZip) -> Metadata:
    """Return title, author and dates of the document."""
    try:
        meta = child(parse_xml(package.read("meta.xml")), "meta")
    except (KeyError, RefusedError):
        return Metadata()
    values = {local(node): (node.text or "").strip() for node in (meta if meta is not None else ())}
    dates = (values.get("creation-date", ""), values.get("date", ""))
    return Metadata(
        title=values.get("title", ""),
        author=values.get("creator", "") or values.get("initial-creator", ""),
        dates=tuple(date for date in dates if date),
    )


def inline(paragraph: Element) -> Inline:
    """Return the words of a paragraph or heading; notes and frames inside it are set aside."""
    found = Inline()
    out: list[str] = []
    stack: list[Element | str] = [paragraph]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            out.append(node)
            continue
        name = local(node)
        if node is not paragraph:
            if node.tail:
                stack.append(node.tail)
            if name in _NOTES:
                found.notes.append(node)
                continue
            if name in _FRAMES:
                found.frames.append(node)
                continue
            if name in _LEFT_OUT or not name:
                continue
        if name == "s":
            out.append(" " * min(whole(attribute(node, "c"), 1), _MOST_SPACES))
        elif name in {"tab", "line-break"}:
            out.append("\t" if name == "tab" else "\n")
        stack.extend(reversed(node))
        if node.text:
            stack.append(node.text)
    found.text = "".join(out).strip()
    return found


def whole(value: str | None, default: int) -> int:
    """Return a count written as text; `default` when it is missing or none."""
    return int(value) if value is not None and value.isdecimal() and len(value) < 10 else default
