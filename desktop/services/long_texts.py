"""Long texts on their way into the library, one slice in memory at a time."""

import errno
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO

import msgspec

from desktop.domain.records import ReadDocument
from desktop.domain.work import CancelToken, Progress, Report
from desktop.ingest import chunker, reading
from desktop.ingest.chunker import CountTokens
from desktop.ingest.reading import ReadFile
from desktop.services.index_rows import index_rows
from desktop.services.room import disk_full
from desktop.services.storing import ReadTask, store_batch
from desktop.store import queue
from desktop.store.library_file import LibraryFile
from desktop.store.texts import TextSlice


class LongText:
    """Stores a text that a reader left in slices.

    Passages and tokens are made first and kept in a file, so that the library is locked for writing only as
    long as it takes to insert them, in one transaction: a kill or a stop leaves nothing of the document.
    """

    def __init__(self, library: LibraryFile, task: queue.Task, file: ReadFile) -> None:
        assert isinstance(file.outcome, ReadDocument)
        self._library = library
        self._task = task
        self._file = file
        self._whole = file.outcome
        self._slices = Path(file.slices_at)

    def store(
        self, count_tokens: CountTokens, token: CancelToken, report: Report, progress: Progress
    ) -> None:
        """Store the document; `progress` is reported with the number of the slice in its label.

        Cancelled between slices. DiskFullError when there is no room for the file beside the library.
        """
        try:
            with tempfile.TemporaryFile(dir=self._slices.parent) as kept:
                chunks = size = 0
                for number, piece in enumerate(self._prepared(count_tokens), 1):
                    token.check()
                    label = f"{progress.label}, part {number} of {self._file.slices}"
                    report(replace(progress, label=label))
                    kept.write(msgspec.json.encode(piece) + b"\n")
                    chunks += len(piece.chunks)
                    size += len(piece.text.encode())
                kept.seek(0)
                with self._library.write() as c:
                    store_batch(c, [ReadTask(self._task, self._file, chunks, _pieces(kept, token), size)])
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise disk_full(self._library) from error
            raise
        finally:
            self._slices.unlink(missing_ok=True)

    def _prepared(self, count_tokens: CountTokens) -> Iterator[TextSlice]:
        path = Path(self._task.path)
        title = self._whole.title or path.stem
        for found in reading.slices_in(self._slices):
            piece = replace(found, language=self._whole.language)
            chunks = chunker.chunk(piece, count_tokens)
            rows = index_rows(title, path, piece.text, chunks)
            yield TextSlice(piece.text, piece.parts, chunks, tuple(rows))


def _pieces(kept: IO[bytes], token: CancelToken) -> Iterator[TextSlice]:
    for line in kept:
        token.check()
        yield msgspec.json.decode(line, type=TextSlice)
