"""What every Office Open XML package has: a main part, relationships between parts, document properties."""

import posixpath

from desktop.ingest.archive import SafeZip
from desktop.ingest.building import Metadata
from desktop.ingest.refusals import DAMAGED, HOSTILE, TOO_LARGE, RefusedError
from desktop.ingest.xml_parts import Element, local, parse_xml

UNFORGIVEN = (HOSTILE, TOO_LARGE)
"""What ends the reading of a package, whichever part it is met in."""

# The creation dates inside the blank templates of widely used libraries, not of any document.
_TEMPLATE_DATES = frozenset({"2013-12-23T23:15:00Z", "2013-01-27T09:14:16Z"})


def main_part(package: SafeZip, usual: str) -> str:
    """Return the name of the main part, usually called `usual`; a package without one is damaged."""
    for kind, target in relationships(package, "").values():
        if kind == "officeDocument" and target in package.names:
            return target
    if usual in package.names:
        return usual
    raise RefusedError(DAMAGED)


def relationships(package: SafeZip, part: str) -> dict[str, tuple[str, str]]:
    """Return the inner relationships of a part: id -> (last word of the type, name of the target part)."""
    folder, name = posixpath.split(part)
    content = package.find(posixpath.join(folder, "_rels", f"{name}.rels"))
    found: dict[str, tuple[str, str]] = {}
    for node in parse_xml(content) if content else ():
        target = node.get("Target") or ""
        if not local(node) or node.get("TargetMode") == "External":
            continue
        inner = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        found[node.get("Id") or ""] = ((node.get("Type") or "").rpartition("/")[2], inner)
    return found


def core_metadata(package: SafeZip) -> Metadata:
    """Return title, author and dates of the document properties."""
    content = package.find("docProps/core.xml")
    if not content:
        return Metadata()
    try:
        root = parse_xml(content)
    except RefusedError:
        return Metadata()
    values = {local(node): (node.text or "").strip() for node in root}
    dates = (values.get("created", ""), values.get("modified", ""))
    return Metadata(
        title=values.get("title", ""),
        author=values.get("creator", ""),
        dates=tuple(date for date in dates if date and date not in _TEMPLATE_DATES),
    )


def optional_part(package: SafeZip, part: str) -> Element | None:
    """Return the root of a part that can be done without, None when it is missing or damaged."""
    try:
        return parse_xml(package.read(part))
    except KeyError:
        return None
    except RefusedError as error:
        if error.refusal in UNFORGIVEN:
            raise
        return None
