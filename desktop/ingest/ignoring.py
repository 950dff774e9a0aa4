"""Patterns of names that a person wants left out of a folder, written like those of .gitignore."""

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Rule:
    regex: re.Pattern[str]
    folders_only: bool
    keeps: bool


class Ignored:
    """Decides by path, relative to the folder and with "/" between names.

    `*` and `?` stay within a name, `**` goes over folders. A pattern with a "/" before its end starts at the
    top of the folder, any other holds at every depth. One that ends in "/" is about folders only; one that
    starts with "!" keeps what an earlier one left out. Blank lines and lines with "#" say nothing. Case does
    not matter. What is in a folder that is left out is left out too.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self._rules = [rule for pattern in patterns if (rule := _rule(pattern)) is not None]

    def __bool__(self) -> bool:
        """Tell whether anything is left out at all."""
        return bool(self._rules)

    def matches(self, relative: str, *, folder: bool) -> bool:
        """Tell whether this file or folder is left out by its own name and place."""
        left_out = False
        for rule in self._rules:
            if (folder or not rule.folders_only) and rule.regex.fullmatch(relative):
                left_out = not rule.keeps
        return left_out

    def matches_path(self, relative: str) -> bool:
        """Tell whether a file is left out by itself or by a folder above it."""
        names = relative.split("/")
        above = any(self.matches("/".join(names[:depth]), folder=True) for depth in range(1, len(names)))
        return above or self.matches(relative, folder=False)


def _rule(pattern: str) -> _Rule | None:
    text = pattern.strip()
    if not text or text.startswith("#"):
        return None
    keeps = text.startswith("!")
    text = text.removeprefix("!").replace("\\", "/")
    folders_only = text.endswith("/")
    text = text.rstrip("/")
    anchored = "/" in text
    text = text.lstrip("/")
    if not text:
        return None
    regex = _regex(text) if anchored else f"(?:.*/)?{_regex(text)}"
    return _Rule(re.compile(regex, re.IGNORECASE | re.DOTALL), folders_only, keeps)


_PART = re.compile(r"\*\*/|/\*\*$|\*+|\?|\[!?[^]/]+\]|.", re.DOTALL)


def _regex(glob: str) -> str:
    return "".join(_piece(part[0]) for part in _PART.finditer(glob))


def _piece(part: str) -> str:
    if part == "**/":
        return "(?:.*/)?"
    if part == "/**":
        return "/.*"
    if part == "**":
        return ".*"
    if part.startswith("*"):
        return "[^/]*"
    if part == "?":
        return "[^/]"
    if part.startswith("[") and len(part) > 1:
        negated = part[1] == "!"
        inside = re.escape(part[2 if negated else 1 : -1]).replace(r"\-", "-")
        if _is_class(inside):
            return f"(?!/)[{'^' if negated else ''}{inside}]"
    return re.escape(part)


def _is_class(inside: str) -> bool:
    """Tell whether this may stand in a character class: "z-a" may not."""
    try:
        re.compile(f"[{inside}]")
    except re.error:
        return False
    return True
