"""The rows of the text index that belong to the passages of a document."""

from collections.abc import Sequence
from pathlib import Path

from desktop.domain.records import ChunkDraft
from desktop.retrieval.tokens import index_tokens
from desktop.store import documents
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection


def index_rows(title: str, path: Path, text: str, chunks: Sequence[ChunkDraft]) -> list[IndexText]:
    """Return the tokens of each chunk for the text index; title and file name stand with every chunk."""
    title_tokens = index_tokens(title)
    name_tokens = index_tokens(path.name)
    return [
        IndexText(
            title=title_tokens,
            name=name_tokens,
            heading=index_tokens(chunk.heading),
            body=index_tokens(f"{text[chunk.start : chunk.end]}\n{chunk.also}"),
        )
        for chunk in chunks
    ]


def stored_rows(c: Connection, document_id: int, path: Path, title: str | None = None) -> list[IndexText]:
    """Return the rows of what is stored of a document under the name `path` and its own or another title.

    Nothing without a text.
    """
    document, read = documents.by_id(c, document_id), documents.stored_document(c, document_id)
    if document is None or read is None:
        return []
    drafts = [
        ChunkDraft(chunk.position, chunk.start, chunk.end, chunk.heading)
        for chunk in documents.chunks(c, document_id)
    ]
    return index_rows(document.title if title is None else title, path, read.text, drafts)
