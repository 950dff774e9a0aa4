"""From a dropped file to a searchable document, and back."""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from service_fakes import Desk, WordEmbedder

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.records import ChunkDraft, DocumentState
from desktop.domain.work import CancelToken, Progress, no_report
from desktop.ingest import refusals
from desktop.ingest.reader_pool import PendingFiles
from desktop.ingest.reading import FileToRead
from desktop.services import indexing
from desktop.services.index_rows import index_rows
from desktop.services.queue_reader import estimated_tokens
from desktop.store import documents

FERRY = "The ferry leaves the harbour at nine. Tickets cost four pounds."
HOLDER = """
import sys
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def chunk_texts(desk: Desk) -> list[str]:
    with desk.file.read() as c:
        found = documents.listing(c, limit=10_000)
        return [chunk.text for d in found if d.same_as is None for chunk in documents.chunks(c, d.id)]


def test_a_file_becomes_ready_with_words_and_vectors(desk: Desk) -> None:
    document = desk.add({"ferry.txt": FERRY})["ferry.txt"]
    assert document.state is DocumentState.READY
    assert document.chunks == document.vectors == 1
    assert desk.found("harbour", mode="lexical") == desk.found("harbour", mode="vector") == ["ferry.txt"]
    status = desk.library.status()
    assert (status.documents, status.chunks, status.vectors, status.pending, status.failed) == (1, 1, 1, 0, 0)


def test_passages_and_questions_go_their_own_way_to_the_embedder(desk: Desk) -> None:
    desk.add({"ferry.txt": FERRY})
    embedder = desk.host.embedder()
    assert len(embedder.passages) == 1
    assert FERRY in embedder.passages[0]
    assert embedder.queries == []
    desk.search("When does the ferry leave?")
    assert embedder.queries == ["When does the ferry leave?"]
    assert len(embedder.passages) == 1


class TestSameContent:
    def test_a_second_drop_changes_nothing(self, desk: Desk) -> None:
        desk.add({"policy.txt": FERRY})
        summary = desk.drop()
        assert (len(summary.unchanged), summary.queued, summary.left_out) == (1, (), ())
        desk.work()
        assert len(desk.host.embedder().passages) == 1

    def test_a_second_drop_before_reading_is_nothing_new_either(self, desk: Desk) -> None:
        path = desk.write("policy.txt", FERRY)
        first, second = desk.drop(path), desk.drop(path)
        assert (len(first.added), second.queued) == (1, ())
        assert second.unchanged == first.added
        desk.work()
        assert desk.document(path).state is DocumentState.READY

    def test_a_renamed_copy_shares_the_content(self, desk: Desk) -> None:
        added = desk.add({"policy.txt": FERRY})
        added |= desk.add({"policy (1).txt": FERRY})
        copy = added["policy (1).txt"]
        assert copy.state is DocumentState.READY
        assert copy.same_as == added["policy.txt"].id
        assert len(chunk_texts(desk)) == len(desk.host.embedder().passages) == 1
        assert len(desk.hits("harbour ferry")) == 1
        assert desk.library.text(copy.id).text == desk.library.text(added["policy.txt"].id).text

    def test_a_copy_with_another_blank_line_gives_each_passage_once(self, desk: Desk) -> None:
        desk.add({"policy.txt": FERRY, "policy-2.txt": FERRY + "\n\n"})
        quotes = [hit.chunk.text for hit in desk.hits("harbour ferry")]
        assert len(quotes) == len(set(quotes))

    def test_the_copy_lives_on_under_its_own_name(self, desk: Desk) -> None:
        added = desk.add({"original.txt": FERRY, "twin.txt": FERRY})
        holder = next(d for d in added.values() if d.same_as is None)
        other = next(d for d in added.values() if d.same_as is not None)
        desk.library.remove_documents(document_ids=[holder.id])
        desk.work()
        assert desk.found("harbour ferry") == [Path(other.path).name]
        assert desk.found(Path(other.path).stem, mode="lexical") == [Path(other.path).name]
        assert desk.found(Path(holder.path).stem, mode="lexical") == []

    def test_a_set_back_clock_does_not_hide_an_edit(self, desk: Desk) -> None:
        path = desk.write("a.txt", "The code is alpha.")
        desk.drop()
        desk.work()
        before = path.stat()
        path.write_text("The code is omega.", "utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert len(desk.drop().updated) == 1


class TestEditAndRemoval:
    def test_an_edit_leaves_nothing_of_the_old_text(self, desk: Desk) -> None:
        desk.add({"gone.md": "The watchword is lanternfish."})
        desk.add({"gone.md": "The watchword is sandpiper."})
        assert desk.found("sandpiper", mode="lexical") == ["gone.md"]
        assert desk.hits("lanternfish", mode="lexical") == ()
        for mode in ("hybrid", "vector"):
            assert all("lanternfish" not in hit.chunk.text for hit in desk.hits("lanternfish", mode=mode))

    def test_a_removed_document_is_gone_everywhere(self, desk: Desk) -> None:
        added = desk.add({"gone.md": "The watchword is lanternfish.", "other.md": "Bread needs a long rest."})
        desk.library.remove_documents(document_ids=[added["gone.md"].id])
        for mode in ("hybrid", "lexical", "vector"):
            assert "gone.md" not in desk.found("lanternfish watchword", mode=mode)
        related = desk.search_service.related(added["other.md"].id, CancelToken())
        assert related == []
        answer = desk.ask("What is the watchword lanternfish?")
        assert not answer.sources
        assert "gone" not in [d.title for d in (*answer.tiers.maybe_try, *answer.tiers.related)]

    def test_until_the_new_text_is_read_the_old_one_serves(self, desk: Desk) -> None:
        desk.add({"a.txt": "The code is alpha."})
        desk.write("a.txt", "The code is omega.")
        desk.drop()
        assert desk.found("alpha", mode="lexical") == ["a.txt"]

    def test_many_edits_leave_no_orphans(self, desk: Desk) -> None:
        paragraph = " ".join(f"Step {{n}} turns valve {word} by a quarter." for word in "abcdefgh")
        for number in range(12):
            desk.add({"manual.txt": paragraph.replace("{n}", str(number))})
        status = desk.library.status()
        assert status.vectors == status.chunks
        assert status.documents == 1

    def test_a_file_that_vanished_is_refused_with_the_reason(self, desk: Desk) -> None:
        path = desk.write("a.txt", FERRY)
        desk.drop()
        path.unlink()
        desk.work()
        document = desk.library.documents()[0]
        assert document.state is DocumentState.REFUSED
        assert document.reason == refusals.NOT_FOUND.reason


class TestModelMissing:
    def test_words_are_searchable_and_vectors_follow_later(self, desk: Desk) -> None:
        """P028."""
        embedder, desk.host.the_embedder = desk.host.the_embedder, None
        path = desk.write("ten.txt", "\n".join(f"Line {n} names harbour {n}." for n in range(10)))
        desk.drop(path)
        with pytest.raises(UserError):
            desk.work()
        document = desk.document(path)
        assert document.state is DocumentState.TEXT_READY
        assert (document.vectors, desk.library.status().pending) == (0, 1)
        assert desk.found("harbour") == ["ten.txt"]
        desk.host.the_embedder = embedder
        desk.work()
        assert desk.document(path).state is DocumentState.READY
        assert desk.library.status().pending == 0
        assert desk.found("harbour", mode="vector") == ["ten.txt"]

    def test_an_empty_library_needs_no_model(self, desk: Desk) -> None:
        desk.host.the_embedder = None
        desk.write("empty.txt", "  \n")
        desk.drop()
        desk.work()
        assert desk.library.status().failed == 1

    def test_another_model_serves_only_when_it_is_complete(self, desk: Desk) -> None:
        desk.add({f"{n}.txt": f"Report {n} about harbour {n}." for n in range(3)})
        desk.host.the_embedder = WordEmbedder("another", 32)
        result = desk.search("harbour")
        assert len(result.hits) == 3
        assert any("new model" in notice for notice in result.notices)
        desk.work()
        result = desk.search("harbour")
        assert (len(result.hits), result.notices) == (3, ())
        assert desk.library.status().vectors == 3
        assert {d.state for d in desk.library.documents()} == {DocumentState.READY}


class TestFailures:
    def test_one_bad_file_never_stops_the_batch(self, desk: Desk) -> None:
        desk.write("good.txt", FERRY)
        desk.write("empty.txt", "")
        (desk.folder / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
        (desk.folder / "broken.docx").write_bytes(b"PK\x03\x04 no more")
        desk.drop()
        desk.work()
        states = {Path(d.path).name: d.state for d in desk.library.documents()}
        assert states.pop("good.txt") is DocumentState.READY
        assert set(states.values()) == {DocumentState.REFUSED}
        assert all(d.reason for d in desk.library.documents(states=[DocumentState.REFUSED]))
        assert desk.drop().queued == ()  # never retried by itself

    def test_a_question_works_after_a_broken_file(self, desk: Desk) -> None:
        desk.write("broken.docx", "no document")
        desk.drop()
        desk.work()
        desk.library.remove_documents(document_ids=[d.id for d in desk.library.documents()])
        desk.add({"ferry.txt": FERRY})
        assert desk.ask("When does the ferry leave the harbour?", use_model=False).outcome == "quoted"

    def test_a_file_during_which_the_program_died_twice_is_refused(self, desk: Desk) -> None:
        path = desk.write("killer.txt", FERRY)
        desk.drop()
        for _ in range(2):
            with desk.file.write() as c:
                assert indexing.queue.claim(c) is not None  # and then the program dies
                indexing.queue.reset_claims(c)
        desk.work()
        assert desk.document(path).state is DocumentState.REFUSED
        assert "stopped twice" in desk.document(path).reason

    @pytest.mark.parametrize("text", ["The harbour opens at eight.", FERRY, ""])
    def test_what_is_removed_while_it_is_read_stays_gone(self, desk: Desk, text: str) -> None:
        """A new document, a copy of another one, and an empty file."""
        desk.add({"first.txt": FERRY})
        path = desk.write("second.txt", text)
        desk.drop(path)
        document_id = desk.document(path).id
        begin = desk.readers.begin

        class Removing:
            def begin(self, files: Sequence[FileToRead]) -> PendingFiles:
                desk.library.remove_documents(document_ids=[document_id])
                return begin(files)

        desk.indexing._reader._readers = Removing()
        desk.work()
        assert [d.title for d in desk.library.documents()] == ["first"]
        assert desk.library.status().pending == 0

    def test_a_copy_is_read_itself_when_the_original_goes_meanwhile(self, desk: Desk) -> None:
        first = desk.add({"first.txt": FERRY})["first.txt"]
        second = desk.write("second.txt", FERRY)
        desk.drop(second)
        begin = desk.readers.begin

        class Removing:
            def begin(self, files: Sequence[FileToRead]) -> PendingFiles:
                desk.library.remove_documents(document_ids=[first.id])
                return begin(files)

        desk.indexing._reader._readers = Removing()
        desk.work()
        assert desk.document(second).state is DocumentState.READY
        assert desk.found("harbour ferry") == ["second.txt"]


class TestCancelAndResume:
    def test_nothing_is_embedded_twice_after_a_stop(self, desk: Desk) -> None:
        for number in range(40):
            desk.write(f"locker-{number:02}.txt", f"Locker {number} belongs to reader {number * 7}.")
        desk.drop()
        token, embedder = CancelToken(), desk.host.embedder()
        batches = []

        def stop_at_the_second_batch() -> None:
            batches.append(1)
            if len(batches) == 2:
                token.cancel()

        embedder.on_passages = stop_at_the_second_batch
        with pytest.raises(Cancelled):
            desk.work(token)
        done = desk.library.status().vectors
        assert done == indexing._EMBED_BATCH
        embedder.on_passages = lambda: None
        desk.work()
        assert len(embedder.passages) == 40
        assert len(set(chunk_texts(desk))) == len(chunk_texts(desk)) == 40
        assert {d.state for d in desk.library.documents()} == {DocumentState.READY}

    def test_a_document_being_read_goes_back_to_the_queue(self, desk: Desk) -> None:
        path = desk.write("a.txt", FERRY)
        desk.drop()
        token = CancelToken()

        def cancel(progress: Progress) -> None:
            if progress.stage == "reading":
                token.cancel()

        with pytest.raises(Cancelled):
            desk.indexing.work(token=token, report=cancel, changed=desk.changes.append)
        assert desk.document(path).state is DocumentState.WAITING
        desk.work()
        assert desk.document(path).state is DocumentState.READY

    def test_what_a_dead_process_had_claimed_is_read(self, desk: Desk) -> None:
        path = desk.write("a.txt", FERRY)
        desk.drop()
        with desk.file.write() as c:
            indexing.queue.claim(c)
        desk.work()
        assert desk.document(path).state is DocumentState.READY

    def test_what_waits_can_be_taken_out(self, desk: Desk) -> None:
        desk.add({"kept.txt": FERRY})
        desk.write("kept.txt", "The ferry is cancelled.")
        desk.write("new.txt", "Something else.")
        desk.drop()
        desk.library.cancel_waiting()
        assert [(Path(d.path).name, d.state) for d in desk.library.documents()] == [
            ("kept.txt", DocumentState.READY)
        ]


class TestProgress:
    def test_it_stays_within_its_total_and_ends_complete(self, desk: Desk) -> None:
        desk.add({f"{n}.txt": f"Report {n} about harbour {n}." for n in range(40)})
        for stage in ("reading", "embedding"):
            steps = [p for p in desk.progress if p.stage == stage]
            assert all(p.total is not None and 0 <= p.done <= p.total for p in steps)
            assert [p.done for p in steps] == sorted(p.done for p in steps)
            assert steps[-1].done == steps[-1].total == 40

    def test_it_ends_complete_when_documents_are_removed_meanwhile(self, desk: Desk) -> None:
        for number in range(40):
            desk.write(f"{number}.txt", f"Report {number} about harbour {number}.")
        desk.drop()
        last = desk.library.documents(order="path", descending=True, limit=20)

        def remove_some() -> None:
            desk.library.remove_documents(document_ids=[d.id for d in last])

        desk.host.embedder().on_passages = remove_some
        desk.work()
        embedding = [p for p in desk.progress if p.stage == "embedding"]
        assert embedding[-1].done == embedding[-1].total
        assert desk.library.status().vectors == desk.library.status().chunks == 20

    def test_what_is_dropped_meanwhile_is_read_before_embedding_goes_on(self, desk: Desk) -> None:
        for number in range(40):
            desk.write(f"{number}.txt", f"Report {number} about harbour {number}.")
        desk.drop()
        late = desk.folder.parent / "late"
        late.mkdir()
        for number in range(30):
            (late / f"{number}.txt").write_text(f"Train {number} stops at Ford.", "utf-8")
        dropped = threading.Event()

        def drop_once() -> None:
            if not dropped.is_set():
                dropped.set()
                desk.drop(late)

        desk.host.embedder().on_passages = drop_once
        desk.work()
        assert {d.state for d in desk.library.documents()} == {DocumentState.READY}
        totals = [p.total for p in desk.progress if p.stage == "embedding"]
        assert totals[0] == 40
        assert set(totals[2:]) == {70}  # known as soon as the newcomers are read
        stages = [p.stage for p in desk.progress]
        assert stages.index("embedding") < len(stages) - 1 - stages[::-1].index("reading")


class TestTwoIndexers:
    def test_the_second_waits_and_can_be_cancelled(self, desk: Desk) -> None:
        desk.write("a.txt", FERRY)
        desk.drop()
        holder = hold(desk)
        try:
            token = CancelToken()
            stages: list[str] = []

            def report(progress: Progress) -> None:
                stages.append(progress.stage)
                token.cancel()

            with pytest.raises(Cancelled):
                desk.indexing.work(token=token, report=report, changed=desk.changes.append)
            assert stages == ["waiting"]
        finally:
            holder.communicate("")

    def test_the_second_takes_over_when_the_first_dies(self, desk: Desk) -> None:
        path = desk.write("a.txt", FERRY)
        desk.drop()
        holder = hold(desk)

        def kill(progress: Progress) -> None:
            if progress.stage == "waiting" and holder.poll() is None:
                holder.kill()
                holder.communicate()

        desk.indexing.work(token=CancelToken(), report=kill, changed=desk.changes.append)
        assert desk.document(path).state is DocumentState.READY

    def test_the_second_has_nothing_to_do_when_the_first_is_done(self, desk: Desk) -> None:
        holder = hold(desk)
        try:
            desk.work()
        finally:
            holder.communicate("")
        assert desk.host.embedder().passages == []


def hold(desk: Desk) -> "subprocess.Popen[str]":
    """Start a process that works the queue, as far as its lock tells."""
    command = [sys.executable, "-c", HOLDER, f"{desk.file.path}.indexing"]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_index_rows_hold_title_name_heading_text_and_other_spellings() -> None:
    text = "Intro. The pump is submitted."
    draft = ChunkDraft(0, 7, len(text), heading="Pumps", also="sub-mitted")
    row = index_rows("Manual", Path("/x/pump_manual.pdf"), text, [draft])[0]
    assert "manual" in row.title
    assert "pump" in row.name
    assert row.heading == "pumps"
    assert "submitted" in row.body.split()
    assert "mitted" in row.body
    assert "intro" not in row.body


def test_tokens_are_estimated_high_for_scripts_without_blanks() -> None:
    assert estimated_tokens("") == 0
    assert estimated_tokens("four") == 1
    assert estimated_tokens("仓库目录") == 4


def test_reporting_is_optional_in_scanning(desk: Desk) -> None:
    seen: list[Progress] = []
    desk.write("a.txt", FERRY)
    desk.library.add_documents(paths=[desk.folder], token=CancelToken(), report=seen.append)
    assert [p.stage for p in seen] == ["scanning"]
    no_report(seen[0])
