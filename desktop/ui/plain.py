"""How text from documents stays plain text in widgets that would otherwise interpret it."""

import html
import unicodedata

ELLIPSIS = "…"


def tip(text: str) -> str:
    """Return `text` as a tool tip that shows it literally, with its line breaks, whatever it contains."""
    if not text:
        return ""
    return "<qt>" + html.escape(text).replace("\n", "<br>") + "</qt>"


def label(text: str) -> str:
    """Return `text` for a button or menu entry, where a single `&` would become an underlined key."""
    return text.replace("&", "&&")


def one_line(text: str, limit: int = 200) -> str:
    """Return `text` on one line, cut at `limit` characters with an ellipsis."""
    joined = " ".join(text.split())
    return joined if len(joined) <= limit else joined[: limit - 1].rstrip() + ELLIPSIS


def units(text: str) -> int:
    """Return the length of `text` as Qt counts it: characters beyond U+FFFF count twice."""
    return len(text) + sum(1 for character in text if character > "\uffff")


def is_right_to_left(text: str) -> bool:
    """Return whether the first strong character of `text` is written from right to left."""
    for character in text[:500]:
        kind = unicodedata.bidirectional(character)
        if kind == "L":
            return False
        if kind in {"R", "AL"}:
            return True
    return False
