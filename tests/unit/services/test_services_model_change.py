"""Another embedding model: nothing is lost, nothing is mixed, and it is finished even after a kill."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from service_fakes import Desk, WordEmbedder

sys.path.append(str(Path(__file__).resolve().parents[1] / "store"))
from store_filling import fill

from desktop.domain.errors import Cancelled
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken
from desktop.llm.interfaces import Vectors
from desktop.services.indexing import IndexingService
from desktop.services.library import LibraryService
from desktop.store import vectors
from desktop.store.library_file import LibraryFile

BERTHS = {f"berth-{n}.txt": f"Berth {n} is let to skipper number {n * 7}." for n in range(5)}


@pytest.fixture
def changed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A library of five files whose embedding model was just changed for one of another dimension."""
    monkeypatch.setattr("desktop.services.indexing._EMBED_BATCH", 2)
    desk.add(BERTHS)
    desk.host.the_embedder = WordEmbedder("another", 32)
    return desk


def rows(desk: Desk) -> dict[str, int]:
    """The number of vectors of each model."""
    with desk.file.read() as c:
        return {
            model.model_id: int(next(c.execute(f"select count(*) from {model.table}"))[0])
            for model in vectors.models(c)
        }


def stop_after(desk: Desk, batches: int) -> None:
    """Embed so many batches and stop, as a kill in the middle does."""
    token, count = CancelToken(), 0

    def stop() -> None:
        nonlocal count
        count += 1
        if count > batches:
            token.cancel()

    desk.host.embedder().on_passages = stop
    with pytest.raises(Cancelled):
        desk.work(token)
    desk.host.embedder().on_passages = lambda: None


def reopen(desk: Desk) -> None:
    """Start again on the same library."""
    desk.file.close()
    desk.file = LibraryFile(desk.paths.library)
    desk.library = LibraryService(desk.file, desk.host, desk.passwords)
    desk.indexing = IndexingService(desk.file, desk.readers, desk.host.embedder, desk.passwords)
    desk.search_service._library = desk.file


def test_words_serve_at_once_and_a_new_file_is_found(changed: Desk) -> None:
    """P051: search and add right after the change; nothing is mixed, there is no error."""
    result = changed.search("berth skipper")
    assert len(result.hits) == 5
    assert any("new model" in notice for notice in result.notices)
    changed.add({"berth-5.txt": "Berth 5 is let to skipper number 35."})
    assert len(changed.hits("berth skipper", mode="vector")) == 6
    assert rows(changed) == {"word-embedder": 5, "another": 6}


def test_documents_that_need_the_new_model_are_counted(changed: Desk) -> None:
    """P052: so the work starts by itself, also after a kill right after the change."""
    assert changed.library.status().pending == 5
    reopen(changed)
    assert changed.library.status().pending == 5
    stop_after(changed, batches=1)
    assert changed.library.status().pending == 3
    assert rows(changed) == {"word-embedder": 5, "another": 2}
    reopen(changed)
    changed.work()
    status = changed.library.status()
    assert (status.pending, status.vectors) == (0, 5)
    assert len(changed.host.embedder().passages) == 5
    assert {d.state for d in changed.library.documents()} == {DocumentState.READY}


def test_changing_back_is_noticed_and_embeds_nothing(changed: Desk) -> None:
    changed.work()
    changed.host.the_embedder = WordEmbedder()
    assert changed.library.status().pending == 5
    changed.work()
    assert changed.library.status().pending == 0
    assert changed.host.embedder().passages == []
    assert changed.search("berth skipper").notices == ()


def test_without_the_model_only_what_was_not_embedded_waits(changed: Desk) -> None:
    changed.host.the_embedder = None
    assert changed.library.status().pending == 0


class CountingEmbedder(WordEmbedder):
    """Costs nothing, for very many passages."""

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        return np.eye(2, dtype=np.float32)[np.arange(len(texts)) % 2]


def test_progress_of_very_many_passages_ends_complete(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """P064: 40,000 passages, some removed while they are counted."""
    monkeypatch.setattr("desktop.services.indexing._EMBED_BATCH", 4000)
    monkeypatch.setattr("desktop.services.indexing.cells.plan", lambda *_: None)
    with desk.file.write() as c:
        ids = [fill(c, f"/{n}.txt", [f"Line {n} {m}." for m in range(1000)]) for n in range(40)]
    desk.host.the_embedder = CountingEmbedder(dimension=2)
    removed = iter(ids[::-1][:3])

    def remove_one() -> None:
        if (document_id := next(removed, None)) is not None:
            desk.library.remove_documents(document_ids=[document_id])

    desk.host.the_embedder.on_passages = remove_one
    desk.work()
    steps = [p for p in desk.progress if p.stage == "embedding"]
    assert all(p.total is not None and 0 <= p.done <= p.total for p in steps)
    assert [p.done for p in steps] == sorted(p.done for p in steps)
    assert steps[0].total == 40_000
    assert steps[-1].done == steps[-1].total
    status = desk.library.status()
    assert (status.chunks, status.vectors, status.pending) == (37_000, 37_000, 0)
