"""Which documents a search may look at."""

import json
from dataclasses import dataclass

from desktop.store.library_file import Connection
from desktop.store.query import value

Bindings = dict[str, str | int | float | bytes | None]


@dataclass(frozen=True, slots=True)
class Filter:
    """A scope: ids of collections and documents, and inclusive ISO 8601 dates; empty means no limit.

    A date may be shortened to a month or a year. A copy that shares another document's text stands for it.
    A document without a date counts by the time of its file. `language` is that of most of a document.
    """

    collections: tuple[int, ...] = ()
    documents: tuple[int, ...] = ()
    since: str | None = None
    until: str | None = None
    language: str | None = None

    def __bool__(self) -> bool:
        """Tell whether anything is excluded."""
        return bool(self.collections or self.documents or self.since or self.until or self.language)


EVERYTHING = Filter()


def conditions(where: Filter) -> tuple[str, Bindings]:
    """Return SQL conditions on a document `d`, each starting with "and", and their bindings."""
    parts: list[str] = []
    bindings: Bindings = {}
    if where.collections:
        parts.append("and d.collection_id in (select value from json_each(:collections))")
        bindings["collections"] = json.dumps(where.collections)
    if where.documents:
        parts.append(
            "and d.id in (select coalesce(s.same_as, s.id) from document s"
            " where s.id in (select value from json_each(:documents)))"
        )
        bindings["documents"] = json.dumps(where.documents)
    if where.since:
        parts.append("and coalesce(d.date, date(d.modified, 'unixepoch')) >= :since")
        bindings["since"] = where.since
    if where.until:
        # The last character makes "2024-05" include every day of May.
        parts.append("and coalesce(d.date, date(d.modified, 'unixepoch')) <= :until || char(0x10ffff)")
        bindings["until"] = where.until
    if where.language:
        parts.append("and d.language = :language")
        bindings["language"] = where.language
    return "\n".join(parts), bindings


def chunk_total(c: Connection, where: Filter) -> int:
    """Return how many chunks are in the scope."""
    sql, bindings = conditions(where)
    total = value(c, _TOTAL.replace("/*conditions*/", sql), bindings)
    return int(total)


_TOTAL = "select coalesce(sum(d.chunk_count), 0) from document d where d.chunk_count > 0 /*conditions*/"
