"""A document whose file has moved: it keeps its text and vectors and gets another path and name."""

from pathlib import Path

from desktop.ingest.scan import FoundFile
from desktop.services.index_rows import stored_rows
from desktop.store import documents, files
from desktop.store.library_file import Connection


def relocate(c: Connection, document_id: int, found: FoundFile, *, verified: float) -> None:
    """Note where the file is now; its content was compared at `verified` (Unix time).

    A title that was the old name of the file becomes the new one.
    """
    document = documents.by_id(c, document_id)
    if document is None:
        return
    path = str(found.path)
    named = document.title == Path(document.path).stem
    title = found.path.stem if named else document.title
    documents.relocate(
        c,
        document_id,
        path=path,
        title=title,
        modified=found.modified,
        index=stored_rows(c, document_id, found.path, title),
    )
    files.note(
        c,
        document_id,
        size=found.size,
        modified=found.modified,
        fingerprint=found.fingerprint if found.rested else "",
        verified=verified,
    )
