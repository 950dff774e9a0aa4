"""The pages of the help: Markdown files that ship with the program, the same that the README links to."""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_WHOLE = 5  # letters of a word that always count
_ENDING = 3  # letters of a longer word that may differ


@dataclass(frozen=True, slots=True)
class HelpPage:
    """One page: its file, its title and its Markdown."""

    file: Path
    title: str
    text: str


def read_pages(folder: Path, language: str) -> list[HelpPage]:
    """Return the pages of a language in their order; English where there are none in it."""
    chosen = folder / language if (folder / language).is_dir() else folder / "en"
    return [read_page(file) for file in sorted(chosen.glob("*.md"))]


def read_page(file: Path) -> HelpPage:
    """Return one page."""
    text = file.read_text("utf-8")
    title = _TITLE.search(text)
    return HelpPage(file, title[1] if title else file.stem, text)


def pages_with(pages: list[HelpPage], words: str) -> list[HelpPage]:
    """Return the pages that have every word in some form; all of them for no word."""
    wanted = words.split()
    return [page for page in pages if all(spans_of(page.text, word) for word in wanted)]


def spans_of(text: str, word: str) -> list[tuple[int, int]]:
    """Return start and end of the words of `text` that begin like `word`, whatever their case and accents.

    Of a word over five letters up to three letters of its end are left out of the comparison, so that
    "removing" finds "removed" and "remove".
    """
    begins = _folded(unicodedata.normalize("NFC", word))
    if begins.isalpha() and len(begins) > _WHOLE:
        begins = begins[: max(_WHOLE, len(begins) - _ENDING)]
    found = re.finditer(rf"(?<!\w){re.escape(begins)}\w*", _folded(text))
    return [match.span() for match in found]


def linked_page(link: str, current: Path, root: Path) -> Path | None:
    """Return the page below `root` that a link of the page `current` means; None for anything else."""
    if re.match(r"[a-z][a-z0-9+.-]*:", link, re.IGNORECASE):
        return None
    target = (current.parent / link.partition("#")[0]).resolve()
    inside = target.is_relative_to(root.resolve())
    return target if inside and target.suffix == ".md" and target.is_file() else None


def _folded(text: str) -> str:
    """Return as many characters, in small letters without accents."""
    return "".join(unicodedata.normalize("NFD", character)[0].lower() for character in text)
