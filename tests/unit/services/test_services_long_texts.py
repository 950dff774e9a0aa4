"""A text too long to be held at once: read, cut and stored in slices (P027)."""

import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest
from service_fakes import Desk

from desktop.domain.errors import Cancelled
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken, Progress, no_report
from desktop.ingest.long_text import SliceLimits
from desktop.services import lead_sentences, long_texts, queue_reader
from desktop.store import documents, lexical

LAST = "The vault code is 90210."
SLICE = 4_000


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_reader, "_LONG_TEXTS", SliceLimits(least=20_000, most=SLICE))


def sentences(count: int) -> str:
    return "".join(
        f"Sentence {n} tells of locker {n * 7 % 1013} in hall {n % 31}." + ("\n\n" if n % 9 == 0 else " ")
        for n in range(count)
    )


def write_long(desk: Desk, count: int = 2_000) -> Path:
    path: Path = desk.write("long.txt", f"{sentences(count)}\n\n12. The vault\n\n{LAST}\n")
    return path


class TestStored:
    def test_the_last_sentence_is_found_and_every_passage_is_a_stretch_of_the_text(self, desk: Desk) -> None:
        """P027."""
        path = write_long(desk)
        desk.drop()
        desk.work()
        document = desk.document(path)
        assert document.state == DocumentState.READY
        (hit, *_) = desk.hits("vault code", mode="lexical")
        assert LAST in hit.chunk.text
        with desk.file.read() as c:
            text = documents.text(c, document.id)
            chunks = documents.chunks(c, document.id)
            parts = documents.parts(c, document.id)
            assert lexical.check(c)
        assert text.replace("\n", " ").split() == path.read_text("utf-8").split()
        passages = [chunk for chunk in chunks if chunk.position >= 0]
        assert [chunk.position for chunk in passages] == list(range(len(passages)))
        assert all(chunk.text == text[chunk.start : chunk.end] for chunk in passages)
        assert len(passages) > len(text) / SLICE
        assert all(before.end <= after.start for before, after in pairwise(parts))
        assert (parts[0].start, parts[-1].end) == (0, len(text))
        assert passages[-1].heading == "12. The vault"

    def test_line_numbers_go_on_from_slice_to_slice(self, desk: Desk) -> None:
        path = write_long(desk)
        desk.drop()
        desk.work()
        lines = path.read_text("utf-8").split("\n")
        with desk.file.read() as c:
            text, parts = (
                documents.text(c, desk.document(path).id),
                documents.parts(c, desk.document(path).id),
            )
        for part in parts[:: len(parts) // 20]:
            line = lines[int(part.place.removeprefix("line ")) - 1]
            assert text[part.start : part.end].startswith(line.strip()[:40])

    def test_an_edit_of_one_sentence_makes_few_new_passages(self, desk: Desk) -> None:
        path = write_long(desk)
        desk.drop()
        desk.work()
        with desk.file.read() as c:
            before = {chunk.id: chunk.text for chunk in documents.chunks(c, desk.document(path).id)}
        text = path.read_text("utf-8")
        path.write_text(text.replace("Sentence 700 tells", "Sentence 700 told"), "utf-8")
        embedded = len(desk.host.embedder().passages)
        desk.drop()
        desk.work()
        with desk.file.read() as c:
            after = {chunk.id: chunk.text for chunk in documents.chunks(c, desk.document(path).id)}
            assert lexical.check(c)
        assert sum(before.get(chunk) != text for chunk, text in after.items()) <= 2
        assert len(desk.host.embedder().passages) - embedded <= 2

    def test_an_identical_copy_shares_the_text(self, desk: Desk) -> None:
        path = write_long(desk)
        copy = desk.write("copy.txt", path.read_text("utf-8"))
        desk.drop()
        desk.work()
        assert {desk.document(path).same_as, desk.document(copy).same_as} == {
            None,
            min(desk.document(path).id, desk.document(copy).id),
        }
        assert left_over(desk) == []


class TestBounds:
    def test_memory_hardly_grows_with_the_text(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        """P027: Python holds one slice at a time, and a few numbers of each passage."""
        monkeypatch.setattr(lead_sentences, "_MOST_PASSAGES", 10)
        most = [_peak_of_storing(desk, f"{count}.txt", count) for count in (2_000, 16_000)]
        assert most[1] - most[0] < (len(sentences(16_000)) - len(sentences(2_000))) / 4

    def test_progress_tells_the_part(self, desk: Desk) -> None:
        write_long(desk)
        desk.drop()
        seen: list[Progress] = []
        desk.indexing.work(token=CancelToken(), report=seen.append, changed=lambda _: None)
        labels = [progress.label for progress in seen if ", part " in progress.label]
        parts = labels[0].rpartition(" of ")[2]
        assert labels == [f"long.txt, part {n} of {parts}" for n in range(1, int(parts) + 1)]
        assert int(parts) > 20

    @pytest.mark.parametrize("step", ["_prepared", "_pieces"])
    def test_a_stop_leaves_nothing_and_the_next_run_everything(
        self, desk: Desk, step: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """P027: stopped while passages are made, and while they are inserted."""
        path = write_long(desk)
        desk.drop()
        token = CancelToken()
        owner = long_texts.LongText if step == "_prepared" else long_texts
        original = getattr(owner, step)

        def stopping(*arguments: object) -> object:
            for number, piece in enumerate(original(*arguments)):
                if number == 5:
                    token.cancel()
                yield piece

        with monkeypatch.context() as patch:
            patch.setattr(owner, step, stopping)
            with pytest.raises(Cancelled):
                desk.indexing.work(token=token, report=no_report, changed=lambda _: None)
        assert desk.document(path).state == DocumentState.WAITING
        assert desk.hits("locker", mode="lexical") == ()
        with desk.file.read() as c:
            assert documents.chunks(c, desk.document(path).id) == []
            assert lexical.check(c)
        assert left_over(desk) == []
        desk.work()
        assert desk.document(path).state == DocumentState.READY


class TestRefused:
    def test_a_long_file_of_data_is_refused(self, desk: Desk) -> None:
        path = desk.folder / "data.txt"
        path.write_bytes(bytes(range(256)) * 200)
        desk.drop()
        desk.work()
        assert desk.document(path).state == DocumentState.REFUSED
        assert left_over(desk) == []


def left_over(desk: Desk) -> list[Path]:
    """Return the slices that nobody removed."""
    return list(desk.readers._temp_folder.rglob("*.slices"))


def _peak_of_storing(desk: Desk, name: str, count: int) -> int:
    desk.write(name, sentences(count))
    desk.drop()
    desk.work()  # whatever is loaded once is loaded
    for document in desk.library.documents():
        desk.library.remove_documents(document_ids=[document.id])
    desk.drop()
    token = CancelToken()

    def stop_at_vectors(progress: Progress) -> None:
        if progress.stage == "embedding":
            token.cancel()

    tracemalloc.start()
    try:
        with pytest.raises(Cancelled):
            desk.indexing.work(token=token, report=stop_at_vectors, changed=lambda _: None)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        (desk.folder / name).unlink()
