"""XML read without trusting it: no entities, no network, no deep surprises."""

import io
from collections.abc import Iterator
from typing import Any

from lxml import etree

from desktop.ingest.refusals import DAMAGED, HOSTILE, NESTED_TOO_DEEPLY, RefusedError

# lxml ships no type hints; elements are only handled by the functions here and the walkers built on them.
Element = Any


def _parse(content: bytes, *, recover: bool) -> Element:
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
        recover=recover,
        remove_comments=True,
        remove_pis=True,
    )
    return etree.fromstring(content, parser)


def _refuse_entities(content: bytes) -> None:
    if b"<!DOCTYPE" in content[:4096] and b"<!ENTITY" in content[:65536]:
        raise RefusedError(HOSTILE)


def parse_xml(content: bytes) -> Element:
    """Return the root element; a broken document is repaired where possible, a hostile one refused."""
    _refuse_entities(content)
    try:
        return _parse(content, recover=False)
    except (etree.XMLSyntaxError, ValueError) as first:
        if "depth" in str(first).lower():
            # Repairing would silently drop everything below the limit.
            raise RefusedError(NESTED_TOO_DEEPLY) from first
        try:
            root = _parse(content, recover=True)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise RefusedError(DAMAGED) from error
        if root is None:
            raise RefusedError(DAMAGED) from None
        return root


def stream_xml(content: bytes, *names: str) -> Iterator[Element]:
    """Yield the elements of these local names when they end, then forget them: for parts of many megabytes.

    A broken document ends early; RefusedError when it is hostile.
    """
    _refuse_entities(content)
    events = etree.iterparse(
        io.BytesIO(content),
        tag=[f"{{*}}{name}" for name in names],
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
        recover=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for _, element in events:
            yield element
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    except etree.XMLSyntaxError as error:
        raise RefusedError(DAMAGED) from error


def local(element: Element) -> str:
    """The name of an element without its namespace; "" for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Element, name: str) -> str | None:
    """The first attribute of that local name, whatever its namespace."""
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return str(value)
    return None


def child(element: Element | None, *names: str) -> Element | None:
    """The element found by descending through children of these local names, or None."""
    for name in names:
        if element is None:
            return None
        element = next((node for node in element if local(node) == name), None)
    return element


def children(element: Element, name: str) -> Iterator[Element]:
    """The children of that local name, in order."""
    return (node for node in element if local(node) == name)
