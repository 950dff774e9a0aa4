"""Which documents have a title."""

import json
from collections.abc import Sequence

from desktop.store.filters import EVERYTHING, Filter
from desktop.store.filters import conditions as filter_conditions
from desktop.store.folding import folded
from desktop.store.library_file import Connection
from desktop.store.query import all_rows


def titled(
    c: Connection, names: Sequence[str], *, most: int, where: Filter = EVERYTHING
) -> list[tuple[str, tuple[int, ...]]]:
    """Return title and ids of the documents that have one of the names for a title, in the order of `names`.

    "Neighbours (film)" is titled "Neighbours" too. A name that more than `most` documents have says nothing
    and is left out, as are documents without text.
    """
    order = {folded(name): place for place, name in reversed(list(enumerate(names)))}
    order.pop("", None)
    found: dict[str, list[tuple[int, str]]] = {}
    conditions, bindings = filter_conditions(where)
    sql = _TITLED.replace("/*conditions*/", conditions)
    for key, document_id, title in all_rows(c, sql, bindings | {"names": json.dumps(list(order))}):
        found.setdefault(key, []).append((document_id, title))
    return [
        (found[key][0][1], tuple(document_id for document_id, _ in found[key]))
        for key in sorted(found, key=order.__getitem__)
        if len(found[key]) <= most
    ]


# ")" is the sign after "(": all that begins with the name and " (".
_TITLED = """
select k.value, d.id, d.title from json_each(:names) k cross join document d on d.title_key = k.value
where (d.chunk_count > 0 or d.same_as is not null) /*conditions*/
union
select k.value, d.id, d.title from json_each(:names) k
cross join document d on d.title_key >= k.value || ' (' and d.title_key < k.value || ' )'
where (d.chunk_count > 0 or d.same_as is not null) /*conditions*/
order by 2
"""
