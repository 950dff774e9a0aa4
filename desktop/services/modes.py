"""Which optional steps a search takes: those its request asks for, else the library's defaults."""

from dataclasses import asdict
from typing import Any

from desktop.domain.answers import MOST_HOPS, SearchModes, SearchRequest
from desktop.store import settings
from desktop.store.library_file import Connection, LibraryFile

_KEY = "search_modes"


class ModeService:
    """Reads and keeps the library's defaults."""

    def __init__(self, library: LibraryFile) -> None:
        self._library = library

    def defaults(self) -> SearchModes:
        """Return what questions use that choose nothing; all off in a new library."""
        with self._library.read() as c:
            return default_modes(c)

    def set_defaults(self, modes: SearchModes) -> None:
        """Keep the defaults; hops beyond MOST_HOPS are cut."""
        with self._library.write() as c:
            settings.put(c, _KEY, asdict(modes) | {"multihop": _hops(modes.multihop)})


def default_modes(c: Connection) -> SearchModes:
    """Return the library's defaults; what an older or damaged setting does not say is off."""
    stored: Any = settings.get(c, _KEY)
    if not isinstance(stored, dict):
        return SearchModes()
    return SearchModes(
        rerank=stored.get("rerank") is True,
        hyde=stored.get("hyde") is True,
        multihop=_hops(stored.get("multihop")),
    )


def chosen_modes(c: Connection, request: SearchRequest) -> SearchModes:
    """Return what a request asks for, the library's default where it leaves the choice."""
    defaults = default_modes(c)
    return SearchModes(
        rerank=defaults.rerank if request.rerank is None else request.rerank,
        hyde=defaults.hyde if request.hyde is None else request.hyde,
        multihop=defaults.multihop if request.multihop is None else _hops(request.multihop),
    )


def _hops(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        return 0
    return max(0, min(MOST_HOPS, value))
