"""Which summaries there are, who wrote them, which wait."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from store_filling import fill

from desktop.store import documents, lexical, summaries, texts
from desktop.store.lexical import IndexText
from desktop.store.library_file import LibraryFile
from desktop.store.summaries import SummaryCounts

ROW = IndexText("", "", "", "gist")


@pytest.fixture
def c(tmp_path: Path) -> Iterator[apsw.Connection]:
    library = LibraryFile(tmp_path / "library.carrel")
    with library.write() as connection:
        yield connection
    library.close()


def test_the_newest_document_is_written_first_and_what_is_written_waits_no_more(c: apsw.Connection) -> None:
    first, second = (fill(c, f"/{name}.txt", ["One.", "Two."]) for name in "ab")
    for document in (first, second):
        summaries.put(c, document, "gist", ROW)
    assert summaries.next_to_write(c) == second
    summaries.put(c, second, "a better gist", ROW, model="Some model")
    assert summaries.next_to_write(c) == first
    assert summaries.counts(c) == SummaryCounts(written=1, waiting=1)
    assert summaries.of(c, [first, second]) == {first: "gist", second: "a better gist"}


def test_a_document_is_given_up_after_as_many_tries_as_allowed(c: apsw.Connection) -> None:
    document = fill(c, "/a.txt", ["One.", "Two."])
    summaries.put(c, document, "gist", ROW)
    summaries.begin(c, document)
    summaries.put_back(c, document)
    for _ in range(summaries.MOST_TRIES):
        assert summaries.next_to_write(c) == document
        summaries.begin(c, document)
    assert summaries.next_to_write(c) is None


def test_a_document_without_a_summary_is_found_by_its_length(c: apsw.Connection) -> None:
    long = fill(c, "/a.txt", ["One.", "Two.", "Three."])
    fill(c, "/b.txt", ["One."])
    assert summaries.lacking(c, 3) == [long]
    summaries.put(c, long, "gist", ROW)
    assert summaries.lacking(c, 3) == []


def test_a_summary_goes_with_its_document_and_passes_to_a_copy(c: apsw.Connection) -> None:
    original = fill(c, "/a.txt", ["One.", "Two."], content_hash="same")
    summaries.put(c, original, "gist", ROW)
    copy = fill(c, "/b.txt", ["to be replaced"])
    documents.link_duplicate(c, copy, original, "same")
    assert summaries.of(c, [copy]) == {copy: "gist"}
    texts.remove(c, [original])
    assert summaries.of(c, [copy]) == {copy: "gist"}
    assert summaries.counts(c).waiting == 1
    texts.remove(c, [copy])
    assert summaries.counts(c) == SummaryCounts(0, 0)
    assert lexical.check(c)


def test_passages_are_counted_without_the_summary(c: apsw.Connection) -> None:
    document = fill(c, "/a.txt", ["One gist.", "Two."])
    before = summaries.passages_of(c, [document])[document]
    summaries.put(c, document, "gist", ROW)
    assert summaries.passages_of(c, [document]) == {document: before}
    assert len(before) == 2
    assert lexical.best_of_documents(c, '"two"', limit=5)[0] == 1
    summaries.put(c, document, "other", IndexText("", "", "", "nowhere"))
    assert lexical.best_of_documents(c, '"nowhere"', limit=5) == (0, [])
