"""A throw-away library made of a question collection, indexed as the person's own library is."""

from collections.abc import Sequence
from pathlib import Path

from desktop.domain.records import ReadDocument
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest import chunker, language
from desktop.ingest.building import TextBuilder
from desktop.ingest.hyphens import rejoin_soft
from desktop.ingest.plain import add_lines
from desktop.ingest.refusals import RefusedError
from desktop.llm.interfaces import Embedder
from desktop.services.index_rows import index_rows
from desktop.services.question_collection import SourceDocument
from desktop.store import cells, collections, documents, queue, vector_models, vectors
from desktop.store.library_file import Connection, LibraryFile

_DOCUMENTS_AT_ONCE = 50
_CHUNKS_AT_ONCE = 256
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def build_library(
    library: LibraryFile,
    sources: Sequence[SourceDocument],
    embedder: Embedder,
    token: CancelToken,
    report: Report,
    *,
    embed: bool = True,
) -> dict[int, str]:
    """Store the documents of a collection; return the collection's id of each document.

    They are embedded unless `embed` is False: a search by words needs no vectors. Documents without text
    are left out: a library refuses them too. Progress stages are "reading" and "embedding".
    """
    names: dict[int, str] = {}
    for first in range(0, len(sources), _DOCUMENTS_AT_ONCE):
        token.check()
        report(Progress("reading", first, len(sources), ""))
        with library.write() as c:
            group = collections.ensure(c, "Collection").id
            for number, source in enumerate(sources[first : first + _DOCUMENTS_AT_ONCE], start=first):
                document_id = _store(c, group, Path(_file_name(number)), source, embedder)
                if document_id is not None:
                    names[document_id] = source.id
    if embed:
        _embed(library, embedder, token, report)
    return names


def _store(c: Connection, group: int, path: Path, source: SourceDocument, embedder: Embedder) -> int | None:
    read = _read(source)
    chunks = chunker.chunk(read, embedder.count_tokens) if read is not None else ()
    if read is None or not chunks:
        return None
    document_id = documents.add_waiting(
        c,
        collection_id=group,
        path=str(path),
        title=source.title,
        size=len(source.text),
        modified=0.0,
    )
    index = index_rows(source.title, path, read.text, chunks)
    documents.store_text(c, document_id, read, content_hash=source.id, chunks=chunks, index=index)
    queue.finish(c, document_id)
    return document_id


def _read(source: SourceDocument) -> ReadDocument | None:
    """Return the document as the reader of plain text makes it, None for one without text."""
    builder = TextBuilder()
    try:
        add_lines(builder, rejoin_soft(source.text), prose=True)
        read = builder.build("text/plain")
    except RefusedError:
        return None
    return ReadDocument(
        read.text,
        read.parts,
        read.media_type,
        title=source.title,
        language=language.detect(read.text),
        spellings=read.spellings,
    )


def _embed(library: LibraryFile, embedder: Embedder, token: CancelToken, report: Report) -> None:
    info = embedder.info
    with library.write() as c:
        vector_models.register(c, model_id=info.id, name=info.name, dimension=info.dimension)
        vector_models.set_active(c, info.id)
        total = vectors.missing_count(c, info.id)
    done = 0
    while True:
        token.check()
        report(Progress("embedding", done, total, ""))
        with library.read() as c:
            batch = vectors.missing(c, info.id, _CHUNKS_AT_ONCE)
        if not batch:
            break
        embedded = embedder.embed_passages([text for _, text in batch], token)
        with library.write() as c:
            vectors.add(c, info.id, [(chunk, row) for (chunk, _), row in zip(batch, embedded, strict=True)])
        done += len(batch)
    with library.write() as c:
        documents.finish_vectors(c, info.id)
    with library.read() as c:
        planned = cells.plan(c, info.id, token)
    if planned is not None:
        with library.write() as c:
            cells.apply(c, info.id, planned, token)


def _file_name(number: int) -> str:
    """Return a name of letters that no question says: names are searched too, and "p012" is no name."""
    letters = ""
    while True:
        number, rest = divmod(number, len(_LETTERS))
        letters = _LETTERS[rest] + letters
        if not number:
            return f"zq{letters.rjust(4, 'a')}"
