"""The rows of the text index that belong to the passages of a document."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from desktop.domain.records import ChunkDraft
from desktop.retrieval.tokens import index_tokens
from desktop.store import documents
from desktop.store.lexical import IndexText
from desktop.store.library_file import Connection


def index_rows(title: str, path: Path, text: str, chunks: Sequence[ChunkDraft]) -> list[IndexText]:
    """Return the tokens of each chunk for the text index; title and file name stand with every chunk."""
    return _rows(
        title, path, ((chunk.heading, f"{text[chunk.start : chunk.end]}\n{chunk.also}") for chunk in chunks)
    )


def summary_row(title: str, path: Path, summary: str) -> IndexText:
    """Return the tokens of a document's summary."""
    return _rows(title, path, [("", summary)])[0]


def stored_rows(c: Connection, document_id: int, path: Path, title: str | None = None) -> list[IndexText]:
    """Return the rows of what is stored of a document under the name `path` and its own or another title.

    Nothing without a text.
    """
    document = documents.by_id(c, document_id)
    if document is None:
        return []
    chunks = documents.chunks(c, document_id)
    return _rows(
        document.title if title is None else title, path, ((chunk.heading, chunk.text) for chunk in chunks)
    )


def _rows(title: str, path: Path, texts: Iterable[tuple[str, str]]) -> list[IndexText]:
    """Return the tokens of texts with their headings, all of one document."""
    title_tokens, name_tokens = index_tokens(title), index_tokens(path.name)
    return [
        IndexText(title_tokens, name_tokens, index_tokens(heading), index_tokens(text))
        for heading, text in texts
    ]
