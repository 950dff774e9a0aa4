"""The queue: nothing is read twice, nothing is lost."""

from store_filling import embed, fill, store

from desktop.domain.records import DocumentState
from desktop.store import collections, documents, queue
from desktop.store.library_file import Connection


def wait(c: Connection, *paths: str) -> list[int]:
    return [waiting(c, path, size=1) for path in paths]


def waiting(c: Connection, path: str, *, size: int) -> int:
    group = collections.ensure(c, "Papers")
    return documents.add_waiting(c, collection_id=group.id, path=path, title=path, size=size, modified=0.0)


def state(c: Connection, document: int) -> DocumentState:
    found = documents.by_id(c, document)
    assert found is not None
    return found.state


def test_documents_are_claimed_in_order_and_once(c: Connection) -> None:
    first, second = wait(c, "/a", "/b")
    group = collections.ensure(c, "Papers").id
    assert queue.pending(c) == 2
    assert queue.claim(c) == queue.Task(first, "/a", group, 1)
    assert queue.claim(c) == queue.Task(second, "/b", group, 1)
    assert queue.claim(c) is None
    assert state(c, first) == "reading"
    assert queue.pending(c) == 2
    queue.finish(c, first)
    assert queue.pending(c) == 1


def test_a_document_queued_twice_waits_once(c: Connection) -> None:
    assert wait(c, "/a", "/a") == [1, 1]
    assert queue.pending(c) == 1


def test_claims_of_a_dead_process_come_back_and_count(c: Connection) -> None:
    (document,) = wait(c, "/a")
    for attempt in (1, 2, 3):
        task = queue.claim(c)
        assert task is not None
        assert task.attempts == attempt
        assert queue.reset_claims(c) == 1
        assert state(c, document) == "waiting"
    assert queue.reset_claims(c) == 0


def test_a_released_document_counts_as_not_tried(c: Connection) -> None:
    (document,) = wait(c, "/a")
    queue.claim(c)
    queue.release(c, document)
    assert state(c, document) == "waiting"
    queue.release(c, document)  # not claimed: nothing happens
    task = queue.claim(c)
    assert task is not None
    assert task.attempts == 1


def test_an_edit_while_a_document_is_read_waits_for_the_next_reading(c: Connection) -> None:
    (document,) = wait(c, "/a")
    assert queue.claim(c) is not None
    wait(c, "/a")  # the watcher saw a change
    queue.finish(c, document)
    assert queue.pending(c) == 1
    assert queue.claim(c) is not None


def test_cancelling_keeps_what_is_done_and_what_is_being_read(c: Connection) -> None:
    done = fill(c, "/done", ["text"])
    embed(c)
    wait(c, "/done")
    reading, *rest = wait(c, "/a", "/b", "/c")
    queue.finish(c, done)
    wait(c, "/done")
    assert queue.claim(c).document_id == reading  # type: ignore[union-attr]
    assert queue.cancel_waiting(c) == 3
    assert queue.pending(c) == 1
    assert state(c, done) == "ready"
    assert all(documents.by_id(c, document) is None for document in rest)
    store(c, reading, ["text of a"])
    assert queue.pending(c) == 0


class TestClaimingTogether:
    def test_small_files_that_were_never_tried_go_together(self, c: Connection) -> None:
        ids = [waiting(c, f"/{number}.txt", size=10) for number in range(5)]
        first = queue.claim_batch(c, most=3, largest=100, total=1000)
        assert [task.document_id for task in first] == ids[:3]
        second = queue.claim_batch(c, most=3, largest=100, total=1000)
        assert [task.document_id for task in second] == ids[3:]
        assert queue.claim_batch(c, most=3, largest=100, total=1000) == []

    def test_a_large_file_goes_alone(self, c: Connection) -> None:
        small, large, last = (waiting(c, f"/{size}.txt", size=size) for size in (1, 500, 2))
        claimed = [queue.claim_batch(c, most=9, largest=100, total=1000) for _ in range(3)]
        assert [[task.document_id for task in batch] for batch in claimed] == [[small], [large], [last]]

    def test_together_they_stay_under_the_total(self, c: Connection) -> None:
        for number in range(3):
            waiting(c, f"/{number}.txt", size=60)
        assert len(queue.claim_batch(c, most=9, largest=100, total=130)) == 2

    def test_what_a_dead_process_had_claimed_goes_alone(self, c: Connection) -> None:
        for number in range(4):
            waiting(c, f"/{number}.txt", size=1)
        queue.claim_batch(c, most=2, largest=100, total=1000)
        queue.reset_claims(c)
        assert queue.claim_batch(c, most=9, largest=100, total=1000, tried=False) == []
        sizes = [len(queue.claim_batch(c, most=9, largest=100, total=1000)) for _ in range(3)]
        assert sizes == [1, 1, 2]
