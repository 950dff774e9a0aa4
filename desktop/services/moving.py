"""Puts documents into another collection."""

from collections.abc import Sequence

from desktop.domain.errors import UserError
from desktop.store import collections, documents
from desktop.store.library_file import Connection


def move(c: Connection, document_ids: Sequence[int], name: str) -> tuple[int, ...]:
    """Put documents into the collection of this name; return those that moved.

    UserError when there is no such collection, or a watched folder decides what is in it or in one that a
    document comes from.
    """
    target = collections.find(c, name)
    if target is None:
        raise UserError("Collection not in the library", "It was removed.", "Choose another collection.")
    found = [document for i in document_ids if (document := documents.by_id(c, i)) is not None]
    groups = {group.name: group for group in collections.all_collections(c)}
    sources = (groups[document.collection] for document in found)
    watched = next((group for group in (target, *sources) if group.folder), None)
    if watched is not None:
        raise UserError(
            "Follows a folder",
            f"What is in “{watched.name}” follows the folder {watched.folder}.",
            "Move the file on disk, or stop watching the folder.",
        )
    transfer(c, [document.id for document in found], target.id)
    after = (documents.by_id(c, document.id) for document in found if document.collection != target.name)
    return tuple(d.id for d in after if d is not None and d.collection == target.name)


def transfer(c: Connection, document_ids: Sequence[int], collection_id: int) -> None:
    """Put documents into a collection, and queue those that have to be read again for it."""
    for document_id in documents.transfer(c, document_ids, collection_id):
        document = documents.by_id(c, document_id)
        if document is not None:
            documents.add_waiting(
                c,
                collection_id=collection_id,
                path=document.path,
                title=document.title,
                size=document.size,
                modified=document.modified,
            )
